use crate::diagnostic::Diagnostic;
use crate::lesson::{Lesson, RunRequest};
use crate::model::ModelCatalog;
use crate::project::SiteConfig;
use crate::request::RunSpec;
use crate::run::ENGINE;
use crate::token::sampler;
use crate::trace::FORMAT_VERSION;

/// Fills in what a lesson leaves to the site and to the list of models.
pub fn resolve(
    lesson: &Lesson,
    request: &RunRequest,
    site: &SiteConfig,
    catalog: &ModelCatalog,
) -> Result<RunSpec, Diagnostic> {
    let name = request.model.as_deref().or(site.model.as_deref());
    let model = match name {
        Some(name) => catalog.get(name),
        None => catalog.default_model(),
    };
    let Some(model) = model else {
        let known = catalog.names();
        let name = name.unwrap_or("default");
        return Err(Diagnostic::error("unknown-model", format!("`models/models.yaml` lists no model `{name}`"))
            .at(&lesson.source, request.span.clone())
            .hint(format!("listed are: {}", known.join(", "))));
    };
    Ok(RunSpec {
        model: model.name.clone(),
        model_sha256: model.sha256.to_string(),
        prompt: request.prompt.clone(),
        sampling: request.sampling,
        max_tokens: request.max_tokens,
        stop: request.stop.clone(),
        weights: request.weights.unwrap_or(site.weights),
        kv_cache: request.kv_cache,
        repeat: request.repeat.unwrap_or(site.repeat),
        engine: ENGINE.into(),
        format: FORMAT_VERSION,
        score: request.score,
        branch: request.branch,
        sampler: sampler::version(&request.sampling),
        merges: request.merges.clone(),
    })
}
