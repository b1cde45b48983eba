use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Tag, TagEnd};

use super::anchors::{Anchors, slug};
use super::heading::HeadingAttributes;
use super::ids::{assign_block_ids, claim_heading_id};
use super::prose::{Part, ProseContext, read_parts};
use super::read_block::read_block;
use super::{Block, Heading, Item, Section, plain_text};
use crate::diagnostic::{Complaints, Excerpt};

/// Reads a lesson's body into sections: one for each second-level heading that stands in no list or quotation.
pub(super) fn read_body(excerpt: Excerpt, context: &ProseContext) -> Vec<Section> {
    let mut parts: Vec<Part> = Vec::new();
    let mut blocks: Vec<(Block, Range<usize>)> = Vec::new();
    for part in read_parts(excerpt, context) {
        match part {
            Part::Fence(fence) => {
                // A block that could not be read was complained about; the rest of the page goes on.
                if let Some(block) = read_block(&fence, context) {
                    blocks.push((block, fence.span.clone()));
                    parts.push(Part::Fence(fence));
                }
            }
            part => parts.push(part),
        }
    }
    let mut anchors = Anchors::default();
    claim_given_heading_ids(&mut parts, &mut anchors, context.complaints);
    assign_block_ids(&mut blocks, &mut anchors, context.complaints);
    Sections { anchors, blocks: blocks.into_iter(), context }.read(parts)
}

fn claim_given_heading_ids(parts: &mut [Part], anchors: &mut Anchors, complaints: &Complaints) {
    for part in parts {
        if let Part::Heading(_, attributes, span) = part {
            attributes.id =
                attributes.id.take().and_then(|id| claim_heading_id(&id, span.clone(), anchors, complaints));
        }
    }
}

struct Sections<'a> {
    anchors: Anchors,
    blocks: std::vec::IntoIter<(Block, Range<usize>)>,
    context: &'a ProseContext<'a>,
}

impl Sections<'_> {
    fn read(mut self, parts: Vec<Part>) -> Vec<Section> {
        let mut sections: Vec<Section> = Vec::new();
        let mut section = Section { heading: None, items: Vec::new() };
        let mut depth = 0_usize;
        let mut parts = parts.into_iter();
        while let Some(part) = parts.next() {
            match part {
                Part::Heading(level, attributes, span) => {
                    let heading = self.heading(attributes, span, &mut parts);
                    self.check(level, &heading);
                    if depth == 0 && level <= HeadingLevel::H2 {
                        let next = Section { heading: Some(heading), items: Vec::new() };
                        sections.push(std::mem::replace(&mut section, next));
                    } else {
                        push_heading(&mut section.items, level, heading);
                    }
                }
                Part::Fence(_) => {
                    section.items.extend(self.blocks.next().map(|(block, span)| Item::Block(Box::new(block), span)));
                }
                Part::Item(item) => {
                    match &item {
                        Item::Markdown(Event::Start(tag), _) if is_container(&tag.to_end()) => depth += 1,
                        Item::Markdown(Event::End(tag), _) if is_container(tag) => depth = depth.saturating_sub(1),
                        _ => {}
                    }
                    section.items.push(item);
                }
            }
        }
        sections.push(section);
        sections.retain(|section| section.heading.is_some() || !section.items.is_empty());
        sections
    }

    /// Takes the parts up to the end of the heading.
    fn heading(
        &mut self,
        attributes: HeadingAttributes,
        span: Range<usize>,
        parts: &mut impl Iterator<Item = Part>,
    ) -> Heading {
        let mut items = Vec::new();
        for part in parts {
            match part {
                Part::Item(Item::Markdown(Event::End(TagEnd::Heading(_)), _)) => break,
                Part::Item(Item::Value(path, span)) => {
                    let message = "a heading cannot hold a value of a run: it is also the page's outline";
                    self.context.complaints.error("heading-value", span.clone(), message, "Move it into the text.");
                    items.push(Item::Value(path, span));
                }
                Part::Item(item) => items.push(item),
                Part::Heading(..) | Part::Fence(_) => {}
            }
        }
        let text = plain_text(&items);
        let id = attributes.id.unwrap_or_else(|| self.anchors.claim_like(&slug(&text)));
        Heading { id, text, items, eyebrow: attributes.eyebrow.filter(|eyebrow| !eyebrow.is_empty()), span }
    }

    fn check(&self, level: HeadingLevel, heading: &Heading) {
        let complaints = self.context.complaints;
        if level == HeadingLevel::H1 {
            let message = "a lesson has one first-level heading, its title, which the front matter gives";
            complaints.error("second-title", heading.span.clone(), message, "Use `##` for a section.");
        }
        if heading.text.is_empty() {
            let message = "a heading without text cannot be listed or linked by name";
            complaints.warning("empty-heading", heading.span.clone(), message, "Give it words, or remove it.");
        }
        if heading.text.ends_with('}') && heading.text.contains("{eyebrow") {
            let message = "the braces of this heading are shown as text";
            let hint = "What stands in them cannot contain `<`, `>`, `{`, `}` or a backslash.";
            complaints.error("heading-attribute", heading.span.clone(), message, hint);
        }
        if heading.eyebrow.is_some() && level > HeadingLevel::H2 {
            let message = "only a section's heading (`##`) shows an eyebrow";
            complaints.warning("eyebrow", heading.span.clone(), message, "Remove it.");
        }
    }
}

fn push_heading(items: &mut Vec<Item>, level: HeadingLevel, heading: Heading) {
    let Heading { id, items: inner, span, .. } = heading;
    let start = Tag::Heading { level, id: Some(id.into()), classes: Vec::new(), attrs: Vec::new() };
    items.push(Item::Markdown(Event::Start(start), span.clone()));
    items.extend(inner);
    items.push(Item::Markdown(Event::End(TagEnd::Heading(level)), span));
}

fn is_container(tag: &TagEnd) -> bool {
    matches!(tag, TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item | TagEnd::FootnoteDefinition)
}
