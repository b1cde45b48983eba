use camino::{Utf8Path, Utf8PathBuf};
use indicatif::HumanBytes;

use super::output::Output;
use crate::model::{FetchError, FetchEvent, ModelEntry, fetch, models_folder};

/// The model's file in the site's folder of models, fetched where it is not there yet, with a progress line.
pub fn ensure_model(entry: &ModelEntry, site: &Utf8Path, output: &Output) -> Result<Utf8PathBuf, FetchError> {
    let bar = output.progress();
    let name = &entry.name;
    let result = fetch(entry, &models_folder(site), &mut |event| match event {
        FetchEvent::Waiting => bar.set_message(format!("{name}: another process is fetching it")),
        FetchEvent::Verifying { done, total } => {
            bar.set_message(format!("{name}: checking {} of {}", HumanBytes(done), HumanBytes(total)));
        }
        FetchEvent::Trying { source } => bar.suspend(|| output.line(&format!("{name}: fetching from {source}"))),
        FetchEvent::Bytes { done, total } => {
            bar.set_message(format!("{name}: {} of {}", HumanBytes(done), HumanBytes(total)));
        }
        FetchEvent::Failed { source, why } => bar.suspend(|| output.line(&format!("{name}: {source}: {why}"))),
    });
    bar.finish_and_clear();
    result
}
