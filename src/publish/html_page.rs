//! What one HTML page refers to and what can be referred to in it. Comes in: the page's bytes. Goes out: ids and
//! references with their lines. Reads the markup as a browser's tokenizer does; builds no tree.

use std::collections::{BTreeMap, BTreeSet};

use html5gum::{DefaultEmitter, StartTag, Token, Tokenizer};

/// What the browser does with an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// A reader may go there.
    Link,
    /// Fetched to show the page.
    Load,
    /// Fetched when it comes near the screen.
    LoadLater,
    /// The address of this or another page, for machines: `canonical`, `og:image`.
    Name,
}

#[derive(Clone, Debug)]
pub(super) struct PageReference {
    pub(super) url: String,
    pub(super) kind: Use,
    pub(super) line: usize,
}

#[derive(Debug, Default)]
pub(super) struct HtmlPage {
    pub(super) ids: BTreeSet<String>,
    pub(super) references: Vec<PageReference>,
    /// Faults, each with its line.
    pub(super) complaints: Vec<(usize, String)>,
    /// What the published Content-Security-Policy would block without a word, each with its line.
    pub(super) blocked: Vec<(usize, String)>,
    /// What stands in `style` elements, which the policy allows by digest; each with its line.
    pub(super) styles: Vec<(usize, String)>,
}

type Attributes = BTreeMap<String, String>;

impl HtmlPage {
    pub(super) fn read(html: &[u8]) -> Self {
        let mut page = Self::default();
        let mut emitter = DefaultEmitter::<usize>::new_with_span();
        // Without this the text of a script would be read as markup.
        emitter.naively_switch_states(true);
        let mut lines = Lines::of(html);
        let mut in_style = false;
        for Ok(token) in Tokenizer::new_with_emitter(html, emitter) {
            match token {
                Token::StartTag(tag) => {
                    let line = lines.line_of(tag.span.start);
                    page.tag(&tag, line);
                    in_style = *tag.name == *b"style";
                    if in_style {
                        page.styles.push((line, String::new()));
                    }
                }
                Token::String(part) if in_style => {
                    if let Some((_, style)) = page.styles.last_mut() {
                        style.push_str(&text(&part.value));
                    }
                }
                Token::EndTag(_) => in_style = false,
                _ => {}
            }
        }
        page
    }

    fn tag(&mut self, tag: &StartTag<usize>, line: usize) {
        let attributes: Attributes =
            tag.attributes.iter().map(|(name, value)| (text(name), text(&value.value))).collect();
        let name = text(&tag.name);
        let get = |attribute: &str| attributes.get(attribute).map(String::as_str);
        if let Some(id) = get("id") {
            self.id(id, line);
        }
        self.policy(&name, &attributes, line);
        let lazy = get("loading").is_some_and(|value| value.eq_ignore_ascii_case("lazy"));
        let load = if lazy { Use::LoadLater } else { Use::Load };
        match name.as_str() {
            "a" | "area" => {
                self.add(get("href").or(get("xlink:href")), Use::Link, line);
                if let (None, Some(anchor)) = (get("id"), get("name")) {
                    self.ids.insert(anchor.to_owned());
                }
            }
            "form" => self.add(get("action"), Use::Link, line),
            "link" => self.link(&attributes, line),
            "meta" => self.meta(&attributes, line),
            "script" | "embed" | "audio" | "track" | "input" => self.add(get("src"), Use::Load, line),
            "iframe" | "img" | "source" | "video" => {
                self.add(get("src"), load, line);
                self.add(get("poster"), load, line);
                self.source_set(get("srcset"), load, line);
            }
            "object" => self.add(get("data"), Use::Load, line),
            "use" | "image" | "feimage" | "textpath" | "mpath" | "lineargradient" | "radialgradient" | "pattern" => {
                self.add(get("href").or(get("xlink:href")), Use::Load, line);
            }
            "base" => self.complaints.push((line, "a `base` element changes what every link means".into())),
            _ => {}
        }
        for painted in PAINTED {
            // `fill="url(#gradient)"`
            if let Some(value) = get(painted).filter(|value| value.contains("url(")) {
                for reference in super::asset::css_references(value) {
                    self.add(Some(&reference.url), Use::Load, line);
                }
            }
        }
    }

    fn id(&mut self, id: &str, line: usize) {
        if id.is_empty() || id.contains(|c: char| c.is_whitespace()) {
            self.complaints.push((line, format!("the id `{id}` is empty or has a space in it")));
        } else if !self.ids.insert(id.to_owned()) {
            self.complaints.push((line, format!("the id `{id}` is used more than once")));
        }
    }

    fn policy(&mut self, name: &str, attributes: &Attributes, line: usize) {
        let mut blocked = |what: String| {
            self.blocked.push((line, format!("{what} is blocked by the site's Content-Security-Policy")));
        };
        if attributes.contains_key("style") {
            blocked(format!("the `style` attribute of this `{name}`"));
        }
        if let Some(handler) = attributes.keys().find(|attribute| attribute.starts_with("on")) {
            blocked(format!("the `{handler}` attribute of this `{name}`"));
        }
        match name {
            "script" if !attributes.contains_key("src") && runs(attributes.get("type").map(String::as_str)) => {
                blocked("a script inside the page".into());
            }
            _ => {}
        }
    }

    fn link(&mut self, attributes: &Attributes, line: usize) {
        let relations = attributes.get("rel").map(|rel| rel.to_ascii_lowercase()).unwrap_or_default();
        let mut kind = Use::Link;
        for relation in relations.split_ascii_whitespace() {
            match relation {
                "stylesheet" | "icon" | "preload" | "modulepreload" | "manifest" | "apple-touch-icon" | "mask-icon" => {
                    kind = Use::Load;
                }
                "prefetch" | "prerender" => kind = Use::LoadLater,
                "preconnect" | "dns-prefetch" => kind = Use::Load,
                "canonical" => kind = Use::Name,
                _ => {}
            }
        }
        self.add(attributes.get("href").map(String::as_str), kind, line);
        self.source_set(attributes.get("imagesrcset").map(String::as_str), Use::Load, line);
    }

    fn meta(&mut self, attributes: &Attributes, line: usize) {
        let get = |attribute: &str| attributes.get(attribute).map(String::as_str);
        let Some(content) = get("content") else { return };
        if get("http-equiv").is_some_and(|value| value.eq_ignore_ascii_case("refresh"))
            && let Some((_, url)) = content.split_once('=')
        {
            self.add(Some(url.trim_matches([' ', '\'', '"'])), Use::Link, line);
        }
        let property = get("property").or(get("name")).unwrap_or_default();
        if matches!(property, "og:url" | "og:image" | "og:image:url" | "og:image:secure_url" | "twitter:image") {
            self.add(Some(content), Use::Name, line);
        }
    }

    fn source_set(&mut self, set: Option<&str>, kind: Use, line: usize) {
        // The space after a comma is what separates candidates: an address may hold a comma itself.
        let mut rest = set.unwrap_or_default().trim();
        while !rest.is_empty() {
            let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
            let (url, after) = rest.split_at(end);
            let alone = url.ends_with(',');
            self.add(Some(url.trim_end_matches(',')), kind, line);
            let next = if alone { Some(0) } else { after.find(',').map(|comma| comma + 1) };
            rest = next.map_or("", |next| after[next..].trim_start());
        }
    }

    fn add(&mut self, url: Option<&str>, kind: Use, line: usize) {
        if let Some(url) = url {
            // Browsers drop white space around an address and line breaks in it.
            let url = url.trim_matches(|c: char| c.is_ascii_whitespace()).replace(['\n', '\r', '\t'], "");
            self.references.push(PageReference { url, kind, line });
        }
    }
}

const PAINTED: [&str; 9] =
    ["fill", "stroke", "clip-path", "mask", "filter", "marker-start", "marker-mid", "marker-end", "cursor"];

fn runs(kind: Option<&str>) -> bool {
    let kind = kind.unwrap_or_default().trim().to_ascii_lowercase();
    kind.is_empty()
        || kind == "module"
        || kind == "importmap"
        || kind.ends_with("javascript")
        || kind.ends_with("ecmascript")
}

pub(super) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Counts lines as far as they are asked for, in order, so that a long page is read once.
pub(super) struct Lines<'a> {
    html: &'a [u8],
    at: usize,
    line: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn of(html: &'a [u8]) -> Self {
        Self { html, at: 0, line: 1 }
    }

    pub(super) fn line_of(&mut self, offset: usize) -> usize {
        if let Some(passed) = self.html.get(self.at..offset) {
            self.line += passed.iter().filter(|byte| **byte == b'\n').count();
            self.at = offset;
        }
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn urls(html: &str, kind: Use) -> Vec<String> {
        let page = HtmlPage::read(html.as_bytes());
        page.references.into_iter().filter(|reference| reference.kind == kind).map(|reference| reference.url).collect()
    }

    #[test]
    fn addresses_are_found_with_their_use_and_line() {
        let html = "<!doctype html>\n<link rel='preload stylesheet' href=a.css>\n<a href='b.html?x=1&amp;y=2'>\n<img src=\" c.png \n\" \
            srcset='d.png 1x, e,f.png 2x,g.png' loading=lazy><svg><use href='#h'/><path fill='url(#i)'/></svg>";
        assert_eq!(urls(html, Use::Load), ["a.css", "#h", "#i"]);
        assert_eq!(urls(html, Use::Link), ["b.html?x=1&y=2"]);
        assert_eq!(urls(html, Use::LoadLater), ["c.png", "d.png", "e,f.png", "g.png"]);
        let lines: Vec<usize> =
            HtmlPage::read(html.as_bytes()).references.iter().map(|reference| reference.line).collect();
        assert_eq!(lines, [2, 3, 4, 4, 4, 4, 5, 5]);
    }

    #[test]
    fn markup_inside_scripts_comments_and_text_is_not_markup() {
        let html = "<script type=application/json>{\"a\": \"<img src=x.png>\"}</script><!-- <a href=y> --><title><a href=z></title>";
        let page = HtmlPage::read(html.as_bytes());
        assert!(page.references.is_empty(), "{:?}", page.references);
        assert!(page.complaints.is_empty() && page.blocked.is_empty(), "{page:?}");
    }

    #[test]
    fn what_the_policy_blocks_is_told() {
        for html in ["<p style='a:b'>", "<p onclick=x>", "<script>x</script>", "<script type=module>x</script>"] {
            assert_eq!(HtmlPage::read(html.as_bytes()).blocked.len(), 1, "{html}");
        }
    }

    #[test]
    fn styles_in_a_page_are_read_as_text() {
        let page = HtmlPage::read(b"<p>a</p>\n<style>p > a{}</style><p>b</p><style></style>");
        assert_eq!(page.styles, [(2, "p > a{}".to_owned()), (2, String::new())]);
    }

    #[test]
    fn an_id_used_twice_is_told_with_the_line_of_the_second() {
        let page = HtmlPage::read(b"<p id=a>\n<p id=b>\n<p id=a>");
        assert_eq!(page.complaints, [(3, "the id `a` is used more than once".to_owned())]);
    }
}
