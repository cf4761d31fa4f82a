//! The cluster hierarchy.

use super::forms::Box3;
use super::mesh_file::MeshFile;
use crate::error::{require, ErrorCode, Result};
use crate::generated::chunk_names::mesh as names;
use crate::generated::layouts::{Cluster, ClusterGroup, ClusterPage, Meshlet, MeshletBounds, SubMesh, HMESH_NO_GROUP};
use crate::math::sqrt;
use crate::rows::{Row, Rows};

pub(super) struct Clusters<'m, 'a> {
    pub mesh: &'m MeshFile<'a>,
    pub rows: Rows<'a, Cluster>,
    groups: Rows<'a, ClusterGroup>,
    pub pages: Rows<'a, ClusterPage>,
    submeshes: Rows<'a, SubMesh>,
    /// The first cluster that is a meshlet.
    pub first_meshlet: usize,
}

/// Where clusters above the meshlets continue.
struct Next {
    vertex: u64,
    triangle: u64,
    group: i64,
    level: u8,
}

impl MeshFile<'_> {
    /// CLUS, CLVR, CLTR, CLGR and CLPG: all or none.
    pub fn check_cluster_sizes(&self) -> Result<()> {
        let lists = [
            (names::CLUS, Cluster::SIZE as u64, "CLUS"),
            (names::CLVR, self.width(names::CLV2), "CLVR"),
            (names::CLTR, 3, "CLTR"),
            (names::CLGR, ClusterGroup::SIZE as u64, "CLGR"),
            (names::CLPG, ClusterPage::SIZE as u64, "CLPG"),
        ];
        let known = &self.known;
        let has_clusters = known[names::CLTW].exists() || lists.iter().any(|(name, ..)| known[*name].exists());
        if has_clusters {
            for (name, _, field) in lists {
                known[name].required(field)?;
            }
            for (name, size, field) in lists {
                known[name].expect_multiple(size, field)?;
            }
            let meshlets = u64::from(self.desc.meshlet_count) * Cluster::SIZE as u64;
            known[names::CLUS].expect(known[names::CLUS].size >= meshlets, "CLUS.size")?;
        }
        self.check_word_sizes(has_clusters)
    }

    /// MLTW and CLTW: a word for each triangle. A mesh with clusters has both or neither.
    fn check_word_sizes(&self, has_clusters: bool) -> Result<()> {
        let known = &self.known;
        let [meshlets, clusters] = [known[names::MLTW], known[names::CLTW]];
        if has_clusters && meshlets.exists() {
            clusters.required("CLTW")?;
        }
        if clusters.exists() {
            meshlets.required("MLTW")?;
        }
        if meshlets.exists() {
            meshlets.expect_size(known[names::MLTR].size / 3 * 4, "MLTW.size")?;
        }
        let size = known[names::CLTR].size / 3 * 4;
        clusters.expect(!clusters.exists() || clusters.size == size, "CLTW.size")
    }

    pub fn check_clusters(&self) -> Result<()> {
        if !self.known[names::CLUS].exists() {
            return Ok(());
        }
        let rows = self.inspect_rows::<Cluster>(names::CLUS)?;
        let clusters = Clusters {
            mesh: self,
            rows,
            groups: self.inspect_rows(names::CLGR)?,
            pages: self.inspect_rows(names::CLPG)?,
            submeshes: self.rows(names::SUBM),
            first_meshlet: rows.len() - self.desc.meshlet_count as usize,
        };
        clusters.check_rows()?;
        clusters.check_bulk()?;
        clusters.check_pages()
    }
}

fn sphere_holds(outer: [f32; 3], outer_radius: f32, inner: [f32; 3], inner_radius: f32) -> bool {
    let [x, y, z]: [f64; 3] = core::array::from_fn(|axis| f64::from(inner[axis]) - f64::from(outer[axis]));
    sqrt(x * x + y * y + z * z) + f64::from(inner_radius) <= f64::from(outer_radius)
}

impl Clusters<'_, '_> {
    /// Where a field of a cluster is.
    fn at(&self, i: usize, field: u64) -> u64 {
        self.mesh.known[names::CLUS].offset + (i * Cluster::SIZE) as u64 + field
    }

    fn check_rows(&self) -> Result<()> {
        let known = &self.mesh.known;
        let mut next = Next { vertex: 0, triangle: 0, group: -1, level: 0xFF };
        for (i, cluster) in self.rows.iter().enumerate() {
            if i < self.first_meshlet {
                self.check_order(i, &cluster, &mut next)?;
            } else {
                self.check_meshlet(i, &cluster)?;
            }
            self.check_place(i, &cluster)?;
            self.check_parent(i, &cluster)?;
        }
        let chunk = known[names::CLVR];
        let is_end = next.vertex >= chunk.size / self.mesh.width(names::CLV2);
        require(is_end, ErrorCode::BadRange, chunk.offset, "CLVR")?;
        let chunk = known[names::CLTR];
        require(next.triangle >= chunk.size / 3, ErrorCode::BadRange, chunk.offset, "CLTR")?;
        let is_end = next.group + 1 == self.groups.len() as i64;
        require(is_end, ErrorCode::BadRange, known[names::CLGR].offset, "CLGR")
    }

    /// Above the meshlets: coarse to fine, clusters of one group adjacent, without gaps in CLVR and CLTR.
    fn check_order(&self, i: usize, cluster: &Cluster, next: &mut Next) -> Result<()> {
        let known = &self.mesh.known;
        let at = |field| self.at(i, field);
        require(cluster.level >= 1, ErrorCode::BadValue, at(Cluster::AT_LEVEL), "CLUS[].level")?;
        require(cluster.level <= next.level, ErrorCode::BadOrder, at(Cluster::AT_LEVEL), "CLUS[].level")?;
        let is_group = (cluster.group as usize) < self.groups.len();
        require(is_group, ErrorCode::BadRange, at(Cluster::AT_GROUP), "CLUS[].group")?;
        let group = i64::from(cluster.group);
        let is_adjacent = group == next.group + 1 || group == next.group;
        require(is_adjacent, ErrorCode::BadOrder, at(Cluster::AT_GROUP), "CLUS[].group")?;
        let ranged = |holds, place, field| require(holds, ErrorCode::BadRange, at(place), field);
        let is_next = u64::from(cluster.vertex_offset) == next.vertex;
        ranged(is_next, Cluster::AT_VERTEX_OFFSET, "CLUS[].vertexOffset")?;
        let is_next = u64::from(cluster.triangle_offset) == next.triangle;
        ranged(is_next, Cluster::AT_TRIANGLE_OFFSET, "CLUS[].triangleOffset")?;
        next.level = cluster.level;
        next.group = group;
        next.vertex += u64::from(cluster.vertex_count);
        next.triangle += u64::from(cluster.triangle_count);
        let is_inside = next.vertex <= known[names::CLVR].size / self.mesh.width(names::CLV2);
        ranged(is_inside, Cluster::AT_VERTEX_COUNT, "CLUS[].vertexCount")?;
        ranged(next.triangle <= known[names::CLTR].size / 3, Cluster::AT_TRIANGLE_COUNT, "CLUS[].triangleCount")
    }

    /// Level 0 is MLET with its bounds.
    fn check_meshlet(&self, i: usize, cluster: &Cluster) -> Result<()> {
        let m = i - self.first_meshlet;
        let meshlet = self.mesh.rows::<Meshlet>(names::MLET).at(m);
        let bounds = self.mesh.rows::<MeshletBounds>(names::MLBN).at(m);
        let same = |holds, place, field| require(holds, ErrorCode::BadRange, self.at(i, place), field);
        let valued = |holds, place, field| require(holds, ErrorCode::BadValue, self.at(i, place), field);
        valued(cluster.level == 0, Cluster::AT_LEVEL, "CLUS[].level")?;
        same(cluster.vertex_offset == meshlet.vertex_offset, Cluster::AT_VERTEX_OFFSET, "CLUS[].vertexOffset")?;
        let is_count = u32::from(cluster.vertex_count) == meshlet.vertex_count;
        same(is_count, Cluster::AT_VERTEX_COUNT, "CLUS[].vertexCount")?;
        let is_offset = cluster.triangle_offset == meshlet.triangle_offset;
        same(is_offset, Cluster::AT_TRIANGLE_OFFSET, "CLUS[].triangleOffset")?;
        let is_count = u32::from(cluster.triangle_count) == meshlet.triangle_count;
        same(is_count, Cluster::AT_TRIANGLE_COUNT, "CLUS[].triangleCount")?;
        valued(cluster.group == HMESH_NO_GROUP, Cluster::AT_GROUP, "CLUS[].group")?;
        let has_bounds = cluster.center == bounds.center
            && cluster.radius == bounds.radius
            && cluster.cone_axis == bounds.cone_axis
            && cluster.cone_cutoff == bounds.cone_cutoff;
        valued(has_bounds, Cluster::AT_CENTER, "CLUS[].center")
    }

    /// Its submesh, group and page.
    fn check_place(&self, i: usize, cluster: &Cluster) -> Result<()> {
        let ranged = |holds, place, field| require(holds, ErrorCode::BadRange, self.at(i, place), field);
        let valued = |holds, place, field| require(holds, ErrorCode::BadValue, self.at(i, place), field);
        let submesh = self.submeshes.get(cluster.submesh as usize);
        ranged(submesh.is_some(), Cluster::AT_SUBMESH, "CLUS[].submesh")?;
        if let (Some(submesh), true) = (submesh, i >= self.first_meshlet) {
            let m = (i - self.first_meshlet) as u64;
            let first = u64::from(submesh.first_meshlet);
            let is_own = m >= first && m < first + u64::from(submesh.meshlet_count);
            ranged(is_own, Cluster::AT_SUBMESH, "CLUS[].submesh")?;
            valued(cluster.error == 0.0, Cluster::AT_ERROR, "CLUS[].error")?;
        } else {
            let group = self.groups.at(cluster.group as usize);
            valued(cluster.error == group.error, Cluster::AT_ERROR, "CLUS[].error")?;
            valued(u32::from(cluster.level) == group.level, Cluster::AT_LEVEL, "CLUS[].level")?;
        }
        let is_in_page = self.pages.get(cluster.page as usize).is_some_and(|page| {
            let first = u64::from(page.first_cluster);
            i as u64 >= first && (i as u64) < first + u64::from(page.cluster_count)
        });
        ranged(is_in_page, Cluster::AT_PAGE, "CLUS[].page")
    }

    /// Errors never decrease toward the roots, and spheres contain those below them.
    fn check_parent(&self, i: usize, cluster: &Cluster) -> Result<()> {
        if cluster.parent_group == HMESH_NO_GROUP {
            return Ok(());
        }
        let check = |holds, code| require(holds, code, self.at(i, Cluster::AT_PARENT_GROUP), "CLUS[].parentGroup");
        let parent = self.groups.get(cluster.parent_group as usize);
        check(parent.is_some(), ErrorCode::BadRange)?;
        let Some(parent) = parent else { return Ok(()) };
        let own = self.groups.get(cluster.group as usize);
        check(parent.level > u32::from(cluster.level), ErrorCode::BadOrder)?;
        // Written so that NaN would pass, as in the other readers; rules of the fields reject it.
        let decreases = parent.error < cluster.error;
        check(!decreases, ErrorCode::BadValue)?;
        let (center, radius) = own.map_or((cluster.center, cluster.radius), |own| (own.center, own.radius));
        check(sphere_holds(parent.center, parent.radius, center, radius), ErrorCode::BadValue)?;
        let is_loaded_first =
            parent.page_count > cluster.page && own.is_none_or(|own| own.page_count >= parent.page_count);
        check(is_loaded_first, ErrorCode::BadRange)
    }

    /// Clusters above the meshlets: vertices exist and are inside the box of the submesh, corners are below the number of vertices.
    fn check_bulk(&self) -> Result<()> {
        let mesh = self.mesh;
        let vertices = mesh.indices(names::CLVR, names::CLV2);
        let at = mesh.known[names::CLVR].offset;
        mesh.check_indices(&vertices, at, "CLVR[]")?;
        let corners = mesh.known[names::CLTR].offset;
        for cluster in self.rows.iter().take(self.first_meshlet) {
            let first = corners + u64::from(cluster.triangle_offset) * 3;
            for place in first..first + u64::from(cluster.triangle_count) * 3 {
                let is_vertex = mesh.file.read::<u8>(place) < cluster.vertex_count;
                require(is_vertex, ErrorCode::BadRange, place, "CLTR[]")?;
            }
        }
        mesh.check_words(names::CLTW, names::CLTR, "CLTW[]")?;
        let bounds = Box3::of(mesh.bounds.aabb_min, mesh.bounds.aabb_max);
        for cluster in self.rows.iter().take(self.first_meshlet) {
            let reach = mesh.reach_of(&bounds, &self.submeshes.at(cluster.submesh as usize));
            reach.check(&vertices, at, cluster.vertex_offset, cluster.vertex_count.into(), "CLVR[]")?;
        }
        Ok(())
    }
}
