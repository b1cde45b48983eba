use super::job::{Answer, Configuration, Job};
use super::loaded::LoadedModel;
use super::record::record;

/// Runs jobs as they come; a model stays loaded while the configuration does. `open` loads one. Runs in the engine's own
/// process or thread.
pub fn serve(
    jobs: impl IntoIterator<Item = Result<Job, String>>,
    open: impl Fn(&Job) -> anyhow::Result<Box<dyn LoadedModel>>,
    answer: impl Fn(Answer) + Clone + Send + Sync + 'static,
) {
    let mut loaded: Option<(Configuration, Box<dyn LoadedModel>)> = None;
    for job in jobs {
        let job = match job {
            Ok(job) => job,
            Err(message) => {
                answer(Answer::Failed(message));
                continue;
            }
        };
        let progress = {
            let answer = answer.clone();
            move |progress| answer(Answer::Progress(progress))
        };
        let wanted = Configuration::of(&job);
        loaded = loaded.filter(|(configuration, _)| *configuration == wanted);
        let result = match &loaded {
            Some((_, model)) => record(&job, model.as_ref(), progress),
            None => {
                progress(super::Progress::Loading);
                open(&job).and_then(|model| {
                    let (_, model) = loaded.insert((wanted, model));
                    record(&job, model.as_ref(), progress)
                })
            }
        };
        answer(match result {
            Ok(trace) => Answer::Trace(Box::new(trace)),
            Err(error) => Answer::Failed(format!("{error:#}")),
        });
    }
}
