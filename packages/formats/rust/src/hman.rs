//! Manifests: map hashes to files.

use crate::error::{require, ErrorCode, Result};
use crate::file::File;
use crate::generated::layouts::{HmanEntryHead, HmanHeader, HMAN_KIND_FONT, HMAN_KIND_SHADER, HMAN_KIND_TEXTURE};
use crate::name_hash::hash_name;
use crate::rows::Row;

const TABLE: u64 = HmanHeader::SIZE as u64;
const HEAD: u64 = HmanEntryHead::SIZE as u64;

/// A manifest whose entries have been checked.
#[derive(Clone, Copy, Debug)]
pub struct Manifest<'a> {
    bytes: &'a [u8],
    count: u32,
}

/// A line of a manifest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ManifestEntry<'a> {
    /// The key: `hash_name` of the asset's name, or what `manifest_hash` returns.
    pub hash: u64,
    /// `HMAN_KIND_…`, or one of a later version.
    pub kind: u8,
    /// 0 linear, 1 sRGB.
    pub colorspace: u8,
    /// Below the output folder, with forward slashes: a path of the pack.
    pub path: &'a str,
}

impl<'a> Manifest<'a> {
    /// Checks every rule of docs/formats/hman.md that the file alone can break.
    pub fn open(bytes: &'a [u8]) -> Result<Self> {
        let file = File::new(bytes);
        let header: HmanHeader = file.inspect(0)?;
        let mut at = TABLE;
        let mut before = None;
        for _ in 0..header.count {
            let entry = check_entry(&file, at, before)?;
            before = Some(entry.hash);
            at += HEAD + entry.path.len() as u64;
        }
        require(at >= file.size(), ErrorCode::TrailingBytes, at, "file")?;
        Ok(Self { bytes, count: header.count })
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether the manifest has no entries.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Entries, ascending by hash.
    pub fn entries(&self) -> impl Iterator<Item = ManifestEntry<'a>> + Clone + 'a {
        let file = File::new(self.bytes);
        let mut at = TABLE;
        core::iter::from_fn(move || {
            if at >= file.size() {
                return None;
            }
            let head: HmanEntryHead = file.read(at);
            let length = u64::from(head.path_len);
            // Has been checked.
            let path = core::str::from_utf8(file.slice(at + HEAD, length)).unwrap_or_default();
            at += HEAD + length;
            Some(ManifestEntry { hash: head.hash, kind: head.kind, colorspace: head.colorspace, path })
        })
    }

    /// Finds a hash. Scans the entries.
    pub fn find(&self, hash: u64) -> Option<ManifestEntry<'a>> {
        self.entries().find(|entry| entry.hash >= hash).filter(|entry| entry.hash == hash)
    }

    /// Finds a path, byte for byte. Scans the entries.
    pub fn find_path(&self, path: &str) -> Option<ManifestEntry<'a>> {
        self.entries().find(|entry| entry.path == path)
    }
}

/// The key of a path, by its kind: without the extension for textures and shaders, the number in the name for shared textures.
pub fn manifest_hash(kind: u8, path: &str) -> u64 {
    let shared = if u32::from(kind) == HMAN_KIND_TEXTURE { shared_texture(path) } else { None };
    shared.unwrap_or_else(|| hash_path(kind, path))
}

fn hash_path(kind: u8, path: &str) -> u64 {
    let extension = match u32::from(kind) {
        HMAN_KIND_TEXTURE => ".ktx2",
        HMAN_KIND_SHADER => ".spv",
        _ => "",
    };
    hash_name(path.strip_suffix(extension).unwrap_or(path))
}

/// The number in `tex/<16 hex digits>.ktx2`.
fn shared_texture(path: &str) -> Option<u64> {
    let digits = path.strip_prefix("tex/")?.strip_suffix(".ktx2")?;
    let is_hex = digits.len() == 16 && digits.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'));
    if is_hex {
        u64::from_str_radix(digits, 16).ok()
    } else {
        None
    }
}

fn check_entry<'a>(file: &File<'a>, at: u64, before: Option<u64>) -> Result<ManifestEntry<'a>> {
    file.fits(at, HEAD, "entries[]")?;
    let HmanEntryHead { hash, kind, colorspace, path_len } = file.read(at);
    require(before != Some(hash), ErrorCode::Duplicate, at, "entries[].hash")?;
    require(before.is_none_or(|before| before < hash), ErrorCode::BadOrder, at, "entries[].hash")?;
    let name = at + HEAD;
    file.fits(name, u64::from(path_len), "entries[].path")?;
    let is_known = u32::from(kind) <= HMAN_KIND_FONT;
    let place = at + HmanEntryHead::AT_COLORSPACE;
    require(!is_known || colorspace <= 1, ErrorCode::BadValue, place, "entries[].colorspace")?;
    let path = file.path(name, u64::from(path_len), "entries[].path")?;
    // A source may itself be called tex/<16 hex digits>.png: then the plain rule applies, so both are accepted.
    let obeys = !is_known || manifest_hash(kind, path) == hash || hash_path(kind, path) == hash;
    require(obeys, ErrorCode::BadValue, at, "entries[].hash")?;
    Ok(ManifestEntry { hash, kind, colorspace, path })
}
