//! The program as people call it, on copies of `tests/sites` with their recorded runs. Runs no model.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails should panic")]
#![allow(clippy::disallowed_methods, reason = "that nothing hangs is seen by the clock")]

mod build;
mod hosts;
mod messages;
mod mutations;
mod one_pass;
mod site;
mod tokenizers;
