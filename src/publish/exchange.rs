//! Puts new files into the output folder and takes stale ones out. Comes in: what differs and what is stale. Goes out:
//! steps, each of which leaves every page with all that it names. Nothing is shown before all of it is written: a full disk
//! changes nothing, and what remains are renames.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{ErrorKind, Write};

use camino::{Utf8Path, Utf8PathBuf};
use tempfile::TempDir;

use super::folder::{make_readable, strangers_in};
use super::manifest::Manifest;
use super::output_paths::folded;
use super::refusal::TEMPORARY;
use super::{OutputFile, PublishError};

pub(super) struct Exchange<'a> {
    folder: &'a Utf8Path,
    /// Inside the output folder, so that a rename stays on one file system. Gone when this is dropped.
    waiting: TempDir,
    /// What waits there, with its number. Numbers, not names: nobody takes a page that waits for one that is shown.
    files: BTreeMap<String, usize>,
    pub(super) steps: Vec<Step>,
}

/// One change of the published folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    /// A file, or a folder that is not there yet, moves to its place.
    Place(String),
    /// A file that an earlier build wrote.
    Delete(String),
    /// A folder that holds nothing but stale files.
    DeleteFolder(String),
}

impl<'a> Exchange<'a> {
    /// Writes all of `differing` where nobody looks, and plans what follows: files that pages name, pages that are new, pages
    /// that change, what lists pages; then stale pages, and last what only they named. A folder moves whole, since the
    /// pages in it name each other. Between two new folders, or two stale ones, a page may for the time of one rename name a
    /// page of the other.
    pub(super) fn prepare(
        folder: &'a Utf8Path,
        differing: &[&OutputFile],
        stale: &[&str],
        previous: &Manifest,
        wanted: &Manifest,
    ) -> Result<Self, PublishError> {
        let waiting = tempfile::Builder::new()
            .prefix(TEMPORARY.0)
            .suffix(TEMPORARY.1)
            .tempdir_in(folder)
            .map_err(PublishError::io("write into", folder))?;
        let files = differing.iter().enumerate().map(|(number, file)| (file.path.clone(), number)).collect();
        let mut exchange = Self { folder, waiting, files, steps: Vec::new() };
        for (number, file) in differing.iter().enumerate() {
            exchange.write(number, file)?;
        }
        let (in_the_way, rest) = split_by_place(folder, stale, differing);
        exchange.steps.extend(in_the_way.iter().map(|path| Step::Delete((*path).to_owned())));
        exchange.steps.extend(placing(folder, differing, &in_the_way));
        exchange.steps.extend(removing(folder, &rest, previous, wanted)?);
        Ok(exchange)
    }

    pub(super) fn run(&self, step: &Step) -> Result<(), PublishError> {
        match step {
            Step::Place(path) => self.place(path),
            Step::Delete(path) => delete(self.folder, path),
            Step::DeleteFolder(path) => self.delete_folder(path),
        }
    }

    fn waiting(&self, path: &str) -> Result<Utf8PathBuf, PublishError> {
        let not_unicode = || std::io::Error::new(ErrorKind::InvalidData, "its path is not Unicode");
        let waiting = Utf8Path::from_path(self.waiting.path()).ok_or_else(not_unicode);
        Ok(waiting.map_err(PublishError::io("write into", self.folder))?.join(path))
    }

    fn write(&self, number: usize, file: &OutputFile) -> Result<(), PublishError> {
        // A path in the complaint is the one that people know.
        let failed = || PublishError::io("write", self.folder.join(&file.path));
        let mut written = std::fs::File::create_new(self.waiting(&number.to_string())?).map_err(failed())?;
        written.write_all(file.bytes()).map_err(failed())?;
        make_readable(&written).map_err(failed())
    }

    fn place(&self, path: &str) -> Result<(), PublishError> {
        let target = self.folder.join(path);
        let failed = || PublishError::io("write", &target);
        if let Some(parent) = target.parent() {
            std::fs::create_dir_all(parent).map_err(PublishError::io("create", parent))?;
        }
        // A folder that a deleted lesson left empty may stand where the file goes.
        if target.symlink_metadata().is_ok_and(|metadata| metadata.is_dir()) {
            remove_empty_folders(&target);
        }
        let from = |number: &usize| self.waiting(&number.to_string());
        if let Some(number) = self.files.get(path) {
            return std::fs::rename(from(number)?, &target).map_err(failed());
        }
        let whole = self.waiting("whole")?;
        let start = format!("{path}/");
        for (file, number) in self.files.range(start.clone()..).take_while(|(file, _)| file.starts_with(&start)) {
            let to = whole.join(&file[start.len()..]);
            if let Some(parent) = to.parent() {
                std::fs::create_dir_all(parent).map_err(failed())?;
            }
            std::fs::rename(from(number)?, to).map_err(failed())?;
        }
        std::fs::rename(whole, &target).map_err(failed())
    }

    fn delete_folder(&self, path: &str) -> Result<(), PublishError> {
        let target = self.folder.join(path);
        let gone = self.waiting("gone")?;
        match std::fs::rename(&target, &gone) {
            Ok(()) => remove(&gone).map_err(PublishError::io("delete", &target))?,
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(PublishError::io("delete", &target)(error)),
        }
        remove_emptied(self.folder, &target);
        Ok(())
    }
}

fn is_page(path: &str) -> bool {
    [".html", ".htm", ".xml"].iter().any(|end| path.ends_with(end))
}

/// In the order in which the changes may be seen.
fn placing(folder: &Utf8Path, differing: &[&OutputFile], in_the_way: &[&str]) -> Vec<Step> {
    // By what moves: does it hold a page?
    let mut moving: BTreeMap<String, bool> = BTreeMap::new();
    for file in differing {
        let missing = file
            .path
            .match_indices('/')
            .map(|(end, _)| &file.path[..end])
            .find(|parent| in_the_way.contains(parent) || folder.join(parent).symlink_metadata().is_err());
        *moving.entry(missing.unwrap_or(&file.path).to_owned()).or_default() |= is_page(&file.path);
    }
    let mut moving: Vec<(String, bool)> = moving.into_iter().collect();
    moving.sort_by_key(|(path, has_page)| {
        let stands = folder.join(path).symlink_metadata().is_ok();
        match (has_page, is_page(path)) {
            (false, _) => 0,
            // A folder of pages comes before the pages beside it, which list what is in folders.
            (true, false) => 1,
            (true, true) if path.ends_with(".xml") => 4,
            (true, true) if stands => 3,
            (true, true) => 2,
        }
    });
    moving.into_iter().map(|(path, _)| Step::Place(path)).collect()
}

/// Stale pages, then what they named.
fn removing(
    folder: &Utf8Path,
    stale: &[&str],
    previous: &Manifest,
    wanted: &Manifest,
) -> Result<Vec<Step>, PublishError> {
    // Folded: where the disk takes `A` and `a` for one, a stale folder may be a new one.
    let kept: BTreeSet<String> =
        wanted.files.keys().flat_map(|path| path.match_indices('/').map(|(end, _)| folded(&path[..end]))).collect();
    let mut whole: BTreeMap<&str, bool> = BTreeMap::new();
    let mut leaving: BTreeMap<Step, bool> = BTreeMap::new();
    for path in stale {
        let mut parents = path.match_indices('/').map(|(end, _)| &path[..end]);
        let parent = parents.find(|parent| !kept.contains(&folded(parent)));
        let step = match parent {
            Some(parent) => {
                let is_whole = match whole.get(parent) {
                    Some(is_whole) => *is_whole,
                    None => {
                        let is_whole =
                            is_real_folder(folder, parent) && strangers_in(folder, parent, previous)?.is_empty();
                        whole.insert(parent, is_whole);
                        is_whole
                    }
                };
                if is_whole { Step::DeleteFolder(parent.to_owned()) } else { Step::Delete((*path).to_owned()) }
            }
            None => Step::Delete((*path).to_owned()),
        };
        *leaving.entry(step).or_default() |= is_page(path);
    }
    let (pages, others): (Vec<_>, Vec<_>) = leaving.into_iter().partition(|(_, has_page)| *has_page);
    Ok(pages.into_iter().chain(others).map(|(step, _)| step).collect())
}

/// Not a link, and not behind one: what lies behind a link is not ours.
fn is_real_folder(folder: &Utf8Path, path: &str) -> bool {
    let ends = path.match_indices('/').map(|(end, _)| end).chain([path.len()]);
    ends.into_iter().all(|end| folder.join(&path[..end]).symlink_metadata().is_ok_and(|metadata| metadata.is_dir()))
}

/// Stale files whose place a new file takes: a folder that becomes a file, a file that becomes a folder, and the same
/// name in other case where the disk takes both for one.
fn split_by_place<'a>(folder: &Utf8Path, stale: &[&'a str], differing: &[&OutputFile]) -> (Vec<&'a str>, Vec<&'a str>) {
    let mut new_files = BTreeMap::new();
    let mut new_folders = BTreeSet::new();
    for file in differing {
        new_folders.extend(file.path.match_indices('/').map(|(end, _)| &file.path[..end]));
        new_files.insert(folded(&file.path), file.path.as_str());
    }
    let taken = |path: &str| new_files.get(&folded(path)).is_some_and(|new| *new == path || folder.join(new).exists());
    stale.iter().partition(|path| {
        taken(path)
            || new_folders.contains(**path)
            || path.match_indices('/').any(|(end, _)| new_files.get(&folded(&path[..end])) == Some(&&path[..end]))
    })
}

/// Removes a file that an earlier build wrote, and the folders that it leaves empty. A folder that became a link is not
/// followed.
fn delete(folder: &Utf8Path, path: &str) -> Result<(), PublishError> {
    let target = folder.join(path);
    let through_link = path
        .match_indices('/')
        .any(|(end, _)| folder.join(&path[..end]).symlink_metadata().is_ok_and(|metadata| metadata.is_symlink()));
    if through_link || target.symlink_metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Ok(());
    }
    match std::fs::remove_file(&target) {
        Ok(()) => {}
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {}
        Err(error) => return Err(PublishError::io("delete", target)(error)),
    }
    remove_emptied(folder, &target);
    Ok(())
}

/// Removes the folders above `target` that hold nothing any more.
fn remove_emptied(folder: &Utf8Path, target: &Utf8Path) {
    for parent in target.ancestors().skip(1).take_while(|parent| *parent != folder) {
        match std::fs::remove_dir(parent) {
            Ok(()) => {}
            // A killed build may have taken the lower ones away.
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            // As it should, on a folder that still holds something.
            Err(_) => break,
        }
    }
}

/// Pages first, so that none is left without what it names.
fn remove(folder: &Utf8Path) -> std::io::Result<()> {
    for entry in walkdir::WalkDir::new(folder) {
        let entry = entry?;
        if !entry.file_type().is_dir() && is_page(&entry.file_name().to_string_lossy()) {
            std::fs::remove_file(entry.path())?;
        }
    }
    std::fs::remove_dir_all(folder)
}

/// Folders in folders, down to the deepest; one that holds a file stays.
fn remove_empty_folders(folder: &Utf8Path) {
    for entry in walkdir::WalkDir::new(folder).contents_first(true).into_iter().flatten() {
        if entry.file_type().is_dir() {
            // The rename that follows reports a folder that could not go.
            let _ = std::fs::remove_dir(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::publish::{LinkRules, check_links, write};

    /// Lessons that name each other, a figure's page, and a style whose name says its content.
    fn site(style: &str, lessons: &[&str]) -> Vec<OutputFile> {
        let page = |up: &str, links: &str| format!("<link rel=stylesheet href={up}assets/{style}.css>{links}");
        let link = |up: &str, lesson: &&str| format!("<a href={up}m/{lesson}/index.html>x</a>");
        let all = |up: &str| lessons.iter().map(|lesson| link(up, lesson)).collect::<String>();
        let mut files = vec![
            OutputFile::new("index.html", page("", &all(""))),
            OutputFile::new("404.html", style),
            OutputFile::new(format!("assets/{style}.css"), format!("{style}{{}}")),
            OutputFile::new("sitemap.xml", lessons.join(" ")),
        ];
        for (at, lesson) in lessons.iter().enumerate() {
            let next: String = lessons.get(at.saturating_sub(1)).map(|one| link("../../", one)).unwrap_or_default();
            let links = format!("{next}<a href=../../index.html>x</a><a href=figures/f.html>x</a><img src=f.svg>");
            files.push(OutputFile::new(format!("m/{lesson}/index.html"), page("../../", &links)));
            files.push(OutputFile::new(format!("m/{lesson}/f.svg"), format!("<svg>{style}</svg>")));
            let up = page("../../../", "<a href=../index.html>x</a>");
            files.push(OutputFile::new(format!("m/{lesson}/figures/f.html"), up));
        }
        files
    }

    fn on_disk(folder: &Utf8Path) -> Vec<OutputFile> {
        let walk = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().map(Result::unwrap);
        let files = walk.filter(|entry| entry.file_type().is_file()).map(|entry| {
            let name = entry.path().strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
            OutputFile::new(name, std::fs::read(entry.path()).unwrap())
        });
        files.collect()
    }

    /// A build that is killed after its first `steps` steps. False when it had no more.
    fn killed_after(steps: usize, folder: &Utf8Path, old: &[OutputFile], new: &[OutputFile]) -> bool {
        let (previous, wanted) = (Manifest::of(old), Manifest::of(new));
        let differing: Vec<&OutputFile> = new.iter().filter(|file| !old.contains(file)).collect();
        let stale: Vec<&str> =
            previous.files.keys().map(String::as_str).filter(|path| !wanted.files.contains_key(*path)).collect();
        let both = previous.with(&wanted).to_json().unwrap();
        std::fs::write(folder.join(crate::publish::MANIFEST_NAME), both).unwrap();
        let exchange = Exchange::prepare(folder, &differing, &stale, &previous, &wanted).unwrap();
        exchange.steps.iter().take(steps).for_each(|step| exchange.run(step).unwrap());
        let more = steps < exchange.steps.len();
        // As a killed process does, it leaves behind what waits.
        std::mem::forget(exchange);
        more
    }

    #[test]
    fn the_published_folder_is_whole_at_every_moment() {
        let sites = [
            site("one", &["a", "b", "d"]),
            site("two", &["a", "b", "d"]),
            site("two", &["a", "c", "d"]),
            site("three", &["d", "b", "a", "e"]),
        ];
        let rules = LinkRules::default();
        let fresh = || tempfile::tempdir().unwrap();
        let [one, two, other, three] = &sites;
        for (old, new) in [(one, two), (two, other), (one, three), (three, other)] {
            let clean = fresh();
            let clean = Utf8Path::from_path(clean.path()).unwrap().join("public");
            write(&clean, new, &[]).unwrap();
            let mut steps = 0;
            loop {
                let folder = fresh();
                let folder = Utf8Path::from_path(folder.path()).unwrap().canonicalize_utf8().unwrap().join("public");
                write(&folder, old, &[]).unwrap();
                let more = killed_after(steps, &folder, old, new);
                let problems = check_links(&on_disk(&folder), &rules);
                assert!(problems.is_empty(), "after {steps} steps: {problems:#?}");
                write(&folder, new, &[]).unwrap();
                assert_eq!(on_disk(&folder), on_disk(&clean));
                let left = std::fs::read_dir(&folder)
                    .unwrap()
                    .flatten()
                    .filter(|one| one.file_name().to_string_lossy().ends_with(TEMPORARY.1));
                assert_eq!(left.count(), 0, "what a killed build left is gone");
                steps += 1;
                if !more {
                    break;
                }
            }
        }
    }

    #[test]
    fn an_empty_folder_of_a_killed_build_goes_with_its_lesson() {
        let folder = tempfile::tempdir().unwrap();
        let folder = Utf8Path::from_path(folder.path()).unwrap().canonicalize_utf8().unwrap().join("public");
        write(&folder, &site("one", &["a", "b"]), &[]).unwrap();
        std::fs::remove_dir_all(folder.join("m/b/figures")).unwrap();
        std::fs::remove_file(folder.join("m/b/index.html")).unwrap();
        std::fs::remove_file(folder.join("m/b/f.svg")).unwrap();
        write(&folder, &site("one", &["a"]), &[]).unwrap();
        assert!(!folder.join("m/b").exists());
    }
}
