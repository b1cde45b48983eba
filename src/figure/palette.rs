//! A drawing as a PNG with a palette: a quarter of the bytes to deflate, and of few colours. The colours that cover most of it
//! are exact; the rest, steps at the edges of shapes and letters, take the nearest of them.

use std::collections::BTreeMap;

use resvg::tiny_skia::Pixmap;

use super::raster::RasterError;

/// As many as a byte can name.
const MOST: usize = 256;

/// `pixels`: opaque, as every picture on its paper is.
pub(super) fn encode(pixels: &Pixmap) -> Result<Vec<u8>, RasterError> {
    let (palette, indices) = indexed(pixels);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.into_iter().flatten().collect::<Vec<u8>>());
    // Rows of flat areas repeat as they are.
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_deflate_compression(png::DeflateCompression::Level(4));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&indices)?;
    writer.finish()?;
    Ok(bytes)
}

/// The palette, and each pixel's place in it, row by row.
fn indexed(pixels: &Pixmap) -> (Vec<[u8; 3]>, Vec<u8>) {
    let runs = runs(pixels);
    let mut counts: BTreeMap<[u8; 3], usize> = BTreeMap::new();
    for (colour, length) in &runs {
        *counts.entry(*colour).or_default() += length;
    }
    let mut by_count: Vec<([u8; 3], usize)> = counts.into_iter().collect();
    by_count.sort_by_key(|(colour, count)| (std::cmp::Reverse(*count), *colour));
    let palette: Vec<[u8; 3]> = by_count.iter().take(MOST).map(|(colour, _)| *colour).collect();
    let place = |at: usize, colour| u8::try_from(at).unwrap_or_else(|_| nearest(&palette, colour));
    let places: BTreeMap<[u8; 3], u8> =
        by_count.iter().enumerate().map(|(at, (colour, _))| (*colour, place(at, *colour))).collect();
    let mut indices = Vec::with_capacity(pixels.data().len() / 4);
    for (colour, length) in runs {
        indices.resize(indices.len() + length, places.get(&colour).copied().unwrap_or_default());
    }
    (palette, indices)
}

/// Neighbouring pixels of one colour, with how many they are.
fn runs(pixels: &Pixmap) -> Vec<([u8; 3], usize)> {
    let mut runs: Vec<([u8; 3], usize)> = Vec::new();
    for run in
        pixels.data().as_chunks::<4>().0.chunk_by(|one, next| u32::from_ne_bytes(*one) == u32::from_ne_bytes(*next))
    {
        if let Some([red, green, blue, _]) = run.first() {
            runs.push(([*red, *green, *blue], run.len()));
        }
    }
    runs
}

/// The first of the nearest colours by squared distance.
fn nearest(palette: &[[u8; 3]], colour: [u8; 3]) -> u8 {
    let distance =
        |other: &[u8; 3]| -> u32 { other.iter().zip(colour).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum() };
    let place = palette.iter().enumerate().min_by_key(|(_, other)| distance(other)).map_or(0, |(place, _)| place);
    u8::try_from(place).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use resvg::tiny_skia::Color;

    fn decoded(bytes: &[u8]) -> (u32, Vec<u8>) {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let size = reader.next_frame(&mut pixels).unwrap();
        (size.width, pixels)
    }

    #[test]
    fn few_colours_are_exact() {
        let mut pixels = Pixmap::new(40, 10).unwrap();
        pixels.fill(Color::from_rgba8(251, 250, 247, 255));
        for (at, pixel) in pixels.data_mut().chunks_exact_mut(4).enumerate().take(255) {
            pixel[0] = at as u8;
        }
        let (width, found) = decoded(&encode(&pixels).unwrap());
        assert_eq!(width, 40);
        let wanted: Vec<u8> = pixels.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        assert_eq!(found, wanted);
    }

    #[test]
    fn a_drawing_looks_the_same() {
        use crate::figure::{card, fixture, raster};
        let svg =
            card("Logitpress", "00.1", "Autoregressive generation", &fixture::fox(), crate::words::Words::english());
        let tree = raster::tree(&svg).unwrap();
        let mut pixels = Pixmap::new(tree.size().width() as u32, tree.size().height() as u32).unwrap();
        resvg::render(&tree, Default::default(), &mut pixels.as_mut());
        let (_, found) = decoded(&encode(&pixels).unwrap());
        let off: Vec<u8> = pixels
            .data()
            .chunks_exact(4)
            .zip(found.chunks_exact(3))
            .map(|(wanted, found)| (0..3).map(|at| wanted[at].abs_diff(found[at])).max().unwrap_or(0))
            .collect();
        let (worst, changed) = (off.iter().max().unwrap(), off.iter().filter(|off| **off > 0).count());
        println!("{changed} of {} pixels differ, by {worst} of 255 at most", off.len());
        assert!(*worst <= 24 && changed * 50 < off.len(), "{changed} of {} by {worst}", off.len());
    }
}
