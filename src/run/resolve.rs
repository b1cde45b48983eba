use crate::diagnostic::Diagnostic;
use crate::lesson::{Lesson, RunRequest};
use crate::model::{CATALOG_FILE, ModelCatalog, ModelEntry};
use crate::project::SiteConfig;
use crate::request::{EngineFacts, RunSpec};
use crate::token::sampler;
use crate::trace::FORMAT_VERSION;

/// Fills in what a lesson leaves to the site and to the list of models, and holds it against what the run's engine can
/// do. `engines`: those that the program knows, the default one first.
pub fn resolve(
    lesson: &Lesson,
    request: &RunRequest,
    site: &SiteConfig,
    catalog: &ModelCatalog,
    engines: &[EngineFacts],
) -> Result<RunSpec, Vec<Diagnostic>> {
    let complaint = |code, message: String, hint: String| {
        Diagnostic::error(code, message).at(&lesson.source, request.span.clone()).hint(hint)
    };
    let name = request.model.as_deref().or(site.model.as_deref());
    let model = match name {
        Some(name) => catalog.get(name),
        None => catalog.default_model(),
    };
    let Some(model) = model else {
        let message = format!("`{CATALOG_FILE}` lists no model `{}`", name.unwrap_or("default"));
        return Err(vec![complaint("unknown-model", message, format!("listed are: {}", catalog.names().join(", ")))]);
    };
    let Some(engine) = engine_of(model, engines) else {
        let asked = model.engine.as_deref().unwrap_or("default");
        let message =
            format!("`{CATALOG_FILE}` gives the model `{}` to the engine `{asked}`: there is none", model.name);
        let known: Vec<&str> = engines.iter().map(|engine| engine.name).collect();
        return Err(vec![complaint("unknown-engine", message, format!("there are: {}", known.join(", ")))]);
    };
    let abilities = &engine.abilities;
    let sampler = sampler::version(&request.sampling).filter(|_| abilities.draws_as_recorded());
    let spec = RunSpec {
        model: model.name.clone(),
        model_sha256: model.sha256.to_string(),
        prompt: request.prompt.clone(),
        sampling: request.sampling,
        max_tokens: request.max_tokens,
        stop: request.stop.clone(),
        weights: request.weights.unwrap_or(site.weights),
        kv_cache: request.kv_cache,
        repeat: request.repeat.unwrap_or(site.repeat),
        engine: engine.label(),
        format: FORMAT_VERSION,
        score: request.score,
        branch: request.branch,
        sampler,
        merges: request.merges.clone(),
        first_tokens: request.first_tokens,
        threads: request.threads,
    };
    let unable = abilities.unable(&spec);
    if unable.is_empty() {
        return Ok(spec);
    }
    let complaints = unable.into_iter().map(|unable| {
        let message = format!("the engine {} of the model `{}` does not {unable}", engine.label(), model.name);
        let hint = format!("Leave `{}` out or change it, or name a `model` of another engine.", unable.key);
        complaint("engine-unable", message, hint)
    });
    Err(complaints.collect())
}

/// The engine that runs a model.
fn engine_of<'a>(model: &ModelEntry, engines: &'a [EngineFacts]) -> Option<&'a EngineFacts> {
    match &model.engine {
        Some(name) => engines.iter().find(|engine| engine.name == name),
        None => engines.first(),
    }
}
