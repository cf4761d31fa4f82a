//! Targets of morphs.

use super::mesh_file::{Indices, MeshFile};
use crate::error::{require, ErrorCode, Result};
use crate::generated::chunk_names::mesh as names;
use crate::generated::layouts::{MorphHeader, MorphRange, MorphTarget, HMESH_MORPH_NORMALS, HMESH_MORPH_TANGENTS};
use crate::rows::{Row, Rows};

/// Where the arrays of morph targets are: ranges, targets, vertices, positions, normals, tangents, with their sizes in bytes.
pub(super) struct MorphPlaces {
    pub at: [u64; 7],
    pub sizes: [u64; 7],
}

impl<'a> MeshFile<'a> {
    /// The header of MRPH is inside the file.
    pub fn morph_places(&self) -> Result<MorphPlaces> {
        let chunk = self.known[names::MRPH];
        let head: MorphHeader = self.file.read(chunk.offset);
        let delta = if self.is_compact() { 8 } else { 12 };
        let entries = u64::from(head.entry_count);
        let sizes = [
            MorphHeader::SIZE as u64,
            u64::from(head.submesh_count) * MorphRange::SIZE as u64,
            u64::from(head.target_count) * MorphTarget::SIZE as u64,
            entries * 4,
            entries * delta,
            u64::from(head.normal_count) * delta,
            u64::from(head.tangent_count) * delta,
        ];
        Ok(MorphPlaces { at: chunk.sections(&self.file, sizes, "MRPH")?, sizes })
    }

    pub fn check_morph_tables(&self) -> Result<()> {
        let chunk = self.known[names::MRPH];
        if !chunk.exists() {
            return Ok(());
        }
        let head: MorphHeader = chunk.head(&self.file, "MRPH")?;
        let place = chunk.offset + MorphHeader::AT_SUBMESH_COUNT;
        let is_count = head.submesh_count == self.desc.submesh_count;
        require(is_count, ErrorCode::BadValue, place, "MRPH.submeshCount")?;
        let MorphPlaces { at, .. } = self.morph_places()?;
        let ranges = self.file.inspect_rows::<MorphRange>(at[1], head.submesh_count.into())?;
        let targets = self.file.inspect_rows::<MorphTarget>(at[2], head.target_count.into())?;
        check_morph_ranges(&ranges, at[1], &head, chunk.offset)?;
        check_morph_targets(&targets, at[2], &head, chunk.offset)
    }

    /// Vertices ascend inside a target; deltas are finite.
    pub fn check_morph_deltas(&self) -> Result<()> {
        if !self.known[names::MRPH].exists() {
            return Ok(());
        }
        let MorphPlaces { at, sizes } = self.morph_places()?;
        let vertices: Rows<'a, u32> = Rows::new(self.file.slice(at[3], sizes[3]));
        self.check_indices(&Indices::Wide(vertices), at[3], "MRPH.vertex[]")?;
        let targets: Rows<'a, MorphTarget> = Rows::new(self.file.slice(at[2], sizes[2]));
        let mut entry = 0;
        for target in targets.iter() {
            let end = entry + target.entry_count as usize;
            for i in entry + 1..end {
                let is_ordered = vertices.at(i) > vertices.at(i - 1);
                require(is_ordered, ErrorCode::BadOrder, at[3] + i as u64 * 4, "MRPH.vertex[]")?;
            }
            entry = end;
        }
        if self.is_compact() {
            return Ok(());
        }
        for (i, field) in [(4, "MRPH.positions[]"), (5, "MRPH.normals[]"), (6, "MRPH.tangents[]")] {
            self.check_finite(at[i], sizes[i], field)?;
        }
        Ok(())
    }
}

/// Ranges tile the targets in the order of submeshes.
fn check_morph_ranges(rows: &Rows<'_, MorphRange>, at: u64, head: &MorphHeader, chunk: u64) -> Result<()> {
    let mut next = 0;
    for (i, row) in rows.iter().enumerate() {
        let place = at + (i * MorphRange::SIZE) as u64;
        let is_first = u64::from(row.first_target) == next;
        require(is_first, ErrorCode::BadRange, place, "MRPH.range[].firstTarget")?;
        next += u64::from(row.target_count);
        let is_inside = next <= u64::from(head.target_count);
        let place = place + MorphRange::AT_TARGET_COUNT;
        require(is_inside, ErrorCode::BadRange, place, "MRPH.range[].targetCount")?;
    }
    require(next == u64::from(head.target_count), ErrorCode::BadRange, chunk, "MRPH.targetCount")
}

/// Targets tile entries, normals and tangents in order; the latter two if their flag is set.
fn check_morph_targets(rows: &Rows<'_, MorphTarget>, at: u64, head: &MorphHeader, chunk: u64) -> Result<()> {
    let totals = [head.entry_count, head.normal_count, head.tangent_count].map(u64::from);
    let mut next = [0; 3];
    let places = [MorphTarget::AT_FIRST_ENTRY, MorphTarget::AT_FIRST_NORMAL, MorphTarget::AT_FIRST_TANGENT];
    for (i, row) in rows.iter().enumerate() {
        let firsts = [row.first_entry, row.first_normal, row.first_tangent];
        let has = [true, row.flags & HMESH_MORPH_NORMALS != 0, row.flags & HMESH_MORPH_TANGENTS != 0];
        for list in 0..3 {
            let place = at + (i * MorphTarget::SIZE) as u64 + places[list];
            let is_first = u64::from(firsts[list]) == next[list];
            require(is_first, ErrorCode::BadRange, place, "MRPH.target[].first")?;
            if has[list] {
                next[list] += u64::from(row.entry_count);
            }
            require(next[list] <= totals[list], ErrorCode::BadRange, place, "MRPH.target[].first")?;
        }
    }
    let places = [MorphHeader::AT_ENTRY_COUNT, MorphHeader::AT_NORMAL_COUNT, MorphHeader::AT_TANGENT_COUNT];
    for list in 0..3 {
        require(next[list] == totals[list], ErrorCode::BadRange, chunk + places[list], "MRPH")?;
    }
    Ok(())
}
