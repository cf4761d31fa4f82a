//! A file under inspection. Offsets are 64 bits wide, as in files; what is read has been compared with the size of the file.

use crate::error::{fail, require, ErrorCode, Result};
use crate::path::is_path;
use crate::rows::{Checked, Row, Rows};

#[derive(Clone, Copy)]
pub(crate) struct File<'a> {
    pub bytes: &'a [u8],
}

impl<'a> File<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    pub fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Whether `length` bytes at `at` are inside the file.
    pub fn has(&self, at: u64, length: u64) -> bool {
        at <= self.size() && length <= self.size() - at
    }

    pub fn fits(&self, at: u64, length: u64, field: &'static str) -> Result<()> {
        require(self.has(at, length), ErrorCode::Truncated, at, field)
    }

    /// The caller has checked that the element is inside the file.
    pub fn read<T: Row>(&self, at: u64) -> T {
        T::read(&self.bytes[at as usize..])
    }

    /// The caller has checked that the bytes are inside the file.
    pub fn slice(&self, at: u64, length: u64) -> &'a [u8] {
        &self.bytes[at as usize..(at + length) as usize]
    }

    /// The caller has checked that the rows are inside the file.
    pub fn rows<T: Row>(&self, at: u64, count: u64) -> Rows<'a, T> {
        Rows::new(self.slice(at, count * T::SIZE as u64))
    }

    /// A struct, after checking its place and its fields.
    pub fn inspect<T: Checked>(&self, at: u64) -> Result<T> {
        self.fits(at, T::SIZE as u64, T::NAME)?;
        let row: T = self.read(at);
        row.check(at)?;
        Ok(row)
    }

    /// Checks the fields of every row.
    pub fn inspect_rows<T: Checked>(&self, at: u64, count: u64) -> Result<Rows<'a, T>> {
        for i in 0..count {
            self.inspect::<T>(at + i * T::SIZE as u64)?;
        }
        Ok(self.rows(at, count))
    }

    /// The first byte that is not zero in `[from, to)`, or `to`.
    pub fn first_nonzero(&self, from: u64, to: u64) -> u64 {
        if from >= to {
            return to;
        }
        let found = self.bytes[from as usize..to as usize].iter().position(|&byte| byte != 0);
        found.map_or(to, |i| from + i as u64)
    }

    /// Bytes in `[from, to)` must be zero.
    pub fn expect_zeros(&self, from: u64, to: u64, field: &'static str) -> Result<()> {
        let at = self.first_nonzero(from, to);
        require(at >= to, ErrorCode::BadValue, at, field)
    }

    /// The caller has checked that the text is inside the file.
    pub fn text(&self, at: u64, length: u64, field: &'static str) -> Result<&'a str> {
        match core::str::from_utf8(self.slice(at, length)) {
            Ok(text) => Ok(text),
            Err(_) => fail(ErrorCode::BadText, at, field),
        }
    }

    /// A path that a manifest or a pack may have. The caller has checked that it is inside the file.
    pub fn path(&self, at: u64, length: u64, field: &'static str) -> Result<&'a str> {
        let path = self.text(at, length, field)?;
        require(is_path(path), ErrorCode::BadValue, at, field)?;
        Ok(path)
    }
}

pub(crate) const fn align(n: u64, to: u64) -> u64 {
    n.div_ceil(to) * to
}

/// Whether an exponent of a half float is that of infinities and NaN.
#[allow(dead_code)]
pub(crate) const fn is_finite_half(bits: u16) -> bool {
    bits & 0x7C00 != 0x7C00
}
