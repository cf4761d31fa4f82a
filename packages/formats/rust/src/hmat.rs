//! Material tables.

use crate::error::{require, ErrorCode, Result};
use crate::file::File;
use crate::generated::layouts::{
    HmatHeader, HmatRow, HMAT_ALPHA_MODE_MASK, HMAT_ALPHA_MODE_SHIFT, HMAT_FLAG_DOUBLE_SIDED,
};
use crate::rows::{Row, Rows};

/// A material table. Row i belongs to materialSlot i of the mesh of the same name.
#[derive(Clone, Copy, Debug)]
pub struct Materials<'a> {
    /// One row per material, ready for the GPU.
    pub rows: Rows<'a, HmatRow>,
}

impl<'a> Materials<'a> {
    /// Checks every rule of docs/formats/hmat.md.
    pub fn open(bytes: &'a [u8]) -> Result<Self> {
        let file = File::new(bytes);
        let header: HmatHeader = file.inspect(0)?;
        let first = HmatHeader::SIZE as u64;
        let wanted = first + u64::from(header.count) * HmatRow::SIZE as u64;
        require(file.size() >= wanted, ErrorCode::Truncated, file.size(), "HmatHeader.count")?;
        require(file.size() == wanted, ErrorCode::TrailingBytes, wanted, "file")?;
        Ok(Self { rows: file.inspect_rows(first, u64::from(header.count))? })
    }
}

impl HmatRow {
    /// `HMAT_ALPHA_OPAQUE`, `HMAT_ALPHA_MASK` or `HMAT_ALPHA_BLEND`.
    pub fn alpha_mode(&self) -> u32 {
        (self.flags & HMAT_ALPHA_MODE_MASK) >> HMAT_ALPHA_MODE_SHIFT
    }

    /// Whether back faces are drawn.
    pub fn is_double_sided(&self) -> bool {
        self.flags & HMAT_FLAG_DOUBLE_SIDED != 0
    }
}
