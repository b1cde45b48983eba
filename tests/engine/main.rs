//! The real engine with the real model, compared with another engine and with itself.

mod capture;
mod model_file;
mod reference;
mod rows;
mod sampler_reference;
mod sampling;
mod scores;
