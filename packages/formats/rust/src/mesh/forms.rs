//! The forms of vertices: full or compact, in one stream or in two.

use super::mesh_file::MeshFile;
use crate::error::{require, ErrorCode, Result};
use crate::file::File;
use crate::generated::chunk_names::mesh as names;
use crate::generated::layouts::{
    CompactAttributes, CompactSkinVertex, CompactSkinVertexWide, SplitAttributes, VertexGrid, HMESH_UV_FLOAT16,
};
use crate::math::is_whole;
use crate::rows::Row;

/// Bytes of a vertex's joints and weights in a compact mesh.
pub(super) fn compact_skin_size(joint_count: u64) -> u64 {
    (if joint_count > 256 { CompactSkinVertexWide::SIZE } else { CompactSkinVertex::SIZE }) as u64
}

/// A chunk and the forms that have it: 1 full, 2 full and split, 4 compact, 8 compact and split. Streams, which a form must have, first.
const FORM_CHUNKS: [(usize, u32); 12] = [
    (names::VTXS, 1),
    (names::VPOS, 2),
    (names::VATR, 2),
    (names::VTXC, 4),
    (names::VPSC, 8),
    (names::VATC, 8),
    (names::SKIN, 3),
    (names::SKNC, 12),
    (names::UVS1, 3),
    (names::UV1C, 12),
    (names::MRPH, 3),
    (names::MRPC, 12),
];
const STREAMS: usize = 6;

/// Chunks that replace others, and are also entered under their names.
const REPLACED: [(usize, usize); 9] = [
    (names::VTXS, names::VPOS),
    (names::VTXS, names::VTXC),
    (names::VTXS, names::VPSC),
    (names::MLVR, names::MLV2),
    (names::SKIN, names::SKNC),
    (names::LODI, names::LDI2),
    (names::UVS1, names::UV1C),
    (names::MRPH, names::MRPC),
    (names::CLVR, names::CLV2),
];

impl MeshFile<'_> {
    /// Indices have one width, and the file has the vertex chunks of exactly one form.
    pub fn check_forms(&mut self) -> Result<()> {
        let has = |names: &[usize]| names.iter().any(|&name| self.known[name].exists());
        let is_compact = has(&[names::GRID, names::VTXC, names::VPSC, names::VATC]);
        let is_split = has(if is_compact { &[names::VPSC, names::VATC] } else { &[names::VPOS, names::VATR] });
        let form = 1 << (u32::from(is_compact) * 2 + u32::from(is_split));
        for (name, forms) in FORM_CHUNKS {
            let belongs = !self.known[name].exists() || forms & form != 0;
            require(belongs, ErrorCode::BadValue, self.known[name].entry, "a chunk of another form")?;
        }
        for (wide, narrow) in [(names::MLVR, names::MLV2), (names::LODI, names::LDI2), (names::CLVR, names::CLV2)] {
            let has_both = self.known[wide].exists() && self.known[narrow].exists();
            require(!has_both, ErrorCode::Duplicate, self.known[narrow].entry, "indices of two widths")?;
        }
        if is_compact {
            self.check_grid()?;
        }
        for (name, forms) in &FORM_CHUNKS[..STREAMS] {
            if forms & form != 0 {
                self.known[*name].required("vertices")?;
            }
        }
        for (name, other) in REPLACED {
            if self.known[other].exists() {
                self.known[name] = self.known[other];
            }
        }
        Ok(())
    }

    fn check_grid(&self) -> Result<()> {
        let chunk = self.known[names::GRID];
        chunk.required("GRID")?;
        let grid: VertexGrid = chunk.head(&self.file, "GRID.size")?;
        chunk.expect_size(VertexGrid::SIZE as u64, "GRID.size")?;
        let bits = grid.step.to_bits();
        let is_power_of_two = bits & 0x7F_FFFF == 0 && bits >> 23 > 0 && bits >> 23 < 255;
        require(is_power_of_two, ErrorCode::BadValue, chunk.offset, "GRID.step")?;
        let is_on_grid = grid.offset.iter().all(|&v| is_whole(f64::from(v) / f64::from(grid.step)));
        require(is_on_grid, ErrorCode::BadValue, chunk.offset + VertexGrid::AT_OFFSET, "GRID.offset")?;
        let place = chunk.offset + VertexGrid::AT_UV_MIN;
        check_uv_range(place, grid.uv_format, grid.uv_min, grid.uv_extent)?;
        let place = chunk.offset + VertexGrid::AT_UVS1_MIN;
        check_uv_range(place, grid.uvs1_format, grid.uvs1_min, grid.uvs1_extent)
    }

    /// The sizes of both streams.
    pub fn check_stream_sizes(&self) -> Result<()> {
        let count = u64::from(self.desc.vertex_count);
        self.known[names::VTXS].expect_size(count * self.position_stride(), "VTXS.size")?;
        if !self.is_split() {
            return Ok(());
        }
        let (name, size) = match self.is_compact() {
            true => (names::VATC, CompactAttributes::SIZE),
            false => (names::VATR, SplitAttributes::SIZE),
        };
        self.known[name].expect_size(count * size as u64, "VATR.size")
    }

    /// Vertices in two streams, compact, or both.
    pub fn check_stored(&self) -> Result<()> {
        let positions = Positions::of(self);
        let chunk = self.known[names::VTXS];
        let count = u64::from(self.desc.vertex_count);
        let place = |i: u64| chunk.offset + i * positions.stride;
        if positions.grid.is_some() {
            for i in 0..count {
                let is_symmetric = (0..3).all(|axis| self.file.read::<i16>(place(i) + axis * 2) != i16::MIN);
                require(is_symmetric, ErrorCode::BadValue, place(i), "VTXC[].position")?;
            }
        }
        let bounds = Box3::of(self.bounds.aabb_min, self.bounds.aabb_max);
        let bounds = bounds.widened(bounds.tolerance());
        for i in 0..count {
            require(bounds.holds(positions.at(i)), ErrorCode::BadValue, place(i), "VTXC[].position")?;
        }
        match positions.grid {
            Some(grid) => self.check_compact_uvs(grid.uv_format, positions.stride),
            None => self.check_split_uvs(),
        }
    }

    fn check_compact_uvs(&self, format: u32, stride: u64) -> Result<()> {
        if format != HMESH_UV_FLOAT16 {
            return Ok(());
        }
        let (first, stride) = match self.is_split() {
            true => (self.known[names::VATC].offset, CompactAttributes::SIZE as u64),
            false => (self.known[names::VTXS].offset, stride),
        };
        for i in 0..u64::from(self.desc.vertex_count) {
            let at = first + (i + 1) * stride - 4;
            let is_finite = is_finite_half(&self.file, at) && is_finite_half(&self.file, at + 2);
            require(is_finite, ErrorCode::BadValue, at, "VTXC[].uv")?;
        }
        Ok(())
    }

    fn check_split_uvs(&self) -> Result<()> {
        let first = self.known[names::VATR].offset + SplitAttributes::AT_UV;
        for (i, row) in self.rows::<SplitAttributes>(names::VATR).iter().enumerate() {
            let is_finite = row.uv.iter().all(|v| v.is_finite());
            let at = first + (i * SplitAttributes::SIZE) as u64;
            require(is_finite, ErrorCode::BadValue, at, "VATR[].uv")?;
        }
        Ok(())
    }

    pub fn check_compact_skin(&self) -> Result<()> {
        let chunk = self.known[names::SKIN];
        let joint_count = self.joint_count();
        let size = compact_skin_size(joint_count);
        let joint_bytes = if joint_count > 256 { 2 } else { 1 };
        for at in (chunk.offset..chunk.offset + chunk.size).step_by(size as usize) {
            let mut sum = 0;
            for lane in 0..4 {
                let place = at + lane * joint_bytes;
                let joint =
                    if joint_bytes == 1 { u16::from(self.file.read::<u8>(place)) } else { self.file.read(place) };
                require(u64::from(joint) < joint_count, ErrorCode::BadRange, place, "SKNC[].joints")?;
                sum += u32::from(self.file.read::<u8>(at + size - 4 + lane));
            }
            require(sum == 255, ErrorCode::BadValue, at + size - 4, "SKNC[].weights")?;
        }
        Ok(())
    }
}

/// Texture coordinates as half floats have no range of their own.
fn check_uv_range(at: u64, format: u32, min: [f32; 2], extent: [f32; 2]) -> Result<()> {
    if format == HMESH_UV_FLOAT16 {
        return require(min == [0.0; 2] && extent == [1.0; 2], ErrorCode::BadValue, at, "GRID.uvMin");
    }
    let is_negative = extent.iter().any(|&v| v < 0.0);
    require(!is_negative, ErrorCode::BadValue, at + 8, "GRID.uvExtent")
}

/// Infinities and NaN of half floats have all bits of the exponent set.
pub(super) fn is_finite_half(file: &File<'_>, at: u64) -> bool {
    file.read::<u16>(at) & 0x7C00 != 0x7C00
}

/// Positions in any form.
pub(super) struct Positions<'a> {
    file: File<'a>,
    first: u64,
    pub stride: u64,
    pub grid: Option<VertexGrid>,
}

impl<'a> Positions<'a> {
    pub fn of(mesh: &MeshFile<'a>) -> Self {
        let first = mesh.known[names::VTXS].offset;
        Self { file: mesh.file, first, stride: mesh.position_stride(), grid: mesh.grid() }
    }

    /// Of a vertex below the number of vertices.
    pub fn at(&self, vertex: u64) -> [f64; 3] {
        let at = self.first + vertex * self.stride;
        core::array::from_fn(|axis| match &self.grid {
            Some(grid) => {
                let steps: i16 = self.file.read(at + axis as u64 * 2);
                f64::from((f64::from(steps) * f64::from(grid.step) + f64::from(grid.offset[axis])) as f32)
            }
            None => f64::from(self.file.read::<f32>(at + axis as u64 * 4)),
        })
    }
}

/// A box in doubles.
#[derive(Clone, Copy)]
pub(super) struct Box3 {
    low: [f64; 3],
    high: [f64; 3],
}

impl Box3 {
    pub fn of(low: [f32; 3], high: [f32; 3]) -> Self {
        Self { low: low.map(f64::from), high: high.map(f64::from) }
    }

    /// How far a vertex may be outside: rounding by the writer is not an error.
    pub fn tolerance(&self) -> f64 {
        (0..3).fold(0.0, |extent: f64, axis| {
            let own = self.high[axis] - self.low[axis];
            if own > extent {
                own
            } else {
                extent
            }
        }) * 1e-5
    }

    pub fn widened(&self, by: f64) -> Self {
        Self { low: self.low.map(|v| v - by), high: self.high.map(|v| v + by) }
    }

    /// False for NaN.
    pub fn holds(&self, position: [f64; 3]) -> bool {
        (0..3).all(|axis| position[axis] >= self.low[axis] && position[axis] <= self.high[axis])
    }

    /// The box of a submesh at `at` is inside this one. `at`: the place of its `aabbMin`.
    pub fn contains(&self, low: [f32; 3], high: [f32; 3], at: u64) -> Result<()> {
        for axis in 0..3 {
            let is_above = f64::from(low[axis]) >= self.low[axis];
            require(is_above, ErrorCode::BadValue, at, "SUBM[].aabbMin")?;
            let is_below = f64::from(high[axis]) <= self.high[axis];
            require(is_below, ErrorCode::BadValue, at + 12, "SUBM[].aabbMax")?;
        }
        Ok(())
    }
}
