use super::value::Kind;

/// What is wrong with a model file, in plain words.
#[derive(Debug, thiserror::Error)]
pub enum GgufError {
    #[error("the file cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
    #[error("this is not a GGUF file: it starts with {0:02x?}, not with `GGUF`")]
    NotGguf([u8; 4]),
    #[error("the file is GGUF version {0}; versions 2 and 3 are read")]
    Version(u32),
    #[error("the file is written for big-endian machines, which the engine cannot read")]
    BigEndian,
    #[error("the file ends in the middle of {what}: {needed} more bytes are needed, {left} are left")]
    Truncated { what: &'static str, needed: u64, left: u64 },
    #[error("the file says that it has {count} {what}; at most {limit} are believed")]
    TooMany { what: &'static str, count: u64, limit: u64 },
    #[error("{what} is not valid UTF-8")]
    NotUtf8 { what: &'static str },
    #[error("`{key}` has the unknown value type {kind}")]
    UnknownKind { key: String, kind: u32 },
    #[error("`{key}` is an array of arrays, which no model needs")]
    NestedArray { key: String },
    #[error("`{key}` holds the byte {byte} where true (1) or false (0) is expected")]
    NotABool { key: String, byte: u8 },
    #[error("{what} is {name:?}")]
    StrangeName { what: &'static str, name: String },
    #[error("`{0}` is there twice")]
    DuplicateKey(String),
    #[error("`{0}` is missing")]
    MissingKey(String),
    #[error("`{key}` is {found}, {expected} is expected")]
    WrongKind { key: String, expected: &'static str, found: Kind },
    #[error("`{key}` is {value}: {why}")]
    BadValue { key: String, value: String, why: String },
    #[error("the architecture `{found}` is not one that the engine runs here: {supported}")]
    Architecture { found: String, supported: String },
    #[error("the architecture is `{found}`, the list of models says `{listed}`")]
    OtherArchitecture { listed: String, found: String },
    #[error("the tensor `{0}` is there twice")]
    DuplicateTensor(String),
    #[error("the tensor `{0}` is missing")]
    MissingTensor(String),
    #[error("the tensor `{name}`: {why}")]
    BadTensor { name: String, why: String },
    #[error("the vocabulary: {0}")]
    Vocabulary(String),
}
