//! Draws every kind of figure for the nastiest tokens and measures, as the rasteriser sets it, that text stays in its box.

use resvg::usvg::{self, roxmltree};

use super::fixture::{examples, hard, long};
use super::{Drawn, ink, raster};
use crate::words::Words;

/// Every kind that can be drawn from a trace, for every hard trace.
fn everything(words: &Words) -> Vec<(String, Drawn)> {
    let mut all = Vec::new();
    for (name, trace) in hard() {
        let drawn = examples(&trace, words).into_iter().filter_map(|(_, drawn)| drawn);
        all.extend(drawn.map(|drawn| (format!("{name}-{}", drawn.kind.name), drawn)));
    }
    all
}

/// Shows every step at once and gives every shape an id, by which usvg finds it.
pub(super) fn with_ids(file: &str) -> String {
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

/// Both pictures of a figure: no text leaves its box or the picture. Returns how many labels were in boxes.
pub(super) fn stays_in_its_box(name: &str, drawn: &Drawn) -> usize {
    let mut measured = 0;
    for svg in [&drawn.wide, &drawn.narrow] {
        let file = with_ids(&svg.file("title", "description"));
        let tree = raster::tree(&file).unwrap();
        let document = roxmltree::Document::parse(&file).unwrap();
        for text in document.descendants().filter(|node| node.has_tag_name("text")) {
            let far = text.attribute("class").is_some_and(|class| class.ends_with("lp-far"));
            let label =
                text.descendants().filter(|node| node.is_text()).filter_map(|node| node.text()).collect::<String>();
            let own = ink::ALL.iter().find(|ink| text.attribute("class").unwrap().split(' ').next() == Some(ink.class));
            if let Some(ink) = own.filter(|_| !far) {
                let lacks = label.chars().find(|sign| !ink.font.has(*sign));
                assert_eq!(lacks, None, "{name}: {label:?} has a sign that no bundled font draws");
            }
            // Between two characters of another font a space may stand alone; nothing is drawn for it.
            if label.trim().is_empty() {
                continue;
            }
            // Which way a text goes that the rasteriser has no font for is not told by its length alone.
            if far && text.ancestors().any(|group| group.attribute("transform").is_some_and(|it| it.contains("rotate")))
            {
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
    measured
}

#[test]
fn text_stays_in_its_box_and_in_the_picture_in_every_language() {
    for language in Words::languages() {
        let all = everything(&Words::of(language));
        let measured: usize =
            all.iter().map(|(name, drawn)| stays_in_its_box(&format!("{language}-{name}"), drawn)).sum();
        assert!(measured > 1000, "only {measured} labels were measured");
    }
}

#[test]
fn every_kind_is_drawn_from_one_trace_at_least() {
    let traces = hard();
    for kind in super::KINDS.iter().copied() {
        let drawn = traces
            .iter()
            .flat_map(|(_, trace)| examples(trace, Words::english()))
            .any(|(of, drawn)| of == kind && drawn.is_some());
        assert!(drawn, "no trace of the tests has what `figure {}` needs", kind.name);
    }
}

#[test]
fn every_picture_is_strict_xml_and_draws() {
    for (name, drawn) in everything(Words::english()) {
        for svg in [&drawn.wide, &drawn.narrow] {
            let file = svg.file("a <title> & more", "\"quoted\" \u{0} and \u{202e}");
            roxmltree::Document::parse(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
            let inline = svg.inline("lp-wide", "a <title>", "description");
            roxmltree::Document::parse(&inline).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(!inline.contains("style=") && !inline.contains("<script"), "{name}");
            assert!(raster::png(&file, 300).unwrap().starts_with(b"\x89PNG"));
        }
    }
}

#[test]
fn the_picture_of_a_long_run_is_bounded_for_every_kind() {
    for (kind, drawn) in examples(&long(), Words::english()) {
        let drawn = drawn.unwrap_or_else(|| panic!("{} cannot be drawn", kind.name));
        for svg in [&drawn.wide, &drawn.narrow] {
            assert!(svg.height < 5_000.0, "{}: {} high", kind.name, svg.height);
            assert!(svg.markup.len() < 5_000_000, "{}: {} bytes", kind.name, svg.markup.len());
        }
        let page = drawn.table.len() + drawn.rows.map_or(0, |rows| rows.len());
        assert!(page < 6_000_000, "{}: {page} bytes of data on the page", kind.name);
    }
}

#[test]
fn equal_input_gives_equal_bytes() {
    for ((_, one), (_, two)) in everything(Words::english()).into_iter().zip(everything(Words::english())) {
        assert_eq!(one.wide, two.wide);
        assert_eq!(one.narrow, two.narrow);
        assert_eq!(one.table, two.table);
        assert_eq!(one.json.to_string(), two.json.to_string());
    }
    let (_, drawn) = everything(Words::english()).swap_remove(0);
    let file = drawn.wide.file("a", "b");
    assert_eq!(raster::png(&file, 700).unwrap(), raster::png(&file, 700).unwrap());
}

#[test]
fn model_output_is_text_in_table_picture_and_json() {
    for (name, drawn) in everything(Words::english()) {
        for out in [&drawn.table, &drawn.wide.markup, &drawn.narrow.markup] {
            for tag in ["</script>", "<img"] {
                assert!(!out.contains(tag), "{tag} in {name}");
            }
        }
        let json = drawn.json.to_string();
        assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok());
    }
}
