/// Names of letters, digits, `_` and `-`, joined by dots: `prefill.ms`, `fox.step.0.text`, `tokens`.
pub fn is_value_path(text: &str) -> bool {
    let name =
        |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    text.starts_with(|c: char| c.is_ascii_lowercase()) && text.split('.').all(name)
}

/// The run and the path within it: `fox` and `prefill.ms` of `fox.prefill.ms`.
pub fn split_value_path(path: &str) -> Option<(&str, &str)> {
    if is_value_path(path) { path.split_once('.') } else { None }
}

/// A run's name: a lower-case letter, then lower-case letters, digits and hyphens.
pub fn is_run_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}
