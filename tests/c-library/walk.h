/* Every format by its number (FORMATS in formats.ts): its validator, and a walk over all that its view gives. */

/* Sums bytes that views lead to, so that a sanitizer sees a pointer that leaves the file. */
static uint64_t touched;

static void touch(const void *bytes, size_t size) {
  const unsigned char *p = (const unsigned char *)bytes;
  size_t i;
  for (i = 0; i < size; i++) touched += p[i];
}

static int walk_pack(const void *file, size_t size) {
  AssetcPack pack;
  AssetcPackEntry entry, found;
  uint64_t cursor = 0;
  if (!assetc_pack_open(&pack, file, size, NULL)) return 0;
  while (assetc_pack_next(&pack, &cursor, &entry)) {
    touch(entry.bytes, entry.size);
    if (!assetc_pack_find(&pack, entry.path.data, entry.path.length, &found) || found.bytes != entry.bytes) abort();
  }
  return 1;
}

static int walk_materials(const void *file, size_t size) {
  AssetcMaterials materials;
  if (!assetc_materials_open(&materials, file, size, NULL)) return 0;
  touch(materials.rows, materials.count * sizeof *materials.rows);
  return 1;
}

static int walk_manifest(const void *file, size_t size) {
  AssetcManifest manifest;
  AssetcManifestEntry entry, found;
  uint64_t cursor = 0;
  if (!assetc_manifest_open(&manifest, file, size, NULL)) return 0;
  while (assetc_manifest_next(&manifest, &cursor, &entry)) {
    touch(entry.path.data, entry.path.length);
    if (!assetc_manifest_find(&manifest, entry.hash, &found) || found.path.data != entry.path.data) abort();
    if (!assetc_manifest_find_path(&manifest, entry.path.data, entry.path.length, &found)) abort();
  }
  return 1;
}

static void touch_names(const AssetcNames *names) {
  uint32_t i;
  for (i = 0; i < names->count; i++) {
    AssetcText name = assetc_name_at(names, i);
    touch(name.data, name.length);
  }
}

static void touch_vertex(const AssetcMesh *mesh, uint32_t i) {
  AssetcVertex vertex;
  assetc_mesh_vertex(mesh, i, &vertex);
  touch(&vertex, sizeof vertex);
  if (mesh->jointCount > 0) {
    uint16_t joints[4];
    float weights[4];
    assetc_mesh_skin(mesh, i, joints, weights);
    touch(weights, sizeof weights);
  }
}

static void touch_optional(const AssetcMesh *mesh) {
  touch_names(&mesh->names);
  if (mesh->colors != NULL) touch(mesh->colors + 1, mesh->desc->vertexCount * (mesh->colors->format == 0 ? 4u : 8u));
  if (mesh->uvs1 != NULL) touch(mesh->uvs1, (size_t)mesh->desc->vertexCount * 8);
  if (mesh->compactUvs1 != NULL) touch(mesh->compactUvs1, (size_t)mesh->desc->vertexCount * 4);
  if (mesh->morphs != NULL) {
    touch(mesh->morphRanges, mesh->desc->submeshCount * sizeof *mesh->morphRanges);
    touch(mesh->morphTargets, mesh->morphs->targetCount * sizeof *mesh->morphTargets);
    touch(mesh->morphVertices, (size_t)mesh->morphs->entryCount * 4);
    if (mesh->grid != NULL) {
      touch(mesh->compactMorphPositions, (size_t)mesh->morphs->entryCount * 8);
      touch(mesh->compactMorphNormals, (size_t)mesh->morphs->normalCount * 8);
      touch(mesh->compactMorphTangents, (size_t)mesh->morphs->tangentCount * 8);
    } else {
      touch(mesh->morphPositions, (size_t)mesh->morphs->entryCount * 12);
      touch(mesh->morphNormals, (size_t)mesh->morphs->normalCount * 12);
      touch(mesh->morphTangents, (size_t)mesh->morphs->tangentCount * 12);
    }
  }
  if (mesh->lineRangeCount > 0) touch(mesh->lineRanges, mesh->lineRangeCount * sizeof *mesh->lineRanges);
  if (mesh->lineIndexCount > 0) touch(mesh->lineIndices, (size_t)mesh->lineIndexCount * 4);
}

static void touch_clusters(const AssetcMesh *mesh) {
  static const float eyes[3][3] = { { 0, 0, 0 }, { 3, 4, 5 }, { 1e6f, 0, 0 } };
  AssetcClusterView view = { { 0, 0, 0 }, 100, 1, UINT32_MAX };
  uint32_t i, k;
  for (i = 0; i < mesh->clusterCount; i++) {
    const AssetcCluster *cluster = &mesh->clusters[i];
    const uint8_t *triangles = cluster->level == 0 ? mesh->meshletTriangles : mesh->clusterTriangles;
    const uint32_t *words;
    for (k = 0; k < cluster->vertexCount; k++)
      touch_vertex(
        mesh, cluster->level == 0 ? assetc_meshlet_vertex(mesh, cluster->vertexOffset + k) : assetc_cluster_vertex(mesh, cluster->vertexOffset + k));
    touch(triangles + (size_t)cluster->triangleOffset * 3, (size_t)cluster->triangleCount * 3);
    words = cluster->level == 0 ? mesh->meshletTriangleWords : mesh->clusterTriangleWords;
    for (k = 0; words != NULL && k < cluster->triangleCount; k++)
      if (words[cluster->triangleOffset + k] != assetc_triangle_word(triangles + (size_t)(cluster->triangleOffset + k) * 3)) abort();
  }
  if (mesh->clusterPageCount > 0) touch(mesh->clusterPages, mesh->clusterPageCount * sizeof *mesh->clusterPages);
  for (i = 0; i < 3; i++) {
    memcpy(view.eye, eyes[i], sizeof view.eye);
    if (assetc_select_clusters(mesh, &view, NULL, 0) > mesh->clusterCount) abort();
  }
}

static void touch_micromaps(const AssetcMesh *mesh) {
  const AssetcMicromapHeader *head = mesh->micromaps;
  uint32_t geometries = mesh->desc->submeshCount * (1 + mesh->lodCount);
  if (head == NULL) return;
  touch(mesh->micromapUsages, head->usageCount * sizeof *mesh->micromapUsages);
  touch(mesh->micromapCounts, (size_t)head->usageCount * geometries * 4);
  touch(mesh->micromapTriangles, head->mapCount * sizeof *mesh->micromapTriangles);
  touch(mesh->micromapIndices, (size_t)head->indexCount * 4);
  touch(mesh->micromapLodIndices, (size_t)head->lodIndexCount * 4);
  touch(mesh->micromapData, head->dataSize);
}

static int walk_plain_mesh(const void *file, size_t size) {
  AssetcMesh mesh;
  uint32_t submesh, level, i;
  if (!assetc_mesh_open(&mesh, file, size, NULL)) return 0;
  for (submesh = 0; submesh < mesh.desc->submeshCount; submesh++)
    for (level = 0; level <= mesh.lodCount; level++) {
      AssetcDraw draw = assetc_mesh_draw(&mesh, submesh, level);
      for (i = 0; i < draw.indexCount; i++) touch_vertex(&mesh, assetc_draw_index(&draw, i));
    }
  for (i = 0; i < mesh.desc->meshletCount; i++) {
    const AssetcMeshlet *meshlet = &mesh.meshlets[i];
    uint32_t k;
    for (k = 0; k < meshlet->vertexCount; k++) touch_vertex(&mesh, assetc_meshlet_vertex(&mesh, meshlet->vertexOffset + k));
    touch(mesh.meshletTriangles + meshlet->triangleOffset * 3, (size_t)meshlet->triangleCount * 3);
    if (mesh.meshletTriangleWords != NULL) touch(mesh.meshletTriangleWords + meshlet->triangleOffset, (size_t)meshlet->triangleCount * 4);
    touch(&mesh.meshletBounds[i], sizeof *mesh.meshletBounds);
  }
  touch(mesh.materials, (size_t)mesh.desc->materialCount * 8);
  if (mesh.skin != NULL) touch(mesh.skin, mesh.desc->vertexCount * sizeof *mesh.skin);
  touch(mesh.joints, mesh.jointCount * sizeof *mesh.joints);
  touch(mesh.nodes, mesh.nodeCount * sizeof *mesh.nodes);
  if (mesh.lodErrors != NULL) touch(mesh.lodErrors, (size_t)mesh.lodCount * mesh.desc->submeshCount * 4);
  touch_micromaps(&mesh);
  touch_optional(&mesh);
  touch_clusters(&mesh);
  return 1;
}

/* Memory of exactly the inflated size; NULL if the mesh is not compressed, or cannot be inflated. */
static void *scratch_of(const void *file, size_t size, size_t *scratchSize) {
  *scratchSize = assetc_mesh_is_compressed(file, size) ? assetc_mesh_inflated_size(file, size, NULL) : 0;
  return *scratchSize == 0 ? NULL : malloc(*scratchSize);
}

static int validate_mesh(const void *file, size_t size, AssetcError *error) {
  size_t scratchSize;
  void *scratch = scratch_of(file, size, &scratchSize);
  int isValid = assetc_mesh_validate_compressed(file, size, scratch, scratchSize, error);
  free(scratch);
  return isValid;
}

static int walk_mesh(const void *file, size_t size) {
  size_t scratchSize, bytes = assetc_mesh_chunk_size(file, size, ASSETC_HMESH_CHUNK_VTXS);
  void *scratch = scratch_of(file, size, &scratchSize), *alone = malloc(bytes + 1);
  int isWalked = scratch == NULL ? walk_plain_mesh(file, size) : 0;
  if (scratch != NULL && assetc_mesh_inflate(file, size, scratch, scratchSize, NULL)) {
    AssetcChunk chunk = assetc_find_chunk(scratch, scratchSize, ASSETC_HMESH_CHUNK_VTXS);
    isWalked = walk_plain_mesh(scratch, scratchSize);
    if (chunk.size != bytes || !assetc_mesh_read_chunk(file, size, ASSETC_HMESH_CHUNK_VTXS, alone, bytes)) abort();
    if (bytes > 0 && memcmp(alone, chunk.bytes, bytes) != 0) abort();
  }
  free(scratch);
  free(alone);
  return isWalked;
}

static int walk_texture(const void *file, size_t size) {
  AssetcTexture texture;
  AssetcText value;
  uint32_t i;
  if (!assetc_texture_open(&texture, file, size, NULL)) return 0;
  for (i = 0; i < texture.levelCount; i++) {
    AssetcTextureLevel level = assetc_texture_level(&texture, i);
    touch(level.stored, level.storedSize);
    if (texture.header->supercompressionScheme == 0 &&
        assetc_texture_image_offset(&level, level.layers - 1, level.faces - 1) + level.imageBytes > level.storedSize)
      abort();
  }
  if (assetc_texture_value(&texture, "KTXwriter", &value)) touch(value.data, value.length);
  return 1;
}

static int validate_clips(const void *file, size_t size, AssetcError *error) {
  return assetc_clips_validate(file, size, ASSETC_ANY_COUNT, error);
}

static int validate_weight_clips(const void *file, size_t size, AssetcError *error) {
  return assetc_weight_clips_validate(file, size, ASSETC_ANY_COUNT, error);
}

static int touch_clips(const AssetcClips *clips) {
  AssetcTransform locals[8];
  float weights[8];
  AssetcClip clip, same;
  uint64_t cursor = 0;
  uint32_t i = 0;
  memset(locals, 0, sizeof locals);
  while (assetc_clips_next(clips, &cursor, &clip)) {
    if (i < 8 && (!assetc_clips_at(clips, i++, &same) || same.channels != clip.channels)) abort();
    touch(clip.name.data, clip.name.length);
    assetc_sample_clip(&clip, clip.duration / 3, locals, 8);
    assetc_sample_weights(&clip, clip.duration / 3, weights, 8);
  }
  if (assetc_clips_at(clips, clips->count, &same)) abort();
  return cursor == clips->size || clips->count == 0;
}

static int walk_clips(const void *file, size_t size) {
  AssetcClips clips;
  if (!assetc_clips_open(&clips, file, size, ASSETC_ANY_COUNT, NULL)) return 0;
  if (!touch_clips(&clips)) abort();
  return 1;
}

static int walk_weight_clips(const void *file, size_t size) {
  AssetcClips clips;
  if (!assetc_weight_clips_open(&clips, file, size, ASSETC_ANY_COUNT, NULL)) return 0;
  if (!touch_clips(&clips)) abort();
  return 1;
}

static int validate_hclips(const void *file, size_t size, AssetcError *error) {
  return assetc_hclips_validate(file, size, ASSETC_ANY_COUNT, ASSETC_ANY_COUNT, error);
}

/* Poses at times in and around the clip. */
static void touch_hclip(const AssetcHclip *clip) {
  static AssetcTransform bind[64], locals[64];
  static float defaults[64], weights[64];
  const float times[] = { NAN, -1, 0, clip->duration / 3, clip->duration * 0.9f, clip->duration, INFINITY };
  size_t i;
  touch(clip->name.data, clip->name.length);
  for (i = 0; i < sizeof times / sizeof times[0]; i++) {
    assetc_hclip_sample(clip, times[i], bind, locals, i % 2 == 0 ? 64 : 2);
    assetc_hclip_sample_weights(clip, times[i], defaults, weights, i % 2 == 0 ? 64 : 1);
  }
}

static int walk_hclips(const void *file, size_t size) {
  AssetcHclips clips;
  AssetcHclip clip;
  uint32_t i;
  if (!assetc_hclips_open(&clips, file, size, ASSETC_ANY_COUNT, ASSETC_ANY_COUNT, NULL)) return 0;
  for (i = 0; i < assetc_hclips_count(&clips); i++) {
    if (!assetc_hclips_at(&clips, i, &clip) || !assetc_hclips_find(&clips, clip.name.data, clip.name.length, &clip)) abort();
    touch_hclip(&clip);
  }
  if (assetc_hclips_at(&clips, i, &clip)) abort();
  return 1;
}

static int walk_font(const void *file, size_t size) {
  AssetcFont font;
  uint32_t i;
  if (!assetc_font_open(&font, file, size, NULL)) return 0;
  for (i = 0; i < font.glyphCount; i++)
    if (assetc_font_glyph(&font, font.glyphs[i].codepoint) != &font.glyphs[i]) abort();
  for (i = 0; i < font.kerningCount; i++) touch(&font.kerning[i], sizeof font.kerning[i]);
  if (!(assetc_text_width(&font, assetc_text("AVA\n\xC3\x84 x"), 16) != -1)) abort();
  return 1;
}

static int walk_material_extras(const void *file, size_t size) {
  AssetcMaterialExtras extras;
  uint32_t row;
  int i;
  if (!assetc_material_extras_open(&extras, file, size, NULL)) return 0;
  touch_names(&extras.variants);
  for (row = 0; row < extras.textureCount; row++)
    if (assetc_material_texture(&extras, extras.textures[row].row, extras.textures[row].slot) != &extras.textures[row]) abort();
  for (i = 0; i < ASSETC_EXTENSION_COUNT; i++)
    for (row = 0; row < extras.rowCount && row < 64; row++) {
      const uint32_t *found = (const uint32_t *)assetc_material_extension(&extras, (AssetcMaterialExtension)i, row);
      if (found != NULL && *found != row) abort();
    }
  touch(extras.variantRows, extras.variantRowCount * sizeof *extras.variantRows);
  return 1;
}

static int walk_mesh1(const void *file, size_t size) {
  AssetcMesh1 mesh;
  uint32_t i;
  if (!assetc_mesh1_open(&mesh, file, size, NULL)) return 0;
  touch(mesh.vertices, mesh.vertexCount * sizeof *mesh.vertices);
  touch(mesh.indices, (size_t)mesh.indexCount * mesh.indexWidth);
  for (i = 0; i < mesh.materialCount; i++) touched += assetc_mesh1_material(&mesh, i);
  touch(mesh.meshlets, mesh.meshletCount * sizeof *mesh.meshlets);
  touch(mesh.meshletBounds, mesh.meshletCount * sizeof *mesh.meshletBounds);
  return 1;
}

static int walk_scene(const void *file, size_t size) {
  AssetcScene scene;
  AssetcText json;
  uint32_t i, k;
  if (!assetc_scene_open(&scene, file, size, NULL)) return 0;
  touch_names(&scene.names);
  touch(scene.nodes, scene.desc->nodeCount * sizeof *scene.nodes);
  touch(scene.cameras, scene.desc->cameraCount * sizeof *scene.cameras);
  touch(scene.lights, scene.desc->lightCount * sizeof *scene.lights);
  touch(scene.instances, scene.desc->instanceCount * sizeof *scene.instances);
  for (i = 0; i < scene.extrasCount; i++) {
    if (!assetc_scene_extras(&scene, scene.extras[i].target, scene.extras[i].index, &json)) abort();
    touch(json.data, json.length);
  }
  for (i = 0; i < scene.clipCount; i++)
    for (k = scene.clips[i].firstChannel; k < scene.clips[i].firstChannel + scene.clips[i].channelCount; k++) {
      const AssetcHsceneChannelRow *channel = &scene.channels[k];
      touch(scene.times + channel->firstTime, (size_t)channel->keyCount * 4);
      touch(scene.values + channel->firstValue, (size_t)channel->keyCount * channel->components * 4);
    }
  return 1;
}

static int walk_variants(const void *file, size_t size) {
  AssetcVariants variants;
  uint32_t i;
  if (!assetc_variants_open(&variants, file, size, NULL)) return 0;
  touch_names(&variants.names);
  touch(variants.cells, (size_t)variants.entryCount * variants.combinationCount * 4);
  for (i = 0; i < variants.moduleCount; i++) {
    AssetcText path = assetc_variants_path(&variants, i);
    touch(path.data, path.length);
  }
  return 1;
}

/* More than any damaged file of the tests unpacks to. */
static unsigned char scratch[1 << 20];

static int validate_vkguide(const void *file, size_t size, AssetcError *error) {
  AssetcVkguideFile asset;
  if (!assetc_vkguide_open(&asset, file, size, error)) return 0;
  if (asset.type == ASSETC_VKGUIDE_MAGIC_TEXI) return assetc_vkguide_texture_validate(file, size, error);
  if (asset.type == ASSETC_VKGUIDE_MAGIC_MESH)
    return assetc_vkguide_mesh_validate(file, size, scratch, sizeof scratch, error);
  return 1;
}

static int walk_vkguide(const void *file, size_t size) {
  AssetcVkguideFile asset;
  size_t unpacked;
  if (!validate_vkguide(file, size, NULL) || !assetc_vkguide_open(&asset, file, size, NULL)) return 0;
  unpacked = assetc_vkguide_unpacked_size(&asset);
  if (unpacked > sizeof scratch) return 1;
  if ((asset.type == ASSETC_VKGUIDE_MAGIC_TEXI || asset.type == ASSETC_VKGUIDE_MAGIC_MESH) &&
      !assetc_vkguide_unpack(&asset, scratch, unpacked))
    abort();
  return 1;
}

typedef struct Format {
  int (*validate)(const void *file, size_t size, AssetcError *error);
  int (*walk)(const void *file, size_t size);
} Format;

static const Format formats[] = {
  { assetc_pack_validate, walk_pack },
  { assetc_materials_validate, walk_materials },
  { assetc_manifest_validate, walk_manifest },
  { validate_mesh, walk_mesh },
  { assetc_texture_validate, walk_texture },
  { validate_clips, walk_clips },
  { validate_weight_clips, walk_weight_clips },
  { assetc_font_validate, walk_font },
  { assetc_material_extras_validate, walk_material_extras },
  { assetc_mesh1_validate, walk_mesh1 },
  { assetc_scene_validate, walk_scene },
  { validate_vkguide, walk_vkguide },
  { validate_hclips, walk_hclips },
  { assetc_variants_validate, walk_variants },
};

static int validate(uint32_t format, const void *file, size_t size, AssetcError *error) {
  if (format >= sizeof formats / sizeof formats[0]) abort();
  return formats[format].validate(file, size, error);
}

static int walk(uint32_t format, const void *file, size_t size) {
  if (format >= sizeof formats / sizeof formats[0]) abort();
  return formats[format].walk(file, size);
}
