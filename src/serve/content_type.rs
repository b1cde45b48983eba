/// By the end of the file's name; the browser is told not to guess.
pub(super) fn content_type(name: &str) -> &'static str {
    let extension = name.rsplit('/').next().and_then(|file| file.rsplit_once('.')).map(|(_, extension)| extension);
    match extension.unwrap_or_default().to_ascii_lowercase().as_str() {
        "html" | "htm" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "xml" => "application/xml",
        "atom" => "application/atom+xml",
        "md" => "text/markdown; charset=utf-8",
        "txt" | "yaml" | "csv" => "text/plain; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/vnd.microsoft.icon",
        "woff2" => "font/woff2",
        "woff" => "font/woff",
        "ttf" => "font/ttf",
        "pdf" => "application/pdf",
        "mp4" => "video/mp4",
        "webm" => "video/webm",
        "mp3" => "audio/mpeg",
        "zip" => "application/zip",
        "wasm" => "application/wasm",
        // Licences, `_headers`, `CNAME`.
        "" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
