//! Pages of the cluster hierarchy: parts that are loaded together.

use super::clusters::Clusters;
use super::forms::compact_skin_size;
use super::mesh_file::{Indices, MeshFile};
use crate::error::{require, ErrorCode, Result};
use crate::generated::chunk_names::mesh as names;
use crate::generated::layouts::{
    Cluster, ClusterPage, ColorHeader, CompactVertex, GpuSkinVertex, GpuVertex, HMESH_COLOR_UNORM8,
    HMESH_PAGE_MESHLETS, HMESH_PAGE_MIN_BYTES,
};
use crate::rows::Row;

impl MeshFile<'_> {
    /// Bytes of a vertex in all chunks with a row per vertex.
    fn vertex_bytes(&self) -> u64 {
        let known = &self.known;
        let is_compact = self.is_compact();
        let mut size = if is_compact { CompactVertex::SIZE } else { GpuVertex::SIZE } as u64;
        if known[names::SKEL].exists() {
            size += match is_compact {
                true => compact_skin_size(self.joint_count()),
                false => GpuSkinVertex::SIZE as u64,
            };
        }
        if known[names::CLR0].exists() {
            let head: ColorHeader = self.file.read(known[names::CLR0].offset);
            size += if head.format == HMESH_COLOR_UNORM8 { 4 } else { 8 };
        }
        if known[names::UVS1].exists() {
            size += if is_compact { 4 } else { 8 };
        }
        size
    }
}

impl Clusters<'_, '_> {
    /// Pages tile clusters and vertices, and state their size.
    pub fn check_pages(&self) -> Result<()> {
        let mesh = self.mesh;
        let row_bytes = mesh.vertex_bytes();
        let [mut next_cluster, mut next_vertex] = [0, 0];
        let first_meshlet = self.first_meshlet as u64;
        for (i, page) in self.pages.iter().enumerate() {
            let at = mesh.known[names::CLPG].offset + (i * ClusterPage::SIZE) as u64;
            let ranged = |holds, place, field| require(holds, ErrorCode::BadRange, at + place, field);
            let valued = |holds, place, field| require(holds, ErrorCode::BadValue, at + place, field);
            let first = u64::from(page.first_cluster);
            let end = first + u64::from(page.cluster_count);
            let is_meshlets = first >= first_meshlet;
            ranged(first == next_cluster, ClusterPage::AT_FIRST_CLUSTER, "CLPG[].firstCluster")?;
            let limit = if is_meshlets { self.rows.len() as u64 } else { first_meshlet };
            ranged(end <= limit, ClusterPage::AT_CLUSTER_COUNT, "CLPG[].clusterCount")?;
            let has_flag = page.flags & HMESH_PAGE_MESHLETS != 0;
            valued(has_flag == is_meshlets, ClusterPage::AT_FLAGS, "CLPG[].flags")?;
            self.check_page_ranges(&page, at)?;
            let is_first = u64::from(page.first_vertex) == next_vertex;
            ranged(is_first, ClusterPage::AT_FIRST_VERTEX, "CLPG[].firstVertex")?;
            let (wide, narrow) = if is_meshlets { (names::MLVR, names::MLV2) } else { (names::CLVR, names::CLV2) };
            let list = mesh.indices(wide, narrow);
            next_vertex = highest_vertex(&list, &page, next_vertex);
            let is_count = u64::from(page.first_vertex) + u64::from(page.vertex_count) == next_vertex;
            ranged(is_count, ClusterPage::AT_VERTEX_COUNT, "CLPG[].vertexCount")?;
            let size = u64::from(page.cluster_count) * Cluster::SIZE as u64
                + u64::from(page.triangle_count) * 3
                + u64::from(page.vertex_count) * row_bytes
                + u64::from(page.vertex_entries) * list.width();
            ranged(u64::from(page.size_bytes) == size, ClusterPage::AT_SIZE_BYTES, "CLPG[].sizeBytes")?;
            let is_last = end == first_meshlet || end == self.rows.len() as u64;
            let is_full = is_last || page.size_bytes >= HMESH_PAGE_MIN_BYTES;
            valued(is_full, ClusterPage::AT_SIZE_BYTES, "CLPG[].sizeBytes")?;
            next_cluster = end;
        }
        let place = mesh.known[names::CLPG].offset;
        require(next_cluster == self.rows.len() as u64, ErrorCode::BadRange, place, "CLPG")
    }

    /// Entries and triangles of its clusters are consecutive.
    fn check_page_ranges(&self, page: &ClusterPage, at: u64) -> Result<()> {
        let ranged = |holds, place, field| require(holds, ErrorCode::BadRange, at + place, field);
        let [mut vertex, mut triangle] = [page.vertex_offset, page.triangle_offset].map(u64::from);
        let first = page.first_cluster as usize;
        for cluster in self.rows.slice(first..first + page.cluster_count as usize).iter() {
            let is_next = u64::from(cluster.vertex_offset) == vertex;
            ranged(is_next, ClusterPage::AT_VERTEX_OFFSET, "CLPG[].vertexOffset")?;
            let is_next = u64::from(cluster.triangle_offset) == triangle;
            ranged(is_next, ClusterPage::AT_TRIANGLE_OFFSET, "CLPG[].triangleOffset")?;
            vertex += u64::from(cluster.vertex_count);
            triangle += u64::from(cluster.triangle_count);
        }
        let is_count = vertex - u64::from(page.vertex_offset) == u64::from(page.vertex_entries);
        ranged(is_count, ClusterPage::AT_VERTEX_ENTRIES, "CLPG[].vertexEntries")?;
        let is_count = triangle - u64::from(page.triangle_offset) == u64::from(page.triangle_count);
        ranged(is_count, ClusterPage::AT_TRIANGLE_COUNT, "CLPG[].triangleCount")
    }
}

/// One above the last vertex that this page or an earlier one uses.
fn highest_vertex(list: &Indices<'_>, page: &ClusterPage, next: u64) -> u64 {
    let first = page.vertex_offset as usize;
    (first..first + page.vertex_entries as usize).fold(next, |next, i| next.max(u64::from(list.at(i)) + 1))
}
