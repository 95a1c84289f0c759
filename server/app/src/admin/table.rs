//! Lays out plain text for people: tables, sizes and times.

use std::fmt::Write;

use senda_store::process::utc;
use serde_json::Value;

/// Returns rows as a table with aligned columns, under these headings.
pub(super) fn table(headings: &[&str], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        let cells = cells.map(|cell| cell.chars().count());
        cells.chain([headings[column].len()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..headings.len()).map(width).collect();
    let headings: Vec<String> = headings.iter().map(|&heading| heading.to_owned()).collect();
    let mut text = String::new();
    for row in [&headings].into_iter().chain(rows) {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            let gap = width - cell.chars().count() + 2;
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', gap));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Returns pairs of a name and a value as lines.
pub(super) fn list(pairs: &[(&str, String)]) -> String {
    let width = pairs.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (name, value) in pairs {
        writeln!(text, "{name:width$}  {value}").expect("a text");
    }
    text
}

/// Returns a value as a cell. Control characters, which a terminal would obey, are replaced.
pub(super) fn cell(value: &Value) -> String {
    let text = match value {
        Value::Null => "-".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    text.chars()
        .map(|character| {
            if character.is_control() {
                '?'
            } else {
                character
            }
        })
        .collect()
}

/// Returns a time in milliseconds since 1970 as a date and a time of day in UTC.
pub(super) fn time(value: &Value) -> String {
    value.as_u64().map_or_else(|| "-".to_owned(), utc::moment)
}

/// Returns a number of bytes in the largest fitting unit.
pub(super) fn bytes(value: &Value) -> String {
    let Some(bytes) = value.as_u64() else {
        return "-".to_owned();
    };
    let units = ["bytes", "KB", "MB", "GB", "TB"];
    let (mut whole, mut tenths, mut unit) = (bytes, 0, 0);
    while whole >= 1_000 && unit + 1 < units.len() {
        tenths = whole % 1_000 / 100;
        whole /= 1_000;
        unit += 1;
    }
    match unit {
        0 => format!("{whole} {}", units[unit]),
        _ => format!("{whole}.{tenths} {}", units[unit]),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn columns_are_aligned_and_no_cell_controls_the_terminal() {
        let rows = [
            vec!["é".to_owned(), "1".to_owned()],
            vec!["three".to_owned(), cell(&json!("\u{1b}[2J"))],
        ];
        assert_eq!(
            table(&["NAME", "N"], &rows),
            "NAME   N\né      1\nthree  ?[2J\n"
        );
        assert_eq!(
            list(&[("a", "1".into()), ("bc", "2".into())]),
            "a   1\nbc  2\n"
        );
    }

    #[test]
    fn sizes_and_times_are_for_people() {
        assert_eq!(bytes(&json!(999)), "999 bytes");
        assert_eq!(bytes(&json!(1_234_567)), "1.2 MB");
        assert_eq!(bytes(&Value::Null), "-");
        assert_eq!(
            time(&json!(1_795_764_600_000_u64)),
            "2026-11-27 07:30:00 UTC"
        );
        assert_eq!(time(&Value::Null), "-");
    }
}
