use std::io::Write;

use anyhow::Context;
use camino::{Utf8Path, Utf8PathBuf};
use clap::{Args, Subcommand};

use unicode_normalization::char::is_combining_mark;

use super::output::Output;
use crate::exit_code::ExitCode;
use crate::lesson::number_parts;
use crate::model::catalog;
use crate::project::{Project, folded, modules};
use crate::yaml;

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
const IGNORED: &str = "/public\n/models/*.gguf\n/models/*.part\n/models/*.verified\n";

pub fn run(arguments: &NewArguments, folder: &Utf8Path, output: &Output) -> anyhow::Result<ExitCode> {
    let files: Vec<(Utf8PathBuf, String)> = match &arguments.what {
        What::Site { path } => vec![
            (path.join("content/site.yaml"), SITE.into()),
            (path.join("content/glossary.yaml"), GLOSSARY.into()),
            (path.join("content/basics/module.yaml"), MODULE.into()),
            (path.join("content/basics/first-lesson/index.md"), LESSON.into()),
            (path.join("models/models.yaml"), catalog::BUILT_IN.into()),
            (path.join(".gitignore"), IGNORED.into()),
        ],
        What::Module { name } => {
            let name = slug(name)?;
            anyhow::ensure!(folded(name) != "glossary", "`{name}` is the address of the glossary's page");
            let content = folder.join("content");
            free_name(&content, name)?;
            let order = modules(folder).iter().map(|module| module.order + 1).max().unwrap_or(0);
            let text = titled(MODULE, "A new module", name).replace("order: 0", &format!("order: {order}"));
            vec![(content.join(name).join("module.yaml"), text)]
        }
        What::Lesson { path } => {
            let (module, name) = path.split_once('/').context("a lesson is named `module/lesson`")?;
            let (module, name) = (slug(module)?, slug(name)?);
            let module_folder = folder.join("content").join(module);
            anyhow::ensure!(
                module_folder.join("module.yaml").is_file(),
                "there is no module `{module}`; `logitpress new module {module}` makes one"
            );
            free_name(&module_folder, name)?;
            let number = format!("number: \"{}\"", free_number(folder, module));
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
    let fits = |sign: char| sign.is_alphanumeric() || is_combining_mark(sign) || sign == '-' || sign == '_';
    anyhow::ensure!(
        name.starts_with(|sign: char| !is_combining_mark(sign)) && name.chars().all(fits),
        "`{name}` would be part of an address: letters, digits, `-` and `_` only"
    );
    Ok(name)
}

/// Two names that differ only in case would have one address on some hosts.
fn free_name(folder: &Utf8Path, name: &str) -> anyhow::Result<()> {
    let Ok(entries) = folder.read_dir_utf8() else { return Ok(()) };
    let other = entries.flatten().find(|entry| entry.file_name() != name && folded(entry.file_name()) == folded(name));
    match other {
        Some(other) => anyhow::bail!("`{name}` would have the same address as `{}`", other.file_name()),
        None => Ok(()),
    }
}

/// The scaffold with a title made from a name: `kv-cache` becomes `Kv cache`.
fn titled(text: &str, scaffold: &str, name: &str) -> String {
    let words = name.replace(['-', '_'], " ");
    let mut words = if words.trim().is_empty() { name.to_owned() } else { words.trim().to_owned() };
    if let Some(first) = words.chars().next() {
        words.replace_range(..first.len_utf8(), &first.to_uppercase().to_string());
    }
    text.replacen(scaffold, &yaml::scalar(&words), 1)
}

/// The number after the last one that a lesson of the module has, drafts included; the first lesson is numbered by its
/// module's order.
fn free_number(folder: &Utf8Path, module: &str) -> String {
    let (project, _) = Project::load(folder, true);
    let lessons = project.iter().flat_map(|project| project.lessons_of(module));
    let numbers = lessons.filter_map(|lesson| Some((number_parts(&lesson.front.number)?, lesson.front.number.clone())));
    match numbers.max() {
        Some((parts, written)) => {
            let next = parts.last().copied().unwrap_or(0).saturating_add(1);
            written.rsplit_once('.').map_or(next.to_string(), |(before, _)| format!("{before}.{next}"))
        }
        None => {
            let order = modules(folder).into_iter().find(|known| known.slug == module).map_or(0, |module| module.order);
            format!("{order:02}.1")
        }
    }
}
