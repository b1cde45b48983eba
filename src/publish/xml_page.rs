//! What a sitemap or a feed refers to. Comes in: the file's bytes. Goes out: the pages it lists, and the addresses in the
//! HTML that a feed carries, which a reader's program shows far from this site.

use html5gum::{DefaultEmitter, Token, Tokenizer};

use super::html_page::{HtmlPage, Lines, PageReference, Use, text};

pub(super) fn read_xml(xml: &[u8]) -> HtmlPage {
    let mut page = HtmlPage::default();
    let mut lines = Lines::of(xml);
    // The element whose text is being gathered.
    let mut open: Option<Gathered> = None;
    for Ok(token) in Tokenizer::new_with_emitter(xml, DefaultEmitter::<usize>::new_with_span()) {
        match token {
            Token::StartTag(tag) => {
                let attribute = |name: &[u8]| tag.attributes.get(name).map(|value| text(&value.value));
                let line = lines.line_of(tag.span.start);
                let kind = match text(&tag.name).as_str() {
                    "link" => {
                        let url = attribute(b"href").map(|href| href.trim().to_owned());
                        page.references.extend(url.map(|url| PageReference { url, kind: Use::Name, line }));
                        continue;
                    }
                    "loc" => Kind::Address,
                    "content" | "summary" if attribute(b"type").as_deref() == Some("html") => Kind::Html,
                    "description" | "content:encoded" => Kind::Html,
                    _ => continue,
                };
                open = Some(Gathered { kind, line, text: String::new() });
            }
            Token::String(string) => {
                if let Some(open) = &mut open {
                    open.text.push_str(&text(&string.value));
                }
            }
            Token::EndTag(_) => {
                if let Some(gathered) = open.take() {
                    gathered.add_to(&mut page);
                }
            }
            _ => {}
        }
    }
    page
}

enum Kind {
    Address,
    Html,
}

struct Gathered {
    kind: Kind,
    line: usize,
    text: String,
}

impl Gathered {
    fn add_to(self, page: &mut HtmlPage) {
        let Self { kind, line, text } = self;
        if matches!(kind, Kind::Address) {
            page.references.push(PageReference { url: text.trim().to_owned(), kind: Use::Name, line });
            return;
        }
        let carried = HtmlPage::read(text.as_bytes());
        for reference in carried.references {
            let url = reference.url;
            match url.strip_prefix('#') {
                Some(id) if carried.ids.contains(id) => {}
                _ if url.contains(':') => page.references.push(PageReference { url, kind: Use::Name, line }),
                _ => page.complaints.push((
                    line,
                    format!("`{url}`, in the text of a feed, is relative, and a feed is read far from the site"),
                )),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listed_pages_and_addresses_in_the_text_of_a_feed_are_found() {
        let xml = "<feed>\n<link href='https://h.example/'/><loc> https://h.example/a/ </loc>\n<content type=\"html\">\
            &lt;a href=\"https://h.example/b/?x&amp;amp;y\"&gt;&lt;a href='#n'&gt;&lt;p id=n&gt;&lt;img src='../p.png'&gt;&lt;a href='#gone'&gt;\
            </content><summary>&lt;a href='c'&gt;</summary></feed>";
        let page = read_xml(xml.as_bytes());
        let urls: Vec<(&str, usize)> = page.references.iter().map(|one| (one.url.as_str(), one.line)).collect();
        assert_eq!(urls, [("https://h.example/", 2), ("https://h.example/a/", 2), ("https://h.example/b/?x&y", 3)]);
        assert_eq!(page.complaints.len(), 2, "{:?}", page.complaints);
        assert!(page.complaints[0].1.contains("`../p.png`") && page.complaints[1].1.contains("`#gone`"));
    }
}
