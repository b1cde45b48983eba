//! Finds which files an ES module loads: `import`, `export … from`, `import(…)` and `new URL(…, import.meta.url)`.
//! Comments, strings, template text and regular expressions are told apart from code; nothing is evaluated.

use std::ops::Range;

use super::css_reference::Reference;

/// What a module loads.
#[derive(Debug, Default)]
pub(in crate::publish) struct ScriptImports {
    pub(in crate::publish) references: Vec<Reference>,
    /// Places of `import(…)` whose argument is not a plain string, so that its file cannot be known.
    pub(in crate::publish) unknown: Vec<usize>,
}

pub(in crate::publish) fn script_imports(script: &str) -> ScriptImports {
    let tokens = Lexer { script, at: 0, braces: Vec::new(), tokens: Vec::new() }.run();
    let mut imports = ScriptImports::default();
    let text = |index: usize| tokens.get(index).map_or("", |token| &script[token.span.clone()]);
    let before = |index: usize, back: usize| index.checked_sub(back).map_or("", text);
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Text => {
                let statement = matches!(before(index, 1), "from" | "import") && before(index, 2) != ".";
                let call = before(index, 1) == "(" && before(index, 2) == "import" && before(index, 3) != ".";
                let address = before(index, 1) == "("
                    && before(index, 2) == "URL"
                    && before(index, 3) == "new"
                    && (1..=6).map(|ahead| text(index + ahead)).eq([",", "import", ".", "meta", ".", "url"]);
                if statement || call || address {
                    let span = token.span.start + 1..token.span.end - 1;
                    imports.references.push(Reference { url: script[span.clone()].to_owned(), span });
                }
            }
            Kind::Other if text(index) == "import" && before(index, 1) != "." && text(index + 1) == "(" => {
                if tokens.get(index + 2).is_none_or(|token| token.kind != Kind::Text) {
                    imports.unknown.push(token.span.start);
                }
            }
            Kind::Other => {}
        }
    }
    imports
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A quoted string, or a template without `${…}`; the span includes its quotes.
    Text,
    Other,
}

struct Token {
    kind: Kind,
    span: Range<usize>,
}

struct Lexer<'a> {
    script: &'a str,
    at: usize,
    /// For each open brace: does it close a `${…}`?
    braces: Vec<bool>,
    tokens: Vec<Token>,
}

impl Lexer<'_> {
    fn run(mut self) -> Vec<Token> {
        while let Some(byte) = self.peek(0) {
            let start = self.at;
            match byte {
                b'/' if self.peek(1) == Some(b'/') => {
                    self.at = self.find("\n").unwrap_or(self.script.len());
                }
                b'/' if self.peek(1) == Some(b'*') => {
                    self.at = self.find("*/").map_or(self.script.len(), |end| end + 2);
                }
                b'/' if self.regex_may_start() && self.skip_regex() => self.push(Kind::Other, start),
                b'"' | b'\'' => {
                    let closed = self.skip_string(byte);
                    self.push(if closed { Kind::Text } else { Kind::Other }, start);
                }
                b'`' => {
                    self.at += 1;
                    let whole = self.skip_template();
                    self.push(if whole { Kind::Text } else { Kind::Other }, start);
                }
                b'{' => {
                    self.braces.push(false);
                    self.at += 1;
                    self.push(Kind::Other, start);
                }
                b'}' => {
                    self.at += 1;
                    if self.braces.pop() == Some(true) {
                        self.skip_template();
                    }
                    self.push(Kind::Other, start);
                }
                _ if byte.is_ascii_whitespace() => self.at += 1,
                _ if is_word(byte) => {
                    while self.peek(0).is_some_and(is_word) {
                        self.at += 1;
                    }
                    self.push(Kind::Other, start);
                }
                _ => {
                    self.at += 1;
                    self.push(Kind::Other, start);
                }
            }
        }
        self.tokens
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.script.as_bytes().get(self.at + ahead).copied()
    }

    fn find(&self, end: &str) -> Option<usize> {
        let from = self.at + 2;
        self.script.get(from..)?.find(end).map(|found| from + found)
    }

    fn push(&mut self, kind: Kind, start: usize) {
        // An escape at the end of the text may have led past it.
        self.at = self.at.min(self.script.len());
        while !self.script.is_char_boundary(self.at) {
            self.at += 1;
        }
        self.tokens.push(Token { kind, span: start..self.at });
    }

    /// False for a string that its line does not close.
    fn skip_string(&mut self, quote: u8) -> bool {
        self.at += 1;
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\\' => self.at += 2,
                b'\n' => return false,
                _ => {
                    self.at += 1;
                    if byte == quote {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Up to the closing backtick, or into the next `${`. True when the template was closed.
    fn skip_template(&mut self) -> bool {
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\\' => self.at += 2,
                b'$' if self.peek(1) == Some(b'{') => {
                    self.at += 2;
                    self.braces.push(true);
                    return false;
                }
                _ => {
                    self.at += 1;
                    if byte == b'`' {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// A slash is a division behind a value and starts a regular expression elsewhere. Behind `)` and `}` only a parser
    /// knows; division is the usual case for the first, a new statement for the second.
    fn regex_may_start(&self) -> bool {
        let Some(last) = self.tokens.last() else { return true };
        let text = &self.script[last.span.clone()];
        if last.kind == Kind::Text || text.ends_with(['`', '/', ')', ']']) {
            return false;
        }
        let keywords = [
            "return",
            "typeof",
            "case",
            "in",
            "of",
            "delete",
            "void",
            "throw",
            "new",
            "else",
            "do",
            "instanceof",
            "await",
            "yield",
        ];
        keywords.contains(&text) || !text.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$')
    }

    /// False, and nothing skipped, when the line ends first: then it was a division.
    fn skip_regex(&mut self) -> bool {
        let start = self.at;
        let mut in_class = false;
        self.at += 1;
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\n' => break,
                b'\\' => self.at += 2,
                b'/' if !in_class => {
                    self.at += 1;
                    while self.peek(0).is_some_and(is_word) {
                        self.at += 1;
                    }
                    // Flags are part of the expression, and a slash behind them divides.
                    return true;
                }
                _ => {
                    in_class = byte == b'[' || (in_class && byte != b']');
                    self.at += 1;
                }
            }
        }
        self.at = start;
        false
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'#') || !byte.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn urls(script: &str) -> Vec<String> {
        script_imports(script).references.into_iter().map(|reference| reference.url).collect()
    }

    #[test]
    fn every_kind_of_import_is_found() {
        let script = r#"import './a.js'; import x, { y as z } from "./b.js"; import * as all from'./c.js'
            export { q } from './d.js'; export * from /* why */ "./e.js";
            const late = await import('./f.js'); const other = () => import(`./g.js`);
            const file = new URL('./h.json', import.meta.url);"#;
        assert_eq!(urls(script), ["./a.js", "./b.js", "./c.js", "./d.js", "./e.js", "./f.js", "./g.js", "./h.json"]);
    }

    #[test]
    fn what_only_looks_like_an_import_is_left_alone() {
        let script = r#"// import './a.js'
            /* from './b.js' */ const s = "import './c.js'", t = `from './d.js' ${ `import('./e.js')` } from "./f.js"`;
            const r = /from '.\/g.js'/; thing.import('./h.js'); const q = { from: './i.js' }; a / b; c('./j.js') / 2;
            new URL('./k.js', location.href); import.meta.url"#;
        assert_eq!(urls(script), Vec::<String>::new());
    }

    #[test]
    fn regular_expressions_and_divisions_do_not_hide_an_import() {
        for before in [
            "const r = /[/'\"`]/g;",
            "x = a / b / c;",
            "x = y ? /'/ : /`/;",
            "f(a)[0] / 2; // '",
            "return_ / '1'.length;",
            "const t = `a${ { b: `'` }.b }c'`;",
            "const e = '\\'';",
        ] {
            assert_eq!(urls(&format!("{before}\nimport './a.js';")), ["./a.js"], "{before}");
        }
    }

    #[test]
    fn an_import_of_an_unknown_file_is_told() {
        let imports = script_imports("import(name); import(`./${name}.js`); import('./a.js'); import.meta.env;");
        assert_eq!(imports.unknown, [0, 14]);
        assert_eq!(imports.references.len(), 1);
    }

    #[test]
    fn broken_scripts_end() {
        for script in ["'", "`${", "/", "/[", "'\\", "`\\", "/\\", "import(", "'é\\", "`${`${`", "}}}", "/*"] {
            script_imports(script);
        }
    }
}
