//! Counts with their nouns.

use crate::output::money::grouped;

/// A number with its noun: `1 line`, `2 lines`, `10,000 lines`.
pub(crate) fn counted(count: impl TryInto<u128>, noun: &str) -> String {
    let count = count.try_into().unwrap_or(u128::MAX);
    let ending = if count == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", grouped(&count.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_many() {
        let shown = [0_u64, 1, 2, 12_345].map(|count| counted(count, "line"));
        assert_eq!(shown, ["0 lines", "1 line", "2 lines", "12,345 lines"]);
    }
}
