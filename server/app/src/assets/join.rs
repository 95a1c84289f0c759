//! Joins several files into one, so that a page makes few requests.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

use super::module::{Files, Module, RESERVED, Unfit, name};

/// The modules of the client by their paths, each with the reason if it can't be joined.
pub type Modules = BTreeMap<String, Result<Module, Unfit>>;

/// Returns the beginning of a joined file. The code finds the folder of the other files through the
/// file's own address.
fn head(entry: &str) -> String {
    let up = "../".repeat(entry.matches('/').count());
    format!(
        "\
const __made = (globalThis.__made ??= new Map());
const __make = (path, body) => __made.get(path) ?? __made.set(path, body()).get(path);
const __load = async (path) => {{
  if (!__made.has(path)) await import(`./{up}${{path}}`);
  return __made.get(path);
}};
"
    )
}

/// Returns a module together with all modules that it needs, as one file. The file takes those that
/// the page has already run from the page. If several files on a page contain the same module, only
/// the first one that loads runs it.
pub fn module(entry: &str, modules: &Modules, already: &BTreeSet<&str>) -> String {
    let mut joined = String::new();
    let paths = in_order(entry, modules, already);
    for path in &paths {
        let path = *path;
        let object = name(path);
        if already.contains(path) {
            writeln!(joined, "const {object} = await __made.get('{path}');")
                .expect("memory takes all");
            continue;
        }
        let body = match modules.get(path) {
            Some(Ok(module)) => module.body.clone(),
            Some(Err(unfit)) => throw(&unfit.to_string()),
            None => throw(&format!("there is no {path}")),
        };
        // Parentheses tell the browser that the function is called at once. It compiles such a
        // function in the background, instead of skipping it first and compiling it on the main
        // thread when it is called.
        write!(
            joined,
            "const {object} = await __make('{path}', (async function () {{\n{body}}}));\n"
        )
        .expect("memory takes all");
    }
    let names = paths.into_iter().map(name).zip(0..).collect();
    format!("{}{}", head(entry), numbered(&joined, &names))
}

/// Returns code in which the objects of modules have numbers instead of their long names, which
/// saves a hundredth of a file.
fn numbered(code: &str, names: &BTreeMap<String, usize>) -> String {
    let mut out = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(start) = rest.find(RESERVED) {
        let (before, name_and_after) = rest.split_at(start);
        let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let end = name_and_after.find(|letter| !is_of_name(letter));
        let (name, after) = name_and_after.split_at(end.unwrap_or(name_and_after.len()));
        out.push_str(before);
        match names.get(name) {
            Some(number) => write!(out, "{RESERVED}{number}").expect("memory takes all"),
            None => out.push_str(name),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

fn throw(why: &str) -> String {
    format!("throw new Error({});\n", serde_json::json!(why))
}

/// Returns for each dynamically imported module the modules that every page has run before it
/// requests that module: those of all files which may request it, and those that were run before
/// these files. The scripts of the pages have nothing before them.
pub fn run_before<'a>(
    scripts: &'a BTreeSet<String>,
    modules: &'a Modules,
) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
    let none = BTreeSet::new();
    let mut before: BTreeMap<&str, BTreeSet<&str>> = scripts
        .iter()
        .map(|script| (script.as_str(), BTreeSet::new()))
        .collect();
    let mut waiting: Vec<&str> = before.keys().copied().collect();
    // Each round of a module can only make the sets of the modules that it requests smaller.
    while let Some(file) = waiting.pop() {
        let content = in_order(file, modules, &none);
        let requested: BTreeSet<&str> = content
            .iter()
            .filter_map(|path| modules.get(*path)?.as_ref().ok())
            .flat_map(|module| module.later.iter().map(String::as_str))
            .collect();
        let mut run = before[file].clone();
        run.extend(content);
        for later in requested {
            let common = match before.get(later) {
                Some(known) => known & &run,
                None => run.clone(),
            };
            if before.get(later) != Some(&common) {
                before.insert(later, common);
                waiting.push(later);
            }
        }
    }
    before
}

/// Returns the module and all modules that it imports, each after its own imports. The imports of
/// modules that the page has already run are left out.
fn in_order<'a>(entry: &'a str, modules: &'a Modules, already: &BTreeSet<&str>) -> Vec<&'a str> {
    fn visit<'a>(
        path: &'a str,
        modules: &'a Modules,
        already: &BTreeSet<&str>,
        seen: &mut BTreeSet<&'a str>,
        order: &mut Vec<&'a str>,
    ) {
        if !seen.insert(path) {
            return;
        }
        if let Some(Ok(module)) = modules.get(path).filter(|_| !already.contains(path)) {
            for import in &module.imports {
                visit(import, modules, already, seen, order);
            }
        }
        order.push(path);
    }
    let mut order = Vec::new();
    visit(entry, modules, already, &mut BTreeSet::new(), &mut order);
    order
}

/// Returns a style sheet in which the sheets that it imports stand in place of the imports, so that
/// a page requests one file. Each import is a line that names a file by its path from the folder of
/// the importing sheet. The line stays as it is if there is no such file.
pub fn style(path: &str, files: &Files) -> Vec<u8> {
    let Some(sheet) = files.get(path) else {
        return Vec::new();
    };
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut joined = Vec::with_capacity(sheet.len());
    for line in sheet.split_inclusive(|&byte| byte == b'\n') {
        match imported(folder, line).filter(|part| files.contains_key(part)) {
            Some(part) => joined.extend(style(&part, files)),
            None => joined.extend(line),
        }
    }
    joined
}

/// Returns the path of the style sheet that a line imports.
fn imported(folder: &str, line: &[u8]) -> Option<String> {
    let line = str::from_utf8(line).ok()?.trim_end();
    let part = line.strip_prefix("@import \"./")?.strip_suffix("\";")?;
    Some(format!("{folder}/{part}"))
}

/// Joins compact JSON text files into one object with the paths as keys.
pub fn texts<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Vec<u8> {
    let mut joined = vec![b'{'];
    for (path, json) in files {
        if joined.len() > 1 {
            joined.push(b',');
        }
        joined.extend(format!("{}:", serde_json::json!(path)).into_bytes());
        joined.extend(json);
    }
    joined.push(b'}');
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modules(sources: &[(&str, &str)]) -> Modules {
        sources
            .iter()
            .map(|(path, source)| ((*path).to_owned(), Module::read(path, source)))
            .collect()
    }

    #[test]
    fn each_module_comes_once_and_after_its_imports() {
        let modules = modules(&[
            (
                "page.js",
                "import { b } from './b.js';\nimport { a } from './a.js';\n",
            ),
            ("a.js", "import { c } from './c.js';\nexport const a = c;\n"),
            ("b.js", "import { c } from './c.js';\nexport const b = c;\n"),
            ("c.js", "export const c = () => import('./d.js');\n"),
            ("d.js", "export const d = 1;\n"),
        ]);
        assert_eq!(
            in_order("page.js", &modules, &BTreeSet::new()),
            ["c.js", "b.js", "a.js", "page.js"]
        );
        let joined = module("page.js", &modules, &BTreeSet::new());
        assert!(joined.starts_with(&head("page.js")), "{joined}");
        assert!(
            joined.ends_with(
                "const __3 = await __make('page.js', (async function () {\n\
                 const { b } = __1;\nconst { a } = __2;\nreturn {  };\n}));\n"
            ),
            "{joined}"
        );
    }

    #[test]
    fn a_file_leaves_out_what_every_page_has_run_before() {
        let modules = modules(&[
            (
                "one.js",
                "import { a } from './a.js';\nimport { b } from './b.js';\n",
            ),
            ("two.js", "import { a } from './a.js';\n"),
            (
                "a.js",
                "import { c } from './c.js';\nexport const a = () => import('./later.js');\n",
            ),
            ("b.js", "export const b = () => import('./alone.js');\n"),
            ("c.js", "export const c = 1;\n"),
            (
                "later.js",
                "import { a } from './a.js';\nimport { b } from './b.js';\nexport const later = a;\n",
            ),
            (
                "alone.js",
                "import { b } from './b.js';\nexport const alone = b;\n",
            ),
        ]);
        let scripts = ["one.js", "two.js"].map(str::to_owned).into();
        let before = run_before(&scripts, &modules);
        assert_eq!(before["one.js"], BTreeSet::new());
        assert_eq!(before["later.js"], BTreeSet::from(["a.js", "c.js"]));
        // The second page gets to it through the file of the first dynamic import.
        assert_eq!(before["alone.js"], BTreeSet::from(["a.js", "b.js", "c.js"]));
        let joined = module("later.js", &modules, &before["later.js"]);
        assert!(
            joined.contains("const __0 = await __made.get('a.js');\nconst __1 = await __make("),
            "{joined}"
        );
        assert!(!joined.contains("c.js"), "{joined}");
    }

    #[test]
    fn a_module_that_can_not_be_joined_throws_where_it_is_imported() {
        let modules = modules(&[
            (
                "page.js",
                "import { a } from './a.js';\nimport { b } from './b.js';\n",
            ),
            ("a.js", "export default 1;\n"),
        ]);
        let joined = module("page.js", &modules, &BTreeSet::new());
        assert!(joined.contains("throw new Error(\"a.js:1: "), "{joined}");
        assert!(
            joined.contains("throw new Error(\"there is no b.js\")"),
            "{joined}"
        );
    }

    #[test]
    fn a_style_sheet_contains_the_sheets_that_it_imports() {
        let files = [
            (
                "games/it/style.css",
                "@import \"./style/a.css\";\n@import \"./style/b.css\";\n@import \"./c.css\";\n\np { top: 0 }\n",
            ),
            ("games/it/style/a.css", "@import \"./b.css\";\na { top: 0 }\n"),
            ("games/it/style/b.css", "b { top: 0 }\n"),
        ]
        .map(|(path, sheet)| (path.to_owned(), sheet.into()));
        let joined = style("games/it/style.css", &Files::from(files));
        assert_eq!(
            String::from_utf8(joined).unwrap(),
            "b { top: 0 }\na { top: 0 }\nb { top: 0 }\n@import \"./c.css\";\n\np { top: 0 }\n"
        );
    }

    #[test]
    fn joins_texts_by_their_paths() {
        let joined = texts([("a.json", &b"{\"a\":1}"[..]), ("b.json", b"{}")]);
        assert_eq!(joined, b"{\"a.json\":{\"a\":1},\"b.json\":{}}");
    }
}
