//! Sizes and places of levels.

use super::formats::TexelFormat;
use crate::error::{require, ErrorCode, Result};
use crate::file::{align, File};
use crate::generated::layouts::{
    DfdBasic, Ktx2Header, Ktx2LevelIndex, KTX2_MODEL_ETC1S, KTX2_MODEL_UASTC, KTX2_SUPERCOMPRESSION_BASISLZ,
    KTX2_SUPERCOMPRESSION_NONE,
};
use crate::rows::Row;

/// The size of a texel block in texels and in bytes; 0 bytes if unknown.
#[derive(Clone, Copy, Debug)]
pub(super) struct TexelBlock {
    pub width: u32,
    pub height: u32,
    pub depth: u32,
    pub bytes: u32,
}

pub(super) fn block_of(header: &Ktx2Header, format: Option<TexelFormat>, basic: Option<DfdBasic>) -> TexelBlock {
    let square = |bytes| TexelBlock { width: 4, height: 4, depth: 1, bytes };
    if let Some(TexelFormat { block_width, block_height, block_bytes, .. }) = format {
        return TexelBlock { width: block_width, height: block_height, depth: 1, bytes: block_bytes };
    }
    let Some(basic) = basic else { return square(0) };
    let model = u32::from(basic.color_model);
    if model == KTX2_MODEL_UASTC {
        return square(16);
    }
    if model == KTX2_MODEL_ETC1S || header.vk_format != 0 || basic.bytes_plane[1..].iter().any(|&plane| plane != 0) {
        return square(0);
    }
    let [width, height, depth, _] = basic.texel_block_dimension.map(|less_one| u32::from(less_one) + 1);
    TexelBlock { width, height, depth, bytes: u32::from(basic.bytes_plane[0]) }
}

/// Texels of a side at a level.
pub(super) fn size_at(size: u32, level: u32) -> u32 {
    size.checked_shr(level).unwrap_or(0).max(1)
}

/// Bytes of one level before supercompression. In doubles, like the SDK: sizes of damaged headers may be huge.
fn level_bytes(block: &TexelBlock, header: &Ktx2Header, level: u32) -> f64 {
    let blocks = |size: u32, block: u32| f64::from(size_at(size, level).div_ceil(block));
    blocks(header.pixel_width, block.width)
        * blocks(header.pixel_height, block.height)
        * blocks(header.pixel_depth, block.depth)
        * f64::from(block.bytes)
        * f64::from(header.layer_count.max(1))
        * f64::from(header.face_count)
}

/// lcm(4, block bytes) for plain levels, 1 for supercompressed ones.
fn alignment_of(header: &Ktx2Header, block: &TexelBlock) -> u64 {
    let bytes = u64::from(block.bytes);
    match (header.supercompression_scheme, bytes) {
        (KTX2_SUPERCOMPRESSION_NONE, 0) => 4,
        (KTX2_SUPERCOMPRESSION_NONE, _) if bytes % 4 == 0 => bytes,
        (KTX2_SUPERCOMPRESSION_NONE, _) if bytes % 2 == 0 => bytes * 2,
        (KTX2_SUPERCOMPRESSION_NONE, _) => bytes * 4,
        _ => 1,
    }
}

fn place_of(level: u64) -> u64 {
    (Ktx2Header::SIZE as u64) + level * Ktx2LevelIndex::SIZE as u64
}

pub(super) fn check(file: &File<'_>, header: &Ktx2Header, block: &TexelBlock) -> Result<()> {
    let stored = header.level_count.max(1);
    for i in 0..stored {
        check_level(file, header, block, i)?;
    }
    check_places(file, header, stored, alignment_of(header, block))
}

fn check_level(file: &File<'_>, header: &Ktx2Header, block: &TexelBlock, i: u32) -> Result<()> {
    let at = place_of(u64::from(i));
    let level: Ktx2LevelIndex = file.read(at);
    let scheme = header.supercompression_scheme;
    let is_inside = file.has(level.byte_offset, level.byte_length);
    require(is_inside, ErrorCode::BadRange, at, "Ktx2LevelIndex[].byteOffset")?;
    require(level.byte_length > 0, ErrorCode::BadValue, at + 8, "Ktx2LevelIndex[].byteLength")?;
    let size = level.uncompressed_byte_length;
    let is_size = match (scheme == KTX2_SUPERCOMPRESSION_BASISLZ, block.bytes) {
        (true, _) => size == 0,
        (false, 0) => true,
        (false, _) => equals(size, level_bytes(block, header, i)),
    };
    require(is_size, ErrorCode::BadValue, at + 16, "Ktx2LevelIndex[].uncompressedByteLength")?;
    let is_plain = scheme != KTX2_SUPERCOMPRESSION_NONE || level.byte_length == size;
    require(is_plain, ErrorCode::BadValue, at + 8, "Ktx2LevelIndex[].byteLength")
}

fn equals(count: u64, wanted: f64) -> bool {
    wanted < 18_446_744_073_709_551_616.0 && count == wanted as u64
}

/// Levels are stored smallest first, without gaps except for alignment, and nothing follows the largest.
fn check_places(file: &File<'_>, header: &Ktx2Header, stored: u32, alignment: u64) -> Result<()> {
    let field = "Ktx2LevelIndex[].byteOffset";
    let dfd_end = u64::from(header.dfd_byte_offset) + u64::from(header.dfd_byte_length);
    let kvd_end = u64::from(header.kvd_byte_offset) + u64::from(header.kvd_byte_length);
    let sgd_end = header.sgd_byte_offset + header.sgd_byte_length;
    let mut end = dfd_end.max(kvd_end).max(sgd_end);
    for i in (0..stored).rev() {
        let at = place_of(u64::from(i));
        let level: Ktx2LevelIndex = file.read(at);
        require(level.byte_offset % alignment == 0, ErrorCode::BadAlignment, at, field)?;
        require(level.byte_offset >= end, ErrorCode::BadOrder, at, field)?;
        require(level.byte_offset == align(end, alignment), ErrorCode::BadRange, at, field)?;
        file.expect_zeros(end, level.byte_offset, "padding of a level")?;
        end = level.byte_offset + level.byte_length;
    }
    require(end == file.size(), ErrorCode::TrailingBytes, end, "file")
}
