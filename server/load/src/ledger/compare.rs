//! Compares an update with everything that was received before.

use std::sync::Arc;

use senda_rules::Viewer;
use serde_json::Value;

use super::{
    ActionKind, Rule,
    action_kind::events,
    book::{Book, Pages},
    facts::{Facts, print},
    lock,
    received::{ReceivedUpdate, UpdateContent},
    secrets,
};

/// The number of versions whose views are kept for comparison.
const VIEWS: usize = 64;

/// The minimum number of happenings outside of games that a server sends again.
const LOBBY_HISTORY: u32 = 64;

impl Book {
    /// Records an update, and compares it with everything that was received before. Returns its
    /// content, or `None` if the view can't be read.
    pub fn receive(&self, update: &ReceivedUpdate) -> Option<UpdateContent> {
        let mut pages = lock(&self.pages);
        let Some((facts, is_new)) = read(&mut pages, update) else {
            self.violated(
                Rule::Readable,
                update.person,
                format!("a view: {}", update.view),
            );
            return None;
        };
        let viewer = facts.viewer(update.person);
        let content = UpdateContent { facts, viewer };
        pages.counts.updates += 1;
        if matches!(content.viewer, Viewer::Seat(_)) {
            pages.reached = pages.reached.max(Some(update.opened));
        }
        if !self.goes_on(&pages, update) {
            return Some(content);
        }
        self.compare_course(&mut pages, update);
        self.compare_view(&mut pages, update, &content, is_new);
        self.compare_happenings(&mut pages, update, &content);
        if let Some(life) = update.life
            && let Some(seen) = pages.clocks.compare(update, life, &content.facts)
        {
            self.violated(Rule::Clock, update.person, seen);
        }
        if update.version >= pages.version {
            pages.version = update.version;
            pages.facts = content.facts.clone();
        }
        Some(content)
    }

    /// Checks that the epoch stays the same, and that the version is not behind the one that
    /// existed when the connection was opened.
    fn compare_course(&self, pages: &mut Pages, update: &ReceivedUpdate) {
        let epoch = *pages.epoch.get_or_insert(update.epoch);
        if epoch != update.epoch {
            let seen = format!("the epoch {epoch} became {}", update.epoch);
            self.violated(Rule::Continued, update.person, seen);
        }
        let floor = pages.failovers.floor(update.opened, update.floor);
        if update.version < floor {
            let seen = format!(
                "version {} where {floor} had been told before",
                update.version
            );
            self.violated(Rule::Continued, update.person, seen);
        }
    }

    fn compare_view(
        &self,
        pages: &mut Pages,
        update: &ReceivedUpdate,
        content: &UpdateContent,
        is_new: bool,
    ) {
        let UpdateContent { facts, viewer } = content;
        let views = pages.views.entry(update.version).or_default();
        let before = views.iter().find(|(other, _)| other == viewer);
        match before {
            Some((_, print)) if *print != facts.lasting => {
                let seen = format!(
                    "another view of {} by {viewer:?}: {}",
                    update.version, update.view
                );
                self.violated(Rule::Equal, update.person, seen);
            }
            Some(_) if !is_new => return,
            Some(_) => {}
            None => views.push((*viewer, facts.lasting)),
        }
        for leak in secrets::in_view(update.view, content) {
            let seen = format!("in the view of {}: {leak}", update.version);
            self.violated(Rule::Secret, update.person, seen);
        }
        while pages.views.len() > VIEWS {
            pages.views.pop_first();
        }
    }

    fn compare_happenings(
        &self,
        pages: &mut Pages,
        update: &ReceivedUpdate,
        content: &UpdateContent,
    ) {
        let mut present = Vec::new();
        for same in update.happenings.chunk_by(|one, next| one.0 == next.0) {
            let (version, _) = same[0];
            let texts: Vec<&str> = same.iter().map(|(_, text)| *text).collect();
            self.compare_version(pages, update, content, version, &texts);
            present.push(version);
        }
        if let Some(seen) = missing(pages, update, &present) {
            self.violated(Rule::Gapless, update.person, seen);
        }
    }

    fn compare_version(
        &self,
        pages: &mut Pages,
        update: &ReceivedUpdate,
        content: &UpdateContent,
        number: u32,
        texts: &[&str],
    ) {
        let viewer = content.viewer;
        let print = print(&texts.concat());
        let known = pages.versions.get(&number);
        if let Some(known) = known
            && let Some((_, before)) = known.prints.iter().find(|(other, _)| *other == viewer)
        {
            if *before != print {
                let seen = format!("version {number} told anew to {viewer:?}: {texts:?}");
                self.violated(Rule::Unchanged, update.person, seen);
            }
            return;
        }
        let is_new = known.is_none() && number > pages.forgotten;
        let mut actions = Vec::new();
        let mut begins = false;
        for text in texts {
            let one = serde_json::from_str::<Value>(text);
            let Ok((events, one)) = one.and_then(|one| Ok((events(&one["happening"])?, one)))
            else {
                self.violated(Rule::Readable, update.person, (*text).to_owned());
                continue;
            };
            let happening = &one["happening"];
            for leak in secrets::in_happening(text, happening, &events, content) {
                let seen = format!("in version {number}: {leak}");
                self.violated(Rule::Secret, update.person, seen);
            }
            begins |= happening["type"] == "started";
            if is_new {
                pages.counts.moves += u64::from(happening["type"] == "played");
                pages.counts.ended += u64::from(happening["type"] == "ended");
                actions.extend(ActionKind::told(happening, &events));
            }
        }
        let version = pages.versions.entry(number).or_default();
        version.prints.push((viewer, print));
        if is_new {
            version.actions = actions;
            self.hold_new(pages, update.person, number);
        }
        if begins && !pages.began.contains(&number) {
            pages.begin(number);
        }
    }

    /// Compares a version that was not received before with the commands that were sent and
    /// acknowledged.
    fn hold_new(&self, pages: &mut Pages, person: &str, number: u32) {
        for action in pages.versions[&number].actions.clone() {
            let (asked, told) = pages.asked.entry(action.clone()).or_default();
            *told += 1;
            let (asked, told) = (*asked, *told);
            if action.is_asked_for() && told > asked && !pages.came_again(&action) {
                let seen = format!("{action:?} was told {told} times and asked for {asked} times");
                self.violated(Rule::Once, person, seen);
            }
        }
        let is_here = |(version, _): &mut (u32, String)| *version == number;
        let now: Vec<_> = pages.untold.extract_if(.., is_here).collect();
        for (version, id) in now {
            self.hold(pages, version, &id);
        }
    }
}

/// Describes the gap in the history of an update, if there is one.
fn missing(pages: &Pages, update: &ReceivedUpdate, present: &[u32]) -> Option<String> {
    let in_order = present.windows(2).all(|two| two[0] < two[1]);
    let began = pages.began.iter().filter(|began| **began <= update.version);
    let first = match (update.from, began.max()) {
        (0, Some(began)) => *began,
        (0, None) => update.version.saturating_sub(LOBBY_HISTORY - 1).max(1),
        (from, _) => from + 1,
    };
    let whole = present.iter().filter(|version| **version >= first);
    let (bounded, count) = whole.fold((true, 0), |(bounded, count), version| {
        (bounded && *version <= update.version, count + 1)
    });
    let expected = (update.version + 1).saturating_sub(first);
    (!in_order || !bounded || count != expected).then(|| {
        format!(
            "versions {first} to {} are to be told (from {}), and {present:?} are",
            update.version, update.from
        )
    })
}

/// Parses the view of an update, or takes the parsed view of the same bytes. Returns whether it had
/// to be parsed.
fn read(pages: &mut Pages, update: &ReceivedUpdate) -> Option<(Arc<Facts>, bool)> {
    let print = print(update.view);
    let same = |(version, other, _): &&(u32, u64, Arc<Facts>)| {
        (*version, *other) == (update.version, print)
    };
    if let Some((_, _, facts)) = pages.read.iter().find(same) {
        return Some((facts.clone(), false));
    }
    let facts = Arc::new(Facts::read(update.view)?);
    pages
        .read
        .retain(|(version, _, _)| *version >= update.version);
    pages.read.push((update.version, print, facts.clone()));
    Some((facts, true))
}
