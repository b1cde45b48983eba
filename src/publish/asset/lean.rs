//! Takes out of the built-in scripts and styles what only their authors read: whole-line comments, indentation, and
//! in styles the blanks around signs. No more than that: a reader who looks at a published file finds code, and a site's own files are published as they are.

/// A script without lines that are comments, and without indentation. The text must have no string that runs over
/// several lines; a test holds the built-in scripts to that.
pub(super) fn script(text: &str) -> String {
    lines(text.lines().map(str::trim).filter(|line| !line.starts_with("//")))
}

/// Blanks that mean nothing in a style sheet but in its strings; a test holds the built-in ones to having none there.
const BLANKS: [(&str, &str); 5] = [(" {", "{"), ("{ ", "{"), (" }", "}"), ("; ", ";"), (": ", ":")];

/// A style sheet without comments, indentation and blanks around signs.
pub(super) fn style(text: &str) -> String {
    let mut rest = text;
    let mut plain = String::new();
    while let Some((before, comment)) = rest.split_once("/*") {
        plain.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    plain.push_str(rest);
    BLANKS.iter().fold(lines(plain.lines().map(str::trim)), |css, (blank, sign)| css.replace(blank, sign))
}

fn lines<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use include_dir::{Dir, include_dir};

    #[test]
    fn code_stays_and_remarks_go() {
        assert_eq!(script("// why\n{\n  a(\"//\"); // and\n\n}\n"), "{\na(\"//\"); // and\n}");
        assert_eq!(style("/* why */\na {\n  b: c; /* d */\n}\n"), "a{\nb:c;\n}");
    }

    #[test]
    fn no_built_in_text_is_one_that_this_could_change() {
        static STATIC: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/static");
        let files = |folder: &str| STATIC.get_dir(folder).unwrap().files();
        assert!(files("js").count() > 5);
        for file in files("js") {
            for line in file.contents_utf8().unwrap().lines() {
                assert_eq!(line.matches('`').count() % 2, 0, "{:?}: a string over several lines: {line}", file.path());
            }
        }
        for file in files("css") {
            let css = file.contents_utf8().unwrap();
            assert!(!css.contains("content: \"/*"), "{:?}", file.path());
            for string in css.split('"').skip(1).step_by(2) {
                assert!(BLANKS.iter().all(|(blank, _)| !string.contains(blank)), "{:?}: {string:?}", file.path());
            }
        }
    }
}
