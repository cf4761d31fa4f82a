//! Optional chunks: errors of levels, names, colors, second texture coordinates, lines and points.

use super::forms::is_finite_half;
use super::mesh_file::{Indices, MeshFile};
use crate::error::{require, ErrorCode, Result};
use crate::generated::chunk_names::mesh as names;
use crate::generated::layouts::{
    ColorHeader, LineRange, LinesHeader, LodTableHeader, MeshLod, MorphHeader, NamesHeader, HMESH_COLOR_FLOAT16,
    HMESH_COLOR_UNORM8, HMESH_MODE_LINES, HMESH_NO_MATERIAL, HMESH_UV_FLOAT16,
};
use crate::names::Names;
use crate::rows::{Row, Rows};

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
