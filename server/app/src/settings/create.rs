//! The people who may open rooms, and the code that opening one needs.

use std::{fs, path::Path, str::FromStr};

use clap::ValueEnum;
use senda_store::CodeHash;

use crate::limits;

/// The people who may open rooms. Guests of a room need no more than its link.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, ValueEnum)]
pub enum Create {
    /// All visitors.
    #[default]
    Anyone,
    /// People who enter the code once.
    Code,
    /// No one; the rooms that there are go on.
    Nobody,
}

/// The code that opening a room needs. It never appears in logs or debug output.
#[derive(Clone, Eq, PartialEq)]
pub struct CreateCode(CodeHash);

/// The code is unusable.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum BadCode {
    /// The code could be found by trying.
    #[error("a code for opening rooms has at least {least} characters", least = limits::CREATE_CODE_LEAST)]
    Short,
    /// The file of the code can't be read.
    #[error("the file of the code for opening rooms can't be read: {0}")]
    File(String),
}

impl CreateCode {
    /// Reads the code from a file.
    ///
    /// # Errors
    /// Returns an error if the file can't be read, or if the code is too short.
    pub fn of_file(path: &Path) -> Result<Self, BadCode> {
        let text = fs::read_to_string(path);
        text.map_err(|error| BadCode::File(error.to_string()))?
            .parse()
    }

    /// Returns whether a person has entered the code. White space around it is ignored, and so are
    /// capitals, which the keyboards of phones add.
    pub fn is(&self, entered: &str) -> bool {
        hash(entered) == self.0
    }

    /// Returns the hash of the code.
    pub fn hash(&self) -> &CodeHash {
        &self.0
    }
}

impl FromStr for CreateCode {
    type Err = BadCode;

    fn from_str(text: &str) -> Result<Self, BadCode> {
        if text.trim().chars().count() < limits::CREATE_CODE_LEAST {
            return Err(BadCode::Short);
        }
        Ok(Self(hash(text)))
    }
}

fn hash(text: &str) -> CodeHash {
    CodeHash::of(text.trim().to_lowercase().as_bytes())
}

senda_rules::hidden_in_debug!(CreateCode);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_not_short_and_hidden_in_debug_output() {
        let code: CreateCode = " open sesame\n".parse().unwrap();
        assert!(code.is("Open Sesame ") && !code.is("opensesame"));
        assert_eq!(format!("{code:?}"), "CreateCode(..)");
        assert_eq!("sesam".parse::<CreateCode>(), Err(BadCode::Short));
    }
}
