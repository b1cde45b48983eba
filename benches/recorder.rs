//! What the hook costs: the same prompt without a hook, with the clock alone, and with whole rows recorded, in turn, in
//! one process. Medians over the rounds; read the ratios, not the times.

#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "it measures time and prints it")]

use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use logitpress::engine::mistralrs::{Hook, RecorderHook, Session};
use logitpress::engine::{Keep, Recorder};
use logitpress::model::{Gguf, ModelCatalog, Tokenizer, models_folder};
use logitpress::request::{KvCache, Sampling};
use logitpress::token::TokenId;
use logitpress::trace::Spread;

const TOKENS: u32 = 32;
const ROUNDS: usize = 15;

fn main() -> anyhow::Result<()> {
    // Weights are expanded to floats, as a build does, only where a process starts with this.
    if std::env::var_os("CANDLE_DEQUANTIZE_ALL").is_none() {
        return Err(Command::new(std::env::current_exe()?).env("CANDLE_DEQUANTIZE_ALL", "1").exec().into());
    }
    let site = env!("CARGO_MANIFEST_DIR").into();
    let catalog = ModelCatalog::load(site).map_err(|_| anyhow::anyhow!("models/models.yaml has errors"))?;
    let entry = catalog.default_model().ok_or_else(|| anyhow::anyhow!("no model is listed"))?;
    let file = entry.path(&models_folder(site));
    let tokenizer = Tokenizer::from_gguf(&Gguf::open(&file)?)?;
    let prompt: Vec<TokenId> = tokenizer.encode("A quick brown fox")?.iter().map(|token| token.id).collect();
    let end = tokenizer.end_tokens()[0];
    let session = Session::load(&file, KvCache::On)?;
    let once = |keep: Option<Keep>| -> anyhow::Result<f64> {
        let hook = keep.map(|keep| {
            let recorder = Arc::new(Recorder::new(keep, Sampling::Greedy, prompt.len(), end));
            Arc::new(RecorderHook(recorder)) as Hook
        });
        let start = Instant::now();
        session.generate(&prompt, TOKENS, &[], hook)?;
        Ok(start.elapsed().as_secs_f64() * 1000.0 / f64::from(TOKENS))
    };
    once(None)?;
    let ways = [("bare engine", None), ("clock alone", Some(Keep::Clock)), ("rows recorded", Some(Keep::Rows))];
    let mut times = vec![Vec::new(); ways.len()];
    for _ in 0..ROUNDS {
        for ((_, keep), times) in ways.iter().zip(&mut times) {
            times.push(once(*keep)?);
        }
    }
    for ((name, _), taken) in ways.iter().zip(&times) {
        // Round by round, so that a change of the machine's load is in both.
        let ratio = Spread::of(taken.iter().zip(&times[0]).map(|(time, bare)| time / bare));
        if let (Some(time), Some(ratio)) = (Spread::of(taken.iter().copied()), ratio) {
            println!("{name:>13}  {:6.2} ms a token  {:.3} of the bare engine's time", time.median, ratio.median);
        }
    }
    Ok(())
}
