use std::ops::Range;

use crate::diagnostic::{Complaints, Source};

/// Where the front matter and the body stand in a lesson's source.
#[derive(Debug, PartialEq)]
pub(super) struct Parts {
    /// The opening line.
    pub opening: Range<usize>,
    pub yaml: Range<usize>,
    pub body: Range<usize>,
}

/// Finds the front matter: it starts on the first line with `---` and ends at the next line that is exactly `---` or
/// `...`; spaces after them do not count.
pub(super) fn split(source: &Source, complaints: &Complaints) -> Option<Parts> {
    let text = source.text.as_str();
    let mut lines = lines(text);
    let first = lines.next().unwrap_or(0..0);
    let opening = first.start..first.start + written(text, &first).len();
    const HINT: &str = "A lesson's first line is `---`, then comes YAML such as `title: …`, then another `---`.";
    if written(text, &first) != "---" {
        let looks_like = text.trim_start().starts_with("---");
        let message = match (looks_like, written(text, &first).is_empty()) {
            (true, true) => "the front matter must start on the first line",
            (true, false) => "the line that opens the front matter must be exactly `---`",
            _ => "the lesson has no front matter",
        };
        complaints.error("front-matter", opening, message, HINT);
        return None;
    }
    let mut nearly: Option<Range<usize>> = None;
    for line in lines {
        let content = written(text, &line);
        if content == "---" || content == "..." {
            return Some(Parts { opening, yaml: first.end..line.start, body: line.end..text.len() });
        }
        if content.trim_start().starts_with("---") && nearly.is_none() {
            nearly = Some(line.start..line.start + content.len());
        }
    }
    match nearly {
        Some(line) => {
            let message = "the front matter is never closed; this line is not exactly `---`";
            complaints.error("front-matter", line, message, "Close it with a line of its own: `---`.");
        }
        None => {
            let message = "the front matter is opened here and never closed";
            complaints.error("front-matter", opening, message, "Close it with a line of its own: `---`.");
        }
    }
    None
}

fn written<'a>(text: &'a str, line: &Range<usize>) -> &'a str {
    text.get(line.clone()).unwrap_or_default().trim_end()
}

/// Lines with their ends.
fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    text.split_inclusive('\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len();
        Some(start..*at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Result<(String, String), String> {
        let source = Source::new("index.md", text);
        let complaints = Complaints::about(&source);
        match split(&source, &complaints) {
            Some(parts) => Ok((source.text[parts.yaml].into(), source.text[parts.body].into())),
            None => Err(complaints.into_list().remove(0).message),
        }
    }

    #[test]
    fn front_matter_is_found_however_its_lines_end() {
        let found = |yaml: &str, body: &str| Ok((yaml.to_owned(), body.to_owned()));
        assert_eq!(parts("---\na: 1\n---\nBody\n"), found("a: 1\n", "Body\n"));
        assert_eq!(parts("\u{feff}---\na: 1\n---\nBody"), found("a: 1\n", "Body"));
        assert_eq!(parts("---\r\na: 1\r\n---\r\nBody\r\n"), found("a: 1\r\n", "Body\r\n"));
        assert_eq!(parts("---  \na: 1\n--- \t\nBody"), found("a: 1\n", "Body"));
        assert_eq!(parts("---\na: 1\n...\nBody"), found("a: 1\n", "Body"));
        assert_eq!(parts("---\na: 1\n---"), found("a: 1\n", ""));
        assert_eq!(parts("---\n---\nBody"), found("", "Body"));
    }

    #[test]
    fn only_a_line_of_exactly_three_hyphens_closes() {
        let text = "---\na: |\n  ---\nb: x --- y\n---- \n---\nTitle\n---\n";
        assert_eq!(parts(text), Ok(("a: |\n  ---\nb: x --- y\n---- \n".into(), "Title\n---\n".into())));
    }

    #[test]
    fn what_is_wrong_with_the_lines_is_said() {
        assert_eq!(
            parts("---\na: 1\n---#Heading\n").unwrap_err(),
            "the front matter is never closed; this line is not exactly `---`"
        );
        assert_eq!(parts("---\na: 1\n").unwrap_err(), "the front matter is opened here and never closed");
        assert_eq!(parts("# A\n").unwrap_err(), "the lesson has no front matter");
        assert_eq!(parts("").unwrap_err(), "the lesson has no front matter");
        assert_eq!(parts("\n---\na: 1\n---\n").unwrap_err(), "the front matter must start on the first line");
        assert_eq!(parts("---#x\n---\n").unwrap_err(), "the line that opens the front matter must be exactly `---`");
    }
}
