use camino::{Utf8Path, Utf8PathBuf};

use crate::diagnostic::Diagnostic;
use crate::engine::Engines;
use crate::model::ModelCatalog;
use crate::project::Project;
use crate::run::{PlannedRun, RunState, Traces, resolve};
use crate::trace::TraceStore;

/// A site as it is on disk: its lessons, its models, and the state of each of its runs.
pub struct Site {
    pub folder: Utf8PathBuf,
    pub project: Project,
    pub catalog: ModelCatalog,
    pub runs: Vec<PlannedRun>,
}

impl Site {
    /// Reads everything and gives all complaints at once. `None` where there is too little to go on with.
    pub fn load(folder: &Utf8Path, drafts: bool, engines: &Engines) -> (Option<Self>, Vec<Diagnostic>) {
        let (project, mut complaints) = Project::load(folder, drafts);
        let catalog = match ModelCatalog::load(folder) {
            Ok(catalog) => Some(catalog),
            Err(more) => {
                complaints.extend(more);
                None
            }
        };
        let Some(project) = project else { return (None, complaints) };
        let engines = engines.facts();
        let mut runs = Vec::new();
        for lesson in &project.lessons {
            // Without the list it is not known what a run asks for.
            let Some(catalog) = &catalog else { break };
            let store = TraceStore::beside(&folder.join(&lesson.folder));
            for (name, request) in &lesson.front.runs {
                match resolve(lesson, request, &project.site, catalog, &engines) {
                    Ok(spec) => {
                        let state = RunState::of(&spec, &store, name);
                        let (lesson, name) = (lesson.path.clone(), name.clone());
                        runs.push(PlannedRun { lesson, name, spec, store: store.clone(), state });
                    }
                    Err(more) => complaints.extend(more),
                }
            }
        }
        let site =
            Self { folder: folder.to_owned(), project, catalog: catalog.unwrap_or_else(ModelCatalog::built_in), runs };
        (Some(site), complaints)
    }

    /// The runs that no recorded trace answers, each where its lesson asks for it.
    pub fn not_fresh(&self) -> Vec<Diagnostic> {
        self.not_fresh_of(|_| true)
    }

    /// [`Site::not_fresh`] of some of the runs.
    pub fn not_fresh_of(&self, asked: impl Fn(&PlannedRun) -> bool) -> Vec<Diagnostic> {
        let runs = self.runs.iter().filter(|run| !run.state.is_fresh() && asked(run));
        let complaint = |run: &PlannedRun| {
            let code = match run.state {
                RunState::Missing => "run-missing",
                RunState::Unreadable(_) => "run-unreadable",
                RunState::Fresh(_) | RunState::Stale { .. } => "run-stale",
            };
            let complaint = Diagnostic::error(code, format!("run `{}`: {}", run.label(), run.state.why()))
                .hint("`logitpress capture` on a machine with the model records it; commit the file it writes.");
            match self.project.lesson(&run.lesson) {
                Some(lesson) => {
                    let span = lesson.front.runs.get(&run.name).map(|request| request.span.clone());
                    complaint.at(&lesson.source, span.unwrap_or_default())
                }
                None => complaint,
            }
        };
        runs.map(complaint).collect()
    }

    /// Recorded runs that no lesson names any more, as `lesson#run`.
    pub fn orphans(&self) -> Vec<String> {
        let lessons = self.project.lessons.iter();
        lessons
            .flat_map(|lesson| {
                let names = TraceStore::beside(&self.folder.join(&lesson.folder)).names();
                let orphans = names.into_iter().filter(|name| !lesson.front.runs.contains_key(name));
                orphans.map(|name| format!("{}#{name}", lesson.path)).collect::<Vec<_>>()
            })
            .collect()
    }

    /// The fresh traces, by lesson and run.
    pub fn traces(self) -> (Project, Traces) {
        let mut traces = Traces::new();
        for run in self.runs {
            if let RunState::Fresh(trace) = run.state {
                traces.entry(run.lesson).or_default().insert(run.name, *trace);
            }
        }
        (self.project, traces)
    }
}
