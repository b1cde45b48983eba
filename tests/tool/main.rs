//! The program as people call it, on copies of `tests/sites` with their recorded runs. Runs no model.

mod build;
mod messages;
mod mutations;
mod site;
mod tokenizers;
