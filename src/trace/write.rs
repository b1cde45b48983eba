use serde::Serialize;
use serde_json::Value;

/// JSON for people and for diffs: an object or a list of objects takes a line per entry, a list of plain values
/// stays on one line. Ends with a newline.
pub fn to_json<T: Serialize>(value: &T) -> serde_json::Result<String> {
    let mut text = String::new();
    write(&serde_json::to_value(value)?, 0, &mut text);
    text.push('\n');
    Ok(text)
}

fn is_flat(value: &Value) -> bool {
    match value {
        Value::Object(map) => map.is_empty(),
        Value::Array(items) => items.iter().all(|item| match item {
            Value::Array(inner) => inner.iter().all(|value| !value.is_object() && !value.is_array()),
            other => !other.is_object(),
        }),
        _ => true,
    }
}

fn write(value: &Value, depth: usize, text: &mut String) {
    let newline = |text: &mut String, depth: usize| {
        text.push('\n');
        text.extend(std::iter::repeat_n(' ', depth));
    };
    match value {
        Value::Object(map) if !is_flat(value) => {
            // Small objects of plain values, such as a token, read better on one line.
            if depth > 0 && map.len() <= 4 && map.values().all(is_flat) {
                text.push_str(&value.to_string());
                return;
            }
            text.push('{');
            for (at, (key, inner)) in map.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                newline(text, depth + 1);
                text.push_str(&Value::from(key.as_str()).to_string());
                text.push_str(": ");
                write(inner, depth + 1, text);
            }
            newline(text, depth);
            text.push('}');
        }
        Value::Array(items) if !is_flat(value) => {
            text.push('[');
            for (at, inner) in items.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                newline(text, depth + 1);
                write(inner, depth + 1, text);
            }
            newline(text, depth);
            text.push(']');
        }
        other => text.push_str(&other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_reads_back_and_keeps_plain_lists_on_a_line() {
        let value = serde_json::json!({"a": [1, 2, 3], "b": [{"x": [1, 2], "y": 1, "z": 2, "v": 3, "w": 4}], "c": {}});
        let text = to_json(&value).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        assert!(text.contains("\"a\": [1,2,3],\n"), "{text}");
    }
}
