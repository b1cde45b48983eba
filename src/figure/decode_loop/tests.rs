use resvg::usvg;

use super::Layout;
use crate::figure::text_in_box::with_ids;
use crate::figure::{fixture, raster};
use crate::words::Words;

#[test]
fn the_table_has_a_row_for_every_step_and_says_what_happened() {
    let trace = fixture::fox();
    let drawn = fixture::drawn("decode-loop", "run: fox\ncandidates: 6", &[("fox", &trace)]).unwrap();
    assert_eq!(drawn.steps.len(), 3 + trace.generated.len() + 1);
    for (at, step) in drawn.steps.iter().enumerate() {
        let row = format!("<tr id=\"fox-step-{n}\" data-step=\"{n}\" data-ms=\"", n = at + 1);
        assert!(drawn.table.contains(&row), "{row}");
        assert!(drawn.table.contains(&format!("<td data-cell=\"said\">{}</td>", step.caption)));
    }
    let dog = "<bdi class=\"lp-token\"><span class=\"lp-sign\">·</span>dog</bdi>";
    assert!(drawn.steps[4].caption.contains(&format!("The model gives {dog} 93\u{a0}%, the most of 49,152")));
    assert!(drawn.steps.last().unwrap().caption.contains("the run asked for 16 tokens"));
}

#[test]
fn a_draw_that_is_not_the_likeliest_is_said_to_be_one() {
    let drawn = fixture::drawn("decode-loop", "run: chat\ncandidates: 6", &[("chat", &fixture::chat())]).unwrap();
    let caption = &drawn.steps[3 + 4].caption;
    assert!(caption.contains("rank 3 of 49,152") && caption.contains("The likeliest was"), "{caption}");
    assert!(drawn.steps.last().unwrap().caption.contains("&lt;|im_end|&gt;"));
}

/// Every step of the loop as it is seen, in every language: no text lies on another.
#[test]
fn texts_do_not_overlap() {
    for language in Words::languages() {
        texts_do_not_overlap_in(&Words::of(language));
    }
}

fn texts_do_not_overlap_in(words: &Words) {
    for (name, trace) in [("fox", fixture::fox()), ("chat", fixture::chat()), ("nasty", fixture::nasty())] {
        for layout in [Layout::WIDE, Layout::NARROW] {
            for step in 1..=trace.generated.len() + 4 {
                let svg = super::picture(&trace, "f", 6, layout, Some(step), words);
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
