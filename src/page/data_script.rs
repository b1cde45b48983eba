//! Data that a script of a page reads when it needs them. A classic script that assigns one global: a page that was opened
//! from a disk can load nothing else. The digest in its name keeps a cache from giving a page the data of another build.

use super::OutputFile;

/// `STEM.DIGEST.js`, which assigns `json` to `target`.
pub fn data_script(stem: &str, target: &str, json: &str) -> OutputFile {
    // What a model wrote cannot look like markup anywhere.
    let json = json.replace('<', "\\u003c");
    let script = format!("{target}={json};\n");
    let digest: String = blake3::hash(script.as_bytes()).to_hex().chars().take(8).collect();
    OutputFile::new(format!("{stem}.{digest}.js"), script)
}
