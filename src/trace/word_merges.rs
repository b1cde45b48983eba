use super::Trace;
use crate::token::Piece;

impl Trace {
    /// Every step is the one before it with two neighbours joined.
    pub(super) fn validate_merges(&self) -> Result<(), String> {
        let (word, merges) = match (&self.request.merges, &self.merges) {
            (None, None) => return Ok(()),
            (None, Some(_)) => return Err("merges are recorded, and none were asked for".into()),
            (Some(_), None) => return Err("the merges that were asked for are not recorded".into()),
            (Some(word), Some(merges)) => (word, merges),
        };
        let (Some(first), Some(last)) = (merges.steps.first(), merges.steps.last()) else {
            return Err("the merges have no start".into());
        };
        if last.pieces.len() != merges.tokens.len() {
            return Err(format!("the merges end in {} pieces and {} tokens", last.pieces.len(), merges.tokens.len()));
        }
        let start: Vec<u8> = first.pieces.iter().flat_map(|piece| piece.bytes().to_vec()).collect();
        if start != word.as_bytes() || first.rank.is_some() || first.pieces.iter().any(|piece| piece.bytes().is_empty())
        {
            return Err(format!("the merges do not start with the bytes of {word:?}"));
        }
        for (step, (before, after)) in merges.steps.iter().zip(merges.steps.iter().skip(1)).enumerate() {
            let at = after.at as usize;
            let joined: Option<Vec<Piece>> = before.pieces.get(at..at.saturating_add(2)).map(|pair| {
                let made = Piece::new(pair.iter().flat_map(|piece| piece.bytes().to_vec()).collect::<Vec<u8>>());
                let rest = before.pieces.iter().skip(at + 2);
                before.pieces.iter().take(at).chain([&made]).chain(rest).cloned().collect()
            });
            if joined.as_ref() != Some(&after.pieces) || after.rank.is_none() {
                return Err(format!("merge {} does not follow from the one before it", step + 1));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::{MergeStep, TokenId, WordMerges};

    #[test]
    fn merges_that_someone_edited_are_refused() {
        let recorded = include_str!("../../tests/sites/figures/content/inference/one-answer/runs/fox.json");
        let mut trace: Trace = serde_json::from_str(recorded).unwrap();
        let step = |rank, at, pieces: &[&str]| MergeStep {
            rank,
            at,
            pieces: pieces.iter().map(|piece| Piece::from(*piece)).collect(),
        };
        let steps = vec![
            step(None, 0, &[" ", "f", "o", "x"]),
            step(Some(7), 2, &[" ", "f", "ox"]),
            step(Some(2), 0, &[" f", "ox"]),
        ];
        trace.request.merges = Some(" fox".into());
        assert!(trace.validate().unwrap_err().contains("not recorded"));
        trace.merges = Some(WordMerges { steps, tokens: vec![TokenId(1), TokenId(2)] });
        trace.validate().unwrap();
        let written = serde_json::to_string(&trace).unwrap();
        assert_eq!(serde_json::from_str::<Trace>(&written).unwrap(), trace);
        type Edit = fn(&mut WordMerges);
        let edits: [(Edit, &str); 5] = [
            (|merges| merges.steps[1].at = 1, "merge 1 does not follow"),
            (|merges| merges.steps[2].pieces = vec![Piece::from(" f"), Piece::from("oxen")], "merge 2 does not follow"),
            (|merges| merges.steps[2].at = u32::MAX, "merge 2 does not follow"),
            (|merges| merges.tokens.truncate(1), "2 pieces and 1 tokens"),
            (|merges| drop(merges.steps.remove(0)), "do not start with the bytes"),
        ];
        for (edit, wanted) in edits {
            let mut edited = trace.clone();
            edit(edited.merges.as_mut().unwrap());
            let said = edited.validate().unwrap_err();
            assert!(said.contains(wanted), "{said}");
        }
        trace.request.merges = None;
        assert!(trace.validate().unwrap_err().contains("none were asked for"));
    }
}
