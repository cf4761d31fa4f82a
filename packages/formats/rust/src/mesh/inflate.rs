//! Meshes with compressed chunks. Each chunk is replaced by those that it contains, at its place in the table.

use alloc::vec::Vec;

use super::is_compressed_mesh;
use crate::chunks::{check_padding, read_table, table_of, Chunk, ENTRY, TABLE};
use crate::error::{fail, require, ErrorCode, Result};
use crate::file::{align, File};
use crate::generated::chunk_names::mesh as names;
use crate::generated::layouts::{
    EncodedChunk, HmeshChunkEntry, HmeshFileHeader, Meshlet, HMESH_CHUNK_ALIGNMENT, HMESH_CHUNK_CLTR, HMESH_CHUNK_CLV2,
    HMESH_CHUNK_CLVR, HMESH_CHUNK_MLET, HMESH_CHUNK_MLTR, HMESH_CHUNK_MLV2, HMESH_CHUNK_MLVR, HMESH_CODEC_MESHLETS,
    HMESH_CODEC_RAW, HMESH_CODEC_SEQUENCE, HMESH_CODEC_TRIANGLES, HMESH_CODEC_VERTICES, HMESH_VERSION,
};
use crate::mesh_codec;
use crate::rows::Row;
use crate::xxh3::xxh3;

const MLTS: u32 = u32::from_le_bytes(*b"mlts");
const CLTS: u32 = u32::from_le_bytes(*b"clts");

/// A row of the table as chunks of the plain mesh.
struct Part<'a> {
    chunk: Chunk,
    encoded: Option<(EncodedChunk, &'a [u8])>,
    /// Names and sizes.
    plain: Vec<(u32, u64)>,
}

/// The mesh without compression; a copy if it has none. Also compares hashes. Offsets of errors in decoded chunks are those of the
/// plain mesh, which `Mesh::open` checks.
pub fn inflate_mesh(bytes: &[u8]) -> Result<Vec<u8>> {
    if !is_compressed_mesh(bytes) {
        return Ok(bytes.to_vec());
    }
    let file = File::new(bytes);
    let parts = read_parts(&file)?;
    check_padding(&file)?;
    let count: usize = parts.iter().map(|part| part.plain.len()).sum();
    let mut plain = Vec::from(file.slice(0, TABLE));
    plain[HmeshFileHeader::AT_CHUNK_COUNT as usize..][..4].copy_from_slice(&(count as u32).to_le_bytes());
    plain.resize(TABLE as usize + count * ENTRY as usize, 0);
    let mut row = TABLE as usize;
    for part in &parts {
        let mut places = Vec::new();
        for &(name, size) in &part.plain {
            let offset = align(plain.len() as u64, HMESH_CHUNK_ALIGNMENT.into());
            write_row(&mut plain[row..], file.slice(part.chunk.entry, ENTRY), name, offset, size);
            row += ENTRY as usize;
            places.push(offset as usize..(offset + size) as usize);
            let end = (offset + size) as usize;
            if plain.try_reserve(end - plain.len()).is_err() {
                return fail(ErrorCode::Unsupported, 0, "memory");
            }
            plain.resize(end, 0);
        }
        match &part.encoded {
            None => plain[places[0].clone()].copy_from_slice(file.slice(part.chunk.offset, part.chunk.size)),
            Some((head, source)) => {
                let first = places[0].start;
                let (_, target) = plain.split_at_mut(first);
                let ranges = places.iter().map(|place| place.start - first..place.end - first).collect::<Vec<_>>();
                check_decoded(part, head, source, target, &ranges)?;
            }
        }
    }
    Ok(plain)
}

/// Decodes a chunk to its places in `target`, and compares the hash.
fn check_decoded(
    part: &Part<'_>,
    head: &EncodedChunk,
    source: &[u8],
    target: &mut [u8],
    places: &[core::ops::Range<usize>],
) -> Result<()> {
    let is_good = decode(head, source, target, places).is_some();
    let at = part.chunk.offset;
    require(is_good, ErrorCode::BadValue, at + EncodedChunk::SIZE as u64, "EncodedChunk: damaged")?;
    let hashes: Vec<u64> = places.iter().map(|place| xxh3(&target[place.clone()])).collect();
    let hash = match head.codec {
        HMESH_CODEC_MESHLETS => xxh3(&hashes.iter().flat_map(|hash| hash.to_le_bytes()).collect::<Vec<_>>()),
        _ => hashes[0],
    };
    require(hash == head.hash, ErrorCode::BadValue, at + EncodedChunk::AT_HASH, "EncodedChunk.hash")
}

fn decode(head: &EncodedChunk, source: &[u8], target: &mut [u8], places: &[core::ops::Range<usize>]) -> Option<()> {
    let stride = head.stride as usize;
    let count = head.count as usize;
    match head.codec {
        HMESH_CODEC_RAW => target[places[0].clone()].copy_from_slice(source),
        HMESH_CODEC_VERTICES => mesh_codec::vertices(&mut target[places[0].clone()], count, stride, source)?,
        HMESH_CODEC_TRIANGLES => mesh_codec::triangles(&mut target[places[0].clone()], count, stride, source)?,
        HMESH_CODEC_SEQUENCE => mesh_codec::sequence(&mut target[places[0].clone()], stride, source)?,
        _ => {
            let lists = &places[places.len() - 2..];
            let (vertices, triangles) = target.split_at_mut(lists[1].start);
            let triangles = &mut triangles[..lists[1].len()];
            mesh_codec::meshlets(&mut vertices[lists[0].clone()], triangles, count, stride, source)?;
            if places.len() == 3 {
                write_meshlets(&mut target[places[0].clone()], source);
            }
        }
    }
    Some(())
}

/// MLET: meshlets are one after another.
fn write_meshlets(target: &mut [u8], source: &[u8]) {
    let [mut vertex, mut triangle] = [0u32; 2];
    for (row, counts) in target.chunks_exact_mut(Meshlet::SIZE).zip(source.chunks_exact(4)) {
        let [vertices, triangles] = [counts[0], counts[1]].map(u32::from);
        for (to, value) in row.chunks_exact_mut(4).zip([vertex, vertices, triangle, triangles]) {
            to.copy_from_slice(&value.to_le_bytes());
        }
        vertex += vertices;
        triangle += triangles;
    }
}

/// The row of a chunk with another name and place.
fn write_row(target: &mut [u8], old: &[u8], name: u32, offset: u64, size: u64) {
    target[..old.len()].copy_from_slice(old);
    target[..4].copy_from_slice(&name.to_le_bytes());
    target[HmeshChunkEntry::AT_OFFSET as usize..][..8].copy_from_slice(&offset.to_le_bytes());
    target[HmeshChunkEntry::AT_SIZE as usize..][..8].copy_from_slice(&size.to_le_bytes());
}

/// Checks the table and every compressed chunk.
fn read_parts<'a>(file: &File<'a>) -> Result<Vec<Part<'a>>> {
    file.inspect::<HmeshFileHeader>(0)?;
    let mut known = [Chunk::default(); names::NAMES.len()];
    read_table(file, HMESH_VERSION, &names::NAMES, &mut known)?;
    let mut seen: Vec<u32> =
        names::NAMES.iter().zip(&known).filter(|(_, chunk)| chunk.exists()).map(|(&name, _)| name).collect();
    let mut parts = Vec::new();
    for i in 0..table_of(file).0 {
        let chunk = Chunk::at(file, TABLE + i * ENTRY);
        let fourcc: u32 = file.read(chunk.entry);
        if !names::NAMES[names::PLAIN..].contains(&fourcc) {
            parts.push(Part { chunk, encoded: None, plain: Vec::from([(fourcc, chunk.size)]) });
            continue;
        }
        let part = read_encoded(file, chunk, fourcc)?;
        for (name, _) in &part.plain {
            require(!seen.contains(name), ErrorCode::Duplicate, chunk.entry, "EncodedChunk")?;
            seen.push(*name);
        }
        parts.push(part);
    }
    Ok(parts)
}

fn read_encoded<'a>(file: &File<'a>, chunk: Chunk, fourcc: u32) -> Result<Part<'a>> {
    let head: EncodedChunk = chunk.head(file, "EncodedChunk")?;
    let size = EncodedChunk::SIZE as u64;
    let source = file.slice(chunk.offset + size, chunk.size - size);
    let valued = |holds, place, field| require(holds, ErrorCode::BadValue, chunk.offset + place, field);
    let is_meshlets = matches!(fourcc, MLTS | CLTS);
    let belongs = is_meshlets == (head.codec == HMESH_CODEC_MESHLETS);
    valued(belongs, EncodedChunk::AT_CODEC, "EncodedChunk.codec")?;
    valued(fits_codec(&head), EncodedChunk::AT_STRIDE, "EncodedChunk.stride")?;
    let plain = if has_enough(&head, source.len() as u64) { plain_parts(&head, fourcc, source) } else { None };
    valued(plain.is_some(), EncodedChunk::AT_COUNT, "EncodedChunk.count")?;
    let plain = plain.unwrap_or_default();
    let total = plain.iter().map(|(_, size)| size).sum::<u64>();
    valued(head.raw_size == total, EncodedChunk::AT_RAW_SIZE, "EncodedChunk.rawSize")?;
    Ok(Part { chunk, encoded: Some((head, source)), plain })
}

fn fits_codec(head: &EncodedChunk) -> bool {
    match head.codec {
        HMESH_CODEC_RAW => head.stride == 1,
        HMESH_CODEC_VERTICES => head.stride > 0 && head.stride <= 256 && head.stride % 4 == 0,
        _ => matches!(head.stride, 2 | 4),
    }
}

/// Whether the data can contain as much, so that a small file cannot state an enormous size.
fn has_enough(head: &EncodedChunk, bytes: u64) -> bool {
    let count = u64::from(head.count);
    match head.codec {
        HMESH_CODEC_RAW => count == bytes,
        HMESH_CODEC_VERTICES => count.div_ceil(256) * u64::from(head.stride / 4) <= bytes,
        HMESH_CODEC_TRIANGLES => count <= bytes * 3,
        HMESH_CODEC_SEQUENCE => count <= bytes,
        _ => count * 4 <= bytes,
    }
}

/// Names and sizes of the chunks that a compressed one replaces.
fn plain_parts(head: &EncodedChunk, fourcc: u32, source: &[u8]) -> Option<Vec<(u32, u64)>> {
    let [count, stride] = [head.count, head.stride].map(u64::from);
    if head.codec != HMESH_CODEC_MESHLETS {
        let name = fourcc.to_le_bytes().map(|letter| letter.to_ascii_uppercase());
        return Some(Vec::from([(u32::from_le_bytes(name), count * stride)]));
    }
    let (vertices, triangles) = mesh_codec::meshlet_totals(source, head.count as usize)?;
    let is_narrow = stride == 2;
    let lists = match fourcc {
        MLTS => [if is_narrow { HMESH_CHUNK_MLV2 } else { HMESH_CHUNK_MLVR }, HMESH_CHUNK_MLTR],
        _ => [if is_narrow { HMESH_CHUNK_CLV2 } else { HMESH_CHUNK_CLVR }, HMESH_CHUNK_CLTR],
    };
    let mut parts = Vec::new();
    if fourcc == MLTS {
        parts.push((HMESH_CHUNK_MLET, count * Meshlet::SIZE as u64));
    }
    parts.push((lists[0], vertices * stride));
    parts.push((lists[1], triangles * 3));
    Some(parts)
}
