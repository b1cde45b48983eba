//! What the real model's file holds: its shape, its tokens as llama.cpp gives them, its chat template.

use logitpress::model::{ChatTemplate, Gguf, Tokenizer};
use logitpress::request::{Message, Role};
use logitpress::token::{Piece, Token, TokenId};

use crate::model_file::model_file;

fn gguf() -> Gguf {
    Gguf::open(&model_file()).unwrap()
}

fn tokenizer() -> Tokenizer {
    Tokenizer::from_gguf(&gguf()).unwrap()
}

fn ids(tokens: &[Token]) -> Vec<u32> {
    tokens.iter().map(|token| token.id.0).collect()
}

#[test]
fn the_model_is_what_its_card_says() {
    let gguf = gguf();
    let shape = &gguf.shape;
    assert_eq!((shape.layers, shape.heads, shape.kv_heads, shape.head_width), (30, 9, 3, 64));
    assert_eq!((shape.embedding, shape.feed_forward, shape.context, shape.vocabulary), (576, 1536, 8192, 49_152));
    assert_eq!((shape.quantisation.as_str(), shape.architecture.as_str()), ("Q4_1", "llama"));
    assert_eq!((shape.bos, shape.eos, shape.parameters), (Some(1), Some(2), 134_515_008));
    assert_eq!((gguf.tensors.len(), gguf.vocabulary.merges.len()), (272, 48_900));
}

#[derive(serde::Deserialize)]
struct Row {
    text: String,
    ids: Vec<u32>,
}

/// Texts and their ids by llama.cpp (tests/data/README.md says how they were made).
#[test]
fn ids_equal_the_reference_on_every_row_and_pieces_are_the_text() {
    let tokenizer = tokenizer();
    let rows: Vec<Row> =
        include_str!("../data/smollm2-tokens.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 243);
    let mut different = Vec::new();
    for row in &rows {
        let tokens = tokenizer.encode(&row.text).unwrap();
        if ids(&tokens) != row.ids {
            different.push((&row.text, ids(&tokens), &row.ids));
        }
        let bytes: Vec<u8> = tokens.iter().flat_map(|token| token.piece.bytes().to_vec()).collect();
        assert_eq!(bytes, row.text.as_bytes());
        let mut at = 0;
        for token in &tokens {
            let (start, end) = (token.range.0 as usize, token.range.1 as usize);
            assert_eq!((start, &row.text.as_bytes()[start..end]), (at, token.piece.bytes()));
            at = end;
        }
        assert_eq!(at, row.text.len());
    }
    assert!(different.is_empty(), "{} of {} rows differ: {different:#?}", different.len(), rows.len());
}

#[test]
fn control_tokens_are_told_by_the_vocabulary() {
    let tokenizer = tokenizer();
    let tokens = tokenizer.encode("<|im_start|>user\n<s><think>hi<|im_end|>").unwrap();
    let control: Vec<(u32, &str)> = tokens
        .iter()
        .filter(|token| token.control)
        .map(|token| (token.id.0, token.piece.text().unwrap_or_default()))
        .collect();
    assert_eq!(control, [(1, "<|im_start|>"), (2, "<|im_end|>")]);
    assert!(!tokenizer.is_control(TokenId(17)) && tokenizer.is_control(TokenId(16)));
    assert_eq!(tokenizer.end_tokens(), [TokenId(0), TokenId(2)]);
    assert_eq!((tokenizer.vocabulary(), tokenizer.begin_token()), (49_152, None));
    assert_eq!(tokenizer.piece(TokenId(49_152)), None);
}

#[test]
fn merges_of_a_word_end_in_its_tokens() {
    let tokenizer = tokenizer();
    for word in [" unbelievable", "token", " tokenization", "日本語", " naïve", "🦊", "x"] {
        let merges = tokenizer.merges(word).unwrap();
        let tokens = tokenizer.encode(word).unwrap();
        assert_eq!(merges.tokens, tokens.iter().map(|token| token.id).collect::<Vec<_>>(), "{word:?}");
        let pieces: Vec<Piece> = tokens.into_iter().map(|token| token.piece).collect();
        assert_eq!(merges.steps.last().unwrap().pieces, pieces, "{word:?}");
        assert_eq!(merges.steps.len(), word.len() - pieces.len() + 1, "{word:?}");
    }
}

#[test]
fn the_chat_template_is_that_of_the_file() {
    let chat = ChatTemplate::from_gguf(&gguf()).unwrap();
    let hi = Message { role: Role::User, content: "Hi".to_owned() };
    assert_eq!(
        chat.render(&[hi]).unwrap(),
        "<|im_start|>system\nYou are a helpful AI assistant named SmolLM, trained by Hugging Face<|im_end|>\n\
         <|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n"
    );
}
