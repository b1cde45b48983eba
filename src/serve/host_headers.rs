//! Reads the `_headers` file that static hosts take, so that the preview answers with the same headers, above all the
//! Content-Security-Policy, and what it blocks is seen before publishing.

/// Rules in the order of the file: a path pattern, and the headers of what it matches.
#[derive(Debug, Default)]
pub(super) struct HostHeaders {
    rules: Vec<(String, Vec<(String, String)>)>,
}

impl HostHeaders {
    pub(super) fn parse(file: &[u8]) -> Self {
        let mut rules: Vec<(String, Vec<(String, String)>)> = Vec::new();
        for line in String::from_utf8_lossy(file).lines() {
            let content = line.trim();
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            if !line.starts_with([' ', '\t']) {
                rules.push((content.to_owned(), Vec::new()));
            } else if let (Some((_, headers)), Some((name, value))) = (rules.last_mut(), content.split_once(':'))
                && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
                && !value.contains(char::is_control)
            {
                headers.push((name.to_owned(), value.trim().to_owned()));
            }
        }
        Self { rules }
    }

    /// The headers for a path of the host.
    pub(super) fn of<'a>(&'a self, path: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        let matching = self.rules.iter().filter(move |(pattern, _)| matches(pattern, path));
        matching.flat_map(|(_, headers)| headers).map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// `*` stands for any text, also for none and for slashes.
fn matches(pattern: &str, path: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|start| path.strip_prefix(start)) else { return false };
    let Some(last) = pattern.contains('*').then(|| parts.next_back()).flatten() else { return rest.is_empty() };
    for part in parts {
        match rest.find(part) {
            Some(found) => rest = &rest[found + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_match_like_a_host_does() {
        let headers = HostHeaders::parse(b"# policy\n/*\n  Content-Security-Policy: default-src 'none'; img-src 'self' data:\n  Bad Name: x\n/assets/*.css\n\tCache-Control: immutable\n");
        let of = |path: &str| headers.of(path).map(|(name, _)| name.to_owned()).collect::<Vec<_>>();
        assert_eq!(of("/a/"), ["Content-Security-Policy"]);
        assert_eq!(of("/assets/x.css"), ["Content-Security-Policy", "Cache-Control"]);
        assert_eq!(of("/assets/x.js"), ["Content-Security-Policy"]);
        assert_eq!(
            headers.of("/").next(),
            Some(("Content-Security-Policy", "default-src 'none'; img-src 'self' data:"))
        );
        assert!(matches("/a", "/a") && !matches("/a", "/ab") && matches("/*/b/*", "/x/b/") && !matches("/b*", "/a"));
    }
}
