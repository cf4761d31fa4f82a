//! Meshes, version 2.

mod bulk;
mod cluster_pages;
mod clusters;
mod forms;
#[cfg(feature = "alloc")]
mod inflate;
mod joints;
mod mesh_file;
mod micromaps;
mod morphs;
mod optional;
mod tables;
mod vertex;

use crate::chunks::check_padding;
use crate::error::Result;
use crate::generated::chunk_names::mesh as names;
use crate::generated::layouts::{
    Cluster, ClusterGroup, ClusterPage, ColorHeader, CompactAttributes, CompactPosition, CompactSkinVertex,
    CompactSkinVertexWide, CompactVertex, GpuJoint, GpuSkinVertex, GpuVertex, LineRange, MeshBounds, MeshDesc, MeshLod,
    Meshlet, MeshletBounds, MorphHeader, MorphRange, MorphTarget, SceneNode, SplitAttributes, SplitPosition, SubMesh,
    VertexGrid,
};
use crate::names::Names;
use crate::rows::{Row, Rows};

pub use bulk::triangle_word;
#[cfg(feature = "alloc")]
pub use inflate::inflate_mesh;
pub use mesh_file::Indices;
use mesh_file::MeshFile;
pub use micromaps::Micromaps;
pub use vertex::Vertex;

/// Vertices, ready for the GPU. `Mesh::vertex` reads one in any form.
#[derive(Clone, Copy, Debug)]
pub enum Vertices<'a> {
    /// VTXS.
    Full(Rows<'a, GpuVertex>),
    /// VPOS and VATR.
    Split(Rows<'a, SplitPosition>, Rows<'a, SplitAttributes>),
    /// VTXC, decoded by the grid.
    Compact(VertexGrid, Rows<'a, CompactVertex>),
    /// VPSC and VATC, decoded by the grid.
    CompactSplit(VertexGrid, Rows<'a, CompactPosition>, Rows<'a, CompactAttributes>),
}

/// Joints and weights of vertices. `Mesh::skin_of` reads them in any form.
#[derive(Clone, Copy, Debug)]
pub enum Skin<'a> {
    /// SKIN.
    Full(Rows<'a, GpuSkinVertex>),
    /// SKNC with up to 256 joints.
    Compact(Rows<'a, CompactSkinVertex>),
    /// SKNC with more joints.
    Wide(Rows<'a, CompactSkinVertexWide>),
}

/// Reduced levels of detail.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lods<'a> {
    /// Levels of each submesh.
    pub count: u32,
    /// `count` for each submesh, in the order of submeshes.
    pub rows: Rows<'a, MeshLod>,
    /// The triangles of all levels.
    pub indices: Indices<'a>,
    /// Like `rows`, or empty: distance of a level from the surface, in units of the mesh.
    pub errors: Rows<'a, f32>,
}

/// Targets of morphs.
#[derive(Clone, Copy, Debug)]
pub struct Morphs<'a> {
    /// Counts.
    pub header: MorphHeader,
    /// One for each submesh.
    pub ranges: Rows<'a, MorphRange>,
    /// Their numbers are those of `.hanimx`.
    pub targets: Rows<'a, MorphTarget>,
    /// Which vertices move.
    pub vertices: Rows<'a, u32>,
    /// Of each entry: three floats; of a compact mesh four 16-bit numbers, the last 0, times the step of the grid.
    pub positions: &'a [u8],
    /// Like `positions`, of targets with normals.
    pub normals: &'a [u8],
    /// Like `positions`, of targets with tangents.
    pub tangents: &'a [u8],
}

/// The cluster hierarchy.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clusters<'a> {
    /// Coarse to fine; the last of them are the meshlets.
    pub rows: Rows<'a, Cluster>,
    /// Of the clusters above the meshlets.
    pub vertices: Indices<'a>,
    /// Of the clusters above the meshlets: three corners per triangle.
    pub triangles: &'a [u8],
    /// The same triangles, one word each; empty without `mesh.meshlets.triangles: words`.
    pub triangle_words: Rows<'a, u32>,
    /// Clusters that are reduced together.
    pub groups: Rows<'a, ClusterGroup>,
    /// Parts that are loaded together.
    pub pages: Rows<'a, ClusterPage>,
}

/// A mesh that has been checked. Missing parts are empty.
#[derive(Clone, Copy, Debug)]
pub struct Mesh<'a> {
    /// Counts, index width.
    pub desc: MeshDesc,
    /// Box and sphere around all vertices.
    pub bounds: MeshBounds,
    /// Ready for the GPU, like everything here.
    pub vertices: Vertices<'a>,
    /// Three per triangle.
    pub indices: Indices<'a>,
    /// What is drawn with one material.
    pub submeshes: Rows<'a, SubMesh>,
    /// Hashes.
    pub materials: Rows<'a, u64>,
    /// For mesh shaders.
    pub meshlets: Rows<'a, Meshlet>,
    /// One for each meshlet.
    pub meshlet_bounds: Rows<'a, MeshletBounds>,
    /// Vertices of meshlets.
    pub meshlet_vertices: Indices<'a>,
    /// Three corners per triangle: indices of the meshlet's vertices.
    pub meshlet_triangles: &'a [u8],
    /// The same triangles, one word each: see `triangle_word`. Empty without `mesh.meshlets.triangles: words`.
    pub meshlet_triangle_words: Rows<'a, u32>,
    /// Joints and weights of a skinned mesh.
    pub skin: Option<Skin<'a>>,
    /// The skeleton.
    pub joints: Rows<'a, GpuJoint>,
    /// Reduced levels.
    pub lods: Lods<'a>,
    /// The nodes of the source, with `mesh.hierarchy: keep`.
    pub nodes: Rows<'a, SceneNode>,
    /// Of submeshes, materials, joints and morph targets, in that order.
    pub names: Names<'a>,
    /// The format of vertex colors, and one for each vertex.
    pub colors: Option<(ColorHeader, &'a [u8])>,
    /// Second texture coordinates: two floats per vertex; of a compact mesh two 16-bit numbers, decoded by the grid.
    pub uvs1: &'a [u8],
    /// Targets of morphs.
    pub morphs: Option<Morphs<'a>>,
    /// Lines and points.
    pub line_ranges: Rows<'a, LineRange>,
    /// Vertices of lines and points.
    pub line_indices: Rows<'a, u32>,
    /// The cluster hierarchy.
    pub clusters: Clusters<'a>,
    /// Opacity micromaps.
    pub micromaps: Option<Micromaps<'a>>,
}

impl<'a> Mesh<'a> {
    /// Checks every rule for opening a mesh. Accepts older files, whose empty submeshes have a box outside that of the mesh.
    /// A mesh with compressed chunks is inflated first: see `inflate_mesh`.
    pub fn open(bytes: &'a [u8]) -> Result<Self> {
        view(&checked(bytes)?)
    }

    /// Checks every rule of docs/formats/hmesh.md for a mesh without compressed chunks.
    pub fn validate(bytes: &'a [u8]) -> Result<()> {
        checked(bytes)?.check_empty_submeshes()
    }

    /// The indices of a submesh at a level of detail. Level 0 is the mesh itself; a stalled level is the one before it. None if there is
    /// no such submesh.
    pub fn draw(&self, submesh: usize, level: u32) -> Option<impl Iterator<Item = u32> + Clone + 'a> {
        let row = self.submeshes.get(submesh)?;
        let first = submesh * self.lods.count as usize;
        let levels = (0..level.min(self.lods.count) as usize).rev().filter_map(|i| self.lods.rows.get(first + i));
        let lod = levels.into_iter().find(|lod| lod.index_count > 0);
        let (list, from, count) = match lod {
            Some(lod) => (self.lods.indices, lod.first_index, lod.index_count),
            None => (self.indices, row.first_index, row.index_count),
        };
        Some((from as usize..from as usize + count as usize).map(move |i| list.at(i)))
    }
}

/// Whether a mesh has compressed chunks.
pub fn is_compressed_mesh(bytes: &[u8]) -> bool {
    use crate::chunks::{ENTRY, TABLE};
    use crate::file::File;
    use crate::generated::layouts::{HmeshFileHeader, HMESH_MAGIC, HMESH_VERSION};
    let file = File::new(bytes);
    if !file.has(0, TABLE) {
        return false;
    }
    let header: HmeshFileHeader = file.read(0);
    let rows = (file.size() - TABLE) / ENTRY;
    (header.magic, header.version) == (HMESH_MAGIC, HMESH_VERSION)
        && (0..rows.min(header.chunk_count.into()))
            .any(|i| names::NAMES[names::PLAIN..].contains(&file.read(TABLE + i * ENTRY)))
}

fn checked(bytes: &[u8]) -> Result<MeshFile<'_>> {
    let mut mesh = MeshFile::read(bytes)?;
    mesh.check_sizes()?;
    mesh.check_tables()?;
    check_padding(&mesh.file)?;
    mesh.check_bulk()?;
    Ok(mesh)
}

fn view<'a>(mesh: &MeshFile<'a>) -> Result<Mesh<'a>> {
    let (line_ranges, line_indices) = mesh.lines();
    Ok(Mesh {
        desc: mesh.desc,
        bounds: mesh.bounds,
        vertices: vertices(mesh),
        indices: mesh.triangles(),
        submeshes: mesh.rows(names::SUBM),
        materials: mesh.rows(names::MTRL),
        meshlets: mesh.rows(names::MLET),
        meshlet_bounds: mesh.rows(names::MLBN),
        meshlet_vertices: mesh.indices(names::MLVR, names::MLV2),
        meshlet_triangles: mesh.bytes(names::MLTR),
        meshlet_triangle_words: mesh.rows(names::MLTW),
        skin: skin(mesh),
        joints: mesh.rows(names::SKEL),
        lods: lods(mesh),
        nodes: mesh.rows(names::NODE),
        names: mesh.names()?,
        colors: colors(mesh),
        uvs1: mesh.bytes(names::UVS1),
        morphs: morphs(mesh)?,
        line_ranges,
        line_indices,
        clusters: Clusters {
            rows: mesh.rows(names::CLUS),
            vertices: mesh.indices(names::CLVR, names::CLV2),
            triangles: mesh.bytes(names::CLTR),
            triangle_words: mesh.rows(names::CLTW),
            groups: mesh.rows(names::CLGR),
            pages: mesh.rows(names::CLPG),
        },
        micromaps: mesh.micromaps()?,
    })
}

fn vertices<'a>(mesh: &MeshFile<'a>) -> Vertices<'a> {
    let first = names::VTXS;
    match (mesh.grid(), mesh.is_split()) {
        (None, false) => Vertices::Full(mesh.rows(first)),
        (None, true) => Vertices::Split(mesh.rows(first), mesh.rows(names::VATR)),
        (Some(grid), false) => Vertices::Compact(grid, mesh.rows(first)),
        (Some(grid), true) => Vertices::CompactSplit(grid, mesh.rows(first), mesh.rows(names::VATC)),
    }
}

fn skin<'a>(mesh: &MeshFile<'a>) -> Option<Skin<'a>> {
    let is_wide = mesh.joint_count() > 256;
    mesh.known[names::SKIN].exists().then(|| match (mesh.is_compact(), is_wide) {
        (false, _) => Skin::Full(mesh.rows(names::SKIN)),
        (true, false) => Skin::Compact(mesh.rows(names::SKIN)),
        (true, true) => Skin::Wide(mesh.rows(names::SKIN)),
    })
}

fn lods<'a>(mesh: &MeshFile<'a>) -> Lods<'a> {
    let count = mesh.lod_count();
    let table = mesh.bytes(names::LODT);
    Lods {
        count,
        rows: Rows::new(table.get(8..).unwrap_or_default()),
        indices: mesh.indices(names::LODI, names::LDI2),
        errors: mesh.rows(names::LODE),
    }
}

fn colors<'a>(mesh: &MeshFile<'a>) -> Option<(ColorHeader, &'a [u8])> {
    let chunk = mesh.known[names::CLR0];
    let (header, rows) = mesh.bytes(names::CLR0).split_at_checked(ColorHeader::SIZE)?;
    chunk.exists().then(|| (ColorHeader::read(header), rows))
}

fn morphs<'a>(mesh: &MeshFile<'a>) -> Result<Option<Morphs<'a>>> {
    let chunk = mesh.known[names::MRPH];
    if !chunk.exists() {
        return Ok(None);
    }
    let places = mesh.morph_places()?;
    let part = |i: usize| mesh.file.slice(places.at[i], places.sizes[i]);
    Ok(Some(Morphs {
        header: mesh.file.read(chunk.offset),
        ranges: Rows::new(part(1)),
        targets: Rows::new(part(2)),
        vertices: Rows::new(part(3)),
        positions: part(4),
        normals: part(5),
        tangents: part(6),
    }))
}
