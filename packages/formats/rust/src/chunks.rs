//! Chunked files: a header and a table of chunks.

use crate::error::{fail, require, ErrorCode, Result};
use crate::file::{align, File};
use crate::generated::layouts::{HmeshChunkEntry, HmeshFileHeader, HMESH_CHUNK_ALIGNMENT};
use crate::rows::{Checked, Row};
use crate::spans::{visit_spans, Span};

/// Offset of the table.
pub(crate) const TABLE: u64 = HmeshFileHeader::SIZE as u64;
pub(crate) const ENTRY: u64 = HmeshChunkEntry::SIZE as u64;
const ALIGNMENT: u64 = HMESH_CHUNK_ALIGNMENT as u64;

/// A chunk of a known name.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Chunk {
    /// Offset of its row in the table; 0 if there is no such chunk.
    pub entry: u64,
    pub offset: u64,
    pub size: u64,
}

impl Chunk {
    pub fn exists(&self) -> bool {
        self.entry != 0
    }

    /// Of a row of the table that is inside the file.
    pub fn at(file: &File<'_>, entry: u64) -> Self {
        let row: HmeshChunkEntry = file.read(entry);
        Self { entry, offset: row.offset, size: row.size }
    }

    pub fn expect_size(&self, size: u64, field: &'static str) -> Result<()> {
        self.expect(self.size == size, field)
    }

    pub fn expect_multiple(&self, of: u64, field: &'static str) -> Result<()> {
        self.expect(self.size % of == 0, field)
    }

    /// An error at the size in the table unless `holds`.
    pub fn expect(&self, holds: bool, field: &'static str) -> Result<()> {
        require(holds, ErrorCode::BadRange, self.entry + HmeshChunkEntry::AT_SIZE, field)
    }

    pub fn required(&self, field: &'static str) -> Result<()> {
        require(self.exists(), ErrorCode::Missing, TABLE, field)
    }

    /// A chunk whose size follows from the counts. It may be omitted if it would be empty.
    pub fn counted(&self, size: u64, field: &'static str) -> Result<()> {
        if size > 0 {
            self.required(field)?;
        }
        self.expect(!self.exists() || self.size == size, field)
    }

    /// The struct at its start, after checking its fields.
    pub fn head<T: Checked>(&self, file: &File<'_>, field: &'static str) -> Result<T> {
        self.expect(self.size >= T::SIZE as u64, field)?;
        file.inspect(self.offset)
    }

    /// Replaces the sizes of arrays inside a chunk by their offsets in the file. Each array begins on a multiple of 16 bytes from the
    /// start of the chunk, which ends with the last of them; bytes between them are zero.
    pub fn sections<const N: usize>(&self, file: &File<'_>, sizes: [u64; N], field: &'static str) -> Result<[u64; N]> {
        let total = sizes.iter().fold(0, |end, size| align(end, ALIGNMENT).saturating_add(*size));
        self.expect_size(total, field)?;
        let mut places = [0; N];
        let mut end = self.offset;
        for (place, size) in places.iter_mut().zip(sizes) {
            *place = align(end, ALIGNMENT);
            file.expect_zeros(end, *place, "padding")?;
            end = *place + size;
        }
        Ok(places)
    }
}

/// The number of rows, and the end of the table.
pub(crate) fn table_of(file: &File<'_>) -> (u64, u64) {
    let count = u64::from(file.read::<HmeshFileHeader>(0).chunk_count);
    (count, TABLE + count * ENTRY)
}

fn spans<'a>(file: &File<'a>) -> impl Iterator<Item = Span> + Clone + 'a {
    let file = *file;
    (0..table_of(&file).0).map(move |i| {
        let chunk = Chunk::at(&file, TABLE + i * ENTRY);
        Span { start: chunk.offset, end: chunk.offset + chunk.size, row: chunk.entry }
    })
}

/// Reads the table. The caller has inspected the header. `known` receives the chunks by their places in `names`.
pub(crate) fn read_table(file: &File<'_>, version: u32, names: &[u32], known: &mut [Chunk]) -> Result<()> {
    let header: HmeshFileHeader = file.read(0);
    require(header.version == version, ErrorCode::BadVersion, 4, "FileHeader.version")?;
    let (count, table_end) = table_of(file);
    require(table_end <= file.size(), ErrorCode::Truncated, HmeshFileHeader::AT_CHUNK_COUNT, "FileHeader.chunkCount")?;
    for i in 0..count {
        check_entry(file, TABLE + i * ENTRY, table_end, names, known)?;
    }
    let mut end = table_end;
    visit_spans(spans(file), |span| {
        let overlaps = span.end > span.start && span.start < end;
        let place = span.row + HmeshChunkEntry::AT_OFFSET;
        require(!overlaps, ErrorCode::BadRange, place, "ChunkEntry.offset: overlaps another chunk")?;
        end = end.max(span.end);
        Ok(())
    })?;
    require(end >= file.size(), ErrorCode::TrailingBytes, end, "file")
}

/// One row: inside the file, aligned, after the table, and each known chunk at most once.
fn check_entry(file: &File<'_>, at: u64, table_end: u64, names: &[u32], known: &mut [Chunk]) -> Result<()> {
    let row: HmeshChunkEntry = file.read(at);
    let place = at + HmeshChunkEntry::AT_OFFSET;
    require(file.has(row.offset, row.size), ErrorCode::Truncated, place, "ChunkEntry.offset")?;
    require(row.offset % ALIGNMENT == 0, ErrorCode::BadAlignment, place, "ChunkEntry.offset")?;
    require(row.offset >= table_end, ErrorCode::BadRange, place, "ChunkEntry.offset: is inside the table")?;
    let Some(i) = names.iter().position(|&name| name == row.fourcc) else { return Ok(()) };
    // Flags on a known chunk may mean another payload format.
    require(row.flags == 0, ErrorCode::BadValue, at + HmeshChunkEntry::AT_FLAGS, "ChunkEntry.flags")?;
    if known[i].exists() {
        return fail(ErrorCode::Duplicate, at, "ChunkEntry.fourcc");
    }
    known[i] = Chunk { entry: at, offset: row.offset, size: row.size };
    Ok(())
}

/// Bytes outside of chunks are zero.
pub(crate) fn check_padding(file: &File<'_>) -> Result<()> {
    let mut end = table_of(file).1;
    visit_spans(spans(file), |span| {
        file.expect_zeros(end, span.start, "padding")?;
        end = end.max(span.end);
        Ok(())
    })
}
