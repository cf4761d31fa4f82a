//! The key/value data.

use crate::error::{require, ErrorCode, Result};
use crate::file::{align, File};
use crate::generated::layouts::Ktx2Header;
use crate::rows::Rows;

/// One entry of the key/value data.
#[derive(Clone, Copy)]
pub(super) struct Pair<'a> {
    at: u64,
    pub key: &'a [u8],
    pub value: &'a [u8],
    /// End of the value, before padding.
    end: u64,
    next: u64,
}

fn pair_at<'a>(file: &File<'a>, start: u64, at: u64) -> Pair<'a> {
    let size = u64::from(file.read::<u32>(at));
    let content = file.slice(at + 4, size);
    let end = at + 4 + size;
    let length = content.iter().position(|&byte| byte == 0).unwrap_or(content.len());
    let value = content.get(length + 1..).unwrap_or_default();
    Pair { at, key: &content[..length], value, end, next: start + align(end - start, 4) }
}

/// Entries in order. The data has been checked.
pub(super) fn pairs<'a>(file: &File<'a>, header: &Ktx2Header) -> impl Iterator<Item = Pair<'a>> + Clone {
    let start = u64::from(header.kvd_byte_offset);
    let end = start + u64::from(header.kvd_byte_length);
    let file = *file;
    let mut at = start;
    core::iter::from_fn(move || {
        if at >= end {
            return None;
        }
        let pair = pair_at(&file, start, at);
        at = pair.next;
        Some(pair)
    })
}

pub(super) fn check(file: &File<'_>, header: &Ktx2Header) -> Result<()> {
    let start = u64::from(header.kvd_byte_offset);
    let end = start + u64::from(header.kvd_byte_length);
    check_places(file, start, end)?;
    let mut before: Option<&[u8]> = None;
    for pair in pairs(file, header) {
        check_pair(file, header, &pair, before)?;
        file.expect_zeros(pair.end, pair.next.min(end), "KVD[].padding")?;
        before = Some(pair.key);
    }
    let has = |key: &str| pairs(file, header).any(|pair| pair.key == key.as_bytes());
    require(!has("KTXwriterScParams") || has("KTXwriter"), ErrorCode::Missing, start, "KVD")
}

/// Every entry is inside the data and has a key.
fn check_places(file: &File<'_>, start: u64, end: u64) -> Result<()> {
    file.fits(start, end - start, "KVD")?;
    let mut at = start;
    while at < end {
        require(at + 4 <= end, ErrorCode::Truncated, at, "KVD")?;
        let fits = u64::from(file.read::<u32>(at)) <= end - at - 4;
        require(fits, ErrorCode::BadRange, at, "KVD")?;
        let pair = pair_at(file, start, at);
        let has_end = (pair.key.len() as u64) < pair.end - at - 4;
        require(has_end, ErrorCode::BadText, at + 4, "KVD[].key")?;
        file.text(at + 4, pair.key.len() as u64, "KVD[].key")?;
        at = pair.next;
    }
    Ok(())
}

fn check_pair(file: &File<'_>, header: &Ktx2Header, pair: &Pair<'_>, before: Option<&[u8]>) -> Result<()> {
    let field = "KVD[].key";
    let (key, place) = (pair.key, pair.at + 4);
    require(!key.is_empty(), ErrorCode::BadValue, place, field)?;
    require(!key.starts_with(&[0xEF, 0xBB, 0xBF]), ErrorCode::BadText, place, field)?;
    if before.is_some_and(|before| before >= key) {
        let is_repeated = pairs(file, header).take_while(|other| other.at < pair.at).any(|other| other.key == key);
        let code = if is_repeated { ErrorCode::Duplicate } else { ErrorCode::BadOrder };
        require(false, code, place, field)?;
    }
    match is_known_value(header, key, pair.value) {
        Some(holds) => require(holds, ErrorCode::BadValue, pair.end - pair.value.len() as u64, "KVD[].value"),
        None => {
            let is_reserved = key.starts_with(b"KTX") || key.starts_with(b"ktx");
            require(!is_reserved, ErrorCode::BadValue, place, field)
        }
    }
}

/// Checks the values of keys of the specification, and of ours; None for an unknown key.
fn is_known_value(header: &Ktx2Header, key: &[u8], value: &[u8]) -> Option<bool> {
    let text = value.strip_suffix(&[0]).unwrap_or(value);
    let orientation: [&[u8]; 3] = [b"rl", b"du", b"oi"];
    let sides = if header.pixel_height == 0 {
        1
    } else if header.pixel_depth == 0 {
        2
    } else {
        3
    };
    Some(match key {
        b"KTXcubemapIncomplete" => is_cubemap_incomplete(header, value),
        b"KTXorientation" => spells(text, &orientation[..sides]),
        b"KTXglFormat" => value.len() == 12,
        b"KTXdxgiFormat__" | b"KTXmetalPixelFormat" => value.len() == 4,
        b"KTXswizzle" => spells(text, &[b"rgba01".as_slice(); 4]),
        b"KTXwriter" | b"KTXwriterScParams" => core::str::from_utf8(text).is_ok(),
        b"KTXastcDecodeMode" => text == b"rgb9e5" || text == b"unorm8",
        b"assetcSH9" => header.face_count == 6 && is_irradiance(value),
        b"KTXanimData" => value.len() == 12 && header.layer_count > 0,
        _ => return None,
    })
}

/// One letter of each set, and nothing else.
fn spells(text: &[u8], sets: &[&[u8]]) -> bool {
    text.len() == sets.len() && text.iter().zip(sets).all(|(letter, set)| set.contains(letter))
}

fn is_cubemap_incomplete(header: &Ktx2Header, value: &[u8]) -> bool {
    let &[faces @ 1..=0x3F] = value else { return false };
    header.face_count == 1 && header.layer_count > 0 && header.layer_count % faces.count_ones() == 0
}

/// 27 finite numbers.
fn is_irradiance(value: &[u8]) -> bool {
    value.len() == 27 * 4 && Rows::<f32>::new(value).iter().all(f32::is_finite)
}
