/*
 * A mesh with clusters (mesh.clusters) of a stream, page by page, from coarse to fine. `mesh` shows what has been loaded: its clusterCount
 * is that of the loaded clusters, and pageCount belongs into AssetcClusterView. `indices`, `lodIndices`, `meshlets` and `meshletBounds`, which
 * clusters replace, are not loaded and NULL, like micromaps.
 */
typedef struct AssetcStreamMesh {
  AssetcStream *stream;
  AssetcStreamEntry entry;
  AssetcMesh mesh;
  unsigned char *memory;
  uint32_t pageCount; /* Loaded pages. */
  uint32_t loadedRanges; /* Loaded parts of the page after them. */
  uint64_t heldBytes; /* Of the stream's. */
} AssetcStreamMesh;

/* A part of a page: bytes of a chunk. */
typedef struct AssetcPageRange {
  uint32_t chunk; /* ASSETC_HMESH_CHUNK_... */
  uint64_t offset; /* From the start of the mesh. */
  uint64_t chunkOffset; /* From the start of the chunk, such as in a buffer of the GPU. */
  uint64_t size;
} AssetcPageRange;

#define ASSETC_PAGE_RANGES_MAX 10

/*
 * Opens a mesh: reads its table and all chunks that are not parts of pages. `memory` has entry->size bytes, is aligned to 8 bytes and
 * kept as long as the mesh; where nothing is loaded it is not written. Fails for a mesh that is compressed or has no clusters.
 */
ASSETC_API int assetc_stream_mesh(
  AssetcStreamMesh *mesh, AssetcStream *stream, const AssetcStreamEntry *entry, void *memory, size_t size, AssetcError *error
);
/* The parts of a page of an open mesh, none of them empty; at most ASSETC_PAGE_RANGES_MAX. Returns their number. */
ASSETC_API uint32_t assetc_stream_page_ranges(const AssetcStreamMesh *mesh, uint32_t page, AssetcPageRange *ranges);
/* Loads the next page, number pageCount, and checks it. Fails without a read if the budget does not allow it. */
ASSETC_API int assetc_stream_next_page(AssetcStreamMesh *mesh, AssetcError *error);
/* Call it when the pages are no longer in memory: it frees their share of the budget. */
ASSETC_API void assetc_stream_release_mesh(AssetcStreamMesh *mesh);

/* @implementation */

/* Chunks that are loaded when a mesh is opened. */
static const unsigned char assetc_impl_whole_chunks[] = {
  ASSETC_IMPL_DESC, ASSETC_IMPL_BNDS, ASSETC_IMPL_GRID, ASSETC_IMPL_MTRL, ASSETC_IMPL_SUBM, ASSETC_IMPL_SKEL,
  ASSETC_IMPL_NODE, ASSETC_IMPL_NAMS, ASSETC_IMPL_LODT, ASSETC_IMPL_LODE, ASSETC_IMPL_MRPH, ASSETC_IMPL_MRPC,
  ASSETC_IMPL_LNPT, ASSETC_IMPL_CLGR, ASSETC_IMPL_CLPG
};

static int assetc_impl_load_range(AssetcStreamMesh *mesh, uint64_t offset, uint64_t size, AssetcError *error) {
  return assetc_impl_stream_fetch(mesh->stream, mesh->entry.offset + offset, mesh->memory + offset, size, error);
}

static AssetcImplChunks assetc_impl_stream_chunks(const AssetcStreamMesh *mesh, AssetcError *error) {
  AssetcImplChunks chunks;
  memset(&chunks, 0, sizeof chunks);
  chunks.file.bytes = mesh->memory;
  chunks.file.size = mesh->entry.size;
  chunks.file.error = error;
  chunks.names = assetc_impl_mesh_chunks;
  chunks.nameCount = ASSETC_IMPL_MESH_CHUNKS;
  return chunks;
}

/* The header, the table and the chunks that are not parts of pages. */
static int assetc_impl_load_mesh_head(AssetcStreamMesh *mesh, AssetcImplChunks *chunks) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *known = chunks->known, *colors = &known[ASSETC_IMPL_CLR0];
  const uint64_t head = sizeof(AssetcHmeshFileHeader);
  uint64_t endOfTable;
  size_t i;
  if (!assetc_impl_fits(file, 0, head, "FileHeader") || !assetc_impl_load_range(mesh, 0, head, file->error)) return 0;
  if (!assetc_impl_inspect_hmesh_file_header(file, 0)) return 0;
  (void)assetc_impl_chunk_rows(file, &endOfTable);
  if (!assetc_impl_fits(file, 0, endOfTable, "FileHeader.chunkCount")) return 0;
  if (!assetc_impl_load_range(mesh, head, endOfTable - head, file->error)) return 0;
  if (assetc_mesh_is_compressed(mesh->memory, (size_t)endOfTable))
    return assetc_impl_fail(file, ASSETC_ERROR_UNSUPPORTED, head, "EncodedChunk");
  if (!assetc_impl_read_table(chunks, ASSETC_HMESH_VERSION)) return 0;
  for (i = 0; i < sizeof assetc_impl_whole_chunks; i++) {
    const AssetcImplChunk *chunk = &known[assetc_impl_whole_chunks[i]];
    if (!assetc_impl_load_range(mesh, chunk->offset, chunk->size, file->error)) return 0;
  }
  /* The format of colors; their rows are parts of pages. */
  return colors->size < sizeof(AssetcColorHeader) ||
         assetc_impl_load_range(mesh, colors->offset, sizeof(AssetcColorHeader), file->error);
}

static AssetcClusterPage assetc_impl_page_at(const AssetcImplChunks *chunks, uint64_t page) {
  AssetcClusterPage row;
  memcpy(&row, chunks->file.bytes + chunks->known[ASSETC_IMPL_CLPG].offset + page * sizeof row, sizeof row);
  return row;
}

/* Pages tile clusters and vertices, and their entries and triangles exist. */
static int assetc_impl_check_page_table(const AssetcImplChunks *chunks) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *known = chunks->known, *pages = &known[ASSETC_IMPL_CLPG];
  uint64_t nextCluster = 0, nextVertex = 0, i, clusters = known[ASSETC_IMPL_CLUS].size / sizeof(AssetcCluster);
  for (i = 0; i < pages->size / sizeof(AssetcClusterPage); i++) {
    AssetcClusterPage page = assetc_impl_page_at(chunks, i);
    int isMeshlets = (page.flags & ASSETC_HMESH_PAGE_MESHLETS) != 0;
    const AssetcImplChunk *list = &known[isMeshlets ? ASSETC_IMPL_MLVR : ASSETC_IMPL_CLVR];
    uint64_t width = assetc_impl_width(chunks, isMeshlets ? ASSETC_IMPL_MLV2 : ASSETC_IMPL_CLV2);
    uint64_t at = pages->offset + i * sizeof page;
    uint64_t triangles = known[isMeshlets ? ASSETC_IMPL_MLTR : ASSETC_IMPL_CLTR].size / 3;
    if (!assetc_impl_inspect_cluster_page(file, at)) return 0;
    if (page.firstCluster != nextCluster || page.firstVertex != nextVertex)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at, "CLPG[].firstCluster");
    nextCluster += page.clusterCount;
    nextVertex += page.vertexCount;
    if (nextCluster > clusters || nextVertex > assetc_impl_desc(chunks, offsetof(AssetcMeshDesc, vertexCount)) ||
        (uint64_t)page.vertexOffset + page.vertexEntries > list->size / width ||
        (uint64_t)page.triangleOffset + page.triangleCount > triangles)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at, "CLPG[]");
  }
  return 1;
}

/* The rules of assetc_mesh_validate that need no parts of pages. */
static int assetc_impl_check_streamed_mesh(AssetcImplChunks *chunks) {
  const AssetcImplChunk *groups = &chunks->known[ASSETC_IMPL_CLGR];
  memset(&chunks->known[ASSETC_IMPL_OMAP], 0, sizeof *groups);
  return assetc_impl_check_mesh_sizes(chunks) &&
         assetc_impl_require(&chunks->file, &chunks->known[ASSETC_IMPL_CLUS], "CLUS") && assetc_impl_check_mesh_tables(chunks) &&
         assetc_impl_inspect_rows(
           &chunks->file, groups->offset, groups->size / sizeof(AssetcClusterGroup), sizeof(AssetcClusterGroup),
           assetc_impl_inspect_cluster_group) &&
         assetc_impl_check_page_table(chunks);
}

int assetc_stream_mesh(
  AssetcStreamMesh *mesh, AssetcStream *stream, const AssetcStreamEntry *entry, void *memory, size_t size, AssetcError *error
) {
  AssetcImplChunks chunks;
  memset(mesh, 0, sizeof *mesh);
  mesh->stream = stream;
  mesh->entry = *entry;
  mesh->memory = (unsigned char *)memory;
  chunks = assetc_impl_stream_chunks(mesh, error);
  if (size < entry->size) return assetc_impl_fail(&chunks.file, ASSETC_ERROR_MEMORY, 0, "memory");
  if (!assetc_impl_is_aligned(memory, error) || !assetc_impl_load_mesh_head(mesh, &chunks)) return 0;
  if (!assetc_impl_check_streamed_mesh(&chunks)) return 0;
  assetc_impl_open_mesh(&mesh->mesh, &chunks);
  mesh->mesh.clusterCount = 0;
  mesh->mesh.indices = NULL;
  mesh->mesh.lodIndices = NULL;
  mesh->mesh.lodIndices16 = NULL;
  mesh->mesh.meshlets = NULL;
  mesh->mesh.meshletBounds = NULL;
  return 1;
}

/* Rows of a chunk, if the mesh has it. `head`: bytes before the first row. */
static void assetc_impl_add_range(
  const AssetcImplChunks *chunks, int name, uint64_t head, uint64_t first, uint64_t count, uint64_t size, AssetcPageRange **next
) {
  const AssetcImplChunk *chunk = &chunks->known[name];
  AssetcPageRange *range = *next;
  if (chunk->entry == 0 || count == 0) return;
  range->chunk = assetc_read_u32(chunks->file.bytes + chunk->entry);
  range->chunkOffset = head + first * size;
  range->offset = chunk->offset + range->chunkOffset;
  range->size = count * size;
  *next += 1;
}

static uint32_t assetc_impl_page_ranges(const AssetcImplChunks *chunks, uint32_t page, AssetcPageRange *ranges) {
  AssetcClusterPage p = assetc_impl_page_at(chunks, page);
  int isMeshlets = (p.flags & ASSETC_HMESH_PAGE_MESHLETS) != 0, isCompact = assetc_impl_is_compact(chunks);
  uint64_t joints = chunks->known[ASSETC_IMPL_SKEL].size / sizeof(AssetcGpuJoint), colors = 0;
  uint64_t width = assetc_impl_width(chunks, isMeshlets ? ASSETC_IMPL_MLV2 : ASSETC_IMPL_CLV2);
  AssetcPageRange *next = ranges;
  if (chunks->known[ASSETC_IMPL_CLR0].entry != 0)
    colors = assetc_read_u32(chunks->file.bytes + chunks->known[ASSETC_IMPL_CLR0].offset) == ASSETC_HMESH_COLOR_UNORM8 ? 4 : 8;
  assetc_impl_add_range(chunks, ASSETC_IMPL_CLUS, 0, p.firstCluster, p.clusterCount, sizeof(AssetcCluster), &next);
  assetc_impl_add_range(
    chunks, isMeshlets ? ASSETC_IMPL_MLVR : ASSETC_IMPL_CLVR, 0, p.vertexOffset, p.vertexEntries, width, &next);
  assetc_impl_add_range(chunks, isMeshlets ? ASSETC_IMPL_MLTR : ASSETC_IMPL_CLTR, 0, p.triangleOffset, p.triangleCount, 3, &next);
  assetc_impl_add_range(chunks, isMeshlets ? ASSETC_IMPL_MLTW : ASSETC_IMPL_CLTW, 0, p.triangleOffset, p.triangleCount, 4, &next);
  assetc_impl_add_range(
    chunks, ASSETC_IMPL_VTXS, 0, p.firstVertex, p.vertexCount, assetc_impl_position_stride(chunks), &next);
  assetc_impl_add_range(chunks, ASSETC_IMPL_VATR, 0, p.firstVertex, p.vertexCount, sizeof(AssetcSplitAttributes), &next);
  assetc_impl_add_range(chunks, ASSETC_IMPL_VATC, 0, p.firstVertex, p.vertexCount, sizeof(AssetcCompactAttributes), &next);
  assetc_impl_add_range(
    chunks, ASSETC_IMPL_SKIN, 0, p.firstVertex, p.vertexCount,
    isCompact ? assetc_impl_compact_skin_size(joints) : sizeof(AssetcGpuSkinVertex), &next);
  assetc_impl_add_range(chunks, ASSETC_IMPL_CLR0, sizeof(AssetcColorHeader), p.firstVertex, p.vertexCount, colors, &next);
  assetc_impl_add_range(chunks, ASSETC_IMPL_UVS1, 0, p.firstVertex, p.vertexCount, isCompact ? 4 : 8, &next);
  return (uint32_t)(next - ranges);
}

/* The chunks of a mesh that has been opened. */
static AssetcImplChunks assetc_impl_opened_chunks(const AssetcStreamMesh *mesh, AssetcError *error) {
  AssetcImplChunks chunks = assetc_impl_stream_chunks(mesh, error);
  (void)assetc_impl_find_chunks(&chunks, ASSETC_HMESH_MAGIC, ASSETC_HMESH_VERSION);
  assetc_impl_alias_chunks(&chunks);
  return chunks;
}

uint32_t assetc_stream_page_ranges(const AssetcStreamMesh *mesh, uint32_t page, AssetcPageRange *ranges) {
  AssetcImplChunks chunks = assetc_impl_opened_chunks(mesh, NULL);
  return page < mesh->mesh.clusterPageCount ? assetc_impl_page_ranges(&chunks, page, ranges) : 0;
}

/* A cluster refers to what has been loaded. `page`: its page, moved on to the next cluster. */
static int assetc_impl_check_streamed_cluster(const AssetcImplChunks *chunks, uint64_t i, uint32_t number, AssetcClusterPage *page) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *known = chunks->known;
  int isMeshlets = (page->flags & ASSETC_HMESH_PAGE_MESHLETS) != 0;
  const AssetcImplChunk *list = &known[isMeshlets ? ASSETC_IMPL_MLVR : ASSETC_IMPL_CLVR];
  const unsigned char *corners = file->bytes + known[isMeshlets ? ASSETC_IMPL_MLTR : ASSETC_IMPL_CLTR].offset;
  uint64_t width = assetc_impl_width(chunks, isMeshlets ? ASSETC_IMPL_MLV2 : ASSETC_IMPL_CLV2), k;
  uint64_t groups = known[ASSETC_IMPL_CLGR].size / sizeof(AssetcClusterGroup);
  uint64_t at = known[ASSETC_IMPL_CLUS].offset + i * sizeof(AssetcCluster);
  AssetcCluster cluster;
  if (!assetc_impl_inspect_cluster(file, at)) return 0;
  memcpy(&cluster, file->bytes + at, sizeof cluster);
  if (cluster.page != number || cluster.vertexOffset != page->vertexOffset || cluster.triangleOffset != page->triangleOffset ||
      cluster.vertexCount > page->vertexEntries || cluster.triangleCount > page->triangleCount ||
      cluster.submesh >= assetc_impl_desc(chunks, offsetof(AssetcMeshDesc, submeshCount)) ||
      (isMeshlets ? cluster.group != ASSETC_HMESH_NO_GROUP : cluster.group >= groups) ||
      (cluster.parentGroup != ASSETC_HMESH_NO_GROUP && cluster.parentGroup >= groups))
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at, "CLUS[]");
  for (k = 0; k < cluster.vertexCount; k++)
    if (assetc_impl_index_at(file->bytes + list->offset, cluster.vertexOffset + k, width) >= page->firstVertex + page->vertexCount)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, list->offset + (cluster.vertexOffset + k) * width, "CLVR[]");
  for (k = (uint64_t)cluster.triangleOffset * 3; k < ((uint64_t)cluster.triangleOffset + cluster.triangleCount) * 3; k++)
    if (corners[k] >= cluster.vertexCount)
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, (uint64_t)(corners - file->bytes) + k, "CLTR[]");
  page->vertexOffset += cluster.vertexCount;
  page->vertexEntries -= cluster.vertexCount;
  page->triangleOffset += cluster.triangleCount;
  page->triangleCount -= cluster.triangleCount;
  return 1;
}

int assetc_stream_next_page(AssetcStreamMesh *mesh, AssetcError *error) {
  AssetcImplChunks chunks = assetc_impl_opened_chunks(mesh, error);
  AssetcPageRange ranges[ASSETC_PAGE_RANGES_MAX];
  AssetcClusterPage page;
  uint64_t size = 0, i;
  uint32_t count;
  if (mesh->pageCount >= mesh->mesh.clusterPageCount)
    return assetc_impl_fail(&chunks.file, ASSETC_ERROR_BAD_RANGE, chunks.known[ASSETC_IMPL_CLPG].offset, "CLPG");
  page = assetc_impl_page_at(&chunks, mesh->pageCount);
  count = assetc_impl_page_ranges(&chunks, mesh->pageCount, ranges);
  for (i = 0; i < count; i++) size += ranges[i].size;
  if (!assetc_impl_stream_take(mesh->stream, size, mesh->entry.offset, error)) return 0;
  mesh->stream->heldBytes -= size;
  /* After a failed read the call continues where it ended. */
  for (; mesh->loadedRanges < count; mesh->loadedRanges++)
    if (!assetc_impl_load_range(mesh, ranges[mesh->loadedRanges].offset, ranges[mesh->loadedRanges].size, error)) return 0;
  for (i = page.firstCluster; i < (uint64_t)page.firstCluster + page.clusterCount; i++)
    if (!assetc_impl_check_streamed_cluster(&chunks, i, mesh->pageCount, &page)) return 0;
  mesh->stream->heldBytes += size;
  mesh->heldBytes += size;
  mesh->mesh.clusterCount += page.clusterCount;
  mesh->pageCount++;
  mesh->loadedRanges = 0;
  return 1;
}

void assetc_stream_release_mesh(AssetcStreamMesh *mesh) {
  mesh->stream->heldBytes -= mesh->heldBytes;
  mesh->heldBytes = 0;
}
