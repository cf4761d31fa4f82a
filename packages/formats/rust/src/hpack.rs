//! Packs: an output folder in one file.

use crate::error::{fail, require, ErrorCode, Result};
use crate::file::File;
use crate::generated::layouts::{HpackEntryHead, HpackHeader, HPACK_KIND_OTHER, HPACK_PAYLOAD_ALIGNMENT};
use crate::hman::Manifest;
use crate::rows::Row;
use crate::spans::{visit_spans, Span};

const TABLE: u64 = HpackHeader::SIZE as u64;
const HEAD: u64 = HpackEntryHead::SIZE as u64;
const ALIGNMENT: u64 = HPACK_PAYLOAD_ALIGNMENT as u64;
/// In the order of their kinds, from 1 on.
const EXTENSIONS: [&str; 7] = [".hmesh", ".hmat", ".hman", ".hanim", ".ktx2", ".spv", ".hfont"];

/// A pack whose table has been checked.
///
/// ```no_run
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let bytes = std::fs::read("runtime.hpack")?;
/// let pack = assetc_formats::Pack::open(&bytes)?;
/// if let Some(entry) = pack.find("textures/wood.ktx2") {
///     let texture = assetc_formats::Texture::open(entry.bytes)?;
///     println!("{} levels", texture.levels.len());
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pack<'a> {
    bytes: &'a [u8],
    count: u32,
    table_end: u64,
}

/// A file in a pack.
#[derive(Clone, Copy, Debug)]
pub struct PackEntry<'a> {
    /// Relative, with forward slashes.
    pub path: &'a str,
    /// `HPACK_KIND_…`, or one of a later version.
    pub kind: u8,
    /// The payload: a multiple of 16 bytes from the start of the pack.
    pub bytes: &'a [u8],
}

impl<'a> Pack<'a> {
    /// Checks every rule of docs/formats/hpack.md. Does not check the files in the pack.
    pub fn open(bytes: &'a [u8]) -> Result<Self> {
        let file = File::new(bytes);
        let header: HpackHeader = file.inspect(0)?;
        require(header.toc_bytes <= file.size() - TABLE, ErrorCode::Truncated, 16, "HpackHeader.tocBytes")?;
        let table_end = TABLE + header.toc_bytes;
        let table = File::new(&bytes[..table_end as usize]);
        let mut at = TABLE;
        let mut before = None;
        for _ in 0..header.count {
            let path = check_entry(&table, file.size(), at, before)?;
            before = Some(path);
            at = entry_end(&file, at);
        }
        require(at == table_end, ErrorCode::BadValue, 16, "HpackHeader.tocBytes")?;
        let pack = Self { bytes, count: header.count, table_end };
        pack.check_payloads(&file)?;
        Ok(pack)
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether the pack has no entries.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Entries, sorted by the bytes of their paths.
    pub fn entries(&self) -> impl Iterator<Item = PackEntry<'a>> + Clone + 'a {
        let pack = *self;
        let file = File::new(pack.bytes);
        let mut at = TABLE;
        core::iter::from_fn(move || {
            let entry = (at < pack.table_end).then(|| pack.entry_at(at))?;
            at = entry_end(&file, at);
            Some(entry)
        })
    }

    /// Finds a path, byte for byte; pass NFC if it is not ASCII. Scans the table, a few nanoseconds per entry.
    pub fn find(&self, path: &str) -> Option<PackEntry<'a>> {
        let found = self.entries().find(|entry| entry.path.as_bytes() >= path.as_bytes())?;
        (found.path == path).then_some(found)
    }

    /// The manifest of the pack: which hash means which file.
    pub fn manifest(&self) -> Result<Manifest<'a>> {
        match self.find("assets.hman") {
            Some(entry) => Manifest::open(entry.bytes),
            None => fail(ErrorCode::Missing, TABLE, "assets.hman"),
        }
    }

    /// Finds the file of a hash, such as that of `HmatRow::base_color_tex`, by the pack's own manifest. None for a hash of 0. Checks the
    /// manifest each time: to find many, keep `manifest()`.
    pub fn find_hash(&self, hash: u64) -> Option<PackEntry<'a>> {
        if hash == 0 {
            return None;
        }
        self.find(self.manifest().ok()?.find(hash)?.path)
    }

    fn entry_at(&self, at: u64) -> PackEntry<'a> {
        let file = File::new(self.bytes);
        let head: HpackEntryHead = file.read(at);
        // Has been checked.
        let path = core::str::from_utf8(file.slice(at + HEAD, u64::from(head.path_len))).unwrap_or_default();
        PackEntry { path, kind: head.kind, bytes: file.slice(head.offset, head.size) }
    }

    fn spans(self, file: File<'a>) -> impl Iterator<Item = Span> + Clone + 'a {
        let mut at = TABLE;
        core::iter::from_fn(move || {
            if at >= self.table_end {
                return None;
            }
            let head: HpackEntryHead = file.read(at);
            let span = Span { start: head.offset, end: head.offset + head.size, row: at };
            at = entry_end(&file, at);
            Some(span)
        })
    }

    /// Payloads do not overlap, leave no gaps but for alignment, and have zeros between them.
    fn check_payloads(&self, file: &File<'a>) -> Result<()> {
        let mut end = self.table_end;
        visit_spans(self.spans(*file), |span| {
            let overlaps = span.start < end && span.end > span.start;
            require(!overlaps, ErrorCode::BadRange, span.row, "entries[].offset: overlaps another")?;
            let leaves_gap = span.start > end && span.start - end >= ALIGNMENT;
            require(!leaves_gap, ErrorCode::BadRange, span.row, "entries[].offset: leaves a gap")?;
            end = end.max(span.end);
            Ok(())
        })?;
        require(end >= file.size(), ErrorCode::TrailingBytes, end, "file")?;
        let mut end = self.table_end;
        visit_spans(self.spans(*file), |span| {
            file.expect_zeros(end, span.start, "padding")?;
            end = end.max(span.end);
            Ok(())
        })
    }
}

fn entry_end(file: &File<'_>, at: u64) -> u64 {
    let head: HpackEntryHead = file.read(at);
    at + HEAD + u64::from(head.path_len)
}

/// `table` ends with the table of contents.
fn check_entry<'a>(table: &File<'a>, file_size: u64, at: u64, before: Option<&str>) -> Result<&'a str> {
    table.fits(at, HEAD, "entries[]")?;
    let head: HpackEntryHead = table.read(at);
    let name = at + HEAD;
    let length = u64::from(head.path_len);
    table.fits(name, length, "entries[].path")?;
    let bytes = table.slice(name, length);
    if let Some(before) = before {
        require(before.as_bytes() != bytes, ErrorCode::Duplicate, name, "entries[].path")?;
        require(before.as_bytes() < bytes, ErrorCode::BadOrder, name, "entries[].path")?;
    }
    let path = table.path(name, length, "entries[].path")?;
    require(is_kind(head.kind, path), ErrorCode::BadValue, at + HpackEntryHead::AT_KIND, "entries[].kind")?;
    require(head.offset % ALIGNMENT == 0, ErrorCode::BadAlignment, at, "entries[].offset")?;
    let is_after = head.offset >= table.size();
    require(is_after, ErrorCode::BadRange, at, "entries[].offset: is inside the table")?;
    let is_inside = head.offset <= file_size && head.size <= file_size - head.offset;
    require(is_inside, ErrorCode::BadRange, at + 8, "entries[].size")?;
    Ok(path)
}

/// An unknown kind, of a later version, is valid only for an unknown extension.
fn is_kind(kind: u8, path: &str) -> bool {
    let right =
        EXTENSIONS.iter().position(|extension| path.ends_with(extension)).map_or(HPACK_KIND_OTHER, |i| i as u32 + 1);
    u32::from(kind) == right || (right == HPACK_KIND_OTHER && kind as usize > EXTENSIONS.len())
}
