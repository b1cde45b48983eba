//! Writes the output folder: only what differs, deletes only what it wrote before, refuses folders that are not its own.
//! Comes in: static files and finished pages. Goes out: files under fingerprinted names, a checked set of links, and
//! the folder on disk. Knows nothing of how pages are made.

mod asset;
mod exchange;
mod external_check;
mod folder;
mod html_page;
mod link_check;
mod link_target;
mod manifest;
mod output_path;
mod output_paths;
mod publish_error;
mod refusal;
mod weight;
mod xml_page;

pub use crate::output_file::OutputFile;
pub use asset::Assets;
pub use external_check::check_external;
pub use folder::{Report, write};
pub use link_check::{LinkProblem, LinkRules, check_links};
pub use manifest::MANIFEST_NAME;
pub use output_paths::{PathProblem, path_problems};
pub use publish_error::PublishError;
pub use weight::compressed;
