use super::value::Unit;
use super::{Trace, Value};
use crate::vocabulary::Vocabulary;

const CUT: [&str; 2] = ["tokens", "bytes_per_token"];

impl Trace {
    /// The value at a path after `prompt.in`, such as `o200k_base.tokens`: what a published vocabulary makes of the
    /// prompt. The error lists the paths that there are.
    pub(super) fn cut_value(&self, path: &[&str]) -> Result<Value, Vec<String>> {
        let known = || {
            let names = Vocabulary::ALL.map(Vocabulary::name);
            names.iter().flat_map(|name| CUT.map(|value| format!("prompt.in.{name}.{value}"))).collect::<Vec<_>>()
        };
        let [name, value] = path else { return Err(known()) };
        let vocabulary = Vocabulary::named(name).ok_or_else(known)?;
        let tokens = vocabulary.encode(&self.prompt_text).map_err(|_| known())?.len() as f64;
        match *value {
            "tokens" => Ok(Value::derived(tokens, Unit::Count, "formula-cut-tokens")),
            "bytes_per_token" => {
                Ok(Value::derived(self.prompt_text.len() as f64 / tokens, Unit::Count, "formula-cut-bytes-per-token"))
            }
            _ => Err(known()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prompt_is_counted_in_a_published_vocabulary() {
        let recorded = include_str!("../../tests/sites/figures/content/inference/one-answer/runs/reply.json");
        let trace: Trace = serde_json::from_str(recorded).unwrap();
        let number = |path: &str| trace.value(path).unwrap().number().unwrap();
        // The control tokens of the model's template are nothing special to this vocabulary.
        assert_eq!((number("prompt.tokens"), number("prompt.in.cl100k_base.tokens")), (37.0, 58.0));
        assert!(number("prompt.in.cl100k_base.bytes_per_token") < number("prompt.bytes_per_token"));
        for wrong in ["prompt.in", "prompt.in.gpt4.tokens", "prompt.in.cl100k_base", "prompt.in.cl100k_base.ids"] {
            let known = trace.value(wrong).unwrap_err().known().to_vec();
            assert!(known.iter().all(|path| trace.value(path).is_ok()) && !known.is_empty(), "{wrong}");
        }
    }
}
