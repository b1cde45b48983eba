//! Files that editors and systems leave behind, and that nobody wrote: no lesson's file, no template, no static file, and
//! no reason to build again.

/// By the name of a file or a folder, without its path.
pub fn is_editor_file(name: &str) -> bool {
    let lower = name.to_lowercase();
    let is = |names: &[&str]| names.contains(&lower.as_str());
    let starts = |starts: &[&str]| starts.iter().any(|start| lower.starts_with(start));
    let ends = |ends: &[&str]| ends.iter().any(|end| lower.ends_with(end));
    // File managers, network and removable disks, archives made on a Mac.
    is(&[".ds_store", "thumbs.db", "ehthumbs.db", "desktop.ini", ".directory", "__macosx", "icon\r"])
        || starts(&["._", ".appledouble", ".fseventsd", ".spotlight-", ".trash", ".nfs", ".fuse_hidden"])
        // Locks and unsaved texts of Emacs and LibreOffice, of Word, and of Vim and nano; Vim's test for a writable folder.
        || ends(&["~", "#"])
        || starts(&[".#", "~$"])
        || ends(&[".swp", ".swo", ".swx", ".swn", ".kate-swp"])
        || is(&["4913", ".idea", ".vscode", ".vs"])
        // What merges and patches leave, backups, and what is half-written.
        || ends(&[".orig", ".rej", ".bak", ".tmp", ".part", ".crdownload"])
        // Version control.
        || starts(&[".git"])
        || is(&[".hg", ".jj", ".svn", ".bzr"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_wrote_is_told_from_what_an_author_did() {
        for name in [
            ".DS_Store",
            "._home.html",
            "Thumbs.db",
            "Desktop.ini",
            "home.html~",
            "#home.html#",
            ".#home.html",
            ".home.html.swp",
            "4913",
            ".~lock.table.csv#",
            "~$slides.pptx",
            "page.css.orig",
            "page.css.rej",
            "index.md.bak",
            ".git",
            ".gitkeep",
            ".gitignore",
            "__MACOSX",
            "run.json.part",
            ".vscode",
        ] {
            assert!(is_editor_file(name), "{name}");
        }
        for name in [
            "index.md",
            "home.html",
            "a#b.png",
            "~home.html",
            "swap.png",
            ".nojekyll",
            ".well-known",
            "_headers",
            "target",
            "node_modules",
            "origin.svg",
            "4913.png",
            "original",
            "part.png",
            "git.svg",
            "tmp",
        ] {
            assert!(!is_editor_file(name), "{name}");
        }
    }
}
