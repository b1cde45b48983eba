/// A text as a value of a mapping, in quotes where any reader of YAML, of version 1.1 or 1.2, could take it for something
/// else: a number, a truth value, a date, a list, a comment.
pub fn scalar(text: &str) -> String {
    let plain = text.starts_with(char::is_alphabetic)
        && text.chars().all(|c| c.is_alphabetic() || c == ' ')
        && !text.ends_with(' ')
        && !WORDS.contains(&text.to_ascii_lowercase().as_str());
    // JSON's strings are YAML's, and a string always has a JSON form.
    if plain { text.to_owned() } else { serde_json::Value::from(text).to_string() }
}

/// Words that are values.
const WORDS: [&str; 11] = ["true", "false", "yes", "no", "on", "off", "y", "n", "null", "nan", "inf"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_yaml_reads_as_something_else_stays_a_text() {
        for text in [
            "2024",
            "1e3",
            "0x1F",
            "0o7",
            "1_000",
            "12:30:45",
            "2024-01-01",
            "1.5",
            ".5",
            "+1",
            "-1",
            ".inf",
            "NaN",
            "true",
            "False",
            "YES",
            "no",
            "On",
            "y",
            "null",
            "Null",
            "~",
            "",
            " ",
            "a: b",
            "a #b",
            "#a",
            "- a",
            "-",
            "? a",
            "[a]",
            "{a}",
            "&a",
            "*a",
            "!a",
            "|",
            ">",
            "%a",
            "@a",
            "`a`",
            "\"a\"",
            "'a'",
            "it's",
            "a\nb",
            "a\tb",
            "\\",
            "🚀",
            "数学",
            "پارسی",
            "é",
            "Kv cache",
            "---",
            "...",
            "<<",
            "=",
            "a ",
            " a",
            "\u{feff}a",
            "x,y",
        ] {
            let read: serde_yaml::Value = serde_yaml::from_str(&format!("title: {}\n", scalar(text))).unwrap();
            assert_eq!(read["title"].as_str(), Some(text), "{text:?}");
        }
        assert_eq!(scalar("Kv cache"), "Kv cache");
    }
}
