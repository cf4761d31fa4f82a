/* @implementation */

static uint32_t assetc_impl_desc(const AssetcImplChunks *chunks, size_t field) {
  return assetc_read_u32(chunks->file.bytes + chunks->known[ASSETC_IMPL_DESC].offset + field);
}

/* MLTW and CLTW: a word for each triangle. A mesh with clusters has both or neither. */
static int assetc_impl_check_word_sizes(const AssetcImplChunks *chunks, int hasClusters) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *known = chunks->known, *meshlets = &known[ASSETC_IMPL_MLTW], *clusters = &known[ASSETC_IMPL_CLTW];
  if (hasClusters && meshlets->entry != 0 && !assetc_impl_require(file, clusters, "CLTW")) return 0;
  if (clusters->entry != 0 && !assetc_impl_require(file, meshlets, "MLTW")) return 0;
  if (meshlets->entry != 0 && !assetc_impl_expect_size(file, meshlets, known[ASSETC_IMPL_MLTR].size / 3 * 4, "MLTW.size")) return 0;
  return clusters->entry == 0 || assetc_impl_expect_size(file, clusters, known[ASSETC_IMPL_CLTR].size / 3 * 4, "CLTW.size");
}

/* The cluster hierarchy: CLUS, CLVR, CLTR, CLGR and CLPG, all or none. */
static int assetc_impl_check_cluster_sizes(const AssetcImplChunks *chunks) {
  static const char *const names[] = { "CLUS", "CLVR", "CLTR", "CLGR", "CLPG" };
  const uint64_t sizes[] = {
    sizeof(AssetcCluster), assetc_impl_width(chunks, ASSETC_IMPL_CLV2), 3, sizeof(AssetcClusterGroup), sizeof(AssetcClusterPage)
  };
  const AssetcImplChunk *known = &chunks->known[ASSETC_IMPL_CLUS];
  uint64_t meshlets = assetc_impl_desc(chunks, offsetof(AssetcMeshDesc, meshletCount));
  int i, present = chunks->known[ASSETC_IMPL_CLTW].entry != 0;
  for (i = 0; i < 5; i++) present += known[i].entry != 0;
  for (i = 0; i < 5 && present > 0; i++)
    if (!assetc_impl_require(&chunks->file, &known[i], names[i])) return 0;
  for (i = 0; i < 5 && present > 0; i++)
    if (!assetc_impl_expect_multiple(&chunks->file, &known[i], sizes[i], names[i])) return 0;
  if (present > 0 && known[0].size < meshlets * sizeof(AssetcCluster))
    return assetc_impl_expect_size(&chunks->file, &known[0], UINT64_MAX, "CLUS.size");
  return assetc_impl_check_word_sizes(chunks, present > 0);
}

typedef struct AssetcImplClusters {
  const AssetcImplChunks *chunks;
  const AssetcImplFile *file;
  uint64_t clusters, groups, pages; /* Offsets. */
  uint64_t clusterCount, groupCount, pageCount;
  uint64_t firstMeshlet; /* The first cluster that is a meshlet. */
  uint64_t nextVertex, nextTriangle;
  int64_t lastGroup;
  unsigned lastLevel;
} AssetcImplClusters;

static AssetcCluster assetc_impl_cluster(const AssetcImplClusters *c, uint64_t i) {
  AssetcCluster cluster;
  memcpy(&cluster, c->file->bytes + c->clusters + i * sizeof cluster, sizeof cluster);
  return cluster;
}

static AssetcClusterGroup assetc_impl_cluster_group(const AssetcImplClusters *c, uint64_t i) {
  AssetcClusterGroup group;
  memcpy(&group, c->file->bytes + c->groups + i * sizeof group, sizeof group);
  return group;
}

static AssetcClusterPage assetc_impl_cluster_page(const AssetcImplClusters *c, uint64_t i) {
  AssetcClusterPage page;
  memcpy(&page, c->file->bytes + c->pages + i * sizeof page, sizeof page);
  return page;
}

#define ASSETC_IMPL_CLUSTER_FAIL(code, field) \
  assetc_impl_fail( \
    c->file, ASSETC_ERROR_##code, c->clusters + i * sizeof(AssetcCluster) + offsetof(AssetcCluster, field), "CLUS[]." #field)

/* Above the meshlets: coarse to fine, clusters of one group adjacent, without gaps in CLVR and CLTR. */
static int assetc_impl_check_cluster_order(AssetcImplClusters *c, uint64_t i, const AssetcCluster *cluster) {
  const AssetcImplChunk *known = c->chunks->known;
  if (cluster->level < 1) return ASSETC_IMPL_CLUSTER_FAIL(BAD_VALUE, level);
  if (cluster->level > c->lastLevel) return ASSETC_IMPL_CLUSTER_FAIL(BAD_ORDER, level);
  if (cluster->group >= c->groupCount) return ASSETC_IMPL_CLUSTER_FAIL(BAD_RANGE, group);
  if ((int64_t)cluster->group != c->lastGroup + 1 && ((int64_t)cluster->group != c->lastGroup || c->lastGroup < 0))
    return ASSETC_IMPL_CLUSTER_FAIL(BAD_ORDER, group);
  if (cluster->vertexOffset != c->nextVertex) return ASSETC_IMPL_CLUSTER_FAIL(BAD_RANGE, vertexOffset);
  if (cluster->triangleOffset != c->nextTriangle) return ASSETC_IMPL_CLUSTER_FAIL(BAD_RANGE, triangleOffset);
  c->lastLevel = cluster->level;
  c->lastGroup = cluster->group;
  c->nextVertex += cluster->vertexCount;
  c->nextTriangle += cluster->triangleCount;
  if (c->nextVertex > known[ASSETC_IMPL_CLVR].size / assetc_impl_width(c->chunks, ASSETC_IMPL_CLV2))
    return ASSETC_IMPL_CLUSTER_FAIL(BAD_RANGE, vertexCount);
  return c->nextTriangle <= known[ASSETC_IMPL_CLTR].size / 3 ? 1 : ASSETC_IMPL_CLUSTER_FAIL(BAD_RANGE, triangleCount);
}

/* Level 0 is MLET with its bounds. */
static int assetc_impl_check_cluster_meshlet(const AssetcImplClusters *c, uint64_t i, const AssetcCluster *cluster) {
  const AssetcImplChunk *known = c->chunks->known;
  uint64_t m = i - c->firstMeshlet;
  const unsigned char *meshlet = c->file->bytes + known[ASSETC_IMPL_MLET].offset + m * sizeof(AssetcMeshlet);
  const unsigned char *bounds = c->file->bytes + known[ASSETC_IMPL_MLBN].offset + m * sizeof(AssetcMeshletBounds);
  float own[8];
  int k;
  if (cluster->level != 0) return ASSETC_IMPL_CLUSTER_FAIL(BAD_VALUE, level);
  if (cluster->vertexOffset != assetc_read_u32(meshlet)) return ASSETC_IMPL_CLUSTER_FAIL(BAD_RANGE, vertexOffset);
  if (cluster->vertexCount != assetc_read_u32(meshlet + 4)) return ASSETC_IMPL_CLUSTER_FAIL(BAD_RANGE, vertexCount);
  if (cluster->triangleOffset != assetc_read_u32(meshlet + 8)) return ASSETC_IMPL_CLUSTER_FAIL(BAD_RANGE, triangleOffset);
  if (cluster->triangleCount != assetc_read_u32(meshlet + 12)) return ASSETC_IMPL_CLUSTER_FAIL(BAD_RANGE, triangleCount);
  if (cluster->group != ASSETC_HMESH_NO_GROUP) return ASSETC_IMPL_CLUSTER_FAIL(BAD_VALUE, group);
  memcpy(own, cluster->center, sizeof cluster->center);
  own[3] = cluster->radius;
  memcpy(own + 4, cluster->coneAxis, sizeof cluster->coneAxis);
  own[7] = cluster->coneCutoff;
  for (k = 0; k < 8; k++)
    if (own[k] != assetc_read_f32(bounds + k * 4)) return ASSETC_IMPL_CLUSTER_FAIL(BAD_VALUE, center);
  return 1;
}

/* Its submesh, group and page. */
static int assetc_impl_check_cluster_place(const AssetcImplClusters *c, uint64_t i, const AssetcCluster *cluster) {
  const unsigned char *submesh = c->file->bytes + c->chunks->known[ASSETC_IMPL_SUBM].offset;
  if (cluster->submesh >= assetc_impl_desc(c->chunks, offsetof(AssetcMeshDesc, submeshCount)))
    return ASSETC_IMPL_CLUSTER_FAIL(BAD_RANGE, submesh);
  submesh += (uint64_t)cluster->submesh * sizeof(AssetcSubMesh);
  if (i >= c->firstMeshlet) {
    uint64_t m = i - c->firstMeshlet, first = assetc_read_u32(submesh + offsetof(AssetcSubMesh, firstMeshlet));
    if (m < first || m >= first + assetc_read_u32(submesh + offsetof(AssetcSubMesh, meshletCount)))
      return ASSETC_IMPL_CLUSTER_FAIL(BAD_RANGE, submesh);
    if (cluster->error != 0) return ASSETC_IMPL_CLUSTER_FAIL(BAD_VALUE, error);
  } else {
    AssetcClusterGroup group = assetc_impl_cluster_group(c, cluster->group);
    if (cluster->error != group.error) return ASSETC_IMPL_CLUSTER_FAIL(BAD_VALUE, error);
    if (cluster->level != group.level) return ASSETC_IMPL_CLUSTER_FAIL(BAD_VALUE, level);
  }
  if (cluster->page >= c->pageCount) return ASSETC_IMPL_CLUSTER_FAIL(BAD_RANGE, page);
  {
    AssetcClusterPage page = assetc_impl_cluster_page(c, cluster->page);
    if (i < page.firstCluster || i >= (uint64_t)page.firstCluster + page.clusterCount)
      return ASSETC_IMPL_CLUSTER_FAIL(BAD_RANGE, page);
  }
  return 1;
}

static int assetc_impl_sphere_holds(const float outer[3], float outerRadius, const float inner[3], float innerRadius) {
  double x = (double)inner[0] - outer[0], y = (double)inner[1] - outer[1], z = (double)inner[2] - outer[2];
  return sqrt(x * x + y * y + z * z) + innerRadius <= outerRadius;
}

/* Errors never decrease toward the roots, and spheres contain those below them. */
static int assetc_impl_check_cluster_parent(const AssetcImplClusters *c, uint64_t i, const AssetcCluster *cluster) {
  int hasGroup = cluster->group < c->groupCount;
  AssetcClusterGroup parent, own;
  if (cluster->parentGroup == ASSETC_HMESH_NO_GROUP) return 1;
  if (cluster->parentGroup >= c->groupCount) return ASSETC_IMPL_CLUSTER_FAIL(BAD_RANGE, parentGroup);
  parent = assetc_impl_cluster_group(c, cluster->parentGroup);
  own = assetc_impl_cluster_group(c, hasGroup ? cluster->group : 0);
  if (parent.level <= cluster->level) return ASSETC_IMPL_CLUSTER_FAIL(BAD_ORDER, parentGroup);
  if (parent.error < cluster->error) return ASSETC_IMPL_CLUSTER_FAIL(BAD_VALUE, parentGroup);
  if (hasGroup ? !assetc_impl_sphere_holds(parent.center, parent.radius, own.center, own.radius)
               : !assetc_impl_sphere_holds(parent.center, parent.radius, cluster->center, cluster->radius))
    return ASSETC_IMPL_CLUSTER_FAIL(BAD_VALUE, parentGroup);
  if (parent.pageCount <= cluster->page || (hasGroup && own.pageCount < parent.pageCount))
    return ASSETC_IMPL_CLUSTER_FAIL(BAD_RANGE, parentGroup);
  return 1;
}

static int assetc_impl_check_cluster_rows(AssetcImplClusters *c) {
  const AssetcImplChunk *known = c->chunks->known;
  uint64_t i;
  for (i = 0; i < c->clusterCount; i++) {
    AssetcCluster cluster = assetc_impl_cluster(c, i);
    if (i < c->firstMeshlet ? !assetc_impl_check_cluster_order(c, i, &cluster) : !assetc_impl_check_cluster_meshlet(c, i, &cluster))
      return 0;
    if (!assetc_impl_check_cluster_place(c, i, &cluster) || !assetc_impl_check_cluster_parent(c, i, &cluster)) return 0;
  }
  if (c->nextVertex < known[ASSETC_IMPL_CLVR].size / assetc_impl_width(c->chunks, ASSETC_IMPL_CLV2))
    return assetc_impl_fail(c->file, ASSETC_ERROR_BAD_RANGE, known[ASSETC_IMPL_CLVR].offset, "CLVR");
  if (c->nextTriangle < known[ASSETC_IMPL_CLTR].size / 3)
    return assetc_impl_fail(c->file, ASSETC_ERROR_BAD_RANGE, known[ASSETC_IMPL_CLTR].offset, "CLTR");
  return (uint64_t)(c->lastGroup + 1) == c->groupCount ? 1 : assetc_impl_fail(c->file, ASSETC_ERROR_BAD_RANGE, c->groups, "CLGR");
}

/* Clusters above the meshlets: vertices exist and are inside the box of the submesh, corners are below the number of vertices. */
static int assetc_impl_check_cluster_bulk(const AssetcImplClusters *c) {
  const AssetcImplChunk *known = c->chunks->known, *list = &known[ASSETC_IMPL_CLVR];
  uint32_t vertexCount = assetc_impl_desc(c->chunks, offsetof(AssetcMeshDesc, vertexCount));
  AssetcImplBox whole = assetc_impl_read_box(c->file->bytes + known[ASSETC_IMPL_BNDS].offset);
  uint64_t width = assetc_impl_width(c->chunks, ASSETC_IMPL_CLV2), i, at;
  if (!assetc_impl_check_indices(c->file, list->offset, list->size / width, width, vertexCount, "CLVR[]")) return 0;
  for (i = 0; i < c->firstMeshlet; i++) {
    AssetcCluster cluster = assetc_impl_cluster(c, i);
    uint64_t first = known[ASSETC_IMPL_CLTR].offset + (uint64_t)cluster.triangleOffset * 3;
    for (at = first; at < first + (uint64_t)cluster.triangleCount * 3; at++)
      if (c->file->bytes[at] >= cluster.vertexCount) return assetc_impl_fail(c->file, ASSETC_ERROR_BAD_RANGE, at, "CLTR[]");
  }
  if (!assetc_impl_check_words(c->chunks, ASSETC_IMPL_CLTW, ASSETC_IMPL_CLTR, "CLTW[]")) return 0;
  for (i = 0; i < c->firstMeshlet; i++) {
    AssetcCluster cluster = assetc_impl_cluster(c, i);
    AssetcImplReach reach;
    reach.file = c->file;
    reach.positions = assetc_impl_positions(c->chunks);
    reach.box = assetc_impl_read_box(
      c->file->bytes + known[ASSETC_IMPL_SUBM].offset + (uint64_t)cluster.submesh * sizeof(AssetcSubMesh) +
      offsetof(AssetcSubMesh, aabbMin));
    assetc_impl_widen_box(&reach.box, assetc_impl_box_tolerance(&whole));
    if (!assetc_impl_check_reach_of(
          &reach, list->offset, list->size / width, width, cluster.vertexOffset, cluster.vertexCount, "CLVR[]"))
      return 0;
  }
  return 1;
}

#define ASSETC_IMPL_PAGE_FAIL(code, field) \
  assetc_impl_fail( \
    c->file, ASSETC_ERROR_##code, c->pages + i * sizeof(AssetcClusterPage) + offsetof(AssetcClusterPage, field), \
    "CLPG[]." #field)

/* Entries and triangles of its clusters are consecutive. */
static int assetc_impl_check_page_ranges(const AssetcImplClusters *c, uint64_t i, const AssetcClusterPage *page) {
  uint64_t vertex = page->vertexOffset, triangle = page->triangleOffset, k;
  for (k = page->firstCluster; k < (uint64_t)page->firstCluster + page->clusterCount; k++) {
    AssetcCluster cluster = assetc_impl_cluster(c, k);
    if (cluster.vertexOffset != vertex) return ASSETC_IMPL_PAGE_FAIL(BAD_RANGE, vertexOffset);
    if (cluster.triangleOffset != triangle) return ASSETC_IMPL_PAGE_FAIL(BAD_RANGE, triangleOffset);
    vertex += cluster.vertexCount;
    triangle += cluster.triangleCount;
  }
  if (vertex - page->vertexOffset != page->vertexEntries) return ASSETC_IMPL_PAGE_FAIL(BAD_RANGE, vertexEntries);
  return triangle - page->triangleOffset == page->triangleCount ? 1 : ASSETC_IMPL_PAGE_FAIL(BAD_RANGE, triangleCount);
}

/* Bytes of a vertex in all chunks with a row per vertex. */
static uint64_t assetc_impl_vertex_bytes(const AssetcImplChunks *chunks) {
  const AssetcImplChunk *known = chunks->known;
  int isCompact = assetc_impl_is_compact(chunks);
  uint64_t joints = known[ASSETC_IMPL_SKEL].size / sizeof(AssetcGpuJoint);
  uint64_t size = isCompact ? sizeof(AssetcCompactVertex) : sizeof(AssetcGpuVertex);
  if (known[ASSETC_IMPL_SKEL].entry != 0) size += isCompact ? assetc_impl_compact_skin_size(joints) : sizeof(AssetcGpuSkinVertex);
  if (known[ASSETC_IMPL_CLR0].entry != 0)
    size += assetc_read_u32(chunks->file.bytes + known[ASSETC_IMPL_CLR0].offset) == ASSETC_HMESH_COLOR_UNORM8 ? 4 : 8;
  if (known[ASSETC_IMPL_UVS1].entry != 0) size += isCompact ? 4 : 8;
  return size;
}

/* One above the last vertex that this page or an earlier one uses. */
static uint64_t assetc_impl_highest_vertex(const AssetcImplClusters *c, const AssetcClusterPage *page, int isMeshlets, uint64_t next) {
  const AssetcImplChunk *list = &c->chunks->known[isMeshlets ? ASSETC_IMPL_MLVR : ASSETC_IMPL_CLVR];
  uint64_t width = assetc_impl_width(c->chunks, isMeshlets ? ASSETC_IMPL_MLV2 : ASSETC_IMPL_CLV2), k;
  for (k = 0; k < page->vertexEntries; k++) {
    uint64_t vertex = assetc_impl_index_at(c->file->bytes + list->offset, page->vertexOffset + k, width);
    if (vertex + 1 > next) next = vertex + 1;
  }
  return next;
}

static int assetc_impl_check_cluster_pages(const AssetcImplClusters *c) {
  uint64_t nextCluster = 0, nextVertex = 0, bytes = assetc_impl_vertex_bytes(c->chunks), i;
  for (i = 0; i < c->pageCount; i++) {
    AssetcClusterPage page = assetc_impl_cluster_page(c, i);
    uint64_t end = (uint64_t)page.firstCluster + page.clusterCount, size;
    int isMeshlets = page.firstCluster >= c->firstMeshlet;
    if (page.firstCluster != nextCluster) return ASSETC_IMPL_PAGE_FAIL(BAD_RANGE, firstCluster);
    if (end > c->clusterCount) return ASSETC_IMPL_PAGE_FAIL(BAD_RANGE, clusterCount);
    if (!isMeshlets && end > c->firstMeshlet) return ASSETC_IMPL_PAGE_FAIL(BAD_RANGE, clusterCount);
    if (((page.flags & ASSETC_HMESH_PAGE_MESHLETS) != 0) != isMeshlets) return ASSETC_IMPL_PAGE_FAIL(BAD_VALUE, flags);
    if (!assetc_impl_check_page_ranges(c, i, &page)) return 0;
    if (page.firstVertex != nextVertex) return ASSETC_IMPL_PAGE_FAIL(BAD_RANGE, firstVertex);
    nextVertex = assetc_impl_highest_vertex(c, &page, isMeshlets, nextVertex);
    if ((uint64_t)page.firstVertex + page.vertexCount != nextVertex) return ASSETC_IMPL_PAGE_FAIL(BAD_RANGE, vertexCount);
    size = page.clusterCount * sizeof(AssetcCluster) + (uint64_t)page.triangleCount * 3 + page.vertexCount * bytes;
    size += page.vertexEntries * assetc_impl_width(c->chunks, isMeshlets ? ASSETC_IMPL_MLV2 : ASSETC_IMPL_CLV2);
    if (page.sizeBytes != size) return ASSETC_IMPL_PAGE_FAIL(BAD_RANGE, sizeBytes);
    if (end != c->firstMeshlet && end != c->clusterCount && page.sizeBytes < ASSETC_HMESH_PAGE_MIN_BYTES)
      return ASSETC_IMPL_PAGE_FAIL(BAD_VALUE, sizeBytes);
    nextCluster = end;
  }
  return nextCluster == c->clusterCount ? 1 : assetc_impl_fail(c->file, ASSETC_ERROR_BAD_RANGE, c->pages, "CLPG");
}

static int assetc_impl_check_clusters(const AssetcImplChunks *chunks) {
  const AssetcImplChunk *known = chunks->known;
  AssetcImplClusters c;
  if (known[ASSETC_IMPL_CLUS].entry == 0) return 1;
  c.chunks = chunks;
  c.file = &chunks->file;
  c.clusters = known[ASSETC_IMPL_CLUS].offset;
  c.groups = known[ASSETC_IMPL_CLGR].offset;
  c.pages = known[ASSETC_IMPL_CLPG].offset;
  c.clusterCount = known[ASSETC_IMPL_CLUS].size / sizeof(AssetcCluster);
  c.groupCount = known[ASSETC_IMPL_CLGR].size / sizeof(AssetcClusterGroup);
  c.pageCount = known[ASSETC_IMPL_CLPG].size / sizeof(AssetcClusterPage);
  c.firstMeshlet = c.clusterCount - assetc_impl_desc(chunks, offsetof(AssetcMeshDesc, meshletCount));
  c.nextVertex = c.nextTriangle = 0;
  c.lastGroup = -1;
  c.lastLevel = 0xFF;
  if (!assetc_impl_inspect_rows(c.file, c.clusters, c.clusterCount, sizeof(AssetcCluster), assetc_impl_inspect_cluster)) return 0;
  if (!assetc_impl_inspect_rows(
        c.file, c.groups, c.groupCount, sizeof(AssetcClusterGroup), assetc_impl_inspect_cluster_group))
    return 0;
  if (!assetc_impl_inspect_rows(c.file, c.pages, c.pageCount, sizeof(AssetcClusterPage), assetc_impl_inspect_cluster_page))
    return 0;
  if (!assetc_impl_check_cluster_rows(&c) || !assetc_impl_check_cluster_bulk(&c)) return 0;
  return assetc_impl_check_cluster_pages(&c);
}
