use pulldown_cmark_escape::escape_html;

/// A page that shows why the last build failed. The reload script is added like to every page.
pub(super) fn error_page(message: &str) -> String {
    let mut escaped = String::with_capacity(message.len());
    // Writing to a string does not fail.
    let _ = escape_html(&mut escaped, message);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>The build failed</title>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <link rel=\"stylesheet\" href=\"/__logitpress/error.css\">\n</head>\n<body>\n<h1>The build failed</h1>\n\
         <p>The page comes back by itself when the site builds again.</p>\n<pre>{escaped}</pre>\n</body>\n</html>\n"
    )
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_message_is_text() {
        let page = super::error_page("`<script>` in a.md & b.md");
        assert!(page.contains("`&lt;script&gt;` in a.md &amp; b.md"), "{page}");
    }
}
