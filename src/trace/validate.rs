use super::{Part, Step, Trace, Tree};
use crate::token::sampler;
use crate::token::{Row, TokenId};

impl Trace {
    /// A trace comes from a file that a person may have edited: checks what the rest of the program relies on.
    /// The error is a sentence without a capital.
    pub fn validate(&self) -> Result<(), String> {
        self.check_whole()?;
        self.validate_parts()
    }

    /// Whether the lists fit each other: what figures rely on.
    pub(crate) fn validate_parts(&self) -> Result<(), String> {
        if self.steps.len() != self.generated.len() {
            return Err(format!("`steps`: {} steps for {} generated tokens", self.steps.len(), self.generated.len()));
        }
        if self.prompt.is_empty() {
            return Err("`prompt` has no token".into());
        }
        self.validate_missing().map_err(|what| format!("`missing`: {what}"))?;
        if let Some(scores) = self.prompt_scores.as_ref().filter(|scores| scores.len() + 1 != self.prompt.len()) {
            return Err(format!(
                "`prompt_scores`: {} prompt scores for {} prompt tokens",
                scores.len(),
                self.prompt.len()
            ));
        }
        for (at, (step, token)) in self.steps.iter().zip(&self.generated).enumerate() {
            if step.chosen != token.id {
                return Err(format!("`steps[{at}]` chose {}, the generated token is {}", step.chosen, token.id));
            }
            if let Some(row) = &step.row {
                self.validate_row(row).map_err(|what| format!("`steps[{at}].row` {what}"))?;
            }
            self.validate_best(step).map_err(|what| format!("`steps[{at}].best` {what}"))?;
            if step.context as usize != self.prompt.len() + at {
                return Err(format!("`steps[{at}]` says a context of {} tokens", step.context));
            }
        }
        self.validate_draws().map_err(|what| format!("`steps`: {what}"))?;
        self.validate_prompt_rows().map_err(|what| format!("`prompt_rows`: {what}"))?;
        self.validate_branches().map_err(|what| format!("`branches`: {what}"))?;
        self.validate_merges().map_err(|what| format!("`merges`: {what}"))?;
        if self.timings.as_ref().is_some_and(|timings| timings.repeats.is_empty()) {
            return Err("`timings.repeats` has no timed run".into());
        }
        Ok(())
    }

    fn validate_row(&self, row: &Row) -> Result<(), String> {
        if row.ids.len() != row.logits.len() || row.ids.is_empty() {
            return Err(format!("lists {} ids and {} logits", row.ids.len(), row.logits.len()));
        }
        self.validate_pieces(row.ids.iter().copied())
    }

    /// Log-probabilities that can be those of one distribution, likeliest first, in place of a row.
    fn validate_best(&self, step: &Step) -> Result<(), String> {
        if !step.best.is_empty() && step.row.is_some() {
            return Err("has a row and a list of the best in its place".into());
        }
        let logprobs = || step.best.iter().map(|(_, logprob)| *logprob);
        if !logprobs().is_sorted_by(|a, b| a >= b) {
            return Err("lists log-probabilities that are not in order, the highest first".into());
        }
        if logprobs().map(f64::exp).sum::<f64>() > 1.001 {
            return Err("lists probabilities of more than 1 together".into());
        }
        self.validate_pieces(step.best.iter().map(|(id, _)| *id))
    }

    fn validate_pieces(&self, mut ids: impl Iterator<Item = TokenId>) -> Result<(), String> {
        if self.need(Part::Pieces).is_err() {
            return Ok(());
        }
        match ids.find(|id| self.piece(*id).is_none()) {
            Some(id) => Err(format!("lists token {id}, whose piece is not recorded")),
            None => Ok(()),
        }
    }

    /// What is chosen follows from the row, the sampling and the position. Another version of the sampler may have drawn
    /// another token.
    fn validate_draws(&self) -> Result<(), String> {
        let sampling = &self.request.sampling;
        if self.request.sampler != sampler::version(sampling) {
            return Ok(());
        }
        for (at, step) in self.steps.iter().enumerate() {
            let Some(row) = &step.row else { continue };
            let Some(rank) = sampler::draw(sampling, row, at as u64) else {
                return Err(format!("step {at} has nothing to choose from"));
            };
            let token = row.ids.get(rank as usize - 1).copied().unwrap_or(step.chosen);
            let said = step.rank.map_or_else(|| "no rank".to_owned(), |rank| format!("rank {rank}"));
            if (Some(rank), token) != (step.rank, step.chosen) {
                return Err(format!(
                    "step {at} says token {} of {said}, its row gives token {token} of rank {rank}",
                    step.chosen
                ));
            }
        }
        Ok(())
    }

    fn validate_prompt_rows(&self) -> Result<(), String> {
        let scores = self.prompt_scores.as_ref().map_or(0, Vec::len);
        let wanted = if self.request.score { scores } else { 0 };
        if self.prompt_rows.len() != wanted {
            return Err(format!("{} prompt rows are kept, {wanted} belong there", self.prompt_rows.len()));
        }
        for (at, row) in self.prompt_rows.iter().enumerate() {
            self.validate_row(row).map_err(|what| format!("the row after prompt token {at} {what}"))?;
        }
        Ok(())
    }

    /// A whole tree: every node that did not end and is not a leaf has `width` children, likeliest first.
    fn validate_branches(&self) -> Result<(), String> {
        let Some(asked) = self.request.branch else {
            return match self.branches.len() {
                0 => Ok(()),
                count => Err(format!("{count} branches are recorded, and none were asked for")),
            };
        };
        let tree = Tree::of(self).ok_or("the branches that were asked for are not recorded")?;
        if tree.nodes.len() != self.branches.len() {
            return Err("a branch stands before the one that it goes on from".into());
        }
        let (width, depth, tokens) = (asked.width as usize, asked.depth as usize, asked.tokens as usize);
        let parents = tree.nodes.iter().filter(|node| node.place.len() < depth && !node.branch.ended);
        let families = parents.map(|node| &node.children).chain([&tree.first]);
        for children in families {
            let logprobs: Vec<f64> =
                children.iter().filter_map(|at| tree.node(*at)).map(|node| node.branch.logprob).collect();
            if logprobs.len() != width {
                return Err(format!("a branch goes on in {} ways, {width} belong there", logprobs.len()));
            }
            if !logprobs.is_sorted_by(|a, b| a >= b) || !logprobs.iter().all(|p| p.is_finite() && *p <= 0.0) {
                return Err(format!("{logprobs:?} are not log-probabilities, the highest first"));
            }
        }
        for node in &tree.nodes {
            let branch = node.branch;
            if node.place.len() > depth || (branch.ended && !node.children.is_empty()) {
                return Err(format!("the branch {:?} has no place in the tree", branch.path));
            }
            let leaf = node.place.len() == depth && !branch.ended;
            if branch.then.len() > if leaf { tokens } else { 0 } || branch.then.iter().any(Vec::is_empty) {
                return Err(format!("the branch {:?} is not continued as it was asked for", branch.path));
            }
            let listed = branch.path.iter().copied().chain(branch.then.iter().flatten().map(|(id, _)| *id));
            self.validate_pieces(listed).map_err(|what| format!("the branch {:?} {what}", branch.path))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::Sampling;

    fn recorded(run: &str) -> Trace {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sites/branches/content/scores/paths/runs");
        let text = std::fs::read_to_string(format!("{folder}/{run}.json")).unwrap();
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn a_tree_that_someone_edited_is_refused() {
        type Edit = fn(&mut Trace);
        let edits: [(Edit, &str); 8] = [
            (|trace| drop(trace.branches.remove(0)), "before the one that it goes on from"),
            (|trace| drop(trace.branches.pop()), "goes on in 2 ways, 3 belong there"),
            (|trace| trace.branches[1].logprob = -0.1, "the highest first"),
            (|trace| trace.branches[0].logprob = 0.5, "a log-probability is not above 0"),
            (|trace| trace.branches[0].ended = true, "has no place in the tree"),
            (|trace| trace.branches[0].then = vec![vec![(TokenId(28), -1.0)]], "not continued as it was asked for"),
            (|trace| drop(trace.pieces.remove(&trace.branches[20].token())), "whose piece is not recorded"),
            (|trace| trace.request.branch = None, "none were asked for"),
        ];
        recorded("fox").validate().unwrap();
        for (edit, wanted) in edits {
            let mut trace = recorded("fox");
            edit(&mut trace);
            let said = trace.validate().unwrap_err();
            assert!(said.contains(wanted), "{said}");
        }
    }

    #[test]
    fn every_committed_run_chose_what_its_rows_and_its_seed_give() {
        let mut drawn = 0;
        for folder in ["content", "tests/sites", "tests/data"] {
            let folder = format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"));
            for entry in walkdir::WalkDir::new(folder).into_iter().map(Result::unwrap) {
                let path = entry.path();
                let is_run = path.parent().is_some_and(|folder| folder.ends_with("runs"));
                if path.extension().is_none_or(|end| end != "json") || !(is_run || path.ends_with("sampler-trace.json"))
                {
                    continue;
                }
                let trace: Trace = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
                trace.validate().unwrap_or_else(|what| panic!("{}: {what}", path.display()));
                if trace.request.sampling != Sampling::Greedy {
                    assert_eq!(trace.request.sampler, sampler::version(&trace.request.sampling), "{}", path.display());
                    drawn += 1;
                }
            }
        }
        assert!(drawn >= 6, "{drawn}");
    }

    #[test]
    fn a_choice_that_someone_edited_is_refused() {
        let text = include_str!("../../tests/data/sampler-trace.json");
        let trace: Trace = serde_json::from_str(text).unwrap();
        let mut edited = trace.clone();
        edited.steps[2].rank = Some(1000);
        assert!(edited.validate().unwrap_err().starts_with("`steps`: step 2 says token"));
        let mut edited = trace.clone();
        edited.request.sampling = Sampling::Greedy;
        edited.request.sampler = None;
        assert!(edited.validate().unwrap_err().contains("its row gives token"));
        let mut before = trace;
        before.request.sampler = None;
        before.steps[2].rank = Some(1000);
        before.validate().unwrap();
    }

    #[test]
    fn rows_of_the_prompt_are_there_where_they_were_asked_for() {
        let mut trace = recorded("times");
        trace.validate().unwrap();
        trace.prompt_rows.pop();
        assert_eq!(trace.validate().unwrap_err(), "`prompt_rows`: 27 prompt rows are kept, 28 belong there");
        trace.request.score = false;
        assert_eq!(trace.validate().unwrap_err(), "`prompt_rows`: 27 prompt rows are kept, 0 belong there");
    }
}
