//! The languages a layout is printed in.

/// A language of the printed words; numbers and dice are the same in all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// English, in the words of the rule document.
    #[default]
    English,
    /// Chinese in traditional characters.
    TraditionalChinese,
    /// Chinese in simplified characters.
    SimplifiedChinese,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 3] = [Self::English, Self::TraditionalChinese, Self::SimplifiedChinese];

    /// The language's code, as browsers and files know it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::TraditionalChinese => "zh-Hant",
            Self::SimplifiedChinese => "zh-Hans",
        }
    }

    /// Its name in the language itself.
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::TraditionalChinese => "繁體中文",
            Self::SimplifiedChinese => "简体中文",
        }
    }

    /// The language of this code. Plain `zh` is traditional, the script of the game's home.
    ///
    /// ```
    /// use taisai_pictures::Language;
    /// assert_eq!(Language::from_code("zh"), Some(Language::TraditionalChinese));
    /// assert_eq!(Language::from_code("fr"), None);
    /// ```
    pub fn from_code(code: &str) -> Option<Self> {
        if code == "zh" {
            return Some(Self::TraditionalChinese);
        }
        Self::ALL.into_iter().find(|language| language.code() == code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_is_found_by_its_code() {
        for language in Language::ALL {
            assert_eq!(Language::from_code(language.code()), Some(language));
        }
    }
}
