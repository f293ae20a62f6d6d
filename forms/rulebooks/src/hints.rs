//! "Did you mean …?"

/// The candidate closest to what was written, if one is close enough to have been meant.
pub fn nearest(
    written: &str,
    candidates: impl IntoIterator<Item = impl AsRef<str>>,
) -> Option<String> {
    // A typing mistake changes a letter or two; beyond that a guess would only mislead.
    const LENGTH_MAX: usize = 100;
    if written.is_empty() || written.len() > LENGTH_MAX {
        return None;
    }
    let bound = (1 + written.chars().count() / 4).min(3);
    candidates
        .into_iter()
        .map(|candidate| {
            let distance = strsim::damerau_levenshtein(written, candidate.as_ref());
            (distance, candidate.as_ref().to_owned())
        })
        .filter(|(distance, _)| *distance <= bound)
        .min()
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_close_name_is_suggested() {
        let books = ["act", "maryland", "singapore-1"];
        let cases = [
            ("marylnad", Some("maryland")),
            ("singapore1", Some("singapore-1")),
            ("atc", Some("act")),
            ("nevada", None),
            ("", None),
        ];
        for (written, meant) in cases {
            assert_eq!(nearest(written, books).as_deref(), meant, "{written}");
        }
        assert_eq!(nearest(&"act".repeat(100), books), None);
    }
}
