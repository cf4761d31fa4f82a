//! OMAP: opacity micromaps.

use super::mesh_file::MeshFile;
use crate::error::{require, ErrorCode, Result};
use crate::generated::chunk_names::mesh as names;
use crate::generated::layouts::{MicromapHeader, MicromapTriangle, MicromapUsage, SubMesh};
use crate::rows::{Row, Rows};

/// Levels may share ranges of LODI; a file that repeats them too often is not checked completely.
const REPEATS: u64 = 8;

/// Opacity micromaps of a mesh.
#[derive(Clone, Copy, Debug)]
pub struct Micromaps<'a> {
    /// Counts of the lists.
    pub header: MicromapHeader,
    /// VkMicromapUsageEXT.
    pub usages: Rows<'a, MicromapUsage>,
    /// Triangles by usage: for each submesh, for it and each of its levels, a number for each usage.
    pub counts: Rows<'a, u32>,
    /// VkMicromapTriangleEXT.
    pub triangles: Rows<'a, MicromapTriangle>,
    /// One per triangle of the mesh: a map, or VkOpacityMicromapSpecialIndexEXT.
    pub indices: Rows<'a, i32>,
    /// One per triangle of the reduced levels.
    pub lod_indices: Rows<'a, i32>,
    /// The states.
    pub data: &'a [u8],
}

struct Places {
    at: [u64; 7],
    sizes: [u64; 7],
}

fn bytes_of(level: u32, states: u32) -> u64 {
    ((1 << (2 * level)) * u64::from(states / 2)).div_ceil(8)
}

impl<'a> MeshFile<'a> {
    fn geometries(&self) -> u64 {
        (1 + u64::from(self.lod_count())) * u64::from(self.desc.submesh_count)
    }

    /// The header of OMAP is inside the file.
    fn micromap_places(&self) -> Result<Places> {
        let chunk = self.known[names::OMAP];
        let head: MicromapHeader = self.file.read(chunk.offset);
        let usages = u64::from(head.usage_count);
        let sizes = [
            MicromapHeader::SIZE as u64,
            usages * MicromapUsage::SIZE as u64,
            (usages * 4).saturating_mul(self.geometries()).min(1 << 62),
            u64::from(head.map_count) * MicromapTriangle::SIZE as u64,
            u64::from(head.index_count) * 4,
            u64::from(head.lod_index_count) * 4,
            head.data_size.into(),
        ];
        Ok(Places { at: chunk.sections(&self.file, sizes, "OMAP.size")?, sizes })
    }

    /// Micromaps whose tables have been checked.
    pub fn micromaps(&self) -> Result<Option<Micromaps<'a>>> {
        let chunk = self.known[names::OMAP];
        if !chunk.exists() {
            return Ok(None);
        }
        let Places { at, sizes } = self.micromap_places()?;
        let part = |i: usize| self.file.slice(at[i], sizes[i]);
        Ok(Some(Micromaps {
            header: self.file.read(chunk.offset),
            usages: Rows::new(part(1)),
            counts: Rows::new(part(2)),
            triangles: Rows::new(part(3)),
            indices: Rows::new(part(4)),
            lod_indices: Rows::new(part(5)),
            data: part(6),
        }))
    }

    pub fn check_micromap_tables(&self) -> Result<()> {
        let chunk = self.known[names::OMAP];
        if !chunk.exists() {
            return Ok(());
        }
        let head: MicromapHeader = chunk.head(&self.file, "OMAP")?;
        let is_count = head.index_count == self.desc.index_count / 3;
        let place = chunk.offset + MicromapHeader::AT_INDEX_COUNT;
        require(is_count, ErrorCode::BadValue, place, "OMAP.indexCount")?;
        let triangles = self.known[names::LODI].size / self.width(names::LDI2) / 3;
        let place = chunk.offset + MicromapHeader::AT_LOD_INDEX_COUNT;
        require(u64::from(head.lod_index_count) == triangles, ErrorCode::BadValue, place, "OMAP.lodIndexCount")?;
        let Places { at, .. } = self.micromap_places()?;
        let usages = self.file.inspect_rows::<MicromapUsage>(at[1], head.usage_count.into())?;
        check_usages(&usages, at[1], &head, chunk.offset)?;
        self.check_maps(&usages, &at, &head, chunk.offset)
    }

    /// Maps tile the states in order, and each usage counts its maps.
    fn check_maps(
        &self,
        usages: &Rows<'a, MicromapUsage>,
        at: &[u64; 7],
        head: &MicromapHeader,
        chunk: u64,
    ) -> Result<()> {
        let maps: Rows<'a, MicromapTriangle> = self.file.rows(at[3], head.map_count.into());
        let mut next = 0;
        for i in 0..maps.len() {
            let place = at[3] + (i * MicromapTriangle::SIZE) as u64;
            let map: MicromapTriangle = self.file.inspect(place)?;
            let is_next = u64::from(map.data_offset) == next;
            require(is_next, ErrorCode::BadRange, place, "OMAP.map[].dataOffset")?;
            let [level, format] = [map.subdivision_level, map.format].map(u32::from);
            let is_used = usages.iter().any(|usage| usage.subdivision_level == level && usage.format == format);
            let level_at = place + MicromapTriangle::AT_SUBDIVISION_LEVEL;
            require(is_used, ErrorCode::BadValue, level_at, "OMAP.map[].subdivisionLevel")?;
            next += bytes_of(level, head.states);
            let is_inside = next <= u64::from(head.data_size);
            require(is_inside, ErrorCode::BadRange, place, "OMAP.map[].dataOffset")?;
        }
        let is_tiled = next >= u64::from(head.data_size);
        require(is_tiled, ErrorCode::BadRange, chunk + MicromapHeader::AT_DATA_SIZE, "OMAP.dataSize")?;
        for (i, usage) in usages.iter().enumerate() {
            let count = maps.iter().filter(|map| u32::from(map.subdivision_level) == usage.subdivision_level).count();
            let place = at[1] + (i * MicromapUsage::SIZE) as u64;
            require(count == usage.count as usize, ErrorCode::BadValue, place, "OMAP.usage[].count")?;
        }
        Ok(())
    }

    pub fn check_micromaps(&self) -> Result<()> {
        let Some(maps) = self.micromaps()? else { return Ok(()) };
        let Places { at, sizes } = self.micromap_places()?;
        let states = maps.header.states;
        check_indices(&maps.indices, at[4], &maps, "OMAP.index[]")?;
        check_indices(&maps.lod_indices, at[5], &maps, "OMAP.lodIndex[]")?;
        for map in maps.triangles.iter().filter(|map| map.subdivision_level < 2) {
            // Maps of levels 0 and 1 do not fill their byte.
            let place = at[6] + u64::from(map.data_offset);
            let used = (1 << (2 * map.subdivision_level)) * (states / 2);
            let rest = u32::from(self.file.read::<u8>(place)) >> used;
            require(rest == 0, ErrorCode::BadValue, place, "OMAP.data[]")?;
        }
        let mut left = (sizes[4] + sizes[5]) / 4 * REPEATS;
        for geometry in 0..self.geometries() {
            let (list, first, count) = self.micromap_range(&maps, geometry);
            require(first % 3 == 0, ErrorCode::BadRange, self.known[names::OMAP].offset, "OMAP")?;
            if count > left {
                return Ok(());
            }
            left -= count;
            let first = (first / 3) as usize;
            let own = list.slice(first..first + count as usize);
            for (i, usage) in maps.usages.iter().enumerate() {
                let row = geometry as usize * maps.usages.len() + i;
                let found = own.iter().filter(|&index| maps.level_of(index) == Some(usage.subdivision_level)).count();
                let is_count = maps.counts.at(row) as usize == found;
                require(is_count, ErrorCode::BadValue, at[2] + row as u64 * 4, "OMAP.count[]")?;
            }
        }
        Ok(())
    }

    /// Geometry i: a submesh, or one of its levels of detail. Its list, its first index in it, and its triangles.
    fn micromap_range(&self, maps: &Micromaps<'a>, geometry: u64) -> (Rows<'a, i32>, u64, u64) {
        let per_submesh = 1 + u64::from(self.lod_count());
        let [submesh, level] = [geometry / per_submesh, geometry % per_submesh];
        if level == 0 {
            let row = self.rows::<SubMesh>(names::SUBM).at(submesh as usize);
            return (maps.indices, row.first_index.into(), u64::from(row.index_count / 3));
        }
        let lod = self.lod((submesh * (per_submesh - 1) + level - 1) as usize);
        let count = u64::from(lod.index_count / 3);
        (maps.lod_indices, if count == 0 { 0 } else { lod.first_index.into() }, count)
    }
}

impl Micromaps<'_> {
    fn level_of(&self, index: i32) -> Option<u32> {
        let map = self.triangles.get(usize::try_from(index).ok()?)?;
        Some(map.subdivision_level.into())
    }
}

/// Each level once, ascending, none empty; the last is that of the header.
fn check_usages(rows: &Rows<'_, MicromapUsage>, at: u64, head: &MicromapHeader, chunk: u64) -> Result<()> {
    let mut next = 0;
    for (i, row) in rows.iter().enumerate() {
        let place = at + (i * MicromapUsage::SIZE) as u64;
        let valued = |holds, offset, field| require(holds, ErrorCode::BadValue, place + offset, field);
        valued(row.count > 0, 0, "OMAP.usage[].count")?;
        let is_next = row.subdivision_level >= next;
        valued(is_next, MicromapUsage::AT_SUBDIVISION_LEVEL, "OMAP.usage[].subdivisionLevel")?;
        valued(row.format == head.states / 2, MicromapUsage::AT_FORMAT, "OMAP.usage[].format")?;
        next = row.subdivision_level + 1;
    }
    let is_level = head.level == next.saturating_sub(1);
    require(is_level, ErrorCode::BadValue, chunk + MicromapHeader::AT_LEVEL, "OMAP.level")
}

fn check_indices(list: &Rows<'_, i32>, at: u64, maps: &Micromaps<'_>, field: &'static str) -> Result<()> {
    for (i, index) in list.iter().enumerate() {
        // Special indices are small negative numbers.
        let is_map = match usize::try_from(index) {
            Ok(map) => map < maps.triangles.len(),
            Err(_) => i64::from(index) >= -i64::from(maps.header.states),
        };
        require(is_map, ErrorCode::BadRange, at + i as u64 * 4, field)?;
    }
    Ok(())
}
