//! A figure's data as an HTML table. Cells are HTML that the caller escaped.

use super::token_label::{Label, escaped};
use crate::token::Token;
use crate::trace::Spread;
use crate::words::Words;

pub(super) struct Table<'a> {
    words: &'a Words,
    name: Option<&'static str>,
    caption: String,
    heads: Vec<String>,
    cells: &'static [&'static str],
    rows: String,
    count: usize,
}

/// So many rows stand on the page; the figure's JSON has all.
const MOST_ROWS: usize = 2_000;

impl<'a> Table<'a> {
    /// `caption`: plain text.
    pub(super) fn new(words: &'a Words, caption: &str, heads: &[impl AsRef<str>]) -> Self {
        let heads = heads.iter().map(|head| escaped(head.as_ref())).collect();
        Self { words, name: None, caption: escaped(caption), heads, cells: &[], rows: String::new(), count: 0 }
    }

    /// What scripts find the table by: `data-table`.
    pub(super) fn named(mut self, name: &'static str) -> Self {
        self.name = Some(name);
        self
    }

    /// What scripts and styles find the cells of each column by, in order: `data-cell`. Empty where nothing reads them.
    pub(super) fn cells(mut self, names: &'static [&'static str]) -> Self {
        self.cells = names;
        self
    }

    /// `attributes`: of the `<tr>`, with a blank before each. The first cell heads the row.
    pub(super) fn row(&mut self, attributes: &str, cells: &[String]) {
        self.count += 1;
        if self.count > MOST_ROWS {
            return;
        }
        self.rows.push_str("<tr");
        self.rows.push_str(attributes);
        self.rows.push('>');
        for (at, cell) in cells.iter().enumerate() {
            let name = self.cells.get(at).filter(|name| !name.is_empty());
            let name = name.map_or(String::new(), |name| format!(" data-cell=\"{name}\""));
            self.rows.push_str(&match at {
                0 => format!("<th scope=\"row\"{name}>{cell}</th>"),
                _ => format!("<td{name}>{cell}</td>"),
            });
        }
        self.rows.push_str("</tr>\n");
    }

    /// In a box of its own that scrolls sideways, also by keyboard.
    pub(super) fn html(&self) -> String {
        let more = match self.count.saturating_sub(MOST_ROWS) {
            0 => String::new(),
            more => {
                let said = escaped(&self.words.text("rows-more", &[("n", more.into())]));
                format!("<tr><th scope=\"row\" colspan=\"{}\">{said}</th></tr>\n", self.heads.len())
            }
        };
        let heads: String = self.heads.iter().map(|head| format!("<th scope=\"col\">{head}</th>")).collect();
        let name = self.name.map_or(String::new(), |name| format!(" data-table=\"{name}\""));
        format!(
            "<div class=\"lp-table\" role=\"group\" tabindex=\"0\" aria-label=\"{caption}\"><table{name}>\
             <caption>{caption}</caption>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{}{more}</tbody></table></div>\n",
            self.rows,
            caption = self.caption
        )
    }
}

/// What a cell shows where there is nothing to show.
pub(super) fn none() -> String {
    "–".into()
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ")
}

/// Token, id and bytes: three cells.
pub(super) fn token_cells(words: &Words, token: &Token) -> [String; 3] {
    let [name, id, bytes] = bare_token_cells(words, token);
    [name, id, format!("<span class=\"lp-hex\">{bytes}</span>")]
}

/// [`token_cells`] for a table that names its column of bytes `hex`.
pub(super) fn bare_token_cells(words: &Words, token: &Token) -> [String; 3] {
    let label = Label::new(token.piece.bytes()).html();
    let control = || format!("{label} <small>{}</small>", escaped(&words.text("control-token", &[])));
    let name = if token.control { control() } else { label.clone() };
    [name, token.id.to_string(), hex(token.piece.bytes())]
}

pub(super) fn milliseconds(words: &Words, value: f64) -> String {
    words.number(value, if value < 100.0 { 2 } else { 1 })
}

/// For `data-` attributes: the same in every language.
pub(super) fn machine_milliseconds(value: f64) -> String {
    format!("{value:.0$}", if value < 100.0 { 2 } else { 1 })
}

/// Median, least and most: three cells.
pub(super) fn spread_cells(words: &Words, spread: Option<Spread>) -> [String; 3] {
    match spread {
        Some(spread) => [spread.median, spread.least, spread.most].map(|value| milliseconds(words, value)),
        None => [none(), none(), none()],
    }
}
