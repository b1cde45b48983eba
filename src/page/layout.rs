use std::collections::BTreeSet;

use serde::Serialize;

use super::PageInput;
use super::address::{absolute, base_path, relative, to_root};
use super::menu::{MenuModule, menu};
use super::order::Order;
use crate::words::Direction;

/// What every page has around its content.
#[derive(Serialize)]
pub struct Layout {
    pub language: String,
    pub right_to_left: bool,
    /// The language of what no author wrote, where it is not the page's.
    pub words_language: Option<&'static str>,
    pub site_title: String,
    /// For `<title>`.
    pub title: String,
    /// For the page's description and its card.
    pub description: Option<String>,
    pub author: Option<String>,
    /// `article` or `website`.
    pub kind: &'static str,
    /// Leads to the output folder: `../../`, or `/sub/` on the page for missing addresses.
    pub root: String,
    pub canonical: Option<String>,
    /// Whole URL of the social card.
    pub card: Option<String>,
    pub card_alt: Option<String>,
    pub feed: Option<String>,
    /// The page's ground, for the browser's own bars.
    pub paper_light: &'static str,
    pub paper_dark: &'static str,
    /// The site's sign, for a tab.
    pub icon: Option<String>,
    /// Fonts that text above the fold is set in; `page.js` fetches them before a style sheet asks for them.
    pub fonts: Vec<String>,
    pub styles: Vec<String>,
    /// Run before the body is read: what all scripts stand on, and the page's own, which sets its theme.
    pub first_scripts: Vec<String>,
    pub scripts: Vec<String>,
    /// The script that lets readers choose first; loaded when one of them asks for it.
    pub predictor: Option<String>,
    pub predictor_style: Option<String>,
    /// The script of a quiz, loaded when a reader comes near one.
    pub quiz: Option<String>,
    /// What the search loads when it is first opened: its style, then its scripts in the order in which they run.
    /// Nothing where the site is not searched.
    pub search: Option<Vec<String>>,
    pub start: Option<String>,
    pub glossary: Option<String>,
    pub links: Vec<Link>,
    pub menu: Vec<MenuModule>,
    /// Whether search engines may list the page.
    pub listed: bool,
}

#[derive(Serialize)]
pub struct Link {
    pub label: String,
    pub url: String,
}

/// Which of the optional assets a page needs.
#[derive(Clone, Default)]
pub struct Needs {
    pub figures: bool,
    /// Names of scripts of figures.
    pub scripts: BTreeSet<&'static str>,
    /// Names of styles of figures.
    pub figure_styles: BTreeSet<&'static str>,
    /// The script of a figure that is loaded when a reader asks for what it does.
    pub on_demand: Option<&'static str>,
    pub quiz: bool,
    pub math: bool,
    /// Shows what was read on this device.
    pub progress: bool,
    /// Lists lessons or terms.
    pub lists: bool,
    /// A figure alone, in a frame of another page: nothing of the site is around it.
    pub alone: bool,
}

impl Layout {
    /// `page` is the output path; `title` is `None` for the home page.
    pub fn new(input: &PageInput, order: &Order, page: &str, title: Option<&str>, needs: Needs) -> Self {
        let site = input.site;
        let root = to_root(page);
        let asset = |name: &str| input.assets.get(name).map(|path| format!("{root}{path}"));
        let mut styles = vec!["css/theme.css".to_owned(), "css/page.css".to_owned()];
        let mut scripts = Vec::new();
        if needs.lists {
            styles.push("css/lists.css".into());
        }
        if needs.math {
            styles.push("css/math.css".into());
        }
        if needs.figures {
            styles.push("css/figure.css".into());
        }
        if needs.progress {
            scripts.push("js/progress.js".into());
        }
        styles.extend(needs.figure_styles.iter().map(|name| format!("css/{name}.css")));
        scripts.extend(needs.scripts.iter().map(|name| format!("js/{name}.js")));
        if needs.quiz {
            styles.push("css/quiz.css".into());
        }
        let search = || {
            let index = format!("{root}{}", order.search_index.as_ref()?);
            Some(vec![asset("css/search.css")?, index, asset("js/find.js")?, asset("js/search.js")?])
        };
        let (paper_light, paper_dark) = crate::figure::colours::pair("paper").unwrap_or_default();
        Self {
            language: site.language.clone(),
            right_to_left: input.words.direction() == Direction::RightToLeft,
            words_language: (!input.words.is_spoken()).then(|| input.words.language()),
            site_title: site.title.clone(),
            title: title.map_or_else(|| site.title.clone(), |title| format!("{title} · {}", site.title)),
            description: site.description.clone().or_else(|| site.tagline.clone()),
            author: site.author.clone(),
            kind: "website",
            canonical: site.base_url.as_ref().map(|base| absolute(base, page)),
            card: None,
            card_alt: None,
            feed: order.has_feed.then(|| relative(page, "feed.xml")),
            paper_light,
            paper_dark,
            icon: asset("icon.svg"),
            fonts: asset("fonts/text.woff2").into_iter().collect(),
            styles: styles.iter().filter_map(|name| asset(name)).collect(),
            first_scripts: ["js/base.js", "js/page.js"].into_iter().filter_map(asset).collect(),
            scripts: scripts.iter().filter_map(|name| asset(name)).collect(),
            predictor: needs.on_demand.and_then(|name| asset(&format!("js/{name}.js"))),
            quiz: if needs.quiz { asset("js/quiz.js") } else { None },
            predictor_style: needs.on_demand.and_then(|name| asset(&format!("css/{name}.css"))),
            search: if needs.alone { None } else { search() },
            start: order.start.as_ref().map(|start| relative(page, start)),
            glossary: (!input.glossary.is_empty()).then(|| relative(page, "glossary/index.html")),
            menu: if needs.alone { Vec::new() } else { menu(order, page) },
            links: site.links.iter().map(|link| Link { label: link.label.clone(), url: link.url.clone() }).collect(),
            listed: !needs.alone,
            root,
        }
    }

    /// For a page that is served at any address: everything from the host's root on.
    pub fn rooted_at_base(mut self, input: &PageInput) -> Self {
        let base = base_path(input.site.base_url.as_ref());
        let optional = [&mut self.start, &mut self.glossary, &mut self.feed, &mut self.icon];
        let paths = self
            .styles
            .iter_mut()
            .chain(&mut self.first_scripts)
            .chain(&mut self.scripts)
            .chain(&mut self.fonts)
            .chain(self.menu.iter_mut().flat_map(MenuModule::addresses))
            .chain(self.search.iter_mut().flatten())
            .chain(optional.into_iter().flatten());
        for path in paths {
            path.insert_str(0, &base);
        }
        self.root = base;
        self.canonical = None;
        self.listed = false;
        self
    }
}
