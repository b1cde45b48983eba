/// A sentence that offers what was probably meant, or else says what there is; empty when there is nothing.
pub fn suggestion<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    match nearest(given, known.iter().copied()) {
        Some(name) => format!("Did you mean `{name}`?"),
        None if known.is_empty() => String::new(),
        None => {
            const SHOWN: usize = 20;
            let list: Vec<String> = known.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
            let more = if known.len() > SHOWN { ", …" } else { "" };
            format!("Known: {}{more}.", list.join(", "))
        }
    }
}

/// The known name that is most like the given one, where one is like it at all.
pub fn nearest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST_COMPARED: usize = 100;
    if given.len() > LONGEST_COMPARED {
        return None;
    }
    let folded = given.to_lowercase();
    let mut best: Option<(usize, &str)> = None;
    for name in known.into_iter().filter(|name| name.len() <= LONGEST_COMPARED) {
        let distance = strsim::damerau_levenshtein(&folded, &name.to_lowercase());
        let allowed = 1 + given.chars().count().min(name.chars().count()) / 4;
        if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_is_recognised() {
        assert_eq!(nearest("titel", ["title", "number"]), Some("title"));
        assert_eq!(nearest("ordre", ["title", "order"]), Some("order"));
        assert_eq!(nearest("zebra", ["title", "order"]), None);
    }

    #[test]
    fn without_a_likely_name_all_are_listed() {
        assert_eq!(suggestion("zebra", ["eos", "token"]), "Known: `eos`, `token`.");
        assert_eq!(suggestion("zebra", []), "");
    }
}
