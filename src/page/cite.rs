//! How others cite a figure and its lesson, as BibTeX. The year is that of the recording: a build knows no other date.

use jiff::tz::TimeZone;

use super::address::{absolute, encode};
use super::order::page_of;
use super::writer::Writer;
use crate::lesson::{FigureBlock, Lesson};
use crate::trace::Trace;

impl Writer<'_> {
    /// An entry for the figure and one for its lesson.
    pub fn citations(&self, lesson: &Lesson, figure: &FigureBlock) -> String {
        let site = self.place.input.site;
        let key = lesson.path.replace('/', "-");
        let url = site.base_url.as_ref().map(|base| absolute(base, &page_of(lesson)));
        let traces = || figure.figure.runs().into_iter().filter_map(|run| self.trace(run));
        let year = traces().map(year).max();
        let entry = |key: &str, title: &str, url: Option<String>| {
            let fields = [
                ("author", site.author.as_deref().map(escaped)),
                ("title", Some(format!("{{{}}}", escaped(title)))),
                ("howpublished", Some(escaped(&site.title))),
                ("year", year.map(|year| year.to_string())),
                ("url", url),
            ];
            let lines = fields.into_iter().filter_map(|(name, value)| Some(format!("  {name} = {{{}}}", value?)));
            format!("@misc{{{key},\n{}\n}}\n", lines.collect::<Vec<_>>().join(",\n"))
        };
        let title = &lesson.front.title;
        let place = url.as_ref().map(|url| format!("{url}#{}", encode(&figure.id)));
        entry(
            &format!("{key}-{}", figure.id),
            &format!("{}. In: {title}", figure.caption_text.trim_end_matches('.')),
            place,
        ) + &entry(&key, title, url)
    }
}

fn year(trace: &Trace) -> i16 {
    TimeZone::UTC.to_datetime(trace.recorded_at).year()
}

/// What TeX reads as its own.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '{' | '}' | '%' | '$' | '&' | '#' | '_' => escaped.extend(['\\', letter]),
            _ => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tex_reads_as_its_own_is_text() {
        assert_eq!(
            escaped("50 % of A_b & {c} \\ ~^"),
            "50 \\% of A\\_b \\& \\{c\\} \\textbackslash{} \\textasciitilde{}\\textasciicircum{}"
        );
    }
}
