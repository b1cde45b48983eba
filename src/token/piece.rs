use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A token's exact bytes, which need not be whole characters. Written as a JSON string where they are valid UTF-8,
/// as `{"hex": "e697"}` where they are not.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece(Vec<u8>);

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Text(String),
    Bytes { hex: String },
}

impl Piece {
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        Self(bytes.into())
    }

    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// `None` where the bytes are not whole characters.
    pub fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.0).ok()
    }
}

impl std::fmt::Debug for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.text() {
            Some(text) => write!(f, "{text:?}"),
            None => write!(f, "{:02x?}", self.0),
        }
    }
}

impl From<&str> for Piece {
    fn from(text: &str) -> Self {
        Self(text.as_bytes().to_vec())
    }
}

impl Serialize for Piece {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.text() {
            Some(text) => Written::Text(text.to_owned()),
            None => Written::Bytes { hex: self.0.iter().map(|byte| format!("{byte:02x}")).collect() },
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Piece {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Written::deserialize(deserializer)? {
            Written::Text(text) => Ok(Self(text.into_bytes())),
            Written::Bytes { hex } => {
                let wrong = || serde::de::Error::custom("`hex` is not pairs of hexadecimal digits");
                if hex.len() % 2 != 0 || !hex.is_ascii() {
                    return Err(wrong());
                }
                (0..hex.len())
                    .step_by(2)
                    .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).map_err(|_| wrong()))
                    .collect::<Result<Vec<u8>, _>>()
                    .map(Self)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_character_survives_the_file() {
        let piece = Piece::new(vec![0xe6, 0x97]);
        let json = serde_json::to_string(&piece).unwrap();
        assert_eq!(json, r#"{"hex":"e697"}"#);
        assert_eq!(serde_json::from_str::<Piece>(&json).unwrap(), piece);
    }

    #[test]
    fn wrong_hex_is_an_error() {
        for wrong in [r#"{"hex":"e69"}"#, r#"{"hex":"zz"}"#, r#"{"hex":"é"}"#] {
            assert!(serde_json::from_str::<Piece>(wrong).is_err());
        }
    }
}
