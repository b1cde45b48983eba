//! Points of one or more series between two axes. The name of a series stands where its line is clearest of all others;
//! where the points are tokens, those stand on the axis.

use super::axis::{Axis, Reach};
use super::block::{Chart, ChartKind};
use super::plot::{digits, point, whisker};
use super::values::{Mark, Series};
use crate::figure::canvas::{Anchor, Canvas, Span, short};
use crate::figure::ink::{NOTE, STRONG, TOKEN};
use crate::figure::token_label::Label;
use crate::number::NumberKind;
use crate::words::Words;

const TOP: f64 = 34.0;
/// More points than this show their spread as a band.
pub(super) const CROWDED: usize = 24;
/// Between the lines of text under the axis.
const LINE: f64 = 20.0;

pub(super) struct Plane<'a> {
    chart: &'a Chart,
    series: Vec<(&'a str, Vec<Placed<'a>>)>,
    /// Of each series.
    measured: Vec<bool>,
    width: f64,
    tall: f64,
    left: f64,
    right: f64,
    across: Axis,
    pub(super) up: Axis,
}

#[derive(Clone, Copy)]
struct Placed<'a> {
    x: f64,
    y: f64,
    mark: &'a Mark,
}

/// A rectangle of the picture.
#[derive(Clone, Copy)]
struct Area {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Area {
    fn distance(&self, x: f64, y: f64) -> f64 {
        let across = (self.left - x).max(x - self.right).max(0.0);
        let along = (self.top - y).max(y - self.bottom).max(0.0);
        across.hypot(along)
    }

    fn meets(&self, other: &Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }
}

/// Hue and dashes of a series.
fn look(at: usize) -> &'static str {
    if at.is_multiple_of(2) { "lp-first" } else { "lp-second" }
}

impl<'a> Plane<'a> {
    pub(super) fn new(chart: &'a Chart, all: &'a [Series], width: f64, words: &Words) -> Self {
        let marks = || all.iter().flat_map(|series| &series.marks);
        let reaches = |mark: &Mark| mark.reach.into_iter().flat_map(|(low, high)| [low, high]);
        let heights: Vec<f64> = marks().flat_map(|mark| mark.y.into_iter().chain(reaches(mark))).collect();
        let tall = if width < 400.0 { 200.0 } else { 240.0 };
        // Upside down: pixels grow downwards.
        let up = Axis::new(chart.y_scale, &heights, Reach::Marks, 0.0, tall);
        let left = up.ticks(5, words).iter().map(|(_, words)| NOTE.width(words)).fold(12.0, f64::max) + 8.0;
        let right = width - 4.0;
        let xs: Vec<f64> = marks().filter_map(|mark| mark.x).collect();
        let across = Axis::new(chart.x_scale, &xs, Reach::Room, left, right - left);
        let place = |mark: &'a Mark| Some(Placed { x: across.at(mark.x?), y: TOP + tall - up.at(mark.y?), mark });
        let series = all.iter().map(|series| {
            let mut points: Vec<Placed> = series.marks.iter().filter_map(place).collect();
            points.sort_by(|a, b| a.x.total_cmp(&b.x));
            (series.label.as_str(), points)
        });
        let measured = all.iter().map(|series| series.numbers == NumberKind::Measured).collect();
        Self { chart, series: series.collect(), measured, width, tall, left, right, across, up }
    }

    fn y_of(&self, value: f64) -> f64 {
        TOP + self.tall - self.up.at(value)
    }

    fn joined(&self) -> bool {
        self.chart.kind == ChartKind::Line
    }

    /// Returns the lower edge.
    pub(super) fn draw(&self, canvas: &mut Canvas, words: &Words) -> f64 {
        for (value, text) in self.up.ticks(5, words) {
            let y = self.y_of(value);
            canvas.path("lp-zero", &format!("M{} {y}H{}", short(self.left), short(self.right), y = short(y)));
            canvas.text(NOTE, self.left - 8.0, y + 4.5, Anchor::End, &text);
        }
        let tokens = self.series.iter().any(|(_, points)| points.iter().any(|point| point.mark.token.is_some()));
        let below = if tokens { self.tokens(canvas) } else { self.ticks(canvas, words) };
        canvas.words(NOTE, &self.chart.x, self.left, below, Anchor::Start, self.width - self.left);
        let mut taken = Vec::new();
        for (at, (_, points)) in self.series.iter().enumerate() {
            canvas.group(look(at), Span::ALWAYS, |canvas| self.line(canvas, at, points, words, &mut taken));
        }
        for (at, (label, _)) in self.series.iter().enumerate().filter(|(_, (label, _))| !label.is_empty()) {
            self.name(canvas, at, label, &mut taken);
        }
        below + 4.0
    }

    fn ticks(&self, canvas: &mut Canvas, words: &Words) -> f64 {
        let mut edge = f64::NEG_INFINITY;
        for (value, text) in self.across.ticks(if self.width < 400.0 { 4 } else { 7 }, words) {
            let (x, half) = (self.across.at(value), NOTE.width(&text) / 2.0);
            if x - half > edge && x + half <= self.width {
                canvas.text(NOTE, x, TOP + self.tall + LINE, Anchor::Middle, &text);
                edge = x + half + 6.0;
            }
        }
        TOP + self.tall + 2.0 * LINE
    }

    /// A line of tokens per series. Where not all fit, those of the highest points come first.
    fn tokens(&self, canvas: &mut Canvas) -> f64 {
        let mut y = TOP + self.tall + LINE;
        for (at, (_, points)) in self.series.iter().enumerate() {
            let mut order: Vec<(&Placed, &String)> =
                points.iter().filter_map(|point| Some((point, point.mark.token.as_ref()?))).collect();
            if order.is_empty() {
                continue;
            }
            order.sort_by(|(a, _), (b, _)| a.y.total_cmp(&b.y));
            let mut taken: Vec<(f64, f64)> = Vec::new();
            canvas.group(look(at), Span::ALWAYS, |canvas| {
                for (point, token) in order {
                    let label = Label::new(token.as_bytes()).fit(90.0, TOKEN.size);
                    let left = (point.x - label.width / 2.0).min(self.width - label.width).max(0.0);
                    let right = left + label.width;
                    if taken.iter().all(|(from, to)| right + 5.0 <= *from || to + 5.0 <= left) {
                        canvas.label(&label, left, y);
                        taken.push((left, right));
                    }
                }
            });
            y += LINE;
        }
        y
    }

    /// The spread of many points as one area: their whiskers would hide the line.
    fn band(&self, canvas: &mut Canvas, points: &[Placed]) {
        let reaches: Vec<(f64, f64, f64)> = points
            .iter()
            .filter_map(|point| point.mark.reach.map(|(low, high)| (point.x, self.y_of(low), self.y_of(high))))
            .collect();
        let upper = reaches.iter().map(|(x, _, high)| (x, high));
        let lower = reaches.iter().rev().map(|(x, low, _)| (x, low));
        let edge: Vec<String> = upper.chain(lower).map(|(x, y)| format!("{} {}", short(*x), short(*y))).collect();
        if reaches.len() > 1 {
            canvas.path("lp-band", &format!("M{}Z", edge.join("L")));
        }
    }

    fn line(&self, canvas: &mut Canvas, shape: usize, points: &[Placed], words: &Words, taken: &mut Vec<Area>) {
        let measured = self.measured.get(shape).copied().unwrap_or_default();
        if self.joined() && points.len() > 1 {
            let data: Vec<String> =
                points.iter().map(|point| format!("{} {}", short(point.x), short(point.y))).collect();
            let class = if measured { "lp-curve" } else { "lp-curve lp-dashed" };
            canvas.path(class, &format!("M{}", data.join("L")));
        }
        let crowded = self.joined() && points.len() > CROWDED;
        if crowded {
            self.band(canvas, points);
        }
        for (at, Placed { x, y, mark }) in points.iter().enumerate() {
            if let Some((low, high)) = mark.reach.filter(|_| !crowded) {
                whisker(canvas, "lp-whisker", (*x, self.y_of(high)), (*x, self.y_of(low)));
                taken.push(Area {
                    left: x - 4.0,
                    top: self.y_of(high) - 3.0,
                    right: x + 4.0,
                    bottom: self.y_of(low) + 3.0,
                });
            }
            let name = [Some(mark.label.clone()), mark.token.as_ref().map(|token| Label::new(token.as_bytes()).text())];
            let said = name.into_iter().flatten().filter(|part| !part.is_empty());
            let said = said.chain(mark.x.map(|x| digits(x, words))).chain(mark.y.map(|y| digits(y, words)));
            let tip = words.list(&said.collect::<Vec<_>>());
            canvas.group("lp-point-of", Span::ALWAYS, |canvas| {
                canvas.tip(&tip);
                point(canvas, measured, shape, *x, *y);
            });
            if !mark.label.is_empty() {
                let next = points.get(at + 1).map(|next| next.y);
                self.label(canvas, (*x, *y), &mark.label, next, at > 0, taken);
            }
        }
    }

    /// Beside its point, on the side that the line leaves free.
    fn label(
        &self,
        canvas: &mut Canvas,
        (x, y): (f64, f64),
        label: &str,
        next: Option<f64>,
        after: bool,
        taken: &mut Vec<Area>,
    ) {
        let (before, beyond) = (x - 8.0, self.width - x - 8.0);
        let most = self.width * 0.45;
        let wanted = Canvas::words_width(NOTE, label, most);
        let (at, anchor, room) = match beyond >= wanted || beyond >= before {
            true => (x + 8.0, Anchor::Start, beyond),
            false => (x - 8.0, Anchor::End, before),
        };
        let drop = match next {
            Some(next) if self.joined() && next < y && anchor == Anchor::Start => 17.0,
            None if self.joined() && after && anchor == Anchor::Start => 4.5,
            _ => -6.0,
        };
        canvas.group("lp-halo", Span::ALWAYS, |canvas| {
            canvas.words(NOTE, label, at, y + drop, anchor, room.min(most));
        });
        let left = if anchor == Anchor::Start { at } else { at - wanted };
        taken.push(Area { left, top: y + drop - 12.0, right: left + wanted, bottom: y + drop + 4.0 });
    }

    /// Places along the line of a series, and its points.
    fn along(&self, points: &[Placed]) -> Vec<(f64, f64)> {
        let mut all: Vec<(f64, f64)> = points.iter().map(|point| (point.x, point.y)).collect();
        if self.joined() {
            for pair in points.windows(2) {
                let (a, b) = (pair[0], pair[1]);
                all.extend(
                    (1..12).map(|step| f64::from(step) / 12.0).map(|t| (a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t)),
                );
            }
        }
        all
    }

    /// The name of a series, close to its own line and as far from the others as can be.
    fn name(&self, canvas: &mut Canvas, at: usize, label: &str, taken: &mut Vec<Area>) {
        const NEAR: f64 = 6.0;
        let room = (self.right - self.left) * 0.5;
        let wide = Canvas::words_width(STRONG, label, room);
        let lines: Vec<Vec<(f64, f64)>> = self.series.iter().map(|(_, points)| self.along(points)).collect();
        let Some(own) = lines.get(at) else { return };
        let mut best: Option<(f64, Area)> = None;
        for (x, y) in own {
            for top in [y - 24.0, y + 8.0] {
                let left = (x - wide / 2.0).clamp(self.left + 2.0, (self.right - wide - 2.0).max(self.left + 2.0));
                let area = Area { left, top, right: left + wide, bottom: top + 16.0 };
                let inside = top >= TOP - 12.0 && area.bottom <= TOP + self.tall - 2.0;
                if !inside || taken.iter().any(|other| other.meets(&area)) {
                    continue;
                }
                let clear =
                    |line: &[(f64, f64)]| line.iter().map(|(x, y)| area.distance(*x, *y)).fold(f64::INFINITY, f64::min);
                let others = lines.iter().enumerate().filter(|(other, _)| *other != at);
                let apart = others.map(|(_, line)| clear(line)).fold(120.0, f64::min);
                // Its own line may come near and may not cross it.
                let score = apart + 20.0 * clear(own).min(NEAR);
                if best.as_ref().is_none_or(|(most, _)| score > *most) {
                    best = Some((score, area));
                }
            }
        }
        let area = match best {
            Some((_, area)) => area,
            None => {
                let top = taken.iter().map(|area| area.bottom).fold(TOP, f64::max).min(TOP + self.tall - 18.0);
                Area { left: self.right - wide - 2.0, top, right: self.right - 2.0, bottom: top + 16.0 }
            }
        };
        canvas.group(&format!("lp-halo {}", look(at)), Span::ALWAYS, |canvas| {
            canvas.words(STRONG, label, area.left, area.top + 12.5, Anchor::Start, room);
        });
        taken.push(area);
    }
}
