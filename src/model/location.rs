//! Where model files are.

use camino::{Utf8Path, Utf8PathBuf};

/// The environment variable that names a folder of models shared by many checkouts.
pub const MODELS_VARIABLE: &str = "LOGITPRESS_MODELS";

/// The folder of model files: the one that `LOGITPRESS_MODELS` names where it is set, else `models` in the site.
pub fn models_folder(site: &Utf8Path) -> Utf8PathBuf {
    chosen(site, std::env::var(MODELS_VARIABLE).ok())
}

fn chosen(site: &Utf8Path, named: Option<String>) -> Utf8PathBuf {
    named.filter(|folder| !folder.is_empty()).map_or_else(|| site.join("models"), Utf8PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_wins_and_an_empty_one_does_not_count() {
        let site = Utf8Path::new("site");
        assert_eq!(chosen(site, None), "site/models");
        assert_eq!(chosen(site, Some(String::new())), "site/models");
        assert_eq!(chosen(site, Some("elsewhere".to_owned())), "elsewhere");
    }
}
