//! Lines with a label before them, as wide as a page that is filed.

/// The widest line of a filed page.
const WIDTH: usize = 100;

/// A label and its text, in lines of at most a hundred columns; what follows stands under the text.
pub(crate) fn labelled(label: &str, text: &str) -> String {
    let indent = label.chars().count();
    let mut lines = vec![label.to_owned()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a first line");
        let taken = line.chars().count();
        let fits = taken == indent || taken + 1 + word.chars().count() <= WIDTH;
        if !fits {
            lines.push(format!("{:indent$}{word}", ""));
        } else if taken == indent {
            line.push_str(word);
        } else {
            line.push(' ');
            line.push_str(word);
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_holds_a_hundred_columns_and_the_rest_stands_under_it() {
        let (fits, over) = ("x".repeat(45), "y".repeat(50));
        assert_eq!(labelled("  a  ", &fits), format!("  a  {fits}\n"));
        let text = format!("{fits} {over}");
        assert_eq!(labelled("asks  ", &text), format!("asks  {fits}\n      {over}\n"));
        assert_eq!(labelled("ab ", &text), format!("ab {text}\n"));
    }

    #[test]
    fn a_word_that_is_wider_stands_alone() {
        let wide = "w".repeat(120);
        assert_eq!(labelled("a ", &format!("b {wide} c")), format!("a b\n  {wide}\n  c\n"));
        assert_eq!(labelled("a ", &wide), format!("a {wide}\n"));
    }
}
