use base64::Engine;
use sha2::{Digest, Sha256};

use super::address::base_path;
use super::{OutputFile, PageInput, Pages};

/// Pages load nothing from elsewhere and run no inline script or style. The style sheets that are named by their
/// digests stand in the pictures that a reader may open by themselves, and in the page for missing addresses. Who may frame a page is not restricted: figures
/// are made to be framed, by slides on a disk too, and nothing here could be turned against who presses it.
fn content_security_policy() -> String {
    let digest = |style: &str| base64::engine::general_purpose::STANDARD.encode(Sha256::digest(style));
    let (picture, not_found) = (digest(&crate::figure::stylesheet()), digest(super::not_found_page::STYLE));
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-{picture}' 'sha256-{not_found}'; img-src 'self' data:; \
         font-src 'self'; base-uri 'none'; form-action 'none'"
    )
}

/// `_headers`, which several static hosts read, and `.nojekyll`, without which GitHub Pages runs Jekyll: that renders the
/// published Markdown over the page beside it, stops at `{{`, and leaves out what begins with `_`.
pub fn files(input: &PageInput) -> Pages {
    let base = base_path(input.site.base_url.as_ref());
    let policy = content_security_policy();
    let text = format!(
        "{base}*\n  Content-Security-Policy: {policy}\n  X-Content-Type-Options: nosniff\n  \
         Referrer-Policy: strict-origin-when-cross-origin\n  Permissions-Policy: camera=(), geolocation=(), microphone=()\n\n\
         {base}assets/*\n  Cache-Control: public, max-age=31536000, immutable\n"
    );
    let files = vec![OutputFile::new("_headers", text), OutputFile::new(".nojekyll", "")];
    Pages { files, complaints: Vec::new() }
}
