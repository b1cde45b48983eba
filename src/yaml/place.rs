use std::ops::Range;

use saphyr_parser::{Event, Parser};

/// Where a value and what it contains stand in a YAML text, in bytes.
#[derive(Debug)]
pub(super) struct Place {
    pub span: Range<usize>,
    /// Items of a list; keys and values of a mapping by turns; nothing for a scalar or an alias.
    pub children: Vec<Place>,
}

/// Deeper than this is refused before anyone asks for places.
const DEEPEST: usize = 200;

/// The places of a text's first document; `None` where they cannot be told.
pub(super) fn places(text: &str) -> Option<Place> {
    let offsets = CharacterOffsets::of(text);
    let mut open: Vec<Place> = Vec::new();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.ok()?;
        let span = trimmed(text, offsets.byte(span.start.index())..offsets.byte(span.end.index()));
        match event {
            Event::MappingStart(..) | Event::SequenceStart(..) => {
                if open.len() > DEEPEST {
                    return None;
                }
                open.push(Place { span, children: Vec::new() });
            }
            Event::Scalar(..) | Event::Alias(_) => {
                let place = Place { span, children: Vec::new() };
                match open.last_mut() {
                    Some(parent) => parent.children.push(place),
                    None => return Some(place),
                }
            }
            Event::MappingEnd | Event::SequenceEnd => {
                let mut place = open.pop()?;
                let last = place.children.last().map_or(place.span.start, |child| child.span.end);
                place.span.end = last.max(span.end).max(place.span.start);
                place.span = trimmed(text, place.span);
                match open.last_mut() {
                    Some(parent) => parent.children.push(place),
                    None => return Some(place),
                }
            }
            _ => {}
        }
    }
    None
}

fn trimmed(text: &str, span: Range<usize>) -> Range<usize> {
    let written = text.get(span.clone()).unwrap_or_default();
    span.start..span.start + written.trim_end().len()
}

/// The parser counts characters; we count bytes.
struct CharacterOffsets {
    /// Empty for an ASCII text, where both counts are the same.
    bytes: Vec<usize>,
    length: usize,
}

impl CharacterOffsets {
    fn of(text: &str) -> Self {
        let bytes = if text.is_ascii() { Vec::new() } else { text.char_indices().map(|(at, _)| at).collect() };
        Self { bytes, length: text.len() }
    }

    fn byte(&self, character: usize) -> usize {
        if self.bytes.is_empty() {
            character.min(self.length)
        } else {
            self.bytes.get(character).copied().unwrap_or(self.length)
        }
    }
}
