use percent_encoding::percent_decode_str;

/// The decoded path of a request target, without its query.
///
/// `None` for what no page links to and only an attack or a mistake sends: dot segments in any spelling, encoded
/// slashes, backslashes, control characters.
pub(super) fn decode(target: &str) -> Option<String> {
    let path = target.split(['?', '#']).next()?;
    let mut decoded = String::new();
    for part in path.strip_prefix('/')?.split('/') {
        let part = percent_decode_str(part).decode_utf8().ok()?;
        if matches!(&*part, "." | "..") || part.contains(['/', '\\']) || part.contains(char::is_control) {
            return None;
        }
        decoded.push('/');
        decoded.push_str(&part);
    }
    Some(decoded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_decoded_once() {
        assert_eq!(decode("/a%20b/%E6%95%B0?x=../y").as_deref(), Some("/a b/数"));
        assert_eq!(decode("/%252e%252e/x").as_deref(), Some("/%2e%2e/x"));
        assert_eq!(decode("/").as_deref(), Some("/"));
    }

    #[test]
    fn what_could_lead_out_is_refused() {
        for target in [
            "/../etc/passwd",
            "/a/%2e%2e%2fb",
            "/%2E./x",
            "/a/..%5cb",
            "/a\\..\\b",
            "/%00",
            "/%ff",
            "a",
            "",
            "*",
            "/a/./b",
            "/a%2fb",
        ] {
            assert_eq!(decode(target), None, "{target}");
        }
    }
}
