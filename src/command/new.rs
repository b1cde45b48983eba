use std::io::Write;

use anyhow::Context;
use camino::{Utf8Path, Utf8PathBuf};
use clap::{Args, Subcommand};

use super::output::Output;
use crate::exit_code::ExitCode;

#[derive(Debug, Args)]
pub struct NewArguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// A site with one module and one lesson
    Site {
        /// A folder that does not exist yet, or is empty
        path: Utf8PathBuf,
    },
    /// A module of the site
    Module {
        /// Its name in addresses, for example `foundations`
        name: String,
    },
    /// A lesson with one run
    Lesson {
        /// Module and name, for example `foundations/sampling`
        path: String,
    },
}

const SITE: &str = include_str!("scaffold/site.yaml");
const GLOSSARY: &str = include_str!("scaffold/glossary.yaml");
const MODULE: &str = include_str!("scaffold/module.yaml");
const LESSON: &str = include_str!("scaffold/lesson.md");
const MODELS: &str = include_str!("../../models/models.yaml");
const IGNORED: &str = "/public\n/models/*.gguf\n/models/*.part\n/models/*.verified\n";

pub fn run(arguments: &NewArguments, folder: &Utf8Path, output: &Output) -> anyhow::Result<ExitCode> {
    let files: Vec<(Utf8PathBuf, String)> = match &arguments.what {
        What::Site { path } => vec![
            (path.join("content/site.yaml"), SITE.into()),
            (path.join("content/glossary.yaml"), GLOSSARY.into()),
            (path.join("content/basics/module.yaml"), MODULE.into()),
            (path.join("content/basics/first-lesson/index.md"), LESSON.into()),
            (path.join("models/models.yaml"), MODELS.into()),
            (path.join(".gitignore"), IGNORED.into()),
        ],
        What::Module { name } => {
            let name = slug(name)?;
            vec![(folder.join("content").join(name).join("module.yaml"), titled(MODULE, "A new module", name))]
        }
        What::Lesson { path } => {
            let (module, name) = path.split_once('/').context("a lesson is named `module/lesson`")?;
            let (module, name) = (slug(module)?, slug(name)?);
            let module_folder = folder.join("content").join(module);
            anyhow::ensure!(
                module_folder.join("module.yaml").is_file(),
                "there is no module `{module}`; `logitpress new module {module}` makes one"
            );
            let number = format!("number: \"{}\"", free_number(&module_folder));
            let text = titled(LESSON, "A new lesson", name).replace("number: \"00.1\"", &number);
            // The scaffold's term is in the scaffold's glossary; another site may not have it.
            let text = text.replace("terms: [token]\n", "").replace("[tokens](#term-token)", "tokens");
            vec![(module_folder.join(name).join("index.md"), text)]
        }
    };
    for (path, text) in &files {
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).with_context(|| format!("cannot create `{parent}`"))?;
        }
        // Never over a file that is there.
        let mut file = std::fs::File::create_new(path).with_context(|| format!("cannot create `{path}`"))?;
        file.write_all(text.as_bytes()).with_context(|| format!("cannot write `{path}`"))?;
        output.line(&format!("created {path}"));
    }
    Ok(ExitCode::Done)
}

fn slug(name: &str) -> anyhow::Result<&str> {
    let fits = |sign: char| sign.is_alphanumeric() || sign == '-' || sign == '_';
    anyhow::ensure!(
        !name.is_empty() && name.chars().all(fits),
        "`{name}` would be part of an address: letters, digits, `-` and `_` only"
    );
    Ok(name)
}

/// The scaffold with a title made from a name: `kv-cache` becomes `Kv cache`.
fn titled(text: &str, scaffold: &str, name: &str) -> String {
    let mut words = name.replace(['-', '_'], " ");
    if let Some(first) = words.chars().next() {
        words.replace_range(..first.len_utf8(), &first.to_uppercase().to_string());
    }
    text.replacen(scaffold, &words, 1)
}

/// One past the number of lessons that are there, in the module whose order the scaffold cannot know.
fn free_number(module: &Utf8Path) -> String {
    let lessons = std::fs::read_dir(module).map(|entries| entries.flatten().filter(|e| e.path().is_dir()).count());
    format!("00.{}", lessons.unwrap_or(0) + 1)
}
