//! CSV that a spreadsheet shows literally: quoted where necessary, and never a formula.

/// Fields as one line of CSV, by RFC 4180.
pub(crate) fn csv_line(fields: impl IntoIterator<Item = String>) -> String {
    let fields: Vec<String> = fields.into_iter().map(|field| quoted(&harmless(field))).collect();
    fields.join(",") + "\r\n"
}

/// Spreadsheets evaluate a field that begins like a formula; an apostrophe makes it text. Negative
/// numbers begin with a sign too, and stay numbers.
fn harmless(field: String) -> String {
    let begins = field.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    if begins && field.parse::<i128>().is_err() { format!("'{field}") } else { field }
}

fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\r', '\n', '\'']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(field: &str) -> String {
        csv_line([field.to_owned(), "x".to_owned()])
    }

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        assert_eq!(line("plain"), "plain,x\r\n");
        assert_eq!(line("a,b"), "\"a,b\",x\r\n");
        assert_eq!(line("say \"no\""), "\"say \"\"no\"\"\",x\r\n");
        assert_eq!(line("two\nlines"), "\"two\nlines\",x\r\n");
    }

    #[test]
    fn nothing_is_a_formula() {
        for bad in ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "＝1"] {
            let line = line(bad);
            assert!(line.trim_start_matches('"').starts_with('\''), "{line}");
        }
        assert_eq!(line("-25"), "-25,x\r\n");
    }
}
