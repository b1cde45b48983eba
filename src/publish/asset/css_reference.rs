//! Finds what a stylesheet loads: `url(…)`, `@import` and `image-set(…)`, outside comments and strings.

use std::ops::Range;

/// An address in a text file, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::publish) struct Reference {
    /// As the browser reads it, escapes resolved.
    pub(in crate::publish) url: String,
    /// The bytes to replace: the address without its quotes.
    pub(in crate::publish) span: Range<usize>,
}

pub(in crate::publish) fn css_references(css: &str) -> Vec<Reference> {
    let mut scanner = Scanner { css, at: 0, references: Vec::new() };
    scanner.run();
    scanner.references
}

struct Scanner<'a> {
    css: &'a str,
    at: usize,
    references: Vec<Reference>,
}

impl Scanner<'_> {
    fn run(&mut self) {
        // For each open parenthesis: is a bare string in it an address?
        let mut addresses = Vec::new();
        let mut after_import = false;
        while let Some(byte) = self.peek(0) {
            match byte {
                b'/' if self.peek(1) == Some(b'*') => self.skip_comment(),
                b'"' | b'\'' => {
                    let reference = self.string(byte);
                    if after_import || addresses.last() == Some(&true) {
                        self.references.push(reference);
                    }
                    after_import = false;
                }
                b'(' => {
                    addresses.push(false);
                    self.at += 1;
                }
                b')' => {
                    addresses.pop();
                    self.at += 1;
                }
                b'@' => {
                    self.at += 1;
                    after_import = self.word().eq_ignore_ascii_case("import");
                }
                _ if is_name(byte) => {
                    let word = self.word().to_ascii_lowercase();
                    if self.peek(0) == Some(b'(') {
                        self.at += 1;
                        match word.as_str() {
                            "url" => {
                                self.url();
                                after_import = false;
                            }
                            "image-set" | "-webkit-image-set" | "src" => addresses.push(true),
                            _ => addresses.push(false),
                        }
                    }
                }
                _ => {
                    after_import &= byte.is_ascii_whitespace();
                    self.at += 1;
                }
            }
        }
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.css.as_bytes().get(self.at + ahead).copied()
    }

    fn skip_comment(&mut self) {
        self.at = self.css[self.at + 2..].find("*/").map_or(self.css.len(), |end| self.at + 2 + end + 2);
    }

    fn word(&mut self) -> String {
        let start = self.at;
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\\' => self.at += 2,
                _ if is_name(byte) => self.at += 1,
                _ => break,
            }
        }
        self.at = self.boundary(self.at);
        unescape(&self.css[start..self.at])
    }

    /// At a quote.
    fn string(&mut self, quote: u8) -> Reference {
        let start = self.at + 1;
        self.at = start;
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\\' => self.at += 2,
                b'\n' => break,
                _ if byte == quote => break,
                _ => self.at += 1,
            }
        }
        let end = self.boundary(self.at);
        self.at = (end + 1).min(self.css.len());
        self.at = self.boundary(self.at);
        Reference { url: unescape(&self.css[start..end]), span: start..end }
    }

    /// Behind `url(`.
    fn url(&mut self) {
        self.skip_whitespace();
        match self.peek(0) {
            Some(quote @ (b'"' | b'\'')) => {
                let reference = self.string(quote);
                self.references.push(reference);
                self.skip_whitespace();
                if self.peek(0) == Some(b')') {
                    self.at += 1;
                }
            }
            _ => {
                let start = self.at;
                while let Some(byte) = self.peek(0) {
                    match byte {
                        b'\\' => self.at += 2,
                        b')' => break,
                        _ => self.at += 1,
                    }
                }
                self.at = self.boundary(self.at);
                let text = self.css[start..self.at].trim_end();
                self.references.push(Reference { url: unescape(text), span: start..start + text.len() });
                self.at = (self.at + 1).min(self.css.len());
            }
        }
    }

    fn skip_whitespace(&mut self) {
        while self.peek(0).is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// An escape may have led past the end or into a character.
    fn boundary(&self, at: usize) -> usize {
        (at.min(self.css.len())..=self.css.len()).find(|at| self.css.is_char_boundary(*at)).unwrap_or(self.css.len())
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'\\') || !byte.is_ascii()
}

/// CSS Syntax Module Level 3, section 4.3.7: up to six hexadecimal digits and one space, or the next character as it is.
fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '\\' {
            plain.push(c);
            continue;
        }
        let mut code = String::new();
        while code.len() < 6 && rest.peek().is_some_and(char::is_ascii_hexdigit) {
            code.extend(rest.next());
        }
        if code.is_empty() {
            plain.extend(rest.next().filter(|c| *c != '\n'));
            continue;
        }
        if rest.peek().is_some_and(|c| c.is_ascii_whitespace()) {
            rest.next();
        }
        let number = u32::from_str_radix(&code, 16).ok().and_then(char::from_u32);
        plain.push(number.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn urls(css: &str) -> Vec<String> {
        css_references(css)
            .into_iter()
            .inspect(|reference| assert_eq!(unescape(&css[reference.span.clone()]), reference.url))
            .map(|reference| reference.url)
            .collect()
    }

    #[test]
    fn every_way_to_name_a_file_is_found() {
        let css = r#"@import "a.css"; @IMPORT url('b.css') print; @import/**/url( c.css );
            @font-face { src: url("d.woff2") format("woff2"), URL( e.woff2 ) }
            p { background: image-set("f.png" 1x, "g.png" type("image/png") 2x); mask: url(h\).svg) }"#;
        let found = ["a.css", "b.css", "c.css", "d.woff2", "e.woff2", "f.png", "g.png", "h).svg"];
        assert_eq!(urls(css), found);
    }

    #[test]
    fn comments_strings_and_other_functions_are_not_addresses() {
        let css = r#"/* url(a.png) @import "b.css" */ p::before { content: "url(c.png)"; x: my-url(d.png); y: attr("e") }
            @media "f" { } @charset "g";"#;
        assert_eq!(urls(css), Vec::<String>::new());
    }

    #[test]
    fn broken_stylesheets_end() {
        for css in ["url(", "url(\"a", "'\\", "/*", "@", "a\\", "url(a\\é", "\\é(", "url( 'é\\"] {
            css_references(css);
        }
        assert_eq!(urls("p { a: 'x\n} q { b: url(z.png) }"), ["z.png"]);
    }
}
