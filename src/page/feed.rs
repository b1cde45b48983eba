use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::Serialize;
use url::Url;

use super::address::absolute;
use super::escape::xml_text;
use super::footnotes::Footnotes;
use super::order::{Order, page_of};
use super::templates::Templates;
use super::writer::{Place, Writer};
use super::{OutputFile, PageInput, Pages};
use crate::diagnostic::Diagnostic;
use crate::lesson::Lesson;

/// Enough for every reader to catch up; a feed of everything grows without end.
const MOST_ENTRIES: usize = 30;

#[derive(Serialize)]
struct FeedView {
    language: String,
    title: String,
    subtitle: Option<String>,
    author: String,
    home: String,
    itself: String,
    updated: String,
    entries: Vec<EntryView>,
}

#[derive(Serialize)]
struct EntryView {
    title: String,
    url: String,
    updated: String,
    summary: String,
    /// HTML, which the template escapes once more: that is how Atom carries it.
    content: String,
}

/// `feed.xml`, newest first; nothing without a base URL.
pub fn files(input: &PageInput, templates: &Templates, order: &Order) -> Pages {
    let Some(base) = &input.site.base_url else { return Pages::default() };
    let mut complaints = Vec::new();
    let mut dated = Vec::new();
    for lesson in &order.lessons {
        match changed(input, lesson) {
            Some(time) => dated.push((time, *lesson)),
            None => complaints.push(
                Diagnostic::warning("no-date", "the lesson has no date, so the feed leaves it out")
                    .at(&lesson.source, 0..0)
                    .hint("Set `updated: 2026-11-30` in its front matter; a lesson with a recorded run has that run's date."),
            ),
        }
    }
    dated.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.path.cmp(&b.1.path)));
    dated.truncate(MOST_ENTRIES);
    let Some(newest) = dated.first().map(|(time, _)| *time) else {
        return Pages { files: Vec::new(), complaints };
    };
    let site = input.site;
    let view = FeedView {
        language: site.language.clone(),
        title: xml_text(&site.title),
        subtitle: site.tagline.as_ref().or(site.description.as_ref()).map(|text| xml_text(text)),
        author: xml_text(site.author.as_ref().unwrap_or(&site.title)),
        home: absolute(base, "index.html"),
        itself: absolute(base, "feed.xml"),
        updated: newest.to_string(),
        entries: dated.iter().map(|(time, lesson)| entry(input, templates, base, lesson, *time)).collect(),
    };
    match templates.render("feed.xml", &view) {
        Ok(feed) => Pages { files: vec![OutputFile::new("feed.xml", feed)], complaints },
        Err(complaint) => Pages::failed(complaint),
    }
}

fn entry(input: &PageInput, templates: &Templates, base: &Url, lesson: &Lesson, time: Timestamp) -> EntryView {
    let page = page_of(lesson);
    let source = Some(&lesson.source);
    let mut writer =
        Writer::new(Place { input, templates, lesson: Some(lesson), source, page: &page, base: Some(base) });
    writer.footnotes = Footnotes::of_page(absolute(base, &page));
    let mut content = String::new();
    for section in &lesson.sections {
        if let Some(heading) = &section.heading {
            content.push_str(&format!("<h2>{}</h2>\n", writer.inline(&heading.items)));
        }
        content.push_str(&writer.prose(&section.items));
    }
    content.push_str(&writer.footnote_list());
    // What is wrong with the lesson was said when its page was made.
    EntryView {
        title: xml_text(&format!("{} {}", lesson.front.number, lesson.front.title)),
        url: absolute(base, &page),
        updated: time.to_string(),
        summary: xml_text(&lesson.front.question),
        content: xml_text(&content),
    }
}

/// When the lesson last changed: the date in its front matter, else that of its newest run.
pub fn changed(input: &PageInput, lesson: &Lesson) -> Option<Timestamp> {
    if let Some(date) = lesson.front.updated {
        return TimeZone::UTC.to_timestamp(date.to_datetime(jiff::civil::Time::midnight())).ok();
    }
    let newest = input.traces.get(&lesson.path)?.values().map(|trace| trace.recorded_at).max()?;
    // To the second: a feed's reader has no use for more.
    Timestamp::from_second(newest.as_second()).ok()
}
