//! Draws every figure for the nastiest tokens and measures, as the rasteriser sets it, that text stays in its box.

use std::collections::BTreeMap;

use resvg::usvg::{self, roxmltree};

use super::decode_loop::Layout;
use super::{Drawn, Svg, draw, draw_from, fixture, raster};
use crate::lesson::{
    BenchmarkValue, Chart, ChartKind, ChartPoint, ChartSeries, FigureBlock, FigureKind, NumberKind, Scale,
};
use crate::token::Piece;
use crate::trace::Trace;

fn all(trace: &Trace) -> Vec<Drawn> {
    fixture::KINDS.into_iter().map(|kind| draw(&fixture::block(kind), trace).unwrap()).collect()
}

fn everything() -> Vec<(String, Svg)> {
    let mut svgs = Vec::new();
    for (name, trace) in [("fox", fixture::fox()), ("chat", fixture::chat()), ("nasty", fixture::nasty())] {
        for drawn in all(&trace) {
            let kind = drawn.kind.name();
            svgs.push((format!("{name}-{kind}-wide"), drawn.wide));
            svgs.push((format!("{name}-{kind}-narrow"), drawn.narrow));
        }
    }
    for word in [" unbelievable", "日本語", "Überraschungsangriff", "🦊"] {
        let (block, trace) = fixture::merged(word);
        let drawn = draw(&block, &trace).unwrap();
        svgs.push((format!("{word}-wide"), drawn.wide));
        svgs.push((format!("{word}-narrow"), drawn.narrow));
    }
    for (kind, runs) in [(FigureKind::Surprise, ["times", "odd"]), (FigureKind::Tree, ["food", "blue"])] {
        for run in runs {
            let block = FigureBlock { runs: vec![run.into()], ..fixture::block(kind) };
            let drawn = draw(&block, &fixture::recorded(run)).unwrap();
            svgs.push((format!("{run}-wide"), drawn.wide));
            svgs.push((format!("{run}-narrow"), drawn.narrow));
        }
    }
    for (name, drawn) in [("nasty-tree", nasty_tree()), ("compare", compared())].into_iter().chain(charts()) {
        svgs.push((format!("{name}-wide"), drawn.wide));
        svgs.push((format!("{name}-narrow"), drawn.narrow));
    }
    svgs
}

/// A recorded tree whose tokens are the nasty ones.
fn nasty_tree() -> Drawn {
    let mut trace = fixture::recorded("food");
    for (piece, bytes) in trace.pieces.values_mut().zip(fixture::NASTY.iter().cycle()) {
        *piece = Piece::new(*bytes);
    }
    draw(&fixture::block(FigureKind::Tree), &trace).unwrap()
}

fn compared() -> Drawn {
    let names = ["fox", "chat", "a-run-with-a-name-longer-than-a-narrow-picture"];
    let traces = [fixture::fox(), fixture::chat(), fixture::nasty()];
    let runs: BTreeMap<String, Trace> = names.map(str::to_owned).into_iter().zip(traces).collect();
    let block = FigureBlock { runs: names.map(str::to_owned).to_vec(), ..fixture::block(FigureKind::Compare) };
    draw_from(&block, &runs).unwrap()
}

/// Each type on both scales, with error bars, over eight decades and with labels as hard as tokens.
fn charts() -> Vec<(&'static str, Drawn)> {
    let given = |value: f64| Some(BenchmarkValue::Given(value));
    let labels = [
        "one stream",
        "🦊 狐狸 ثعلب שועל",
        "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
        "a label of several words that is longer than any picture of this width has room for, by far",
        "",
        "</script>{{ 7*7 }}",
    ];
    let point = |at: usize, shift: f64| {
        let y = 10f64.powi(at as i32 * 2 - 2) * shift;
        ChartPoint {
            label: labels[at].into(),
            x: given(2f64.powi(at as i32)),
            y: given(y),
            low: given(y * 0.6),
            high: given(y * 1.7),
            span: 0..0,
        }
    };
    let kinds = [
        ("bar", ChartKind::Bar),
        ("range", ChartKind::Range),
        ("line", ChartKind::Line),
        ("scatter", ChartKind::Scatter),
    ];
    let mut drawn = Vec::new();
    for (name, kind) in kinds {
        for scale in [Scale::Linear, Scale::Log] {
            // A bar begins at 0, which has no place on a logarithmic scale.
            if kind == ChartKind::Bar && scale == Scale::Log {
                continue;
            }
            let plane = matches!(kind, ChartKind::Line | ChartKind::Scatter);
            let mut series = vec![ChartSeries {
                label: if plane { labels[2].into() } else { String::new() },
                points: (0..labels.len()).map(|at| point(at, 1.0)).collect(),
            }];
            if plane {
                let points = (0..labels.len()).map(|at| point(at, 1.2)).collect();
                series.push(ChartSeries { label: "مرحبا 日本語".into(), points });
            }
            let chart = Chart {
                kind,
                numbers: NumberKind::Illustrative,
                x: "Tokens in the prompt of a request that waits behind all of the others".into(),
                y: "Time from the first token to the last, of all requests together".into(),
                unit: "milliseconds per token".into(),
                x_scale: scale,
                y_scale: scale,
                series,
                source: None,
            };
            let block = FigureBlock {
                run: String::new(),
                runs: Vec::new(),
                chart: Some(Box::new(chart)),
                ..fixture::block(FigureKind::Chart)
            };
            drawn.push((name, draw_from(&block, &BTreeMap::new()).unwrap()));
        }
    }
    drawn
}

/// Shows every step at once and gives every shape an id, by which usvg finds it.
fn with_ids(file: &str) -> String {
    let shown = file.replace(" lp-off\"", "\"").replace("class=\"lp-off\"", "");
    let mut out = String::new();
    for (at, part) in shown.split("<text ").enumerate() {
        if at > 0 {
            out.push_str(&format!("<text id=\"t{at}\" "));
        }
        out.push_str(part);
    }
    let mut with_boxes = String::new();
    for (at, part) in out.split("<rect class=\"lp-box\" ").enumerate() {
        if at > 0 {
            with_boxes.push_str(&format!("<rect id=\"b{at}\" class=\"lp-box\" "));
        }
        with_boxes.push_str(part);
    }
    with_boxes
}

fn bounds(tree: &usvg::Tree, id: &str) -> usvg::Rect {
    tree.node_by_id(id).unwrap_or_else(|| panic!("no {id}")).abs_bounding_box()
}

/// How far to the right the groups around a node move it.
fn origin(node: roxmltree::Node) -> f32 {
    let moved = node.ancestors().filter_map(|group| group.attribute("transform"));
    moved.map(|transform| transform["translate(".len()..].split(' ').next().unwrap().parse::<f32>().unwrap()).sum()
}

#[test]
fn text_stays_in_its_box_and_in_the_picture() {
    let mut measured = 0;
    for (name, svg) in everything() {
        let file = with_ids(&svg.file("title", "description"));
        let tree = raster::tree(&file).unwrap();
        let document = roxmltree::Document::parse(&file).unwrap();
        for text in document.descendants().filter(|node| node.has_tag_name("text")) {
            let far = text.attribute("class").is_some_and(|class| class.ends_with("lp-far"));
            let label =
                text.descendants().filter(|node| node.is_text()).filter_map(|node| node.text()).collect::<String>();
            // Between two characters of another font a space may stand alone; nothing is drawn for it.
            if label.trim().is_empty() {
                continue;
            }
            let (left, right) = if far {
                let number = |name| text.attribute(name).unwrap().parse::<f32>().unwrap();
                // The file's margin, and the origin of the row it stands in.
                let left = number("x") + 20.0 + origin(text);
                (left, left + number("textLength"))
            } else {
                let box_of = bounds(&tree, text.attribute("id").unwrap());
                (box_of.left(), box_of.right())
            };
            assert!(left >= 19.0 && right <= svg.width as f32 + 21.0, "{name}: {label:?} from {left} to {right}");
            let boxed = text.parent().and_then(|group| {
                group
                    .children()
                    .find(|node| node.attribute("class") == Some("lp-box"))
                    .and_then(|node| node.attribute("id"))
            });
            // The number beside a bar and the id beneath a chip stand in the chip's group, not in the chip.
            let token = text.attribute("class").is_some_and(|class| class.starts_with("lp-tok"));
            if let Some(id) = boxed.filter(|_| token) {
                let box_of = bounds(&tree, id);
                assert!(left >= box_of.left() && right <= box_of.right(), "{name}: {label:?} leaves its box");
                if !far {
                    let text_box = bounds(&tree, text.attribute("id").unwrap());
                    let inside = text_box.top() >= box_of.top() && text_box.bottom() <= box_of.bottom();
                    assert!(inside, "{name}: {label:?} is higher than its box");
                }
                measured += 1;
            }
        }
    }
    assert!(measured > 1000, "only {measured} labels were measured");
}

/// Every step of the loop as it is seen: no text lies on another.
#[test]
fn texts_do_not_overlap() {
    for (name, trace) in [("fox", fixture::fox()), ("chat", fixture::chat()), ("nasty", fixture::nasty())] {
        for layout in [Layout::WIDE, Layout::NARROW] {
            for step in 1..=trace.generated.len() + 4 {
                let svg = super::decode_loop::picture(&trace, "f", 6, layout, Some(step));
                let file = with_ids(&svg.file("title", "description"));
                let tree = raster::tree(&file).unwrap();
                let ids = (1..file.matches("<text ").count() + 1).map(|at| format!("t{at}"));
                let boxes: Vec<usvg::Rect> =
                    ids.filter_map(|id| tree.node_by_id(&id)).map(|node| node.abs_bounding_box()).collect();
                assert!(boxes.len() > 8);
                for (at, one) in boxes.iter().enumerate() {
                    for other in &boxes[at + 1..] {
                        let wide = one.right().min(other.right()) - one.left().max(other.left());
                        // A box is as high as its font's longest strokes, which words beneath each other may share.
                        let high = one.bottom().min(other.bottom()) - one.top().max(other.top());
                        let both = wide > 0.5 && high > 5.0;
                        assert!(!both, "{name}, step {step}, {}: {one:?} and {other:?}", layout.width);
                    }
                }
            }
        }
    }
}

#[test]
fn every_picture_is_strict_xml_and_draws() {
    for (name, svg) in everything() {
        let file = svg.file("a <title> & more", "\"quoted\" \u{0} and \u{202e}");
        roxmltree::Document::parse(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
        let inline = svg.inline("lp-wide", "a <title>", "description");
        roxmltree::Document::parse(&inline).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(!inline.contains("style=") && !inline.contains("<script"), "{name}");
        assert!(raster::png(&file, 300).unwrap().starts_with(b"\x89PNG"));
    }
}

#[test]
fn equal_input_gives_equal_bytes() {
    for trace in [fixture::fox(), fixture::nasty()] {
        for (one, two) in all(&trace).into_iter().zip(all(&trace)) {
            assert_eq!(one.wide, two.wide);
            assert_eq!(one.narrow, two.narrow);
            assert_eq!(one.table, two.table);
            assert_eq!(one.json.to_string(), two.json.to_string());
        }
    }
    let file = all(&fixture::fox())[0].wide.file("a", "b");
    assert_eq!(raster::png(&file, 700).unwrap(), raster::png(&file, 700).unwrap());
}

#[test]
fn model_output_is_text_in_table_picture_and_json() {
    for drawn in all(&fixture::nasty()) {
        for out in [&drawn.table, &drawn.wide.markup, &drawn.narrow.markup] {
            for tag in ["</script>", "<img"] {
                assert!(!out.contains(tag), "{tag} in {:?}", drawn.kind);
            }
        }
        let json = drawn.json.to_string();
        assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok());
    }
}
