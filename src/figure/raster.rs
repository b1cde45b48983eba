//! A stand-alone SVG as PNG, with the bundled fonts and no others: the same bytes on every machine. What the fonts
//! lack is drawn as boxed code points.

use std::sync::{Arc, LazyLock};

use resvg::usvg::roxmltree;
use resvg::{tiny_skia, usvg};
use unicode_segmentation::UnicodeSegmentation;

use super::canvas::short;
use super::font::{self, Font};
use super::palette;

#[derive(Debug, thiserror::Error)]
pub enum RasterError {
    #[error("the picture is not valid XML: {0}")]
    Xml(#[from] roxmltree::Error),
    #[error("the picture is not valid SVG: {0}")]
    Svg(#[from] usvg::Error),
    #[error("a picture of {width} × {height} pixels cannot be made")]
    Size { width: u32, height: u32 },
    #[error("the PNG could not be written: {0}")]
    Png(#[from] png::EncodingError),
}

static FONTS: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = usvg::fontdb::Database::new();
    for file in font::FILES {
        fonts.load_font_data(file.to_vec());
    }
    Arc::new(fonts)
});

fn options() -> usvg::Options<'static> {
    usvg::Options {
        fontdb: FONTS.clone(),
        font_family: "Logitpress Text".into(),
        // A picture never reaches for a file.
        image_href_resolver: usvg::ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Default::default()
    }
}

/// What usvg makes of a stand-alone SVG with the bundled fonts.
pub(super) fn tree(svg_file: &str) -> Result<usvg::Tree, RasterError> {
    Ok(usvg::Tree::from_str(&with_code_boxes(svg_file)?, &options())?)
}

/// Changes with every change of what [`png`] gives for a picture: what was kept of an earlier one is then made anew.
pub const VERSION: &str = "png-1";

/// `svg_file`: from [`Svg::file`](super::Svg::file). `width`: of the PNG, in pixels.
pub fn png(svg_file: &str, width: u32) -> Result<Vec<u8>, RasterError> {
    let tree = tree(svg_file)?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round() as u32;
    let mut pixels = tiny_skia::Pixmap::new(width, height).ok_or(RasterError::Size { width, height })?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    palette::encode(&pixels)
}

/// Replaces every text that the bundled fonts lack by its code points, boxed, in the same place.
fn with_code_boxes(svg_file: &str) -> Result<String, RasterError> {
    let document = roxmltree::Document::parse(svg_file)?;
    let mut out = svg_file.to_owned();
    let far = |node: &roxmltree::Node| node.attribute("class").is_some_and(|class| class.ends_with("lp-far"));
    let nodes: Vec<roxmltree::Node> = document.descendants().filter(far).collect();
    for node in nodes.into_iter().rev() {
        let number = |name| node.attribute(name).and_then(|value| value.parse::<f64>().ok()).unwrap_or_default();
        let (x, y, width) = (number("x"), number("y"), number("textLength"));
        let graphemes: Vec<&str> = node.text().unwrap_or_default().graphemes(true).collect();
        let each = width / graphemes.len().max(1) as f64;
        let boxes: String =
            graphemes.iter().enumerate().map(|(at, text)| code_box(text, x + each * at as f64, y, each)).collect();
        out.replace_range(node.range(), &boxes);
    }
    Ok(out)
}

/// The hexadecimal digits of the first code point in two lines, as system fonts draw what no font has.
fn code_box(grapheme: &str, x: f64, baseline: f64, width: f64) -> String {
    let first = grapheme.chars().find(|sign| *sign != '◌').unwrap_or_default();
    let code = format!("{:04X}", first as u32);
    let (upper, lower) = code.split_at(code.len() / 2);
    let digits = lower.len() as f64;
    let size = ((width - 3.5) / (digits * Font::Mono.width("0", 1.0))).min(8.0);
    let middle = short(x + width / 2.0);
    let line = |text: &str, y: f64| {
        // No class of ours: its size would win over this one.
        format!(
            "<text class=\"lp-mid\" font-family=\"Logitpress Mono\" font-size=\"{size:.2}\" x=\"{middle}\" y=\"{}\">{text}</text>",
            short(y)
        )
    };
    format!(
        "<rect class=\"lp-share\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"18\" rx=\"1.5\"/>{}{}",
        short(x + 0.8),
        short(baseline - 13.5),
        short(width - 1.6),
        line(upper, baseline - 5.5),
        line(lower, baseline + 2.5),
    )
}
