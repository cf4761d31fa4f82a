//! The chunks of a mesh under inspection.

use crate::chunks::{read_table, Chunk};
use crate::error::{require, ErrorCode, Result};
use crate::file::File;
use crate::generated::chunk_names::mesh as names;
use crate::generated::layouts::{
    CompactPosition, CompactVertex, GpuJoint, GpuVertex, HmeshFileHeader, MeshBounds, MeshDesc, SplitPosition,
    VertexGrid, HMESH_VERSION,
};
use crate::rows::{Checked, Row, Rows};

/// A mesh without compression whose table has been checked.
pub(super) struct MeshFile<'a> {
    pub file: File<'a>,
    pub known: [Chunk; names::PLAIN],
    pub desc: MeshDesc,
    pub bounds: MeshBounds,
}

impl<'a> MeshFile<'a> {
    /// Checks the table, DESC and BNDS.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        let file = File::new(bytes);
        file.inspect::<HmeshFileHeader>(0)?;
        let mut known = [Chunk::default(); names::PLAIN];
        read_table(&file, HMESH_VERSION, &names::NAMES[..names::PLAIN], &mut known)?;
        let desc = single(&file, &known[names::DESC], "DESC")?;
        let bounds = single(&file, &known[names::BNDS], "BNDS")?;
        Ok(Self { file, known, desc, bounds })
    }

    pub fn is_compact(&self) -> bool {
        self.known[names::GRID].exists()
    }

    pub fn is_split(&self) -> bool {
        self.known[if self.is_compact() { names::VPSC } else { names::VPOS }].exists()
    }

    /// How compact vertices are decoded.
    pub fn grid(&self) -> Option<VertexGrid> {
        self.is_compact().then(|| self.file.read(self.known[names::GRID].offset))
    }

    /// Bytes of an index in MLVR, LODI or CLVR. `narrow`: the chunk that may replace it.
    pub fn width(&self, narrow: usize) -> u64 {
        if self.known[narrow].exists() {
            2
        } else {
            4
        }
    }

    /// Bytes of a row in the chunk of positions.
    pub fn position_stride(&self) -> u64 {
        let size = match (self.is_split(), self.is_compact()) {
            (true, true) => CompactPosition::SIZE,
            (true, false) => SplitPosition::SIZE,
            (false, true) => CompactVertex::SIZE,
            (false, false) => GpuVertex::SIZE,
        };
        size as u64
    }

    pub fn joint_count(&self) -> u64 {
        self.known[names::SKEL].size / GpuJoint::SIZE as u64
    }

    /// The elements of a chunk; none if there is no such chunk.
    pub fn rows<T: Row>(&self, name: usize) -> Rows<'a, T> {
        Rows::new(self.bytes(name))
    }

    /// The bytes of a chunk; none if there is no such chunk.
    pub fn bytes(&self, name: usize) -> &'a [u8] {
        let chunk = self.known[name];
        self.file.slice(chunk.offset, chunk.size)
    }

    /// Checks the fields of every row of a chunk.
    pub fn inspect_rows<T: Checked>(&self, name: usize) -> Result<Rows<'a, T>> {
        let chunk = self.known[name];
        self.file.inspect_rows(chunk.offset, chunk.size / T::SIZE as u64)
    }

    /// Indices in a chunk that may have either width.
    pub fn indices(&self, wide: usize, narrow: usize) -> Indices<'a> {
        match self.width(narrow) {
            2 => Indices::Narrow(self.rows(wide)),
            _ => Indices::Wide(self.rows(wide)),
        }
    }

    /// The triangles of the mesh.
    pub fn triangles(&self) -> Indices<'a> {
        match self.desc.index_width {
            2 => Indices::Narrow(self.rows(names::IDXS)),
            _ => Indices::Wide(self.rows(names::IDXS)),
        }
    }

    /// Every index is below the number of vertices. `at`: where the list begins.
    pub fn check_indices(&self, list: &Indices<'a>, at: u64, field: &'static str) -> Result<()> {
        for i in 0..list.len() {
            let is_inside = list.at(i) < self.desc.vertex_count;
            require(is_inside, ErrorCode::BadRange, at + i as u64 * list.width(), field)?;
        }
        Ok(())
    }

    pub fn check_finite(&self, at: u64, size: u64, field: &'static str) -> Result<()> {
        for at in (at..at + size).step_by(4) {
            let value: f32 = self.file.read(at);
            require(value.is_finite(), ErrorCode::BadValue, at, field)?;
        }
        Ok(())
    }
}

/// A chunk with one struct.
fn single<T: Checked>(file: &File<'_>, chunk: &Chunk, field: &'static str) -> Result<T> {
    chunk.required(field)?;
    let row = chunk.head(file, field)?;
    chunk.expect_size(T::SIZE as u64, field)?;
    Ok(row)
}

/// Indices of either width.
#[derive(Clone, Copy, Debug)]
pub enum Indices<'a> {
    /// 2 bytes each.
    Narrow(Rows<'a, u16>),
    /// 4 bytes each.
    Wide(Rows<'a, u32>),
}

impl Default for Indices<'_> {
    fn default() -> Self {
        Self::Wide(Rows::default())
    }
}

impl<'a> Indices<'a> {
    /// The number of indices.
    pub fn len(&self) -> usize {
        match self {
            Self::Narrow(rows) => rows.len(),
            Self::Wide(rows) => rows.len(),
        }
    }

    /// Whether there are no indices.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Index `i`.
    pub fn get(&self, i: usize) -> Option<u32> {
        (i < self.len()).then(|| self.at(i))
    }

    /// The bytes as stored, for uploads to a GPU.
    pub fn bytes(&self) -> &'a [u8] {
        match self {
            Self::Narrow(rows) => rows.bytes(),
            Self::Wide(rows) => rows.bytes(),
        }
    }

    /// Bytes of an index.
    pub fn width(&self) -> u64 {
        match self {
            Self::Narrow(_) => 2,
            Self::Wide(_) => 4,
        }
    }

    /// All indices in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + Clone + 'a {
        let list = *self;
        (0..self.len()).map(move |i| list.at(i))
    }

    /// Index `i`. Panics if there is none.
    pub(crate) fn at(&self, i: usize) -> u32 {
        match self {
            Self::Narrow(rows) => u32::from(rows.at(i)),
            Self::Wide(rows) => rows.at(i),
        }
    }
}
