/// Why a path cannot be one of the output's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub(super) struct PathError {
    reason: &'static str,
}

/// The longest name that ext4, APFS and NTFS all take.
const LONGEST_PART: usize = 255;

/// # Errors
/// When `path` is absolute, leaves the folder, or has a part that some file system or web host cannot hold.
pub(super) fn check_path(path: &str) -> Result<(), PathError> {
    let refuse = |reason| Err(PathError { reason });
    if path.is_empty() {
        return refuse("the path is empty");
    }
    if path.contains('\\') {
        return refuse("a backslash is a separator on some systems; use `/`");
    }
    for part in path.split('/') {
        match part {
            "" => return refuse("a path starts with a name and has no empty parts"),
            "." | ".." => return refuse("`.` and `..` could lead out of the folder"),
            _ => {}
        }
        if part.len() > LONGEST_PART {
            return refuse("a part is longer than 255 bytes");
        }
        if part.ends_with(['.', ' ']) {
            return refuse("Windows drops a dot or a space at the end of a name");
        }
        if part.chars().any(|c| c.is_control() || matches!(c, ':' | '*' | '?' | '"' | '<' | '>' | '|')) {
            return refuse("a part holds a character that file systems or addresses reserve");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_nested_and_unicode_paths_are_taken() {
        for path in ["index.html", "a/b/c.svg", ".nojekyll", ".well-known/security.txt", "词/индекс.html", "a b.txt"]
        {
            assert!(check_path(path).is_ok(), "{path}");
        }
    }

    #[test]
    fn paths_that_leave_the_folder_or_break_elsewhere_are_refused() {
        let long = "x".repeat(256);
        for path in [
            "",
            "/etc/passwd",
            "../x",
            "a/../x",
            "a//b",
            "a/",
            "./a",
            "a\\b",
            "a\0b",
            "C:x",
            "what?",
            "a.",
            "a /b",
            &long,
        ] {
            assert!(check_path(path).is_err(), "{path}");
        }
    }
}
