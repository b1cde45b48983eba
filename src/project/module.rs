use std::sync::Arc;

use crate::diagnostic::{Complaints, Excerpt, Source};
use crate::yaml::{Fields, parse};

/// `content/<module>/module.yaml`:
///
/// ```yaml
/// title: Inference Foundations
/// order: 1
/// summary: How one prompt becomes a streamed answer
/// ```
#[derive(Clone, Debug)]
pub struct Module {
    /// The folder's name.
    pub slug: String,
    pub title: String,
    pub order: u32,
    pub summary: String,
}

impl Module {
    pub(super) fn read(source: &Arc<Source>, complaints: &Complaints) -> Option<Self> {
        let slug = source.path.parent().and_then(|folder| folder.file_name()).unwrap_or_default().to_owned();
        let node = parse(&Excerpt::of(source, 0..source.text.len()), complaints)?;
        let fields = Fields::of(&node, "the module", complaints)?;
        let title = fields.required_text("title", "Add `title: …`, the module's name.").unwrap_or_default().to_owned();
        let order = fields
            .required("order", "Add `order: 1`, its place among the modules.")
            .and_then(|_| fields.integer("order", 0..=100_000));
        let summary = fields.required_text("summary", "Add `summary: …`, what it is about, in one sentence.");
        let module = Self { slug, title, order: order.unwrap_or(0), summary: summary.unwrap_or_default().to_owned() };
        fields.finish();
        Some(module)
    }
}
