//! Views of arrays in files. Files may be anywhere in memory, so elements are read when they are asked for, not cast in place.

use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;

use crate::error::{require, ErrorCode, Result};

/// A number or a struct of a fixed size, little-endian in files.
pub trait Row: Copy + 'static {
    /// Bytes of one element.
    const SIZE: usize;
    /// Reads an element from the first `SIZE` bytes. Panics if there are fewer.
    fn read(bytes: &[u8]) -> Self;
}

/// A struct with rules for its fields.
pub trait Checked: Row {
    /// The name in docs/formats.
    const NAME: &'static str;
    /// The first field that breaks its rule. `at`: where the struct begins in the file.
    fn check(&self, at: u64) -> Result<()>;
}

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl Row for $number {
            const SIZE: usize = core::mem::size_of::<$number>();
            fn read(bytes: &[u8]) -> Self {
                let mut own = [0; core::mem::size_of::<$number>()];
                own.copy_from_slice(&bytes[..Self::SIZE]);
                <$number>::from_le_bytes(own)
            }
        })*
    };
}
numbers!(u8, u16, i16, u32, i32, u64, f32);

/// An array of numbers from the start of `bytes`.
pub(crate) fn array<T: Row, const N: usize>(bytes: &[u8]) -> [T; N] {
    core::array::from_fn(|i| T::read(&bytes[i * T::SIZE..]))
}

/// A rule of a field.
pub(crate) const fn rule(holds: bool, code: ErrorCode, at: u64, field: &'static str) -> Result<()> {
    require(holds, code, at, field)
}

/// Four finite numbers, not all zero.
pub(crate) fn is_rotation(q: [f32; 4]) -> bool {
    q.iter().all(|v| v.is_finite()) && q.iter().any(|&v| v != 0.0)
}

/// An array in a file, without a copy of it.
pub struct Rows<'a, T> {
    bytes: &'a [u8],
    row: PhantomData<fn() -> T>,
}

impl<T> Clone for Rows<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Rows<'_, T> {}

impl<T> Default for Rows<'_, T> {
    fn default() -> Self {
        Self { bytes: &[], row: PhantomData }
    }
}

impl<'a, T: Row> Rows<'a, T> {
    /// The complete elements of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        let whole = bytes.len() - bytes.len() % T::SIZE;
        Self { bytes: &bytes[..whole], row: PhantomData }
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.bytes.len() / T::SIZE
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Element `i`.
    pub fn get(&self, i: usize) -> Option<T> {
        (i < self.len()).then(|| self.at(i))
    }

    /// The bytes as stored, for uploads to a GPU.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Some of the elements. Panics if they are not all there.
    pub fn slice(&self, range: Range<usize>) -> Self {
        Self { bytes: &self.bytes[range.start * T::SIZE..range.end * T::SIZE], row: PhantomData }
    }

    /// All elements in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = T> + ExactSizeIterator + Clone + 'a {
        self.bytes.chunks_exact(T::SIZE).map(T::read)
    }

    /// Element `i`. Panics if there is none.
    pub(crate) fn at(&self, i: usize) -> T {
        T::read(&self.bytes[i * T::SIZE..])
    }
}

impl<T: Row + fmt::Debug> fmt::Debug for Rows<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
