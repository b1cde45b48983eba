//! Logitpress turns Markdown lessons about language models into static pages built on recorded runs of a real
//! model. Data goes one way: `project` → `lesson` → `run` → `engine` → `trace` → `figure` → `page` → `publish`;
//! ARCHITECTURE.md has the map and the invariants.

pub mod assemble;
pub mod command;
pub mod diagnostic;
pub mod editor_file;
#[expect(
    clippy::disallowed_methods,
    reason = "timings are part of what a run records, and a run may not last for ever"
)]
pub mod engine;
pub mod exit_code;
pub mod figure;
pub mod kept;
pub mod lesson;
pub mod model;
pub mod number;
pub mod output_file;
pub mod page;
pub mod project;
pub mod publish;
pub mod request;
pub mod run;
#[expect(clippy::disallowed_methods, reason = "the preview waits for changes and tells how long a build took")]
pub mod serve;
pub mod token;
pub mod trace;
pub mod vocabulary;
mod web;
pub mod words;
pub mod yaml;
