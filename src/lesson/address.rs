//! Addresses that authors write in links: which run code, which lead to another site, and their parts.

use url::Url;

/// Schemes that a link may have beside `https` and `http`: those that the HTML Standard lists as safe to hand to another
/// program (custom scheme handlers).
const SCHEMES: &str = "bitcoin ftp ftps geo im irc ircs magnet mailto matrix mms news nntp openpgp4fpr sftp sip sms \
    smsto ssh tel urn webcal wtai xmpp";

/// Whether a browser would run what the address says. Browsers skip spaces and control characters in a scheme.
pub(crate) fn runs_code(address: &str, image: bool) -> bool {
    let packed: String = address.chars().filter(|c| !c.is_whitespace() && !c.is_control()).take(30).collect();
    let packed = packed.to_ascii_lowercase();
    packed.starts_with("javascript:")
        || packed.starts_with("vbscript:")
        || (packed.starts_with("data:") && !(image && packed.starts_with("data:image/")))
}

/// What the address starts with, in lower case and without its colon: `https`, `mailto`. `None` for one inside the
/// site, which `Url::parse` takes for an error like any other.
pub(crate) fn scheme(address: &str) -> Option<String> {
    let (scheme, _) = address.split_once(':')?;
    let starts = scheme.starts_with(|c: char| c.is_ascii_alphabetic());
    let holds = scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    (starts && holds).then(|| scheme.to_ascii_lowercase())
}

/// Whether a page may link to an address with a scheme. The error is a sentence without a capital.
pub(crate) fn leads_outside(address: &str) -> Result<(), String> {
    let url = Url::parse(address).map_err(|why| format!("`{address}` is not a whole address: {why}"))?;
    let scheme = url.scheme();
    if matches!(scheme, "http" | "https") || SCHEMES.split(' ').any(|known| known == scheme) || is_picture(address) {
        return Ok(());
    }
    Err(format!("a link may not lead to a `{scheme}:` address; `https:`, `mailto:` and `tel:` are among those it may"))
}

/// A picture that stands in the address itself.
pub(crate) fn is_picture(address: &str) -> bool {
    runs_code(address, false) && !runs_code(address, true)
}

/// An address inside the site as its author wrote it, in its three parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct AddressParts<'a> {
    pub path: &'a str,
    /// What follows the `?`.
    pub query: Option<&'a str>,
    /// What follows the `#`.
    pub fragment: Option<&'a str>,
}

impl<'a> AddressParts<'a> {
    pub(crate) fn of(address: &'a str) -> Self {
        let (rest, fragment) = match address.split_once('#') {
            Some((rest, fragment)) => (rest, Some(fragment)),
            None => (address, None),
        };
        let (path, query) = match rest.split_once('?') {
            Some((path, query)) => (path, Some(query)),
            None => (rest, None),
        };
        Self { path, query, fragment }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_may_lead_where_no_code_runs() {
        for address in ["https://a.example/x", "mailto:a@b.example", "MAILTO:a@b.example", "tel:+123", "xmpp:a@b.c"] {
            assert_eq!(leads_outside(address), Ok(()), "{address}");
        }
        for address in ["javascript:alert(1)", " JavaScript:alert(1)", "data:text/html,x", "file:///etc/passwd", "x:y"]
        {
            assert!(leads_outside(address).is_err(), "{address}");
        }
        assert!(leads_outside("https://").unwrap_err().contains("not a whole address"));
    }

    #[test]
    fn an_address_has_three_parts() {
        let parts = |address| {
            let AddressParts { path, query, fragment } = AddressParts::of(address);
            (path, query, fragment)
        };
        assert_eq!(parts("a.pdf#page=3"), ("a.pdf", None, Some("page=3")));
        assert_eq!(parts("a?b=c?d#e?f#g"), ("a", Some("b=c?d"), Some("e?f#g")));
        assert_eq!(parts("?"), ("", Some(""), None));
    }
}
