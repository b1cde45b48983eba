//! The real engine with the real model, compared with another engine and with itself.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails should panic")]
#![allow(clippy::print_stdout, reason = "tests tell what they measured")]
#![allow(clippy::disallowed_methods, reason = "processes are waited for, but not for ever")]

mod capture;
mod experiments;
mod model_file;
mod reference;
mod rows;
mod sampler_reference;
mod sampling;
mod scores;
mod vocabulary;
