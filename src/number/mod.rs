//! A number on a page: of what kind it is, what it quotes, whose result it is, and how an author writes all three in
//! the YAML of a block. Knows neither blocks nor pages.

mod citation;
mod expression;
mod kind;
mod quoted;
mod run_name;
mod value_path;

pub use citation::{Citation, read_citation};
pub use expression::{Expression, Point, ValueFault, points_of, series};
pub use kind::NumberKind;
pub use quoted::{Quoted, is_known, read_expression, read_quoted};
pub use run_name::{known_run, read_run, read_runs};
pub use value_path::{is_run_name, is_value_path, split_value_path};
