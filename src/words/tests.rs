use super::*;

#[test]
fn numbers_are_written_as_the_language_does() {
    let (english, german) = (Words::of("en-GB"), Words::of("de"));
    assert_eq!(english.number(49152.0, 0), "49,152");
    assert_eq!(english.number(-1234.5, 1), "−1,234.5");
    assert_eq!(english.number(999.0, 0), "999");
    assert_eq!(german.number(-1234.5, 1), "−1.234,5");
    // Spanish groups from five digits on, French by a narrow space, India by two digits.
    assert_eq!(Words::of("es").number(1234.5, 1), "1234,5");
    assert_eq!(Words::of("fr").number(1234567.0, 0), "1\u{202f}234\u{202f}567");
    assert_eq!(Words::of("hi").number(1234567.0, 0), "12,34,567");
    // Digits are those of tokens and pictures.
    assert_eq!(Words::of("ar-EG").number(12.5, 1), "12.5");
    assert_eq!(Words::of("fa").number(12.5, 1).chars().filter(char::is_ascii_digit).count(), 3);
}

#[test]
fn a_small_probability_is_not_shown_as_none() {
    let percent = |p| Words::english().percent(p);
    assert_eq!(percent(0.0), "0 %");
    assert_eq!(percent(0.0004), "< 0.1 %");
    assert_eq!(percent(0.034), "3.4 %");
    assert_eq!(percent(0.41), "41 %");
    assert_eq!(percent(0.9968), "99.7 %");
    assert_eq!(percent(0.99996), "> 99.9 %");
    assert_eq!(Words::of("de").percent(0.034), "3,4 %");
}

#[test]
fn a_language_finds_its_catalogue() {
    for (language, found, spoken) in
        [("de-AT", "de", true), ("DE", "de", true), ("en-x-y", "en", true), ("den", "en", false), ("fr", "en", false)]
    {
        let words = Words::of(language);
        assert_eq!((words.language(), words.is_spoken()), (found, spoken), "{language}");
    }
}

#[test]
fn a_language_has_its_direction() {
    let direction = |language| Words::of(language).direction().name();
    for language in ["ar", "he", "fa-IR", "ur", "yi", "dv", "ps", "az-Arab", "ku-Arab", "ckb"] {
        assert_eq!(direction(language), "rtl", "{language}");
    }
    for language in ["en", "de", "az", "ja", "ar-Latn", "tlh", "zz-zz-zz-zz"] {
        assert_eq!(direction(language), "ltr", "{language}");
    }
}

#[test]
fn a_date_is_written_out() {
    assert_eq!(Words::english().date(2026, 11, 30), "30 November 2026");
    assert_eq!(Words::of("de").date(2026, 3, 1), "1. März 2026");
}
