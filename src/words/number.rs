use std::str::FromStr;

use icu_decimal::DecimalFormatter;
use icu_decimal::input::Decimal;
use icu_locale::Locale;

/// Numbers as a language groups and points them, by CLDR. The digits are 0 to 9 in every language, since tokens, ids
/// and pictures have no others; scripts of pages ask the browser for the same.
pub struct NumberFormat {
    locale: Locale,
}

impl NumberFormat {
    pub fn of(locale: &Locale) -> Self {
        Self { locale: format!("{}-u-nu-latn", locale.id).parse().unwrap_or(Locale::UNKNOWN) }
    }

    pub fn format(&self, value: f64, decimals: usize) -> String {
        let digits = format!("{:.*}", decimals, value.abs());
        // Made anew each time: it is a look-up in tables, and what it gives cannot be shared between threads.
        let formatter = DecimalFormatter::try_new((&self.locale).into(), Default::default());
        let shown = match (formatter, Decimal::from_str(&digits)) {
            (Ok(formatter), Ok(decimal)) => formatter.format(&decimal).to_string(),
            _ => digits,
        };
        if value < 0.0 { format!("−{shown}") } else { shown }
    }
}
