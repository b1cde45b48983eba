use std::time::Instant;

use camino::{Utf8Path, Utf8PathBuf};
use clap::Args;
use url::Url;

use super::capture::{self, Policy};
use super::findings::Findings;
use super::output::Output;
use super::site::Site;
use super::unchanged;
use crate::assemble::{self, Assembled};
use crate::engine::Engines;
use crate::exit_code::ExitCode;
use crate::kept::Kept;
use crate::project::{WrongBaseUrl, read_base_url};
use crate::run::PlannedRun;
use crate::{page, publish};

#[derive(Clone, Debug, Args)]
pub struct BuildArguments {
    /// The folder that is published
    #[arg(long, value_name = "DIR")]
    pub out: Option<Utf8PathBuf>,
    /// Where the site will stand; the site's own setting where this is not given
    #[arg(long, value_name = "URL", value_parser = BaseUrl::read)]
    pub base_url: Option<BaseUrl>,
    /// When to run the model
    #[arg(long, value_name = "WHEN", default_value = "missing")]
    pub capture: Policy,
    /// Include drafts
    #[arg(long)]
    pub drafts: bool,
    /// Say how long each station took, and how large the search's index is
    #[arg(long)]
    pub timings: bool,
}

/// What the flag says in place of the site's own setting; `None` where it says that nobody knows.
#[derive(Clone, Debug)]
pub struct BaseUrl(Option<Url>);

impl BaseUrl {
    fn read(text: &str) -> Result<Self, WrongBaseUrl> {
        read_base_url(text).map(Self)
    }
}

#[expect(clippy::disallowed_methods, reason = "`--timings` and the last line tell how long it took")]
pub fn run(
    arguments: &BuildArguments,
    folder: &Utf8Path,
    engines: &Engines,
    output: &Output,
) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    let mut stations: Vec<(&str, f64)> = Vec::new();
    let mut station = |name, since: Instant| stations.push((name, since.elapsed().as_secs_f64() * 1000.0));

    let out = arguments.out.clone().unwrap_or_else(|| folder.join("public"));
    let kept = Kept::of_user();
    let sources = unchanged::sources(folder, arguments);
    if let Some(finished) = sources.and_then(|sources| unchanged::finished(&kept, sources, &out)) {
        let (pages, files, seconds) = (finished.pages, finished.files, start.elapsed().as_secs_f64());
        output.line(&format!("{out}: {pages} pages, {files} files (0 written, 0 removed), 0 runs, {seconds:.2} s"));
        return Ok(ExitCode::Done);
    }
    station("look", start);

    let since = Instant::now();
    let mut findings = Findings::default();
    let (site, complaints) = Site::load(folder, arguments.drafts, engines);
    findings.add(complaints);
    let Some(mut site) = site else { return Ok(findings.say(output)) };
    station("read", since);

    let since = Instant::now();
    // What is wrong is said before the model runs for minutes.
    let (runs, recorded) = if findings.has_errors() {
        (0, ExitCode::Done)
    } else {
        arguments.capture.record(&mut site, engines, output)?
    };
    // What this build of the program records is fresh by now, or its failure was said.
    let here = |run: &PlannedRun| engines.unavailable(&run.spec.engine).is_none();
    findings.add_runs(site.not_fresh_of(|run| arguments.capture == Policy::Never || !here(run)));
    station("record", since);

    let since = Instant::now();
    let (mut project, traces) = site.traces();
    if let Some(BaseUrl(url)) = &arguments.base_url {
        project.site.base_url.clone_from(url);
    }
    let mut assembled = assemble::assemble(&project, &traces, &kept);
    findings.add(std::mem::take(&mut assembled.complaints));
    station("compose", since);

    let since = Instant::now();
    if !findings.has_errors() {
        findings.add(assembled.finish());
    }
    let is_quiet = findings.all().is_empty();
    let code = findings.say(output);
    if code != ExitCode::Done || recorded != ExitCode::Done {
        return Ok(if code == ExitCode::Done { recorded } else { code });
    }
    station("picture", since);

    let since = Instant::now();
    let Assembled { files, pages, .. } = assembled;
    let index = files.iter().find(|file| page::is_search_index(&file.path));
    let index = index.map(|file| (file.bytes().len(), publish::compressed(file.bytes())));
    let report = publish::write(&out, &files, &protected(folder))?;
    // Sources that changed meanwhile, or complaints that are to be said again, make the next build look.
    if let Some(sources) =
        sources.filter(|sources| is_quiet && runs == 0 && unchanged::sources(folder, arguments) == Some(*sources))
    {
        let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        unchanged::remember(&kept, sources, &out, pages, &paths);
    }
    kept.trim();
    station("write", since);

    if arguments.timings {
        for (name, milliseconds) in stations {
            output.line(&format!("{name:>8}  {milliseconds:.0} ms"));
        }
        if let Some((bytes, compressed)) = index {
            let kilobytes = |bytes: usize| bytes as f64 / 1000.0;
            output.line(&format!(
                "  search  {:.1} kB index, {:.1} kB gzipped",
                kilobytes(bytes),
                kilobytes(compressed)
            ));
        }
    }
    output.line(&format!(
        "{out}: {pages} pages, {} files ({} written, {} removed), {}, {:.2} s",
        files.len(),
        report.written.len(),
        report.deleted.len(),
        capture::runs(runs),
        start.elapsed().as_secs_f64()
    ));
    Ok(ExitCode::Done)
}

/// Folders that a build may never write into.
pub fn protected(folder: &Utf8Path) -> Vec<Utf8PathBuf> {
    ["content", "templates", "static", "models", "src"].iter().map(|name| folder.join(name)).collect()
}
