//! Draws recorded runs. Comes in: the YAML of a figure and the traces it names. Goes out: the data as an HTML table, its
//! view as SVG, and JSON. Knows nothing of lessons, templates or the disk.
//!
//! Each kind of figure is a folder with its keys, picture, table and data; [`KINDS`] lists them. The files beside the
//! folders are what several kinds draw with.

mod candidates;
mod canvas;
mod card;
mod chart;
pub mod colours;
mod compare;
mod decode_loop;
mod drawn;
mod error;
#[cfg(test)]
pub(crate) mod fixture;
mod font;
mod ink;
mod key;
mod kind;
mod kinds;
mod kv_cache;
mod logits;
mod long_run;
mod palette;
pub mod raster;
mod record;
mod runs;
mod sampler;
mod schema;
mod stats;
mod surprise;
mod svg;
mod table;
#[cfg(test)]
mod text_in_box;
mod tick;
mod timeline;
mod token_label;
mod tokenizers;
mod tokens;
mod tree;
mod words;

pub use card::{CARD_WIDTH, card};
pub use drawn::{Drawn, FigureStep, Stage, draw};
pub use error::FigureError;
pub use key::{Holds, Key};
pub use kind::{Drawing, Figure, Frame, Kind};
pub use kinds::KINDS;
pub use runs::listed;
pub use schema::definitions;
pub use svg::{Svg, stylesheet};

use kind::Named;
use runs::{each_once, run_or_runs};
