//! What the signs for a space and for a line's end mean, said above the first figure of a page that shows them.

use super::{Writer, escape};
use crate::token::{Visible, visible};
use crate::words::Value;

/// What is shown as a sign, and the message that explains it.
const SIGNS: [(&[u8], &str); 2] = [(b" ", "sign-space-html"), (b"\n", "sign-line-html")];

impl Writer<'_> {
    /// A note on those signs of a picture that no figure before it has shown; nothing where there is none.
    pub fn explain_signs(&mut self, markup: &str) -> String {
        let mut said = Vec::new();
        for (bytes, message) in SIGNS {
            let sign = visible(bytes).iter().map(Visible::text).collect::<String>();
            let shown = markup.contains(&format!("<tspan class=\"lp-sign\">{sign}"));
            if shown && self.signs.insert(message) {
                let html =
                    format!("<span class=\"lp-token\"><span class=\"lp-sign\">{}</span></span>", escape::html(&sign));
                said.push(self.words().html(message, &[("sign", Value::html(html))]));
            }
        }
        if said.is_empty() { String::new() } else { format!("<p class=\"lp-signs\">{}</p>\n", said.join(" ")) }
    }
}
