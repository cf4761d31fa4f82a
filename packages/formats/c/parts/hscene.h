/* ---- Scenes: nodes, cameras, lights and their animation. ---- */

typedef struct AssetcScene {
  const AssetcHsceneDesc *desc; /* Counts. */
  const AssetcHsceneNodeRow *nodes; /* desc->nodeCount, parents before children. */
  const AssetcHsceneCameraRow *cameras; /* desc->cameraCount. */
  const AssetcHsceneLightRow *lights; /* desc->lightCount. */
  const AssetcHsceneInstanceRow *instances; /* desc->instanceCount. */
  AssetcNames names; /* Of nodes, cameras, lights and clips, in that order. */
  const AssetcHsceneExtrasRow *extras; /* Ascending by target, then index. */
  uint32_t extrasCount;
  const char *extrasText;
  const AssetcHsceneClipRow *clips;
  uint32_t clipCount;
  const AssetcHsceneChannelRow *channels;
  const float *times; /* Seconds. */
  const float *values;
} AssetcScene;

/* Every rule of docs/formats/hscene.md. `error` may be NULL. */
ASSETC_API int assetc_scene_validate(const void *file, size_t size, AssetcError *error);
/* Validates, then opens. Returns 1 on success. */
ASSETC_API int assetc_scene_open(AssetcScene *scene, const void *file, size_t size, AssetcError *error);
/* Checks magic and version, and finds the chunks. */
ASSETC_API int assetc_scene_open_trusted(AssetcScene *scene, const void *file, size_t size);
/* The extras of an object, as JSON; returns 0 if it has none. `target` is ASSETC_HSCENE_TARGET_... */
ASSETC_API int assetc_scene_extras(const AssetcScene *scene, uint32_t target, uint32_t index, AssetcText *json);

/* @implementation */

enum {
  ASSETC_IMPL_SDSC, ASSETC_IMPL_NODS, ASSETC_IMPL_NAME, ASSETC_IMPL_CAMS, ASSETC_IMPL_LGTS, ASSETC_IMPL_INST,
  ASSETC_IMPL_EXTR, ASSETC_IMPL_ANIM, ASSETC_IMPL_SCENE_CHUNKS
};

static const uint32_t assetc_impl_scene_chunks[ASSETC_IMPL_SCENE_CHUNKS] = {
  ASSETC_HSCENE_CHUNK_SDSC, ASSETC_HSCENE_CHUNK_NODS, ASSETC_HSCENE_CHUNK_NAME, ASSETC_HSCENE_CHUNK_CAMS,
  ASSETC_HSCENE_CHUNK_LGTS, ASSETC_HSCENE_CHUNK_INST, ASSETC_HSCENE_CHUNK_EXTR, ASSETC_HSCENE_CHUNK_ANIM
};

static int assetc_impl_check_counted_rows(
  const AssetcImplFile *file, const AssetcImplChunk *chunk, uint64_t count, uint64_t size,
  int (*inspect)(const AssetcImplFile *file, uint64_t at), const char *field
) {
  if (!assetc_impl_counted(file, chunk, count * size, field)) return 0;
  return chunk->entry == 0 || assetc_impl_inspect_rows(file, chunk->offset, count, size, inspect);
}

static int assetc_impl_check_scene_node(const AssetcImplFile *file, const AssetcHsceneDesc *desc, uint64_t at) {
  AssetcHsceneNodeRow node;
  memcpy(&node, file->bytes + at, sizeof node);
  if (node.camera >= 0 && (uint32_t)node.camera >= desc->cameraCount)
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at + offsetof(AssetcHsceneNodeRow, camera), "NODS[].camera");
  if (node.light >= 0 && (uint32_t)node.light >= desc->lightCount)
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at + offsetof(AssetcHsceneNodeRow, light), "NODS[].light");
  if (node.instanceCount > 0 && (uint64_t)node.firstInstance + node.instanceCount > desc->instanceCount)
    return assetc_impl_fail(
      file, ASSETC_ERROR_BAD_RANGE, at + offsetof(AssetcHsceneNodeRow, firstInstance), "NODS[].firstInstance");
  return 1;
}

static int assetc_impl_check_scene_nodes(const AssetcImplFile *file, const AssetcImplChunk *chunk, const AssetcHsceneDesc *desc) {
  uint64_t at = chunk->offset + offsetof(AssetcHsceneNodeRow, parent);
  if (!assetc_impl_check_pre_order(file, at, desc->nodeCount, sizeof(AssetcHsceneNodeRow), "NODS[].parent")) return 0;
  for (at = chunk->offset; at < chunk->offset + chunk->size; at += sizeof(AssetcHsceneNodeRow))
    if (!assetc_impl_check_scene_node(file, desc, at)) return 0;
  return 1;
}

/* Rows ascend by target and index, their targets exist, and they tile the text. */
static int assetc_impl_check_extras_row(
  const AssetcImplFile *file, const AssetcHsceneDesc *desc, uint64_t at, int isFirst, uint64_t *end, uint64_t textBytes
) {
  uint64_t counts[7], key = assetc_impl_row_key(file->bytes + at, 1), before;
  uint32_t target = assetc_read_u32(file->bytes + at), index = assetc_read_u32(file->bytes + at + 4);
  uint64_t offset = assetc_read_u32(file->bytes + at + 8), length = assetc_read_u32(file->bytes + at + 12);
  counts[0] = counts[6] = 1;
  counts[1] = counts[2] = desc->nodeCount;
  counts[3] = UINT64_MAX;
  counts[4] = desc->cameraCount;
  counts[5] = desc->lightCount;
  before = isFirst ? 0 : assetc_impl_row_key(file->bytes + at - sizeof(AssetcHsceneExtrasRow), 1);
  if (!isFirst && key == before) return assetc_impl_fail(file, ASSETC_ERROR_DUPLICATE, at, "EXTR[].target");
  if (!isFirst && key < before) return assetc_impl_fail(file, ASSETC_ERROR_BAD_ORDER, at, "EXTR[].target");
  if (index >= counts[target]) return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at + 4, "EXTR[].index");
  if (offset != *end || offset + length > textBytes)
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at + 8, "EXTR[].offset");
  *end += length;
  return 1;
}

static int assetc_impl_check_extras(const AssetcImplFile *file, const AssetcImplChunk *chunk, const AssetcHsceneDesc *desc) {
  uint64_t rows = chunk->offset + sizeof(AssetcHsceneExtrasHeader), count, textBytes, text, end = 0, i;
  if (!assetc_impl_expect_head(file, chunk, sizeof(AssetcHsceneExtrasHeader), "EXTR.size")) return 0;
  if (!assetc_impl_inspect_hscene_extras_header(file, chunk->offset)) return 0;
  count = assetc_read_u32(file->bytes + chunk->offset);
  textBytes = assetc_read_u32(file->bytes + chunk->offset + offsetof(AssetcHsceneExtrasHeader, textBytes));
  text = rows + count * sizeof(AssetcHsceneExtrasRow);
  if (!assetc_impl_expect_size(file, chunk, text + textBytes - chunk->offset, "EXTR.size")) return 0;
  if (!assetc_impl_inspect_rows(file, rows, count, sizeof(AssetcHsceneExtrasRow), assetc_impl_inspect_hscene_extras_row))
    return 0;
  for (i = 0; i < count; i++)
    if (!assetc_impl_check_extras_row(file, desc, rows + i * sizeof(AssetcHsceneExtrasRow), i == 0, &end, textBytes)) return 0;
  if (end != textBytes) return assetc_impl_expect_size(file, chunk, UINT64_MAX, "EXTR");
  for (i = 0; i < count; i++) {
    const unsigned char *row = file->bytes + rows + i * sizeof(AssetcHsceneExtrasRow);
    if (!assetc_impl_check_utf8(file, text + assetc_read_u32(row + 8), assetc_read_u32(row + 12), "EXTR[]")) return 0;
  }
  return 1;
}

static int assetc_impl_check_extras_json(const AssetcImplFile *file, const AssetcImplChunk *chunk) {
  uint64_t rows = chunk->offset + sizeof(AssetcHsceneExtrasHeader), count, i;
  if (chunk->entry == 0) return 1;
  count = assetc_read_u32(file->bytes + chunk->offset);
  for (i = 0; i < count; i++) {
    uint64_t at = rows + i * sizeof(AssetcHsceneExtrasRow), text = rows + count * sizeof(AssetcHsceneExtrasRow);
    text += assetc_read_u32(file->bytes + at + 8);
    if (!assetc_json_is_valid(assetc_impl_text_at(file, text, assetc_read_u32(file->bytes + at + 12))))
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_TEXT, at, "EXTR[]");
  }
  return 1;
}

static int assetc_impl_check_scene_tables(const AssetcImplChunks *chunks, const AssetcHsceneDesc *desc) {
  const AssetcImplFile *file = &chunks->file;
  const AssetcImplChunk *known = chunks->known, *names = &known[ASSETC_IMPL_NAME], *animation = &known[ASSETC_IMPL_ANIM];
  uint64_t named = (uint64_t)desc->nodeCount + desc->cameraCount + desc->lightCount;
  if (!assetc_impl_check_counted_rows(
        file, &known[ASSETC_IMPL_NODS], desc->nodeCount, sizeof(AssetcHsceneNodeRow), assetc_impl_inspect_hscene_node_row,
        "NODS") ||
      !assetc_impl_check_counted_rows(
        file, &known[ASSETC_IMPL_CAMS], desc->cameraCount, sizeof(AssetcHsceneCameraRow),
        assetc_impl_inspect_hscene_camera_row, "CAMS") ||
      !assetc_impl_check_counted_rows(
        file, &known[ASSETC_IMPL_LGTS], desc->lightCount, sizeof(AssetcHsceneLightRow), assetc_impl_inspect_hscene_light_row,
        "LGTS") ||
      !assetc_impl_counted(
        file, &known[ASSETC_IMPL_INST], (uint64_t)desc->instanceCount * sizeof(AssetcHsceneInstanceRow), "INST"))
    return 0;
  if (known[ASSETC_IMPL_NODS].entry != 0 && !assetc_impl_check_scene_nodes(file, &known[ASSETC_IMPL_NODS], desc)) return 0;
  if (animation->entry != 0) {
    if (!assetc_impl_check_animation(file, animation, desc)) return 0;
    named += assetc_read_u32(file->bytes + animation->offset);
  }
  if (named > 0 && !assetc_impl_require(file, names, "NAME")) return 0;
  if (names->entry != 0 && !assetc_impl_check_names(file, names->offset, names->size, named)) return 0;
  return known[ASSETC_IMPL_EXTR].entry == 0 || assetc_impl_check_extras(file, &known[ASSETC_IMPL_EXTR], desc);
}

int assetc_scene_validate(const void *file, size_t size, AssetcError *error) {
  AssetcImplChunks chunks;
  AssetcImplAnimation animation;
  const AssetcImplFile *whole = &chunks.file;
  const AssetcImplChunk *known = chunks.known;
  AssetcHsceneDesc desc;
  chunks.file = assetc_impl_file(file, size, error);
  chunks.names = assetc_impl_scene_chunks;
  chunks.nameCount = ASSETC_IMPL_SCENE_CHUNKS;
  if (!assetc_impl_inspect_hscene_file_header(whole, 0) || !assetc_impl_read_table(&chunks, ASSETC_HSCENE_VERSION)) return 0;
  if (!assetc_impl_require(whole, known, "SDSC")) return 0;
  if (!assetc_impl_expect_head(whole, known, sizeof desc, "SDSC.size")) return 0;
  if (!assetc_impl_inspect_hscene_desc(whole, known->offset)) return 0;
  if (!assetc_impl_expect_size(whole, known, sizeof desc, "SDSC.size")) return 0;
  memcpy(&desc, whole->bytes + known->offset, sizeof desc);
  if (!assetc_impl_check_scene_tables(&chunks, &desc) || !assetc_impl_check_padding(whole)) return 0;
  if (!assetc_impl_check_instances(whole, &known[ASSETC_IMPL_INST])) return 0;
  if (!assetc_impl_check_extras_json(whole, &known[ASSETC_IMPL_EXTR])) return 0;
  if (known[ASSETC_IMPL_ANIM].entry == 0) return 1;
  animation = assetc_impl_animation_at(whole->bytes, known[ASSETC_IMPL_ANIM].offset);
  return assetc_impl_check_scene_keys(whole, &animation);
}

static void assetc_impl_open_scene_animation(AssetcScene *scene, const unsigned char *bytes, uint64_t offset) {
  AssetcImplAnimation animation = assetc_impl_animation_at(bytes, offset);
  scene->clipCount = animation.head.clipCount;
  scene->clips = (const AssetcHsceneClipRow *)(const void *)(bytes + animation.clips);
  scene->channels = (const AssetcHsceneChannelRow *)(const void *)(bytes + animation.channels);
  scene->times = (const float *)(const void *)(bytes + animation.times);
  scene->values = (const float *)(const void *)(bytes + animation.values);
}

int assetc_scene_open_trusted(AssetcScene *scene, const void *file, size_t size) {
  AssetcImplChunks chunks;
  const unsigned char *extras;
  chunks.file = assetc_impl_file(file, size, NULL);
  chunks.names = assetc_impl_scene_chunks;
  chunks.nameCount = ASSETC_IMPL_SCENE_CHUNKS;
  memset(scene, 0, sizeof *scene);
  if (!assetc_impl_find_chunks(&chunks, ASSETC_HSCENE_MAGIC, ASSETC_HSCENE_VERSION)) return 0;
  scene->desc = (const AssetcHsceneDesc *)assetc_impl_chunk_bytes(&chunks, ASSETC_IMPL_SDSC);
  if (scene->desc == NULL) return 0;
  scene->nodes = (const AssetcHsceneNodeRow *)assetc_impl_chunk_bytes(&chunks, ASSETC_IMPL_NODS);
  scene->cameras = (const AssetcHsceneCameraRow *)assetc_impl_chunk_bytes(&chunks, ASSETC_IMPL_CAMS);
  scene->lights = (const AssetcHsceneLightRow *)assetc_impl_chunk_bytes(&chunks, ASSETC_IMPL_LGTS);
  scene->instances = (const AssetcHsceneInstanceRow *)assetc_impl_chunk_bytes(&chunks, ASSETC_IMPL_INST);
  if (chunks.known[ASSETC_IMPL_ANIM].entry != 0)
    assetc_impl_open_scene_animation(scene, chunks.file.bytes, chunks.known[ASSETC_IMPL_ANIM].offset);
  if (chunks.known[ASSETC_IMPL_NAME].entry != 0)
    scene->names = assetc_impl_names(
      chunks.file.bytes + chunks.known[ASSETC_IMPL_NAME].offset,
      scene->desc->nodeCount + scene->desc->cameraCount + scene->desc->lightCount + scene->clipCount);
  extras = (const unsigned char *)assetc_impl_chunk_bytes(&chunks, ASSETC_IMPL_EXTR);
  if (extras == NULL) return 1;
  scene->extrasCount = assetc_read_u32(extras);
  scene->extras = (const AssetcHsceneExtrasRow *)(const void *)(extras + sizeof(AssetcHsceneExtrasHeader));
  scene->extrasText = (const char *)(scene->extras + scene->extrasCount);
  return 1;
}

int assetc_scene_open(AssetcScene *scene, const void *file, size_t size, AssetcError *error) {
  if (!assetc_scene_validate(file, size, error) || !assetc_impl_is_aligned(file, error)) return 0;
  return assetc_scene_open_trusted(scene, file, size);
}

int assetc_scene_extras(const AssetcScene *scene, uint32_t target, uint32_t index, AssetcText *json) {
  const AssetcHsceneExtrasRow *row = (const AssetcHsceneExtrasRow *)assetc_impl_find_row(
    scene->extras, scene->extrasCount, sizeof *scene->extras, 1, (uint64_t)target << 32 | index);
  if (row == NULL) return 0;
  json->data = scene->extrasText + row->offset;
  json->length = row->length;
  return 1;
}
