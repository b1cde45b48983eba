//! The default model's file for tests: they need the real vocabulary and fail, with the way to get it, without.

use camino::{Utf8Path, Utf8PathBuf};

use super::catalog::ModelCatalog;
use super::location::models_folder;

pub(crate) fn path() -> Utf8PathBuf {
    let site = Utf8Path::new(env!("CARGO_MANIFEST_DIR"));
    let catalog = ModelCatalog::load(site).expect("models/models.yaml is read");
    let path = catalog.default_model().expect("a default model").path(&models_folder(site));
    assert!(
        path.is_file(),
        "{path} is missing. `cargo run --no-default-features -- model fetch` gets it; LOGITPRESS_MODELS names another \
         folder that holds it."
    );
    path
}
