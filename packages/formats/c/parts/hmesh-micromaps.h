/* @implementation */

/* OMAP: opacity micromaps. */

static uint64_t assetc_impl_micromap_geometries(const AssetcImplChunks *chunks) {
  const AssetcImplChunk *table = &chunks->known[ASSETC_IMPL_LODT];
  uint64_t lods = table->entry == 0 ? 0 : assetc_read_u32(chunks->file.bytes + table->offset);
  return (1 + lods) * assetc_impl_desc(chunks, offsetof(AssetcMeshDesc, submeshCount));
}

/* The bytes of each part. The header is inside the file. */
static void assetc_impl_micromap_sizes(const AssetcImplChunks *chunks, uint64_t sizes[7]) {
  const unsigned char *head = chunks->file.bytes + chunks->known[ASSETC_IMPL_OMAP].offset;
  uint64_t usages = assetc_read_u32(head + offsetof(AssetcMicromapHeader, usageCount));
  sizes[0] = sizeof(AssetcMicromapHeader);
  sizes[1] = usages * sizeof(AssetcMicromapUsage);
  sizes[2] = usages * 4 * assetc_impl_micromap_geometries(chunks);
  sizes[3] = (uint64_t)assetc_read_u32(head + offsetof(AssetcMicromapHeader, mapCount)) * sizeof(AssetcMicromapTriangle);
  sizes[4] = (uint64_t)assetc_read_u32(head + offsetof(AssetcMicromapHeader, indexCount)) * 4;
  sizes[5] = (uint64_t)assetc_read_u32(head + offsetof(AssetcMicromapHeader, lodIndexCount)) * 4;
  sizes[6] = assetc_read_u32(head + offsetof(AssetcMicromapHeader, dataSize));
}

static uint64_t assetc_impl_micromap_bytes(uint32_t level, uint32_t states) {
  uint64_t bits = ((uint64_t)1 << (2 * level)) * (states == 2 ? 1 : 2);
  return (bits + 7) / 8;
}

/* Each level once, ascending, none empty; the last is that of the header. */
static int assetc_impl_check_micromap_usages(const AssetcImplFile *file, uint64_t head, uint64_t at, uint64_t count) {
  uint32_t states = assetc_read_u32(file->bytes + head + offsetof(AssetcMicromapHeader, states)), next = 0;
  for (; count > 0; count--, at += sizeof(AssetcMicromapUsage)) {
    const unsigned char *p = file->bytes + at;
    uint32_t level = assetc_read_u32(p + offsetof(AssetcMicromapUsage, subdivisionLevel));
    if (assetc_read_u32(p) == 0) return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at, "OMAP.usage[].count");
    if (level < next)
      return assetc_impl_fail(
        file, ASSETC_ERROR_BAD_VALUE, at + offsetof(AssetcMicromapUsage, subdivisionLevel), "OMAP.usage[].subdivisionLevel");
    if (assetc_read_u32(p + offsetof(AssetcMicromapUsage, format)) != states / 2)
      return assetc_impl_fail(
        file, ASSETC_ERROR_BAD_VALUE, at + offsetof(AssetcMicromapUsage, format), "OMAP.usage[].format");
    next = level + 1;
  }
  at = head + offsetof(AssetcMicromapHeader, level);
  if (assetc_read_u32(file->bytes + at) == (next == 0 ? 0 : next - 1)) return 1;
  return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at, "OMAP.level");
}

/* The maps of one level. */
static uint64_t assetc_impl_count_maps(const unsigned char *map, uint64_t count, uint32_t level) {
  uint64_t found = 0;
  for (; count > 0; count--, map += sizeof(AssetcMicromapTriangle))
    found += assetc_read_u16(map + offsetof(AssetcMicromapTriangle, subdivisionLevel)) == level;
  return found;
}

static int assetc_impl_has_usage(const unsigned char *usage, uint64_t count, const unsigned char *map) {
  for (; count > 0; count--, usage += sizeof(AssetcMicromapUsage))
    if (assetc_read_u32(usage + offsetof(AssetcMicromapUsage, subdivisionLevel)) ==
          assetc_read_u16(map + offsetof(AssetcMicromapTriangle, subdivisionLevel)) &&
        assetc_read_u32(usage + offsetof(AssetcMicromapUsage, format)) ==
          assetc_read_u16(map + offsetof(AssetcMicromapTriangle, format)))
      return 1;
  return 0;
}

/* Maps tile the states in order, and each usage counts its maps. */
static int assetc_impl_check_micromap_maps(
  const AssetcImplFile *file, uint64_t head, const uint64_t places[7], uint64_t usages, uint64_t maps
) {
  uint32_t states = assetc_read_u32(file->bytes + head + offsetof(AssetcMicromapHeader, states));
  uint64_t size = assetc_read_u32(file->bytes + head + offsetof(AssetcMicromapHeader, dataSize));
  uint64_t next = 0, at = places[3], i;
  for (i = 0; i < maps; i++, at += sizeof(AssetcMicromapTriangle)) {
    const unsigned char *map = file->bytes + at;
    if (!assetc_impl_inspect_micromap_triangle(file, at)) return 0;
    if (assetc_read_u32(map) != next) return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at, "OMAP.map[].dataOffset");
    if (!assetc_impl_has_usage(file->bytes + places[1], usages, map))
      return assetc_impl_fail(
        file, ASSETC_ERROR_BAD_VALUE, at + offsetof(AssetcMicromapTriangle, subdivisionLevel), "OMAP.map[].subdivisionLevel");
    next += assetc_impl_micromap_bytes(assetc_read_u16(map + offsetof(AssetcMicromapTriangle, subdivisionLevel)), states);
    if (next > size) return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at, "OMAP.map[].dataOffset");
  }
  if (next < size)
    return assetc_impl_fail(
      file, ASSETC_ERROR_BAD_RANGE, head + offsetof(AssetcMicromapHeader, dataSize), "OMAP.dataSize");
  for (i = 0, at = places[1]; i < usages; i++, at += sizeof(AssetcMicromapUsage)) {
    uint32_t level = assetc_read_u32(file->bytes + at + offsetof(AssetcMicromapUsage, subdivisionLevel));
    if (assetc_impl_count_maps(file->bytes + places[3], maps, level) != assetc_read_u32(file->bytes + at))
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at, "OMAP.usage[].count");
  }
  return 1;
}

static int assetc_impl_check_micromap_tables(const AssetcImplChunks *chunks) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *chunk = &chunks->known[ASSETC_IMPL_OMAP];
  const unsigned char *head = file->bytes + chunk->offset;
  uint64_t sizes[7], places[7], usages, maps;
  if (chunk->entry == 0) return 1;
  if (!assetc_impl_expect_head(file, chunk, sizeof(AssetcMicromapHeader), "OMAP")) return 0;
  if (!assetc_impl_inspect_micromap_header(file, chunk->offset)) return 0;
  if (assetc_read_u32(head + offsetof(AssetcMicromapHeader, indexCount)) !=
      assetc_impl_desc(chunks, offsetof(AssetcMeshDesc, indexCount)) / 3)
    return assetc_impl_fail(
      file, ASSETC_ERROR_BAD_VALUE, chunk->offset + offsetof(AssetcMicromapHeader, indexCount), "OMAP.indexCount");
  if (assetc_read_u32(head + offsetof(AssetcMicromapHeader, lodIndexCount)) != chunks->known[ASSETC_IMPL_LODI].size / assetc_impl_width(chunks, ASSETC_IMPL_LDI2) / 3)
    return assetc_impl_fail(
      file, ASSETC_ERROR_BAD_VALUE, chunk->offset + offsetof(AssetcMicromapHeader, lodIndexCount), "OMAP.lodIndexCount");
  assetc_impl_micromap_sizes(chunks, sizes);
  memcpy(places, sizes, sizeof places);
  if (!assetc_impl_sections(file, chunk, places, 7, "OMAP.size")) return 0;
  usages = sizes[1] / sizeof(AssetcMicromapUsage);
  maps = sizes[3] / sizeof(AssetcMicromapTriangle);
  if (!assetc_impl_inspect_rows(file, places[1], usages, sizeof(AssetcMicromapUsage), assetc_impl_inspect_micromap_usage))
    return 0;
  if (!assetc_impl_check_micromap_usages(file, chunk->offset, places[1], usages)) return 0;
  return assetc_impl_check_micromap_maps(file, chunk->offset, places, usages, maps);
}

static int assetc_impl_check_micromap_indices(
  const AssetcImplFile *file, uint64_t at, uint64_t count, uint32_t states, uint64_t maps, const char *name
) {
  for (; count > 0; count--, at += 4) {
    uint32_t index = assetc_read_u32(file->bytes + at);
    if (index >= maps && index < (uint32_t)0 - states) return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at, name);
  }
  return 1;
}

/* Maps of levels 0 and 1 do not fill their byte. */
static int assetc_impl_check_micromap_bits(
  const AssetcImplFile *file, uint64_t map, uint64_t count, uint64_t data, uint32_t states
) {
  for (; count > 0; count--, map += sizeof(AssetcMicromapTriangle)) {
    uint32_t level = assetc_read_u16(file->bytes + map + offsetof(AssetcMicromapTriangle, subdivisionLevel));
    uint64_t at = data + assetc_read_u32(file->bytes + map);
    if (level < 2 && file->bytes[at] >> ((1u << (2 * level)) * (states / 2)) != 0)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at, "OMAP.data[]");
  }
  return 1;
}

/* The triangles of a geometry whose maps have this level. */
static uint64_t assetc_impl_count_micromaps(
  const unsigned char *index, uint64_t count, const unsigned char *maps, uint64_t mapCount, uint32_t level
) {
  uint64_t found = 0;
  for (; count > 0; count--, index += 4) {
    uint64_t map = assetc_read_u32(index);
    found += map < mapCount &&
             assetc_read_u16(maps + map * sizeof(AssetcMicromapTriangle) + offsetof(AssetcMicromapTriangle, subdivisionLevel)) ==
               level;
  }
  return found;
}

/* Geometry i: a submesh, or one of its levels of detail. Its range in the indices of micromaps. */
static int assetc_impl_micromap_range(const AssetcImplChunks *chunks, uint64_t i, uint64_t *first, uint64_t *count) {
  const AssetcImplChunk *known = chunks->known;
  const unsigned char *bytes = chunks->file.bytes, *p;
  uint64_t geometries = assetc_impl_micromap_geometries(chunks);
  uint64_t perSubmesh = geometries / assetc_impl_desc(chunks, offsetof(AssetcMeshDesc, submeshCount));
  if (i % perSubmesh == 0) {
    p = bytes + known[ASSETC_IMPL_SUBM].offset + i / perSubmesh * sizeof(AssetcSubMesh);
    *first = assetc_read_u32(p + offsetof(AssetcSubMesh, firstIndex));
    *count = assetc_read_u32(p + offsetof(AssetcSubMesh, indexCount)) / 3;
    return 0;
  }
  p = bytes + known[ASSETC_IMPL_LODT].offset + sizeof(AssetcLodTableHeader);
  p += (i / perSubmesh * (perSubmesh - 1) + i % perSubmesh - 1) * sizeof(AssetcMeshLod);
  *count = assetc_read_u32(p + offsetof(AssetcMeshLod, indexCount)) / 3;
  *first = *count == 0 ? 0 : assetc_read_u32(p);
  return 1;
}

/* Levels may share ranges of LODI; a file that repeats them too often is not checked completely. */
#define ASSETC_IMPL_MICROMAP_REPEATS 8

static int assetc_impl_check_micromaps(const AssetcImplChunks *chunks) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *chunk = &chunks->known[ASSETC_IMPL_OMAP];
  uint64_t sizes[7], places[7], usages, maps, left, i, usage, first, count;
  uint32_t states;
  if (chunk->entry == 0) return 1;
  assetc_impl_micromap_sizes(chunks, sizes);
  memcpy(places, sizes, sizeof places);
  assetc_impl_sections(file, chunk, places, 7, "OMAP");
  states = assetc_read_u32(file->bytes + chunk->offset);
  usages = sizes[1] / sizeof(AssetcMicromapUsage);
  maps = sizes[3] / sizeof(AssetcMicromapTriangle);
  if (!assetc_impl_check_micromap_indices(file, places[4], sizes[4] / 4, states, maps, "OMAP.index[]")) return 0;
  if (!assetc_impl_check_micromap_indices(file, places[5], sizes[5] / 4, states, maps, "OMAP.lodIndex[]")) return 0;
  if (!assetc_impl_check_micromap_bits(file, places[3], maps, places[6], states)) return 0;
  left = (sizes[4] + sizes[5]) / 4 * ASSETC_IMPL_MICROMAP_REPEATS;
  for (i = 0; i < assetc_impl_micromap_geometries(chunks); i++) {
    int isReduced = assetc_impl_micromap_range(chunks, i, &first, &count);
    if (first % 3 != 0) return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, chunk->offset, "OMAP");
    if (count > left) return 1;
    left -= count;
    for (usage = 0; usage < usages; usage++) {
      uint64_t at = places[2] + (i * usages + usage) * 4;
      uint32_t level = assetc_read_u32(
        file->bytes + places[1] + usage * sizeof(AssetcMicromapUsage) + offsetof(AssetcMicromapUsage, subdivisionLevel));
      const unsigned char *index = file->bytes + places[isReduced ? 5 : 4] + first / 3 * 4;
      if (assetc_read_u32(file->bytes + at) !=
          assetc_impl_count_micromaps(index, count, file->bytes + places[3], maps, level))
        return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at, "OMAP.count[]");
    }
  }
  return 1;
}
