//! The colours of pictures that stand alone. Comes in: the one set of colours, which is `static/css/theme.css` and, for
//! the scale of a heat map, `static/css/surprise.css`. Goes out: a style sheet whose variables are their values in the
//! light theme.

const SHEETS: [&str; 2] = [include_str!("../../static/css/theme.css"), include_str!("../../static/css/surprise.css")];

/// Both values of a colour: in the light theme, in the dark one.
pub fn pair(name: &str) -> Option<(&'static str, &'static str)> {
    let declaration = format!("--lp-{name}: light-dark(");
    let (_, values) = SHEETS.iter().find_map(|sheet| sheet.split_once(&declaration))?;
    values.split_once(')')?.0.split_once(", ")
}

/// `css` with the light value in the place of each `var(--lp-NAME)`.
pub(super) fn written_out(css: &str) -> String {
    let mut parts = css.split("var(--lp-");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(')').unwrap_or((part, ""));
        out.push_str(pair(name).map_or("none", |(light, _)| light));
        out.push_str(rest);
    }
    out
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::figure::stylesheet;

    /// What looks like a colour: `#` and 3, 4, 6 or 8 hexadecimal digits, or a colour function with numbers.
    fn literals(text: &str) -> Vec<&str> {
        let hex = text.match_indices('#').filter_map(|(at, _)| {
            let digits = text[at + 1..].bytes().take_while(u8::is_ascii_hexdigit).count();
            let end = at + 1 + digits;
            let word = text[end..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_');
            (matches!(digits, 3 | 4 | 6 | 8) && !word).then(|| &text[at..end])
        });
        let functions = ["rgb(", "rgba(", "hsl(", "hwb(", "oklch(", "oklab(", "lab(", "lch("];
        let calls = functions.iter().filter(|function| text.contains(*function)).copied();
        hex.chain(calls).collect()
    }

    fn files(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { files(&path, found) } else { found.push(path) }
        }
    }

    #[test]
    fn every_colour_of_a_picture_is_one_of_the_set() {
        let css = stylesheet();
        assert!(!css.contains("var("), "{css}");
        let used = literals(&css);
        assert!(used.len() > 40, "{used:?}");
        for colour in used {
            let declared = format!("light-dark({colour}, #");
            assert!(SHEETS.iter().any(|sheet| sheet.contains(&declared)), "{colour}");
        }
        for part in super::super::svg::RULES.split("var(--lp-").skip(1) {
            let name = part.split(')').next().unwrap();
            assert!(pair(name).is_some(), "--lp-{name}");
        }
    }

    #[test]
    fn no_other_file_names_a_colour() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut all = Vec::new();
        for folder in ["static/css", "static/js", "src/figure", "src/page", "src/serve", "templates"] {
            files(&root.join(folder), &mut all);
        }
        let own = ["theme.css", "surprise.css", "colours.rs"].map(Some);
        for path in all.iter().filter(|path| !own.contains(&path.file_name().and_then(|name| name.to_str()))) {
            let text = std::fs::read_to_string(path).unwrap();
            // A reference to a character is none.
            let text = text.replace("&#", "");
            let found = literals(&text);
            assert!(found.is_empty(), "{}: {found:?}", path.display());
        }
    }
}
