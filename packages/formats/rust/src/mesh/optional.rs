//! Optional chunks: morph targets, errors of levels, names, colors, second texture coordinates, lines and points.

use super::forms::is_finite_half;
use super::mesh_file::{Indices, MeshFile};
use crate::error::{require, ErrorCode, Result};
use crate::generated::chunk_names::mesh as names;
use crate::generated::layouts::{
    ColorHeader, LineRange, LinesHeader, LodTableHeader, MeshLod, MorphHeader, MorphRange, MorphTarget, NamesHeader,
    HMESH_COLOR_FLOAT16, HMESH_COLOR_UNORM8, HMESH_MODE_LINES, HMESH_MORPH_NORMALS, HMESH_MORPH_TANGENTS,
    HMESH_NO_MATERIAL, HMESH_UV_FLOAT16,
};
use crate::names::Names;
use crate::rows::{Row, Rows};

/// Where the arrays of morph targets are: ranges, targets, vertices, positions, normals, tangents, with their sizes in bytes.
pub(super) struct MorphPlaces {
    pub at: [u64; 7],
    pub sizes: [u64; 7],
}

impl<'a> MeshFile<'a> {
    pub fn check_optional_tables(&self) -> Result<()> {
        let known = &self.known;
        self.check_morph_tables()?;
        self.check_lod_errors()?;
        self.names()?;
        self.check_colors()?;
        if known[names::UVS1].exists() {
            let size = if self.is_compact() { 4 } else { 8 };
            known[names::UVS1].expect_size(u64::from(self.desc.vertex_count) * size, "UVS1.size")?;
        }
        self.check_lines()?;
        self.check_cluster_sizes()?;
        self.check_micromap_tables()
    }

    pub fn check_optional_bulk(&self) -> Result<()> {
        self.check_half_colors()?;
        self.check_second_uvs()?;
        self.check_morph_deltas()?;
        let chunk = self.known[names::LNPT];
        if !chunk.exists() {
            return Ok(());
        }
        let (ranges, indices) = self.lines();
        let at = chunk.offset + (LinesHeader::SIZE + ranges.bytes().len()) as u64;
        self.check_indices(&Indices::Wide(indices), at, "LNPT.index[]")
    }

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

    fn check_morph_tables(&self) -> Result<()> {
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
    fn check_morph_deltas(&self) -> Result<()> {
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

    fn check_lod_errors(&self) -> Result<()> {
        let [chunk, table] = [self.known[names::LODE], self.known[names::LODT]];
        if !chunk.exists() {
            return Ok(());
        }
        table.required("LODT")?;
        let levels = (table.size - LodTableHeader::SIZE as u64) / MeshLod::SIZE as u64;
        chunk.expect_size(levels * 4, "LODE.size")?;
        for (i, error) in self.rows::<f32>(names::LODE).iter().enumerate() {
            let is_error = error >= 0.0 && error.is_finite();
            require(is_error, ErrorCode::BadValue, chunk.offset + i as u64 * 4, "LODE[]")?;
        }
        Ok(())
    }

    /// Checks and opens the names.
    pub fn names(&self) -> Result<Names<'a>> {
        let chunk = self.known[names::NAMS];
        if !chunk.exists() {
            return Ok(Names::default());
        }
        let size = NamesHeader::SIZE as u64;
        chunk.expect(chunk.size >= size, "NAMS")?;
        let morphs = self.known[names::MRPH];
        let targets = if morphs.exists() { self.file.read::<MorphHeader>(morphs.offset).target_count } else { 0 };
        let joints = self.joint_count();
        let wanted = [self.desc.submesh_count.into(), self.desc.material_count.into(), joints, targets.into()];
        for (i, count) in wanted.into_iter().enumerate() {
            let at = chunk.offset + i as u64 * 4;
            let own: u32 = self.file.read(at);
            require(u64::from(own) == count, ErrorCode::BadValue, at, "NAMS")?;
        }
        Names::open(&self.file, chunk.offset + size, chunk.size - size, wanted.iter().sum())
    }

    fn check_colors(&self) -> Result<()> {
        let chunk = self.known[names::CLR0];
        if !chunk.exists() {
            return Ok(());
        }
        let head: ColorHeader = chunk.head(&self.file, "CLR0")?;
        let size = if head.format == HMESH_COLOR_UNORM8 { 4 } else { 8 };
        let sizes = [ColorHeader::SIZE as u64, u64::from(self.desc.vertex_count) * size];
        chunk.sections(&self.file, sizes, "CLR0.size").map(|_| ())
    }

    fn check_half_colors(&self) -> Result<()> {
        let chunk = self.known[names::CLR0];
        if !chunk.exists() || self.file.read::<ColorHeader>(chunk.offset).format != HMESH_COLOR_FLOAT16 {
            return Ok(());
        }
        for at in (chunk.offset + ColorHeader::SIZE as u64..chunk.offset + chunk.size).step_by(2) {
            require(is_finite_half(&self.file, at), ErrorCode::BadValue, at, "CLR0[]")?;
        }
        Ok(())
    }

    fn check_second_uvs(&self) -> Result<()> {
        let chunk = self.known[names::UVS1];
        match self.grid() {
            _ if !chunk.exists() => Ok(()),
            None => self.check_finite(chunk.offset, chunk.size, "UVS1[]"),
            Some(grid) if grid.uvs1_format != HMESH_UV_FLOAT16 => Ok(()),
            Some(_) => (chunk.offset..chunk.offset + chunk.size)
                .step_by(2)
                .try_for_each(|at| require(is_finite_half(&self.file, at), ErrorCode::BadValue, at, "UV1C[]")),
        }
    }

    fn check_lines(&self) -> Result<()> {
        let chunk = self.known[names::LNPT];
        if !chunk.exists() {
            return Ok(());
        }
        let head: LinesHeader = chunk.head(&self.file, "LNPT")?;
        let ranges = u64::from(head.range_count);
        let sizes = [LinesHeader::SIZE as u64, ranges * LineRange::SIZE as u64, u64::from(head.index_count) * 4];
        let [_, at, _] = chunk.sections(&self.file, sizes, "LNPT.size")?;
        let rows = self.file.inspect_rows::<LineRange>(at, ranges)?;
        let mut next = 0;
        for (i, row) in rows.iter().enumerate() {
            let place = at + (i * LineRange::SIZE) as u64;
            let is_first = u64::from(row.first) == next;
            require(is_first, ErrorCode::BadRange, place + LineRange::AT_FIRST, "LNPT.range[].first")?;
            next += u64::from(row.count);
            let count_at = place + LineRange::AT_COUNT;
            let is_inside = next <= u64::from(head.index_count);
            require(is_inside, ErrorCode::BadRange, count_at, "LNPT.range[].count")?;
            let is_even = row.mode != HMESH_MODE_LINES || row.count % 2 == 0;
            require(is_even, ErrorCode::BadValue, count_at, "LNPT.range[].count")?;
            let is_slot = row.material_slot == HMESH_NO_MATERIAL || row.material_slot < self.desc.material_count;
            let slot_at = place + LineRange::AT_MATERIAL_SLOT;
            require(is_slot, ErrorCode::BadRange, slot_at, "LNPT.range[].materialSlot")?;
        }
        let is_tiled = next == u64::from(head.index_count);
        let place = chunk.offset + LinesHeader::AT_INDEX_COUNT;
        require(is_tiled, ErrorCode::BadRange, place, "LNPT.indexCount")
    }

    /// Lines and points, of a mesh that has been checked.
    pub fn lines(&self) -> (Rows<'a, LineRange>, Rows<'a, u32>) {
        let chunk = self.known[names::LNPT];
        if !chunk.exists() {
            return Default::default();
        }
        let head: LinesHeader = self.file.read(chunk.offset);
        let at = chunk.offset + LinesHeader::SIZE as u64;
        let ranges = self.file.rows(at, head.range_count.into());
        let indices_at = at + ranges.bytes().len() as u64;
        (ranges, self.file.rows(indices_at, head.index_count.into()))
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
