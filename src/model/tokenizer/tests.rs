use std::io::Cursor;

use super::*;
use crate::model::gguf::written::{Written, text as text_value, texts};
use crate::model::gguf::{Kind, Value};

fn tokenizer(written: &Written) -> Result<Tokenizer, TokenizerError> {
    let bytes = written.bytes();
    Tokenizer::from_gguf(&Gguf::read(Cursor::new(&bytes), bytes.len() as u64).unwrap())
}

/// Tokens for " unbelievable" and for the two halves of "日".
fn small() -> Tokenizer {
    tokenizer(&Written::small()).unwrap()
}

fn ids(tokens: &[Token]) -> Vec<u32> {
    tokens.iter().map(|token| token.id.0).collect()
}

#[derive(serde::Deserialize)]
struct Row {
    text: String,
    ids: Vec<u32>,
}

#[test]
fn control_tokens_are_told_by_the_vocabulary() {
    let tokenizer = small();
    let tokens = tokenizer.encode("<s>A quick\n<|im_end|>").unwrap();
    let control: Vec<(u32, &str)> = tokens
        .iter()
        .filter(|token| token.control)
        .map(|token| (token.id.0, token.piece.text().unwrap_or_default()))
        .collect();
    assert_eq!(control, [(0, "<s>"), (1, "<|im_end|>")]);
    assert!(!tokenizer.is_control(TokenId(2)) && tokenizer.is_control(TokenId(1)));
    assert_eq!(tokenizer.end_tokens(), [TokenId(1)]);
    assert_eq!((tokenizer.vocabulary(), tokenizer.begin_token()), (19, None));
    assert_eq!(tokenizer.piece(TokenId(19)), None);
}

#[test]
fn half_characters_keep_their_bytes() {
    let tokens = small().encode("日").unwrap();
    assert!(tokens.len() == 2 && tokens.iter().all(|token| token.piece.text().is_none()), "{tokens:?}");
    assert_eq!(tokens.last().unwrap().range.1, 3);
}

#[test]
fn a_byte_without_a_token_is_an_error_with_its_place() {
    let tokenizer = tokenizer(&Written::tiny()).unwrap();
    assert_eq!(ids(&tokenizer.encode("<s>abba").unwrap()), [0, 4, 3, 2]);
    assert_eq!(tokenizer.encode("ab<s>ac"), Err(TokenizerError::NoToken { byte: b'c', at: 6 }));
    assert_eq!(tokenizer.encode("ca"), Err(TokenizerError::NoToken { byte: b'c', at: 0 }));
    assert_eq!(tokenizer.encode("").unwrap(), []);
    let long = "a".repeat(LONGEST_TEXT + 1);
    assert_eq!(tokenizer.encode(&long), Err(TokenizerError::TooLong(LONGEST_TEXT + 1)));
    assert!(tokenizer.encode(&long[1..]).unwrap().len() == LONGEST_TEXT);
}

#[test]
fn the_longest_special_token_wins_and_normal_pieces_are_not_special() {
    let tokens = [("<s>", 3), ("</s>", 3), ("a", 1), ("b", 1), ("ab", 1), ("<s>a", 4), ("<", 1), ("<b>", 1), (">", 1)];
    let tokenizer = tokenizer(&Written::llama("gpt-2", &tokens, &["a b"])).unwrap();
    let found = tokenizer.encode("<s>ab<s>b<b>").unwrap();
    assert_eq!(ids(&found), [5, 3, 0, 3, 6, 3, 8]);
    assert_eq!(found.iter().map(|token| token.control).collect::<Vec<_>>()[..4], [false, false, true, false]);
}

#[test]
fn the_begin_token_is_added_where_the_file_says_so_and_not_twice() {
    let mut written = Written::tiny();
    written.set("tokenizer.ggml.add_bos_token", Value::Bool(true));
    let asked = tokenizer(&written).unwrap();
    let tokens = asked.encode("ab").unwrap();
    assert_eq!((ids(&tokens), tokens[0].range), (vec![0, 4], (0, 0)));
    assert_eq!(ids(&asked.encode("<s>ab").unwrap()), [0, 4]);
    written.remove("tokenizer.ggml.add_bos_token");
    written.set("tokenizer.ggml.pre", text_value("llama-bpe"));
    assert_eq!(ids(&tokenizer(&written).unwrap().encode("ab").unwrap()), [0, 4]);
}

#[test]
fn llama_3_takes_whole_parts_without_merging() {
    let tokens = [("<s>", 3), ("</s>", 3), ("a", 1), ("b", 1), ("c", 1), ("ab", 1), ("bc", 1), ("abc", 1)];
    let of = |pre: &str| {
        let found = tokenizer(&Written::llama(pre, &tokens, &["b c", "a b"])).unwrap().encode("abc").unwrap();
        ids(&found).into_iter().filter(|id| *id != 0).collect::<Vec<_>>()
    };
    assert_eq!(of("llama-bpe"), [7]);
    assert_eq!(of("gpt-2"), [2, 6]);
}

#[test]
fn what_cannot_be_a_tokenizer_is_refused_by_name() {
    let refused = |spoil: &dyn Fn(&mut Written)| {
        let mut written = Written::tiny();
        spoil(&mut written);
        tokenizer(&written).unwrap_err().to_string()
    };
    assert!(refused(&|file| file.set("tokenizer.ggml.model", text_value("bert"))).contains("`bert`"));
    assert!(refused(&|file| file.set("tokenizer.ggml.pre", text_value("tekken"))).contains("`tekken`"));
    assert!(refused(&|file| file.remove("tokenizer.ggml.pre")).contains("tokenizer.ggml.pre"));
    assert!(refused(&|file| file.set("tokenizer.ggml.merges", texts(["a c"]))).contains("\"c\""));
    assert!(refused(&|file| file.remove("tokenizer.ggml.merges")).contains("no merges"));
    let pieces = texts(["<s>", "</s>", "a", "a", "ab"]);
    assert!(refused(&|file| file.set("tokenizer.ggml.tokens", pieces.clone())).contains("twice"));
    assert!(refused(&|file| file.set("tokenizer.ggml.model", text_value("llama"))).contains("no scores"));
}

/// A small SentencePiece vocabulary: scores decide the order of joining, and bytes spell what is in no piece.
fn sentence_piece(add_space: Option<bool>) -> Tokenizer {
    let mut tokens = vec![("<s>", 3), ("</s>", 3), ("<unk>", 2)];
    let bytes: Vec<String> = (0..=255).map(|byte| format!("<0x{byte:02X}>")).collect();
    tokens.extend(bytes.iter().map(|byte| (byte.as_str(), 6)));
    let pieces = [("▁", -9.0), ("a", -9.0), ("b", -9.0), ("c", -9.0), ("ab", -2.0), ("bc", -1.0), ("▁a", -3.0)];
    tokens.extend(pieces.iter().map(|(piece, _)| (*piece, 1)));
    let mut written = Written::llama("default", &tokens, &[]);
    written.set("tokenizer.ggml.model", text_value("llama"));
    let scores = std::iter::repeat_n(0.0, 259).chain(pieces.iter().map(|(_, score)| *score)).map(Value::F32).collect();
    written.set("tokenizer.ggml.scores", Value::Array(Kind::F32, scores));
    if let Some(add) = add_space {
        written.set("tokenizer.ggml.add_space_prefix", Value::Bool(add));
    }
    tokenizer(&written).unwrap()
}

#[test]
fn sentence_piece_joins_by_score_and_spells_the_rest_in_bytes() {
    let shown = |tokenizer: &Tokenizer, text: &str| -> Vec<(String, (u32, u32))> {
        let tokens = tokenizer.encode(text).unwrap();
        tokens.iter().map(|token| (format!("{:?}", token.piece), token.range)).collect()
    };
    let row = |all: &[(&str, (u32, u32))]| -> Vec<(String, (u32, u32))> {
        all.iter().map(|(piece, range)| ((*piece).to_owned(), *range)).collect()
    };
    let with = sentence_piece(None);
    // "bc" (-1) is joined before "ab" (-2) and "▁a" (-3).
    assert_eq!(shown(&with, "abc"), row(&[("\"<s>\"", (0, 0)), ("\" a\"", (0, 1)), ("\"bc\"", (1, 3))]));
    // The space after a control token is added too; a second run of text gets none.
    assert_eq!(
        shown(&with, "a</s>ab"),
        row(&[("\"<s>\"", (0, 0)), ("\" a\"", (0, 1)), ("\"</s>\"", (1, 5)), ("\" \"", (5, 5)), ("\"ab\"", (5, 7))])
    );
    let without = sentence_piece(Some(false));
    assert_eq!(
        shown(&without, "aé b"),
        row(&[
            ("\"<s>\"", (0, 0)),
            ("\"a\"", (0, 1)),
            ("[c3]", (1, 2)),
            ("[a9]", (2, 3)),
            ("\" \"", (3, 4)),
            ("\"b\"", (4, 5))
        ])
    );
    assert_eq!(with.end_tokens(), [TokenId(1)]);
    assert!(with.is_control(TokenId(2)) && !with.is_control(TokenId(3)));
}

#[derive(serde::Deserialize)]
struct SmallSentencePiece {
    pieces: Vec<String>,
    scores: Vec<f32>,
    types: Vec<i32>,
    rows: Vec<Row>,
}

/// Ids by the `sentencepiece` package itself (tests/data/README.md says how they were made).
#[test]
fn sentence_piece_ids_equal_the_reference_on_every_row() {
    let small: SmallSentencePiece =
        serde_json::from_str(include_str!("../../../tests/data/sentencepiece-small.json")).unwrap();
    let tokens: Vec<(&str, i32)> = small.pieces.iter().map(String::as_str).zip(small.types).collect();
    let mut written = Written::llama("default", &tokens, &[]);
    written.set("tokenizer.ggml.model", text_value("llama"));
    let scores = small.scores.into_iter().map(Value::F32).collect();
    written.set("tokenizer.ggml.scores", Value::Array(Kind::F32, scores));
    written.set("tokenizer.ggml.add_bos_token", Value::Bool(false));
    let tokenizer = tokenizer(&written).unwrap();
    assert_eq!(small.rows.len(), 239);
    let mut different = Vec::new();
    for row in &small.rows {
        let tokens = tokenizer.encode(&row.text).unwrap();
        if ids(&tokens) != row.ids {
            different.push((&row.text, ids(&tokens), &row.ids));
        }
        let bytes: Vec<u8> = tokens.iter().flat_map(|token| token.piece.bytes().to_vec()).collect();
        assert_eq!(bytes, format!(" {}", row.text).as_bytes());
        let places: Vec<(u32, u32)> = tokens.iter().map(|token| token.range).collect();
        assert!(places.windows(2).all(|pair| pair[0].1 == pair[1].0), "{places:?}");
        assert_eq!(places.last().map(|place| place.1 as usize), Some(row.text.len()));
    }
    assert!(different.is_empty(), "{} of {} rows differ: {different:#?}", different.len(), small.rows.len());
}

#[test]
fn merges_of_a_word_end_in_its_tokens() {
    let tokenizer = small();
    for word in [" quick", "quick", "日", "ick", "A"] {
        let merges = tokenizer.merges(word).unwrap();
        let tokens = tokenizer.encode(word).unwrap();
        assert_eq!(merges.tokens, tokens.iter().map(|token| token.id).collect::<Vec<_>>(), "{word:?}");
        let pieces: Vec<Piece> = tokens.into_iter().map(|token| token.piece).collect();
        assert_eq!(merges.steps.last().unwrap().pieces, pieces, "{word:?}");
        assert_eq!(merges.steps.len(), word.len() - pieces.len() + 1, "{word:?}");
    }
    assert_eq!(tokenizer.merges("A quick"), Err(TokenizerError::NotOneWord("A quick".into(), 2)));
}
