//! Sizes of chunks and the rules of tables.

use super::forms::{compact_skin_size, Box3};
use super::joints::check_joints;
use super::mesh_file::MeshFile;
use crate::error::{require, ErrorCode, Result};
use crate::generated::chunk_names::mesh as names;
use crate::generated::layouts::{
    CompactVertex, GpuJoint, GpuSkinVertex, GpuVertex, LodTableHeader, MeshDesc, MeshLod, Meshlet, MeshletBounds,
    SceneNode, SubMesh, HMESH_NO_MATERIAL,
};
use crate::rows::Row;

impl MeshFile<'_> {
    /// Sizes that follow from DESC.
    pub fn check_sizes(&mut self) -> Result<()> {
        self.check_forms()?;
        let known = &self.known;
        known[names::IDXS].required("IDXS")?;
        known[names::SUBM].required("SUBM")?;
        let desc = self.desc;
        let place = known[names::DESC].offset;
        let stride = if self.is_compact() { CompactVertex::SIZE } else { GpuVertex::SIZE };
        let is_stride = usize::from(desc.vertex_stride) == stride;
        require(is_stride, ErrorCode::BadValue, place + MeshDesc::AT_VERTEX_STRIDE, "DESC.vertexStride")?;
        let width = if desc.vertex_count <= 0xFFFF { 2 } else { 4 };
        let is_width = desc.index_width == width;
        require(is_width, ErrorCode::BadValue, place + MeshDesc::AT_INDEX_WIDTH, "DESC.indexWidth")?;
        self.check_stream_sizes()?;
        known[names::IDXS].expect_size(u64::from(width) * u64::from(desc.index_count), "IDXS.size")?;
        known[names::SUBM].expect_size(u64::from(desc.submesh_count) * SubMesh::SIZE as u64, "SUBM.size")?;
        let meshlets = u64::from(desc.meshlet_count);
        known[names::MLET].counted(meshlets * Meshlet::SIZE as u64, "MLET")?;
        known[names::MLBN].counted(meshlets * MeshletBounds::SIZE as u64, "MLBN")?;
        known[names::MTRL].counted(u64::from(desc.material_count) * 8, "MTRL")
    }

    pub fn check_tables(&self) -> Result<()> {
        let known = &self.known;
        if self.desc.meshlet_count > 0 {
            known[names::MLVR].required("MLVR")?;
            known[names::MLTR].required("MLTR")?;
        }
        known[names::MLTR].expect_multiple(3, "MLTR.size")?;
        known[names::NODE].expect_multiple(SceneNode::SIZE as u64, "NODE.size")?;
        self.check_skin_tables()?;
        known[names::MLVR].expect_multiple(self.width(names::MLV2), "MLVR.size")?;
        self.inspect_rows::<SubMesh>(names::SUBM)?;
        self.inspect_rows::<SceneNode>(names::NODE)?;
        self.check_lod_tables()?;
        self.check_optional_tables()?;
        let bounds = &self.bounds;
        check_box(known[names::BNDS].offset, bounds.aabb_min, bounds.aabb_max, bounds.sphere_radius)?;
        self.check_submeshes()?;
        if known[names::SKEL].exists() {
            check_joints(self.rows(names::SKEL), known[names::SKEL].offset + GpuJoint::AT_PARENT)?;
        }
        self.check_lod_ranges()?;
        self.check_nodes()
    }

    fn check_skin_tables(&self) -> Result<()> {
        let [skin, joints] = [self.known[names::SKIN], self.known[names::SKEL]];
        if !skin.exists() && !joints.exists() {
            return Ok(());
        }
        skin.required("SKIN")?;
        joints.required("SKEL")?;
        let size = match self.is_compact() {
            true => compact_skin_size(self.joint_count()),
            false => GpuSkinVertex::SIZE as u64,
        };
        skin.expect_size(u64::from(self.desc.vertex_count) * size, "SKIN.size")?;
        joints.expect(joints.size > 0, "SKEL.size")?;
        joints.expect_multiple(GpuJoint::SIZE as u64, "SKEL.size")?;
        self.inspect_rows::<GpuJoint>(names::SKEL)?;
        Ok(())
    }

    fn check_lod_tables(&self) -> Result<()> {
        let [indices, table] = [self.known[names::LODI], self.known[names::LODT]];
        if !indices.exists() && !table.exists() {
            return Ok(());
        }
        indices.required("LODI")?;
        table.required("LODT")?;
        table.expect(table.size >= LodTableHeader::SIZE as u64, "LODT.size")?;
        let header: LodTableHeader = self.file.read(table.offset);
        let place = table.offset + LodTableHeader::AT_SUBMESH_COUNT;
        let is_count = header.submesh_count == self.desc.submesh_count;
        require(is_count, ErrorCode::BadValue, place, "LODT.submeshCount")?;
        let rows = u64::from(header.lod_count) * u64::from(header.submesh_count);
        let wanted = rows.saturating_mul(MeshLod::SIZE as u64);
        table.expect(table.size - LodTableHeader::SIZE as u64 == wanted, "LODT.size")?;
        indices.expect_multiple(self.width(names::LDI2), "LODI.size")
    }

    /// The number of reduced levels. LODT has been checked.
    pub fn lod_count(&self) -> u32 {
        let table = self.known[names::LODT];
        if table.exists() {
            self.file.read::<LodTableHeader>(table.offset).lod_count
        } else {
            0
        }
    }

    /// Submeshes tile indices and meshlets in order.
    fn check_submeshes(&self) -> Result<()> {
        let desc = &self.desc;
        let first = self.known[names::SUBM].offset;
        let bounds = Box3::of(self.bounds.aabb_min, self.bounds.aabb_max);
        let bounds = bounds.widened(bounds.tolerance());
        let [mut index, mut meshlet] = [0, 0];
        for (i, row) in self.rows::<SubMesh>(names::SUBM).iter().enumerate() {
            let at = first + (i * SubMesh::SIZE) as u64;
            let ranged = |holds, place, field| require(holds, ErrorCode::BadRange, at + place, field);
            ranged(u64::from(row.first_index) == index, SubMesh::AT_FIRST_INDEX, "SUBM[].firstIndex")?;
            ranged(u64::from(row.first_meshlet) == meshlet, SubMesh::AT_FIRST_MESHLET, "SUBM[].firstMeshlet")?;
            index += u64::from(row.index_count);
            meshlet += u64::from(row.meshlet_count);
            ranged(index <= u64::from(desc.index_count), SubMesh::AT_INDEX_COUNT, "SUBM[].indexCount")?;
            ranged(meshlet <= u64::from(desc.meshlet_count), SubMesh::AT_MESHLET_COUNT, "SUBM[].meshletCount")?;
            let is_slot = row.material_slot == HMESH_NO_MATERIAL || row.material_slot < desc.material_count;
            ranged(is_slot, SubMesh::AT_MATERIAL_SLOT, "SUBM[].materialSlot")?;
            check_box(at + SubMesh::AT_AABB_MIN, row.aabb_min, row.aabb_max, row.sphere_radius)?;
            if row.index_count > 0 {
                bounds.contains(row.aabb_min, row.aabb_max, at + SubMesh::AT_AABB_MIN)?;
            }
        }
        let is_tiled = index == u64::from(desc.index_count) && meshlet == u64::from(desc.meshlet_count);
        require(is_tiled, ErrorCode::BadRange, first, "SUBM")
    }

    /// Older files have empty submeshes with a box of zeros anywhere. They can be opened, but are not valid.
    pub fn check_empty_submeshes(&self) -> Result<()> {
        let bounds = Box3::of(self.bounds.aabb_min, self.bounds.aabb_max);
        let bounds = bounds.widened(bounds.tolerance());
        let first = self.known[names::SUBM].offset + SubMesh::AT_AABB_MIN;
        for (i, row) in self.rows::<SubMesh>(names::SUBM).iter().enumerate() {
            if row.index_count == 0 {
                bounds.contains(row.aabb_min, row.aabb_max, first + (i * SubMesh::SIZE) as u64)?;
            }
        }
        Ok(())
    }

    fn check_lod_ranges(&self) -> Result<()> {
        let table = self.known[names::LODT];
        if !table.exists() {
            return Ok(());
        }
        let indices = self.known[names::LODI].size / self.width(names::LDI2);
        let first = table.offset + LodTableHeader::SIZE as u64;
        for at in (first..table.offset + table.size).step_by(MeshLod::SIZE) {
            let lod: MeshLod = self.file.read(at);
            let place = at + MeshLod::AT_INDEX_COUNT;
            require(lod.index_count % 3 == 0, ErrorCode::BadValue, place, "LODT[].indexCount")?;
            let end = u64::from(lod.first_index) + u64::from(lod.index_count);
            let is_inside = lod.index_count == 0 || end <= indices;
            require(is_inside, ErrorCode::BadRange, at, "LODT[].firstIndex")?;
        }
        Ok(())
    }

    /// Nodes in pre-order: the parent of a node is the node before it or one of that node's ancestors.
    fn check_nodes(&self) -> Result<()> {
        let nodes = self.rows::<SceneNode>(names::NODE);
        let first = self.known[names::NODE].offset;
        for (i, node) in nodes.iter().enumerate() {
            let place = first + (i * SceneNode::SIZE) as u64 + SceneNode::AT_PARENT;
            let is_before = i64::from(node.parent) < i as i64;
            require(is_before, ErrorCode::BadRange, place, "NODE[].parent")?;
            let mut ancestor = i as i64 - 1;
            while ancestor >= 0 && ancestor != i64::from(node.parent) {
                ancestor = i64::from(nodes.at(ancestor as usize).parent);
            }
            let is_ancestor = node.parent < 0 || ancestor == i64::from(node.parent);
            require(is_ancestor, ErrorCode::BadOrder, place, "NODE[].parent")?;
        }
        for (i, node) in nodes.iter().enumerate() {
            let place = first + (i * SceneNode::SIZE) as u64 + SceneNode::AT_FIRST_SUBMESH;
            let end = u64::from(node.first_submesh) + u64::from(node.submesh_count);
            let is_inside = node.submesh_count == 0 || end <= u64::from(self.desc.submesh_count);
            require(is_inside, ErrorCode::BadRange, place, "NODE[].firstSubmesh")?;
        }
        Ok(())
    }
}

/// Box and sphere, as in MeshBounds and at the end of SubMesh.
fn check_box(at: u64, low: [f32; 3], high: [f32; 3], radius: f32) -> Result<()> {
    for axis in 0..3 {
        // False for NaN, which other rules reject.
        let is_inverted = low[axis] > high[axis];
        require(!is_inverted, ErrorCode::BadValue, at + axis as u64 * 4, "aabbMin")?;
    }
    let is_negative = radius < 0.0;
    require(!is_negative, ErrorCode::BadValue, at + 36, "sphereRadius")
}
