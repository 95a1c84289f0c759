//! Reads the head of a page as it is written in the client's folder, and writes it as it is served.

use std::fmt::Write;

use super::{module::Files, preview::escaped, sentences::Sentences, site::Site};

/// The files that a page's head requests, by their paths.
#[derive(Debug, Default)]
pub struct Head {
    /// The style sheets of the page in order.
    pub styles: Vec<String>,
    /// The module scripts of the page in order.
    pub scripts: Vec<String>,
    /// The scripts that run before the first paint. They are no modules.
    pub early_scripts: Vec<String>,
    /// The text files that the page preloads.
    pub texts: Vec<String>,
}

/// The addresses of a page's files.
#[derive(Debug, Default)]
pub struct Links<'a> {
    /// The folder of all files, with a slash at the end.
    pub folder: &'a str,
    /// The name of the style sheet with all of the page's own styles.
    pub styles: &'a str,
    /// The name of the file with all text that the page requests first.
    pub texts: &'a str,
    /// The languages that the reader can choose, such as `en=English;fr=Français`.
    pub languages: &'a str,
    /// The modules that the page requests once it runs; they are preloaded.
    pub modules_later: Vec<String>,
    /// The style sheets of the content that the page shows first, which are already loaded once it
    /// runs.
    pub more_styles: Vec<String>,
}

const STYLE: &str = "<link rel=\"stylesheet\" ";
const TEXT: &str = "<link rel=\"preload\" as=\"fetch\" ";
const SCRIPT: &str = "<script type=\"module\" ";
const EARLY_SCRIPT: &str = "<script src=";
const ICON: &str = "<link rel=\"icon\" ";
const HOME_ICON: &str = "<link rel=\"apple-touch-icon\" ";
const ROOT: &str = "<html lang=\"en\">";
const START: &str = "<head>\n";
const END: &str = "</head>";

/// The file with the elements that the heads of all pages begin with.
const SHARED: &str = "head.html";

/// Returns the files with complete pages: the elements that the pages share are added to the start
/// of each head, and the operator's choices are applied.
pub fn complete(mut files: Files, site: &Site) -> Files {
    let Some(shared) = files.remove(SHARED) else {
        return files;
    };
    let mut shared = String::from_utf8_lossy(&shared).into_owned();
    shared.push_str(site.head());
    for (path, bytes) in &mut files {
        if path
            .rsplit_once('.')
            .is_some_and(|(_, kind)| kind == "html")
        {
            let page = String::from_utf8_lossy(bytes);
            let page = page.replacen(START, &format!("{START}{shared}"), 1);
            *bytes = site.linked(page).into();
        }
    }
    site.personalize(&mut files);
    files
}

/// Reads the head of a page, which has one element per line.
pub fn read(page: &str) -> Head {
    let mut head = Head::default();
    for line in page.lines().take_while(|line| line.trim() != END) {
        let line = line.trim();
        let list = if line.starts_with(STYLE) {
            &mut head.styles
        } else if line.starts_with(TEXT) {
            &mut head.texts
        } else if line.starts_with(SCRIPT) {
            &mut head.scripts
        } else if line.starts_with(EARLY_SCRIPT) {
            &mut head.early_scripts
        } else {
            continue;
        };
        list.extend(target(line).map(str::to_owned));
    }
    head
}

/// Returns the page with a head that requests its files from that folder. Files needed for the
/// first paint come first.
pub fn write(page: &str, links: &Links<'_>) -> String {
    let Links {
        folder,
        styles,
        texts,
        languages,
        modules_later,
        more_styles,
    } = links;
    let mut out = String::with_capacity(page.len() + 1_024);
    let mut in_head = true;
    let mut styled = false;
    for line in page.lines() {
        let trimmed = line.trim();
        if !in_head {
            out.push_str(line);
        } else if trimmed == ROOT {
            write!(
                out,
                "<html lang=\"en\" data-files=\"{folder}\" data-texts=\"{folder}{texts}\" \
                data-languages=\"{languages}\">"
            )
            .expect("memory takes all");
        } else if trimmed.starts_with(STYLE) {
            if styled {
                continue;
            }
            styled = true;
            write!(out, "  {STYLE}href=\"{folder}{styles}\">").expect("memory takes all");
        } else if trimmed.starts_with(TEXT) {
            continue;
        } else if trimmed == END {
            in_head = false;
            for path in modules_later {
                writeln!(
                    out,
                    "  <link rel=\"modulepreload\" href=\"{folder}{path}\">"
                )
                .expect("memory takes all");
            }
            for path in more_styles {
                writeln!(out, "  {STYLE}href=\"{folder}{path}\">").expect("memory takes all");
            }
            writeln!(
                out,
                "  {TEXT}type=\"application/json\" href=\"{folder}{texts}\" crossorigin>"
            )
            .expect("memory takes all");
            out.push_str(line);
        } else if [SCRIPT, EARLY_SCRIPT, ICON, HOME_ICON]
            .iter()
            .any(|one| trimmed.starts_with(one))
        {
            out.push_str(&line.replacen("=\"/", &format!("=\"{folder}"), 1));
        } else {
            out.push_str(line);
        }
        out.push('\n');
    }
    out
}

/// Returns the page in a language: the sentences that its source contains, for readers without
/// scripts, are replaced by those of the language.
pub fn worded(page: &str, language: &str, sentences: &Sentences) -> String {
    const KEY: &str = "data-text=\"";
    let page = page.replacen(
        "<html lang=\"en\"",
        &format!("<html lang=\"{language}\""),
        1,
    );
    let mut out = String::with_capacity(page.len() + 256);
    let mut rest = &*page;
    while let Some((before, after)) = rest.split_once(KEY) {
        out.push_str(before);
        out.push_str(KEY);
        rest = after;
        let parts = after
            .split_once('"')
            .and_then(|(key, behind)| Some((key, behind.split_once('>')?)));
        let Some((key, (tag, content))) = parts else {
            continue;
        };
        let Some((text, behind)) = content.split_once('<').filter(|(text, _)| !text.is_empty())
        else {
            continue;
        };
        let own = sentences.get(key).map_or_else(|| text.to_owned(), escaped);
        write!(out, "{key}\"{tag}>{own}<").expect("memory takes all");
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// Returns the path of the client's file that an element names, without the leading slash.
fn target(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("=\"/")?;
    rest.split_once('"').map(|(path, _)| path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_begins_with_what_all_pages_share() {
        let page = "<html>\n<head>\n  <title>Own</title>\n</head>\n";
        let files = [
            (SHARED, "  <meta name=\"shared\">\n"),
            ("room.html", page),
            ("text.json", page),
        ];
        let files = files.map(|(path, text)| (path.to_owned(), text.into()));
        let without_lobby = complete(Files::from(files.clone()), &Site::without_lobby());
        let files = complete(Files::from(files), &Site::plain());
        assert_eq!(
            files["room.html"],
            "<html>\n<head>\n  <meta name=\"shared\">\n  <title>Own</title>\n</head>\n"
        );
        assert_eq!(
            without_lobby["room.html"],
            "<html>\n<head>\n  <meta name=\"shared\">\n  <meta name=\"lobby\" content=\"off\">\n  \
            <title>Own</title>\n</head>\n"
        );
        assert_eq!(files["text.json"], page);
        assert!(!files.contains_key(SHARED), "it is no page");
    }
}
