//! Vertices, indices, meshlets and skins, and that everything is inside its box.

use super::forms::{Box3, Positions};
use super::mesh_file::{Indices, MeshFile};
use crate::error::{require, ErrorCode, Result};
use crate::generated::chunk_names::mesh as names;
use crate::generated::layouts::{GpuSkinVertex, GpuVertex, LodTableHeader, MeshLod, Meshlet, MeshletBounds, SubMesh};
use crate::rows::{Row, Rows};

const MESHLET_VERTICES: u32 = 64;
const MESHLET_TRIANGLES: u32 = 124;

/// A triangle of a meshlet as a word: corner 0 in bits 0 to 7, corner 1 in bits 8 to 15, corner 2 in bits 16 to 23, and zeros.
pub fn triangle_word(corners: [u8; 3]) -> u32 {
    u32::from_le_bytes([corners[0], corners[1], corners[2], 0])
}

impl<'a> MeshFile<'a> {
    pub fn check_bulk(&self) -> Result<()> {
        let offset = |name: usize| self.known[name].offset;
        if self.is_compact() || self.is_split() {
            self.check_stored()?;
        } else {
            self.check_vertices()?;
        }
        self.check_indices(&self.triangles(), offset(names::IDXS), "IDXS[]")?;
        self.check_meshlets()?;
        self.check_words(names::MLTW, names::MLTR, "MLTW[]")?;
        let vertices = self.indices(names::MLVR, names::MLV2);
        self.check_indices(&vertices, offset(names::MLVR), "MLVR[]")?;
        self.check_meshlet_bounds()?;
        if self.is_compact() {
            self.check_compact_skin()?;
        } else {
            self.check_skin()?;
        }
        let levels = self.indices(names::LODI, names::LDI2);
        self.check_indices(&levels, offset(names::LODI), "LODI[]")?;
        self.check_reach(&vertices, &levels)?;
        self.check_optional_bulk()?;
        self.check_clusters()?;
        self.check_micromaps()
    }

    /// Positions inside the bounds; texture coordinates finite.
    fn check_vertices(&self) -> Result<()> {
        let bounds = Box3::of(self.bounds.aabb_min, self.bounds.aabb_max);
        let bounds = bounds.widened(bounds.tolerance());
        let first = self.known[names::VTXS].offset;
        for (i, vertex) in self.rows::<GpuVertex>(names::VTXS).iter().enumerate() {
            let at = first + (i * GpuVertex::SIZE) as u64;
            let is_inside = bounds.holds(vertex.position.map(f64::from));
            require(is_inside, ErrorCode::BadValue, at, "VTXS[].position")?;
            let is_finite = vertex.uv.iter().all(|v| v.is_finite());
            require(is_finite, ErrorCode::BadValue, at + GpuVertex::AT_UV, "VTXS[].uv")?;
        }
        Ok(())
    }

    /// Limits, ranges, and corners below the number of vertices.
    fn check_meshlets(&self) -> Result<()> {
        let [meshlets, corners] = [self.known[names::MLET], self.known[names::MLTR]];
        let vertices = self.known[names::MLVR].size / self.width(names::MLV2);
        let triangles = corners.size / 3;
        let mut used = 0;
        for (i, row) in self.rows::<Meshlet>(names::MLET).iter().enumerate() {
            let at = meshlets.offset + (i * Meshlet::SIZE) as u64;
            let ranged = |holds, place, field| require(holds, ErrorCode::BadRange, place, field);
            let end = |from: u32, count: u32| u64::from(from) + u64::from(count);
            ranged(row.vertex_count <= MESHLET_VERTICES, at + 4, "MLET[].vertexCount")?;
            ranged(end(row.vertex_offset, row.vertex_count) <= vertices, at, "MLET[].vertexOffset")?;
            ranged(row.triangle_count <= MESHLET_TRIANGLES, at + 12, "MLET[].triangleCount")?;
            let last = end(row.triangle_offset, row.triangle_count);
            ranged(last <= triangles, at + 8, "MLET[].triangleOffset")?;
            let first = corners.offset + u64::from(row.triangle_offset) * 3;
            for place in first..corners.offset + last * 3 {
                let corner: u8 = self.file.read(place);
                ranged(u32::from(corner) < row.vertex_count, place, "MLTR[]")?;
            }
            used += u64::from(row.triangle_count);
        }
        require(used == triangles, ErrorCode::BadRange, corners.offset, "MLTR")
    }

    /// Words repeat the bytes of the triangles.
    pub fn check_words(&self, words: usize, corners: usize, field: &'static str) -> Result<()> {
        let first = self.known[words].offset;
        let list: Rows<'a, u32> = self.rows(words);
        for (i, (word, corners)) in list.iter().zip(self.bytes(corners).chunks_exact(3)).enumerate() {
            let is_word = word == triangle_word([corners[0], corners[1], corners[2]]);
            require(is_word, ErrorCode::BadValue, first + i as u64 * 4, field)?;
        }
        Ok(())
    }

    fn check_meshlet_bounds(&self) -> Result<()> {
        let chunk = self.known[names::MLBN];
        self.check_finite(chunk.offset, chunk.size, "MLBN[]")?;
        for (i, row) in self.rows::<MeshletBounds>(names::MLBN).iter().enumerate() {
            let place = chunk.offset + (i * MeshletBounds::SIZE) as u64 + MeshletBounds::AT_RADIUS;
            require(row.radius >= 0.0, ErrorCode::BadValue, place, "MLBN[].radius")?;
        }
        Ok(())
    }

    /// Weights may come from 8-bit sources: four roundings to 1/255 can add up to a hundredth.
    fn check_skin(&self) -> Result<()> {
        let first = self.known[names::SKIN].offset;
        for (i, row) in self.rows::<GpuSkinVertex>(names::SKIN).iter().enumerate() {
            let at = first + (i * GpuSkinVertex::SIZE) as u64;
            let weights = at + GpuSkinVertex::AT_WEIGHTS;
            let mut sum = 0.0;
            for (lane, (joint, weight)) in row.joints.iter().zip(row.weights).enumerate() {
                let lane = lane as u64;
                let is_joint = u64::from(*joint) < self.joint_count();
                require(is_joint, ErrorCode::BadRange, at + lane * 2, "SKIN[].joints")?;
                let is_weight = weight >= 0.0 && weight.is_finite();
                require(is_weight, ErrorCode::BadValue, weights + lane * 4, "SKIN[].weights")?;
                sum += f64::from(weight);
            }
            let is_one = sum - 1.0 <= 0.01 && 1.0 - sum <= 0.01;
            require(is_one, ErrorCode::BadValue, weights, "SKIN[].weights")?;
        }
        Ok(())
    }

    /// Everything that a submesh draws is inside its box, by its indices, its meshlets and its reduced levels.
    fn check_reach(&self, vertices: &Indices<'a>, levels: &Indices<'a>) -> Result<()> {
        let bounds = Box3::of(self.bounds.aabb_min, self.bounds.aabb_max);
        let meshlets: Rows<'a, Meshlet> = self.rows(names::MLET);
        let lod_count = self.lod_count() as usize;
        let triangles = self.triangles();
        // Levels may share ranges of LODI; a file that repeats them too often is not checked completely.
        let mut left = levels.len() as u64 * 8;
        for (i, row) in self.rows::<SubMesh>(names::SUBM).iter().enumerate() {
            let reach = self.reach_of(&bounds, &row);
            let at = self.known[names::IDXS].offset;
            reach.check(&triangles, at, row.first_index, row.index_count.into(), "IDXS[]")?;
            let at = self.known[names::MLVR].offset;
            let first = row.first_meshlet as usize;
            for meshlet in meshlets.slice(first..first + row.meshlet_count as usize).iter() {
                reach.check(vertices, at, meshlet.vertex_offset, meshlet.vertex_count.into(), "MLVR[]")?;
            }
            let at = self.known[names::LODI].offset;
            for level in 0..lod_count {
                if left == 0 {
                    break;
                }
                let lod = self.lod(i * lod_count + level);
                let count = u64::from(lod.index_count).min(left);
                reach.check(levels, at, lod.first_index, count, "LODI[]")?;
                left -= count;
            }
        }
        Ok(())
    }

    /// A row of LODT, which has been checked.
    pub fn lod(&self, row: usize) -> MeshLod {
        self.file.read(self.known[names::LODT].offset + (LodTableHeader::SIZE + row * MeshLod::SIZE) as u64)
    }

    /// The box of a submesh, as wide as rounding demands.
    pub fn reach_of(&self, bounds: &Box3, submesh: &SubMesh) -> Reach<'a> {
        let own = Box3::of(submesh.aabb_min, submesh.aabb_max);
        Reach { positions: Positions::of(self), bounds: own.widened(bounds.tolerance()) }
    }
}

/// A box that contains vertices.
pub(super) struct Reach<'a> {
    positions: Positions<'a>,
    bounds: Box3,
}

impl Reach<'_> {
    /// `at`: where the list begins.
    pub fn check(&self, list: &Indices<'_>, at: u64, first: u32, count: u64, field: &'static str) -> Result<()> {
        let end = (u64::from(first) + count).min(list.len() as u64);
        for i in u64::from(first)..end {
            let vertex = u64::from(list.at(i as usize));
            let is_inside = self.bounds.holds(self.positions.at(vertex));
            require(is_inside, ErrorCode::BadRange, at + i * list.width(), field)?;
        }
        Ok(())
    }
}
