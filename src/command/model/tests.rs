use clap::Parser;

use super::*;
use crate::model::digest::Hasher;
use crate::model::gguf::written::Written;

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    command: ModelCommand,
}

/// A site with one small model.
struct Site {
    folder: tempfile::TempDir,
}

impl Site {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let models = folder.path().join("models");
        std::fs::create_dir(&models).unwrap();
        let bytes = Written::small().bytes();
        let mut hasher = Hasher::default();
        hasher.update(&bytes);
        let list = format!(
            "- {{name: small, file: small.gguf, bytes: {}, sha256: {}, licence: MIT}}\n",
            bytes.len(),
            hasher.finish()
        );
        std::fs::write(models.join("models.yaml"), list).unwrap();
        std::fs::write(models.join("small.gguf"), bytes).unwrap();
        Self { folder }
    }

    fn path(&self) -> &Utf8Path {
        Utf8Path::from_path(self.folder.path()).unwrap()
    }
}

/// Runs `logitpress model ARGUMENTS` on a site; standard input is `input`.
fn model(site: &Utf8Path, arguments: &[&str], mut input: &[u8]) -> (Result<ExitCode, ModelCommandError>, String) {
    let cli = Cli::try_parse_from([&["model"], arguments].concat()).unwrap();
    let mut output = Vec::new();
    let code = run_with(&cli.command, site, &site.join("models"), &mut input, &mut output, &mut |_| {});
    (code, String::from_utf8(output).unwrap())
}

#[test]
fn tokens_shows_every_token_with_id_place_piece_and_bytes() {
    let site = Site::new();
    let (code, shown) = model(site.path(), &["tokens", "A quick\n日<|im_end|>"], b"");
    assert_eq!(code.unwrap(), ExitCode::Done);
    assert_eq!(
        shown,
        "#  id  place   piece                 bytes\n\
         0   2  0..1    A                     41\n\
         1  13  1..7    ·quick                20 71 75 69 63 6b\n\
         2  14  7..8    ⏎                     0a\n\
         3  18  8..10   ⟨E6 97⟩               e6 97\n\
         4  17  10..11  ⟨A5⟩                  a5\n\
         5   1  11..21  <|im_end|> (control)  3c 7c 69 6d 5f 65 6e 64 7c 3e\n"
    );
}

#[test]
fn tokens_reads_standard_input_as_it_is() {
    let site = Site::new();
    let (code, shown) = model(site.path(), &["tokens", "--json"], "A quick\n".as_bytes());
    assert_eq!(code.unwrap(), ExitCode::Done);
    let json: serde_json::Value = serde_json::from_str(&shown).unwrap();
    let ids: Vec<u64> = json["tokens"].as_array().unwrap().iter().map(|token| token["id"].as_u64().unwrap()).collect();
    assert_eq!(ids, [2, 13, 14]);
    assert_eq!(json["tokens"][1]["piece"], " quick");
    let (wrong, _) = model(site.path(), &["tokens"], &[0xff]);
    assert_eq!(wrong.unwrap_err().exit_code(), ExitCode::Usage);
}

#[test]
fn list_inspect_and_verify_know_the_default_model() {
    let site = Site::new();
    let (code, shown) = model(site.path(), &["list"], b"");
    assert_eq!(code.unwrap(), ExitCode::Done);
    assert!(shown.starts_with("small  ") && shown.contains("MIT  here"), "{shown}");
    assert!(shown.ends_with("(default)\n"), "{shown}");
    let (code, shown) = model(site.path(), &["verify"], b"");
    assert_eq!((code.unwrap(), shown.as_str()), (ExitCode::Done, "small  right\n"));
    let (code, shown) = model(site.path(), &["inspect"], b"");
    assert_eq!(code.unwrap(), ExitCode::Done);
    for part in ["11 F32", "2 (1 for keys and values), 4 wide", "64 tokens", "pre = \"gpt-2\""] {
        assert!(shown.contains(part), "{part} is not in {shown}");
    }
    let (_, json) = model(site.path(), &["inspect", "--json"], b"");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((json["layers"].as_u64(), json["tensors"]["F32"].as_u64()), (Some(1), Some(11)));
}

#[test]
fn a_name_that_is_not_listed_is_wrong_usage() {
    let site = Site::new();
    let (code, _) = model(site.path(), &["tokens", "--model", "gpt-5", "x"], b"");
    let error = code.unwrap_err();
    assert_eq!(error.exit_code(), ExitCode::Usage);
    assert!(error.to_string().contains("small"), "{error}");
}

#[test]
fn a_file_that_is_no_model_is_an_engine_failure_in_plain_words() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), b"GIF89a").unwrap();
    let (code, _) = model(Utf8Path::new("."), &["inspect", "--file", file.path().to_str().unwrap()], b"");
    let error = code.unwrap_err();
    assert_eq!(error.exit_code(), ExitCode::Engine);
    assert!(error.to_string().contains("not a GGUF file"), "{error}");
}

#[test]
fn a_wrong_list_is_a_fault_of_the_content() {
    let site = tempfile::tempdir().unwrap();
    let site = Utf8Path::from_path(site.path()).unwrap();
    // Without a list there is the built-in one.
    assert_eq!(model(site, &["list"], b"").0.unwrap(), ExitCode::Done);
    std::fs::create_dir(site.join("models")).unwrap();
    std::fs::write(site.join("models/models.yaml"), "[]\n").unwrap();
    let (code, _) = model(site, &["list"], b"");
    assert_eq!(code.unwrap_err().exit_code(), ExitCode::Content);
}

#[test]
fn verify_says_what_is_wrong_and_ends_with_an_engine_failure() {
    let site = Site::new();
    let folder = tempfile::tempdir().unwrap();
    let folder = Utf8Path::from_path(folder.path()).unwrap();
    let catalog = ModelCatalog::load(site.path()).unwrap();
    let entry = catalog.default_model().unwrap();
    let mut shown = Vec::new();
    assert_eq!(list::verify(&[entry], folder, &mut shown, &mut |_| {}).unwrap(), ExitCode::Engine);
    std::fs::write(entry.path(folder), b"short").unwrap();
    assert_eq!(list::verify(&[entry], folder, &mut shown, &mut |_| {}).unwrap(), ExitCode::Engine);
    let shown = String::from_utf8(shown).unwrap();
    assert!(shown.contains("not here") && shown.contains("has 5 bytes"), "{shown}");
}
