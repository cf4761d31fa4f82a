//! Tables of names: offsets, then text.

use crate::error::{require, ErrorCode, Result};
use crate::file::{align, File};
use crate::rows::{Row, Rows};

/// A table of names.
#[derive(Clone, Copy, Debug, Default)]
pub struct Names<'a> {
    offsets: Rows<'a, u32>,
    text: &'a [u8],
}

fn text_at(count: u64) -> u64 {
    align((count + 1) * 4, 16)
}

impl<'a> Names<'a> {
    /// The table of `count` names in `size` bytes at `at`, which are inside the file.
    pub(crate) fn open(file: &File<'a>, at: u64, size: u64, count: u64) -> Result<Self> {
        let start = text_at(count);
        require(start <= size, ErrorCode::BadRange, at, "names")?;
        let offsets: Rows<'a, u32> = file.rows(at, count + 1);
        require(offsets.at(0) == 0, ErrorCode::BadRange, at, "names.offsets[0]")?;
        let place = |i: u64| at + i * u32::SIZE as u64;
        for i in 1..=count {
            let is_ordered = offsets.at(i as usize) >= offsets.at(i as usize - 1);
            require(is_ordered, ErrorCode::BadOrder, place(i), "names.offsets[]")?;
        }
        file.expect_zeros(place(count + 1), at + start, "names.padding")?;
        let is_end = u64::from(offsets.at(count as usize)) == size - start;
        require(is_end, ErrorCode::BadRange, place(count), "names.offsets[]")?;
        let names = Self { offsets, text: file.slice(at + start, size - start) };
        for i in 0..count as usize {
            let [from, to] = [offsets.at(i), offsets.at(i + 1)].map(u64::from);
            file.text(at + start + from, to - from, "names[]")?;
        }
        Ok(names)
    }

    /// The number of names.
    pub fn len(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// Whether there are no names.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A name; empty if there is none.
    pub fn get(&self, i: usize) -> &'a str {
        let (Some(from), Some(to)) = (self.offsets.get(i), self.offsets.get(i + 1)) else { return "" };
        // Has been checked.
        core::str::from_utf8(&self.text[from as usize..to as usize]).unwrap_or_default()
    }

    /// All names in order.
    pub fn iter(&self) -> impl Iterator<Item = &'a str> + Clone + 'a {
        let names = *self;
        (0..self.len()).map(move |i| names.get(i))
    }
}
