//! A figure's tables as files of comma-separated values (RFC 4180). Comes in: the HTML of the tables. Goes out: one text
//! per table, each row as long as its head, each cell as a reader sees it.

use html5gum::{DefaultEmitter, Token, Tokenizer};

/// The tables of `html`, in their order.
pub fn tables(html: &str) -> Vec<String> {
    let mut tables = Vec::new();
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut cell: Option<String> = None;
    for Ok(token) in Tokenizer::new_with_emitter(html, DefaultEmitter::<()>::default()) {
        match token {
            Token::StartTag(tag) => match &**tag.name {
                b"table" => rows.clear(),
                b"tr" => rows.push(Vec::new()),
                b"th" | b"td" => cell = Some(String::new()),
                // What stands below each other on the page.
                b"li" | b"br" | b"small" => apart(&mut cell),
                _ => {}
            },
            Token::EndTag(tag) => match &**tag.name {
                b"table" => tables.push(written(&rows)),
                b"th" | b"td" => rows.last_mut().into_iter().for_each(|row| row.extend(cell.take())),
                _ => {}
            },
            Token::String(text) => {
                if let Some(cell) = &mut cell {
                    cell.push_str(&String::from_utf8_lossy(&text.value));
                }
            }
            _ => {}
        }
    }
    tables
}

fn apart(cell: &mut Option<String>) {
    if let Some(cell) = cell.as_mut().filter(|cell| !cell.trim_end().is_empty()) {
        cell.truncate(cell.trim_end().len());
        cell.push_str("; ");
    }
}

fn written(rows: &[Vec<String>]) -> String {
    let width = rows.iter().map(Vec::len).max().unwrap_or_default();
    let mut text = String::new();
    for row in rows {
        let cells = (0..width).map(|at| row.get(at).map_or(String::new(), |cell| quoted(cell.trim())));
        text.push_str(&cells.collect::<Vec<_>>().join(","));
        text.push_str("\r\n");
    }
    text
}

fn quoted(cell: &str) -> String {
    if cell.contains(['"', ',', '\r', '\n']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_table_is_a_file_whose_rows_are_as_long_as_its_head() {
        let html = "<div class=\"lp-table\"><table><caption>A, b</caption>\n<thead><tr><th scope=\"col\">Step</th><th>Said</th>\
                    </tr></thead>\n<tbody>\n<tr id=\"a\"><th scope=\"row\">1</th><td>a &lt;b&gt; \"c\", d</td></tr>\n\
                    <tr><th colspan=\"2\">… 3 more</th></tr>\n</tbody></table></div><table><tr><th>x</th></tr></table>";
        assert_eq!(tables(html), ["Step,Said\r\n1,\"a <b> \"\"c\"\", d\"\r\n… 3 more,\r\n", "x\r\n"]);
    }

    #[test]
    fn a_list_in_a_cell_is_parted() {
        let html = "<table><tr><td><ul><li><span>·a</span> 3 %</li><li>·b 1 %</li></ul></td><td>t <small>control</small></td></tr></table>";
        assert_eq!(tables(html), ["·a 3 %; ·b 1 %,t; control\r\n"]);
    }

    #[test]
    fn a_cell_of_quotes_and_line_ends_is_one_cell() {
        assert_eq!(tables("<table><tr><td>\"</td><td>a\nb</td></tr></table>"), ["\"\"\"\",\"a\nb\"\r\n"]);
    }
}
