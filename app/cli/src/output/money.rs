//! Money as people read it.

use taisai_odds::Figure;
use taisai_rules::Currency;

/// An amount with its currency, such as `SGD 1,250.00`.
pub(crate) fn money(units: u64, currency: Currency) -> String {
    let decimals = u32::from(currency.decimals());
    let per_whole = 10_u64.pow(decimals);
    let whole = grouped(&(units / per_whole).to_string());
    if decimals == 0 {
        return format!("{} {whole}", currency.code());
    }
    let rest = units % per_whole;
    format!("{} {whole}.{rest:0width$}", currency.code(), width = decimals as usize)
}

/// A net result, with its sign unless it is zero.
pub(crate) fn signed_money(net: i64, currency: Currency) -> String {
    let sign = match net {
        ..0 => "-",
        0 => "",
        1.. => "+",
    };
    format!("{sign}{}", money(net.unsigned_abs(), currency))
}

/// An average amount, which is rarely a whole number of units: two places more than money has, or
/// two significant digits if those places would all be zero.
pub(crate) fn average_money(units: impl Figure, currency: Currency) -> String {
    let decimals = i32::from(currency.decimals());
    let rounded = units.rounded(2).expect("an average is known exactly");
    let sign = if rounded.is_negative() { "-" } else { "" };
    if let Some(text) = rounded.is_zero().then(|| units.to_scientific(2, -decimals)).flatten() {
        let (sign, digits) = text.strip_prefix('-').map_or(("", text.as_str()), |rest| ("-", rest));
        return format!("{sign}{} {digits}", currency.code());
    }
    let places = usize::from(currency.decimals()) + 2;
    let digits = format!("{:0>width$}", rounded.size().to_string(), width = places + 1);
    let (whole, rest) = digits.split_at(digits.len() - places);
    format!("{sign}{} {}.{rest}", currency.code(), grouped(whole))
}

/// Digits with their thousands separated.
pub(crate) fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use taisai_odds::Fraction;

    #[test]
    fn money_shows_its_currency_and_its_decimals() {
        let shown = |units, code| money(units, Currency::new(code).unwrap());
        assert_eq!(shown(0, "USD"), "USD 0.00");
        assert_eq!(shown(5, "SGD"), "SGD 0.05");
        assert_eq!(shown(123_456_789, "AUD"), "AUD 1,234,567.89");
        assert_eq!(shown(1_000, "JPY"), "JPY 1,000");
        assert_eq!(shown(1_000, "KWD"), "KWD 1.000");
        assert_eq!(shown(u64::MAX, "USD"), "USD 184,467,440,737,095,516.15");
    }

    #[test]
    fn a_net_result_shows_its_sign() {
        let shown = |net| signed_money(net, Currency::new("AUD").unwrap());
        assert_eq!([-150, 0, 150].map(shown), ["-AUD 1.50", "AUD 0.00", "+AUD 1.50"]);
    }

    #[test]
    fn an_average_has_two_places_more() {
        let shown = |units, code| average_money(units, Currency::new(code).unwrap());
        assert_eq!(shown(Fraction::new(25, 9), "AUD"), "AUD 0.0278");
        assert_eq!(shown(Fraction::new(-1_234_567, 2), "AUD"), "-AUD 6,172.8350");
        assert_eq!(shown(Fraction::new(1, 3), "JPY"), "JPY 0.33");
        assert_eq!(shown(Fraction::ZERO, "JPY"), "JPY 0.00");
        assert_eq!(shown(Fraction::new(-1, 3_000), "AUD"), "-AUD 3.3e-6");
    }
}
