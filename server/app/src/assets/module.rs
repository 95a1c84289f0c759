//! Rewrites one module of the client so that it can be joined with others in one file.
//!
//! The client has no build step, and its modules run in a browser as they are. Served one by one
//! they are sixty requests before a board shows, so the server joins them ([`super::join`]). For
//! that it needs to know only the imports and exports of a module, and which lines are comments. It
//! reads the module line by line. That is sound because it rejects every construct that would make
//! it unsound: text over several lines, and forms that the client doesn't use.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    fmt::{self, Write},
};

use axum::body::Bytes;

/// The files of the client by their paths.
pub type Files = BTreeMap<String, Bytes>;

/// A module in the form of a function body, whose return value is an object with the exports.
#[derive(Debug, Default)]
pub struct Module {
    /// The paths of the modules that it imports, in the module's order.
    pub imports: Vec<String>,
    /// The paths of the modules that it may import dynamically.
    pub later: Vec<String>,
    /// The body of the function.
    pub body: String,
}

/// The reason why a module can't be joined with others.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Unfit {
    /// The path of the module. The line is counted from 1.
    pub path: String,
    pub line: usize,
    pub why: &'static str,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.why)
    }
}

/// The prefix of the names that a joined file defines itself. A module may not use such names.
pub const RESERVED: &str = "__";

impl Module {
    /// Reads a module and rewrites its imports and exports.
    ///
    /// # Errors
    /// Returns [`Unfit`] if the module has a construct that this reader does not support.
    pub fn read(path: &str, source: &str) -> Result<Self, Unfit> {
        let mut reader = Reader {
            path,
            module: Self::default(),
            heads: String::new(),
            exports: Vec::new(),
        };
        let mut lines = code(source);
        while let Some((number, line)) = lines.next() {
            let unfit = |why| Unfit {
                path: path.to_owned(),
                line: number,
                why,
            };
            let line = line.map_err(unfit)?;
            let is_import = line.starts_with("import ");
            if !is_import && !line.starts_with("export ") {
                reader.code(line).map_err(unfit)?;
                continue;
            }
            let mut statement = line.to_owned();
            while (is_import || statement.starts_with("export {")) && !statement.ends_with(';') {
                let (_, next) = lines.next().ok_or_else(|| unfit("this has no end"))?;
                statement.push(' ');
                statement.push_str(next.map_err(unfit)?.trim());
            }
            let read = if is_import {
                reader.import(&statement)
            } else {
                reader.export(&statement)
            };
            read.map_err(unfit)?;
        }
        Ok(reader.end())
    }
}

/// Returns the name of a module's object in a joined file.
pub fn name(path: &str) -> String {
    let plain = |letter: char| {
        if letter.is_ascii_alphanumeric() {
            letter
        } else {
            '_'
        }
    };
    format!("{RESERVED}{}", path.chars().map(plain).collect::<String>())
}

/// Returns the lines of code with their numbers from 1. Comments on lines of their own are left
/// out.
fn code(source: &str) -> impl Iterator<Item = (usize, Result<&str, &'static str>)> {
    let mut in_comment = false;
    source.lines().enumerate().filter_map(move |(at, line)| {
        let trimmed = line.trim();
        let opens = !in_comment && trimmed.starts_with("/*");
        if in_comment || opens {
            let rest = if opens { &trimmed[2..] } else { trimmed };
            let after = rest.split_once("*/").map(|(_, after)| after);
            in_comment = after.is_none();
            // A type comment may precede an expression.
            let is_code = opens && after.is_some_and(|after| !after.is_empty());
            if !is_code {
                let ends_well = after.is_none_or(str::is_empty);
                return (!ends_well).then_some((at + 1, Err("code after a comment's end")));
            }
        } else if trimmed.is_empty() || trimmed.starts_with("//") {
            return None;
        }
        Some((at + 1, lasts_for_its_line(line)))
    })
}

/// Returns the line if neither a text nor a comment continues in the next line. The formatter puts
/// a space before every comment, whereas a path may contain a slash and a star.
fn lasts_for_its_line(line: &str) -> Result<&str, &'static str> {
    let opens = line.match_indices("/*").any(|(at, _)| {
        !line[..at].ends_with(|before: char| before.is_ascii_alphanumeric())
            && !line[at..].contains("*/")
    });
    if !line.matches('`').count().is_multiple_of(2) {
        Err("a text over several lines, or a single backtick")
    } else if opens {
        Err("a comment that begins after code and has several lines")
    } else if line.ends_with('\\') {
        Err("a text that goes on in the next line")
    } else {
        Ok(line)
    }
}

/// Returns the line without its comments of the form `/** @… */`, which only the type checker
/// reads.
fn without_type_comments(line: &str) -> Result<Cow<'_, str>, &'static str> {
    let mut kept = Cow::Borrowed(line);
    while let Some((before, rest)) = kept.split_once("/** @") {
        if may_be_in_text(before) {
            return Err("a type comment that may be within a text");
        }
        let (_, after) = rest
            .split_once("*/")
            .ok_or("a comment that begins after code and has several lines")?;
        kept = Cow::Owned(format!("{before}{}", after.trim_start()));
    }
    Ok(kept)
}

/// Returns whether a text may still be open at the end of this beginning of a line. A quotation
/// mark in a comment or in a regular expression counts as the beginning of a text, too.
fn may_be_in_text(before: &str) -> bool {
    let mut open = None;
    for letter in before.chars() {
        match (letter, open) {
            ('\\', _) => return true,
            ('\'' | '"' | '`', None) => open = Some(letter),
            (_, Some(mark)) if letter == mark => open = None,
            _ => {}
        }
    }
    open.is_some()
}

struct Reader<'a> {
    path: &'a str,
    module: Module,
    /// The declarations for the imports, which precede all other code.
    heads: String,
    /// The exported names with the expressions that they stand for.
    exports: Vec<(String, String)>,
}

impl Reader<'_> {
    fn code(&mut self, line: &str) -> Result<(), &'static str> {
        if line.contains(RESERVED) {
            return Err("names with two underscores are kept for the joined file");
        }
        if line.contains("import.meta") {
            return Err("import.meta is not known in a joined file");
        }
        // No text continues in the next line, so the indentation has no meaning.
        let line = without_type_comments(line.trim_start())?;
        let mut rest = line.trim_end();
        while let Some((before, after)) = rest.split_once("import(") {
            let (target, after) = after
                .strip_prefix('\'')
                .and_then(|after| after.split_once("')"))
                .ok_or("import() of what is not a plain path")?;
            let target = resolve(self.path, target)?;
            self.module.body.push_str(before);
            write!(self.module.body, "{RESERVED}load('{target}')").expect("room in a text");
            self.module.later.push(target);
            rest = after;
        }
        self.module.body.push_str(rest);
        self.module.body.push('\n');
        Ok(())
    }

    fn import(&mut self, statement: &str) -> Result<(), &'static str> {
        let rest = &statement["import ".len()..];
        let (what, from) = rest.split_once(" from ").unwrap_or(("", rest));
        let target = self.target(from)?;
        if let Some(all) = what.strip_prefix("* as ") {
            self.head(all, &target);
        } else if !what.is_empty() {
            let names: Vec<String> = names(what)?
                .into_iter()
                .map(|(theirs, ours)| {
                    if theirs == ours {
                        ours
                    } else {
                        format!("{theirs}: {ours}")
                    }
                })
                .collect();
            self.head(&format!("{{ {} }}", names.join(", ")), &target);
        }
        self.module.imports.push(target);
        Ok(())
    }

    fn head(&mut self, ours: &str, target: &str) {
        let object = name(target);
        writeln!(self.heads, "const {ours} = {object};").expect("room in a text");
    }

    fn export(&mut self, statement: &str) -> Result<(), &'static str> {
        let what = &statement["export ".len()..];
        if what.starts_with('{') {
            let (what, from) = match what.split_once(" from ") {
                Some((what, from)) => (what, Some(self.target(from)?)),
                None => (what.trim_end_matches(';'), None),
            };
            for (inner, outer) in names(what)? {
                let value = from.as_ref().map_or_else(
                    || inner.clone(),
                    |target| format!("{}.{inner}", name(target)),
                );
                self.exports.push((outer, value));
            }
            self.module.imports.extend(from);
            return Ok(());
        }
        let declared = ["async function ", "function ", "class ", "const "]
            .iter()
            .find_map(|word| what.strip_prefix(word))
            .ok_or("only functions, classes, constants and lists can be exported")?;
        let end = declared.find(|letter: char| !is_in_name(letter));
        let declared = &declared[..end.unwrap_or(declared.len())];
        if declared.is_empty() {
            return Err("an export without a plain name");
        }
        self.exports
            .push((declared.to_owned(), declared.to_owned()));
        self.code(what)
    }

    /// Returns the path in an import's ending, such as `'./it.js';`.
    fn target(&self, quoted: &str) -> Result<String, &'static str> {
        let path = quoted
            .strip_prefix('\'')
            .and_then(|rest| rest.strip_suffix("';"))
            .ok_or("an import in a form that is not known")?;
        resolve(self.path, path)
    }

    fn end(mut self) -> Module {
        let exports: Vec<String> = self
            .exports
            .into_iter()
            .map(|(outer, value)| {
                if outer == value {
                    outer
                } else {
                    format!("{outer}: {value}")
                }
            })
            .collect();
        self.module.body.insert_str(0, &self.heads);
        writeln!(self.module.body, "return {{ {} }};", exports.join(", ")).expect("room in a text");
        self.module
    }
}

/// Parses the pairs of `{ a, b as c }`.
fn names(list: &str) -> Result<Vec<(String, String)>, &'static str> {
    let inner = list
        .trim()
        .strip_prefix('{')
        .and_then(|rest| rest.strip_suffix('}'))
        .ok_or("an import or export in a form that is not known")?;
    inner
        .split(',')
        .map(str::trim)
        .filter(|item| !item.is_empty())
        .map(|item| {
            let (first, second) = item.split_once(" as ").unwrap_or((item, item));
            let are_names = first.chars().chain(second.chars()).all(is_in_name);
            are_names
                .then(|| (first.to_owned(), second.to_owned()))
                .ok_or("a name that is none")
        })
        .collect()
}

fn is_in_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// Resolves a relative path against the module's own.
fn resolve(from: &str, relative: &str) -> Result<String, &'static str> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    if !relative.starts_with("./") && !relative.starts_with("../") {
        return Err("an import of what is not a path");
    }
    for part in relative.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop().ok_or("an import from outside")?;
            }
            part => parts.push(part),
        }
    }
    Ok(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rewrites_imports_and_exports_for_a_function() {
        let source = "\
/**
 * What it is.
 * @import {A} from './types.js'
 */
import { a, b as c } from './a.js';
import {
  d,
  // Why.
  e,
} from '../lib/b.js';
import * as f from './f.js';
import './g.js';
export { h, i as j } from './h.js';

/** @type {A} */ (c)();
load('text/*.json');
export async function one(/** @type {A} */ a, /** @type {'b'} */ b) {
  // In a function.
  return `import { x } from './x.js'`; // at the end
}
export const two = () => import('./later.js').then(() => import('../lib/last.js'));
class Three {}
export {
  Three,
  two as four,
};
";
        let Module {
            imports,
            later,
            body,
        } = Module::read("room/page.js", source).unwrap();
        assert_eq!(
            imports,
            [
                "room/a.js",
                "lib/b.js",
                "room/f.js",
                "room/g.js",
                "room/h.js"
            ]
        );
        assert_eq!(later, ["room/later.js", "lib/last.js"]);
        assert_eq!(
            body,
            "\
const { a, b: c } = __room_a_js;
const { d, e } = __lib_b_js;
const f = __room_f_js;
(c)();
load('text/*.json');
async function one(a, b) {
return `import { x } from './x.js'`; // at the end
}
const two = () => __load('room/later.js').then(() => __load('lib/last.js'));
class Three {}
return { h: __room_h_js.h, j: __room_h_js.i, one, two, Three, four: two };
"
        );
    }

    #[test]
    fn rejects_unsupported_constructs_with_their_line() {
        for source in [
            "export default 1;",
            "export let a = 1;",
            "export * from './a.js';",
            "export const { a } = b;",
            "import a from './a.js';",
            "import { a } from 'a';",
            "import { a } from '../../a.js';",
            "import {\n  a,",
            "const a = import(b);",
            "const a = import.meta.url;",
            "const __a = 1;",
            "const a = `\nimport { b } from './b.js';\n`;",
            "a(); /* goes\n on */",
            "/* goes\n on */ a();",
            "const a = 'b\\\nc';",
            "const a = ' /** @type {b} */ ';",
            "const a = `${ /** @type {b} */ (c)}`;",
            "const a = '\\'' + /** @type {b} */ (c);",
            "a(/['b]/, /** @type {c} */ (d));",
        ] {
            let source = format!("// First.\n{source}\n");
            let unfit = Module::read("room/page.js", &source).unwrap_err();
            assert!((2..=3).contains(&unfit.line), "{source}: {unfit}");
            assert!(unfit.to_string().starts_with("room/page.js:"), "{unfit}");
        }
    }
}
