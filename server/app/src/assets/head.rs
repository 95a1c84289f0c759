//! The head of a page, as it is written in the client's folder and as it is sent.

use std::fmt::Write;

/// What a page's head asks for.
#[derive(Debug, Default)]
pub struct Head {
    /// Its style sheets, in order.
    pub styles: Vec<String>,
    /// Its scripts, in order.
    pub scripts: Vec<String>,
    /// Its files of text.
    pub texts: Vec<String>,
}

/// Where a page finds its files.
#[derive(Debug, Default)]
pub struct Links<'a> {
    /// Where all of them are, with a slash at the end.
    pub folder: &'a str,
    /// The name of the sheet with all of the page's own styles.
    pub styles: &'a str,
    /// The name of the file with all text that it will ask for first.
    pub texts: &'a str,
    /// Modules that it will ask for once it runs.
    pub modules_later: Vec<String>,
    /// Style sheets of what it shows first, which it finds there once it runs.
    pub more_styles: Vec<String>,
}

const STYLE: &str = "<link rel=\"stylesheet\" ";
const TEXT: &str = "<link rel=\"preload\" as=\"fetch\" ";
const SCRIPT: &str = "<script type=\"module\" ";
const ICON: &str = "<link rel=\"icon\" ";
const HOME_ICON: &str = "<link rel=\"apple-touch-icon\" ";
const ROOT: &str = "<html lang=\"en\">";
const END: &str = "</head>";

/// Reads the head of a page: one element a line.
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
        } else {
            continue;
        };
        list.extend(target(line).map(str::to_owned));
    }
    head
}

/// The page with a head that asks for its files in that folder, what paints it first.
pub fn write(page: &str, links: &Links<'_>) -> String {
    let Links {
        folder,
        styles,
        texts,
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
                "<html lang=\"en\" data-files=\"{folder}\" data-texts=\"{folder}{texts}\">"
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
        } else if [SCRIPT, ICON, HOME_ICON]
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

/// The file of the client that an element names, without the slash at its beginning.
fn target(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("=\"/")?;
    rest.split_once('"').map(|(path, _)| path)
}
