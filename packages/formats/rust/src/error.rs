//! The one error of this crate: the first rule that a file breaks.

use core::fmt;

/// The category of a broken rule, the same as in the SDK for TypeScript and in `assetc.h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorCode {
    /// The file ends too early.
    Truncated,
    /// A field has a value that its rule forbids.
    BadValue,
    /// The file is of another format.
    BadMagic,
    /// The file has a version that this crate does not read.
    BadVersion,
    /// An offset is not on its boundary.
    BadAlignment,
    /// A range reaches outside of what it refers to.
    BadRange,
    /// A text is not UTF-8.
    BadText,
    /// A required part is missing.
    Missing,
    /// Something occurs twice.
    Duplicate,
    /// Something is not in order.
    BadOrder,
    /// Bytes follow the end of the contents.
    TrailingBytes,
    /// The contents need something that this crate does not have.
    Unsupported,
}

impl ErrorCode {
    /// The code as the SDK for TypeScript and `assetc.h` spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Truncated => "truncated",
            Self::BadValue => "bad-value",
            Self::BadMagic => "bad-magic",
            Self::BadVersion => "bad-version",
            Self::BadAlignment => "bad-alignment",
            Self::BadRange => "bad-range",
            Self::BadText => "bad-text",
            Self::Missing => "missing",
            Self::Duplicate => "duplicate",
            Self::BadOrder => "bad-order",
            Self::TrailingBytes => "trailing-bytes",
            Self::Unsupported => "unsupported",
        }
    }
}

/// The first rule that a file breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FormatError {
    /// The category of the rule.
    pub code: ErrorCode,
    /// In bytes from the start of the file.
    pub offset: u64,
    /// The wrong field, as named in docs/formats.
    pub field: &'static str,
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} (at byte {})", self.field, self.code.name(), self.offset)
    }
}

impl core::error::Error for FormatError {}

/// What opening and checking return.
pub type Result<T> = core::result::Result<T, FormatError>;

/// An error as a result, so that checks can return it.
pub(crate) const fn fail<T>(code: ErrorCode, offset: u64, field: &'static str) -> Result<T> {
    Err(FormatError { code, offset, field })
}

/// An error unless `holds`.
pub(crate) const fn require(holds: bool, code: ErrorCode, offset: u64, field: &'static str) -> Result<()> {
    if holds {
        Ok(())
    } else {
        fail(code, offset, field)
    }
}
