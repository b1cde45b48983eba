/// What a point of an experiment is called where it is no number, the plain way first.
pub const POINT_WORDS: [&str; 7] = ["off", "on", "float", "quantised", "raw", "own", "other"];

/// Names of letters, digits, `_` and `-`, joined by dots: `prefill.ms`, `fox.step.0.text`, `tokens`. A name may be `*`:
/// all places.
pub fn is_value_path(text: &str) -> bool {
    let name = |part: &str| {
        part == "*" || !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
    };
    text.starts_with(|c: char| c.is_ascii_lowercase()) && text.split('.').all(name)
}

/// The run and the path within it: `fox` and `prefill.ms` of `fox.prefill.ms`, `length.64` and `prefill.ms` of
/// `length.64.prefill.ms`. No value of a run begins with a number, a point's word or `*`.
pub fn split_value_path(path: &str) -> Option<(&str, &str)> {
    if !is_value_path(path) {
        return None;
    }
    let (run, rest) = path.split_once('.')?;
    let Some((point, within)) = rest.split_once('.').filter(|(point, _)| is_point(point)) else {
        // The point of an experiment, with no value of it.
        return if is_point(rest) { None } else { Some((run, rest)) };
    };
    Some((path.get(..run.len() + 1 + point.len())?, within))
}

/// Whether that is a point of an experiment.
fn is_point(name: &str) -> bool {
    name == "*" || POINT_WORDS.contains(&name) || name.bytes().all(|b| b.is_ascii_digit())
}

/// A run's name: a lower-case letter, then lower-case letters, digits and hyphens.
pub fn is_run_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_belongs_to_the_run() {
        assert_eq!(split_value_path("fox.step.0.text"), Some(("fox", "step.0.text")));
        assert_eq!(split_value_path("length.64.prefill.ms"), Some(("length.64", "prefill.ms")));
        assert_eq!(split_value_path("cache.off.step.*.ms"), Some(("cache.off", "step.*.ms")));
        assert_eq!(split_value_path("length.*.prefill.ms"), Some(("length.*", "prefill.ms")));
        for wrong in ["fox", "fox.", "length.64", "Fox.text", "fox..text", "cache.off"] {
            assert_eq!(split_value_path(wrong), None, "{wrong}");
        }
    }
}
