//! The program as people call it, on copies of real sites with their recorded runs. Runs no model.

mod build;
mod messages;
mod site;
mod tokenizers;
