//! Currencies: the codes of ISO 4217, and how many decimals their smallest units make.

/// A currency by its three letters; amounts are always in its smallest unit. Any three letters are
/// accepted, so that an old journal can always be read; check [`Currency::is_known`] before you set
/// anything up with a currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Currency([u8; 3]);

/// Currencies in use whose smallest unit is the whole.
const WHOLE: &str = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF";

/// Currencies in use with a thousand units to the whole.
const THOUSANDTHS: &str = "BHD IQD JOD KWD LYD OMR TND";

/// All other currencies in use, with a hundred units to the whole as they are written; codes of
/// funds, metals and tests are money at no table.
const HUNDREDTHS: &str = "\
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD \
    CDF CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ \
    GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL \
    MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR \
    PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT \
    TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG";

impl Currency {
    /// The currency with this three-letter code.
    pub fn new(code: &str) -> Option<Self> {
        let letters: [u8; 3] = code.as_bytes().try_into().ok()?;
        letters.iter().all(u8::is_ascii_uppercase).then_some(Self(letters))
    }

    /// The three letters.
    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.0).expect("upper-case ASCII letters are UTF-8")
    }

    /// Whether ISO 4217 lists it as money in use.
    pub fn is_known(&self) -> bool {
        [WHOLE, THOUSANDTHS, HUNDREDTHS].iter().any(|codes| self.is_in(codes))
    }

    /// How many decimals the smallest unit makes: 2 for cents, as ISO 4217 has it for most.
    pub fn decimals(&self) -> u8 {
        if self.is_in(WHOLE) {
            0
        } else if self.is_in(THOUSANDTHS) {
            3
        } else {
            2
        }
    }

    fn is_in(self, codes: &str) -> bool {
        codes.split(' ').any(|code| code == self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_code_stands_once_and_is_a_currency() {
        let all: Vec<&str> =
            [WHOLE, THOUSANDTHS, HUNDREDTHS].iter().flat_map(|codes| codes.split(' ')).collect();
        let once: std::collections::BTreeSet<&str> = all.iter().copied().collect();
        assert_eq!((all.len(), once.len()), (156, 156));
        assert!(all.iter().all(|code| Currency::new(code).unwrap().is_known()));
    }

    #[test]
    fn what_is_no_money_in_use_is_not_known() {
        for code in ["XYZ", "ABC", "USX", "DEM", "XAU", "XTS", "USN"] {
            assert!(!Currency::new(code).unwrap().is_known(), "{code}");
        }
        for code in ["", "US", "usd", "USDT", "U D"] {
            assert_eq!(Currency::new(code), None, "{code}");
        }
    }

    #[test]
    fn decimals_are_those_of_the_smallest_unit() {
        for (code, decimals) in [("JPY", 0), ("VUV", 0), ("RWF", 0), ("KWD", 3), ("MOP", 2)] {
            assert_eq!(Currency::new(code).unwrap().decimals(), decimals, "{code}");
        }
    }
}
