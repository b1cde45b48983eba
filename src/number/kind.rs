/// What kind of number a reader sees; every one carries the badge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NumberKind {
    /// From a recorded run.
    Measured,
    /// Arithmetic on measured or metadata values.
    Derived,
    /// Someone else's result.
    Cited,
    /// Made up to explain, and said to be.
    Illustrative,
}

impl NumberKind {
    /// Each by its name.
    pub const NAMED: [(&str, Self); 4] = [
        ("measured", Self::Measured),
        ("derived", Self::Derived),
        ("cited", Self::Cited),
        ("illustrative", Self::Illustrative),
    ];

    /// As an author writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Measured => "measured",
            Self::Derived => "derived",
            Self::Cited => "cited",
            Self::Illustrative => "illustrative",
        }
    }
}
