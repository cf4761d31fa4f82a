/* ---- Compressed meshes. ---- */

/*
 * A mesh with compressed chunks (mesh.compression) is inflated first: allocate assetc_mesh_inflated_size bytes, aligned to 16, call
 * assetc_mesh_inflate, then open the result. Vertices and indices can also be decoded alone, for example into mapped memory of a GPU:
 * assetc_mesh_chunk_size and assetc_mesh_read_chunk.
 */
ASSETC_API int assetc_mesh_is_compressed(const void *file, size_t size);
/* Bytes of the mesh without compression: `size` if it has none. 0 after reporting an error. */
ASSETC_API size_t assetc_mesh_inflated_size(const void *file, size_t size, AssetcError *error);
/* Writes the mesh without compression. Never reads the target. Hashes are not compared: see assetc_mesh_validate_compressed. */
ASSETC_API int assetc_mesh_inflate(const void *file, size_t size, void *target, size_t targetSize, AssetcError *error);
/*
 * assetc_mesh_validate for any mesh, compressed or not. `scratch` has assetc_mesh_inflated_size bytes, aligned to 8; afterward it contains
 * the inflated mesh. It is not used for a mesh without compression. Offsets of errors in decoded chunks are those in the inflated mesh.
 */
ASSETC_API int assetc_mesh_validate_compressed(const void *file, size_t size, void *scratch, size_t scratchSize, AssetcError *error);
/* Bytes of a chunk without compression, for example of ASSETC_HMESH_CHUNK_VTXS; 0 if the mesh has no such chunk, or it is coded with others. */
ASSETC_API size_t assetc_mesh_chunk_size(const void *file, size_t size, uint32_t fourcc);
/* Writes a chunk without compression. Never reads the target. Returns 0 if there is none, the target is too small or the data is damaged. */
ASSETC_API int assetc_mesh_read_chunk(const void *file, size_t size, uint32_t fourcc, void *target, size_t targetSize);

/* @implementation */

#define ASSETC_IMPL_MLTS UINT32_C(0x73746C6D)
#define ASSETC_IMPL_CLTS UINT32_C(0x73746C63)

/* A compressed chunk and the chunks that it replaces. */
typedef struct AssetcImplEncoded {
  const unsigned char *source;
  size_t sourceSize;
  uint64_t offset; /* Of its payload. */
  uint64_t hash;
  uint32_t codec, stride, count, parts;
  uint32_t names[3];
  uint64_t sizes[3];
} AssetcImplEncoded;

static int assetc_impl_is_encoded_name(uint32_t fourcc) {
  size_t i;
  for (i = ASSETC_IMPL_PLAIN_NAMES; i < ASSETC_IMPL_ALL_NAMES; i++)
    if (assetc_impl_all_chunk_names[i] == fourcc) return 1;
  return 0;
}

/* The letters of a name in upper case. */
static uint32_t assetc_impl_plain_name(uint32_t fourcc) {
  int shift;
  for (shift = 0; shift < 32; shift += 8) {
    uint32_t letter = fourcc >> shift & 255;
    if (letter >= 'a' && letter <= 'z') fourcc -= (uint32_t)('a' - 'A') << shift;
  }
  return fourcc;
}

int assetc_mesh_is_compressed(const void *file, size_t size) {
  const unsigned char *bytes = (const unsigned char *)file;
  size_t at = ASSETC_IMPL_TABLE;
  uint32_t left;
  if (size < sizeof(AssetcHmeshFileHeader) || assetc_read_u32(bytes) != ASSETC_HMESH_MAGIC) return 0;
  if (assetc_read_u32(bytes + 4) != ASSETC_HMESH_VERSION) return 0;
  left = assetc_read_u32(bytes + offsetof(AssetcHmeshFileHeader, chunkCount));
  for (; left > 0 && size - at >= sizeof(AssetcHmeshChunkEntry); left--, at += sizeof(AssetcHmeshChunkEntry))
    if (assetc_impl_is_encoded_name(assetc_read_u32(bytes + at))) return 1;
  return 0;
}

/* Whether the data can contain as much, so that a small file cannot state an enormous size. */
static int assetc_impl_has_enough(const AssetcImplEncoded *encoded) {
  uint64_t count = encoded->count, bytes = encoded->sourceSize;
  switch (encoded->codec) {
    case 0: return count == bytes;
    case 1: return (count + 255) / 256 * (encoded->stride / 4) <= bytes;
    case 2: return count <= bytes * 3;
    case 3: return count <= bytes;
    default: return count * 4 <= bytes;
  }
}

static int assetc_impl_fits_codec(uint32_t codec, uint32_t stride) {
  if (codec == 0) return stride == 1;
  if (codec == 1) return stride > 0 && stride <= 256 && stride % 4 == 0;
  return stride == 2 || stride == 4;
}

/* Names and sizes of the chunks that it replaces. */
static int assetc_impl_find_parts(AssetcImplEncoded *encoded, uint32_t fourcc) {
  AssetcMeshletTotals totals;
  uint32_t rows = fourcc == ASSETC_IMPL_MLTS ? 1 : 0, isNarrow = encoded->stride == 2;
  if (encoded->codec != 4) {
    encoded->parts = 1;
    encoded->names[0] = assetc_impl_plain_name(fourcc);
    encoded->sizes[0] = (uint64_t)encoded->count * encoded->stride;
    return 1;
  }
  if (!assetc_meshlet_totals(&totals, encoded->count, encoded->source, encoded->sourceSize)) return 0;
  encoded->parts = rows + 2;
  encoded->names[0] = ASSETC_HMESH_CHUNK_MLET;
  encoded->sizes[0] = (uint64_t)encoded->count * sizeof(AssetcMeshlet);
  encoded->names[rows] = rows ? (isNarrow ? ASSETC_HMESH_CHUNK_MLV2 : ASSETC_HMESH_CHUNK_MLVR)
                              : (isNarrow ? ASSETC_HMESH_CHUNK_CLV2 : ASSETC_HMESH_CHUNK_CLVR);
  encoded->sizes[rows] = (uint64_t)totals.vertices * encoded->stride;
  encoded->names[rows + 1] = rows ? ASSETC_HMESH_CHUNK_MLTR : ASSETC_HMESH_CHUNK_CLTR;
  encoded->sizes[rows + 1] = (uint64_t)totals.triangles * 3;
  return 1;
}

static int assetc_impl_read_encoded(
  const AssetcImplFile *file, const AssetcImplChunk *chunk, uint32_t fourcc, AssetcImplEncoded *encoded
) {
  const unsigned char *head = file->bytes + chunk->offset;
  uint64_t size = 0, at = chunk->offset;
  uint32_t i;
  memset(encoded, 0, sizeof *encoded);
  if (!assetc_impl_expect_head(file, chunk, sizeof(AssetcEncodedChunk), "EncodedChunk")) return 0;
  if (!assetc_impl_inspect_encoded_chunk(file, at)) return 0;
  encoded->offset = at;
  encoded->codec = assetc_read_u32(head);
  encoded->stride = assetc_read_u32(head + offsetof(AssetcEncodedChunk, stride));
  encoded->count = assetc_read_u32(head + offsetof(AssetcEncodedChunk, count));
  encoded->hash = assetc_read_u64(head + offsetof(AssetcEncodedChunk, hash));
  encoded->source = head + sizeof(AssetcEncodedChunk);
  encoded->sourceSize = (size_t)(chunk->size - sizeof(AssetcEncodedChunk));
  if ((fourcc == ASSETC_IMPL_MLTS || fourcc == ASSETC_IMPL_CLTS) != (encoded->codec == 4))
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at, "EncodedChunk.codec");
  if (!assetc_impl_fits_codec(encoded->codec, encoded->stride))
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at + offsetof(AssetcEncodedChunk, stride), "EncodedChunk.stride");
  if (!assetc_impl_has_enough(encoded) || !assetc_impl_find_parts(encoded, fourcc))
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at + offsetof(AssetcEncodedChunk, count), "EncodedChunk.count");
  for (i = 0; i < encoded->parts; i++) size += encoded->sizes[i];
  if (assetc_read_u64(head + offsetof(AssetcEncodedChunk, rawSize)) != size)
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at + offsetof(AssetcEncodedChunk, rawSize), "EncodedChunk.rawSize");
  return 1;
}

/* Whether a chunk of this name is before the row `until` of the table, plain or as a part of a compressed one; or plain after it. */
static int assetc_impl_is_repeated(const AssetcImplFile *file, uint64_t endOfTable, uint64_t until, uint32_t name) {
  uint64_t at;
  for (at = ASSETC_IMPL_TABLE; at < endOfTable; at += sizeof(AssetcHmeshChunkEntry)) {
    AssetcImplChunk chunk = assetc_impl_read_entry(file->bytes, at);
    uint32_t fourcc = assetc_read_u32(file->bytes + at), i;
    AssetcImplEncoded other;
    AssetcImplFile quiet = *file;
    quiet.error = NULL;
    if (fourcc == name) return 1;
    if (at >= until || !assetc_impl_is_encoded_name(fourcc)) continue;
    if (!assetc_impl_read_encoded(&quiet, &chunk, fourcc, &other)) continue;
    for (i = 0; i < other.parts; i++)
      if (other.names[i] == name) return 1;
  }
  return 0;
}

/* Checks the table and every compressed chunk; counts the rows of the plain table. */
static int assetc_impl_check_encoded(AssetcImplChunks *chunks, uint64_t *endOfTable, uint64_t *rowCount) {
  const AssetcImplFile *file = &chunks->file;
  uint64_t at;
  chunks->names = assetc_impl_all_chunk_names;
  chunks->nameCount = ASSETC_IMPL_ALL_NAMES;
  if (!assetc_impl_inspect_hmesh_file_header(file, 0)) return 0;
  if (!assetc_impl_read_table(chunks, ASSETC_HMESH_VERSION)) return 0;
  (void)assetc_impl_chunk_rows(file, endOfTable);
  *rowCount = 0;
  for (at = ASSETC_IMPL_TABLE; at < *endOfTable; at += sizeof(AssetcHmeshChunkEntry)) {
    AssetcImplChunk chunk = assetc_impl_read_entry(file->bytes, at);
    uint32_t fourcc = assetc_read_u32(file->bytes + at), i;
    AssetcImplEncoded encoded;
    *rowCount += 1;
    if (!assetc_impl_is_encoded_name(fourcc)) continue;
    if (!assetc_impl_read_encoded(file, &chunk, fourcc, &encoded)) return 0;
    for (i = 0; i < encoded.parts; i++)
      if (assetc_impl_is_repeated(file, *endOfTable, at, encoded.names[i]))
        return assetc_impl_fail(file, ASSETC_ERROR_DUPLICATE, at, "EncodedChunk");
    *rowCount += encoded.parts - 1;
  }
  return 1;
}

/* A row of the table as chunks of the plain mesh: those that it replaces, or itself. */
static void assetc_impl_row_parts(const AssetcImplFile *file, uint64_t at, AssetcImplEncoded *encoded, int *isEncoded) {
  AssetcImplChunk chunk = assetc_impl_read_entry(file->bytes, at);
  uint32_t fourcc = assetc_read_u32(file->bytes + at);
  *isEncoded = assetc_impl_is_encoded_name(fourcc);
  if (*isEncoded) {
    (void)assetc_impl_read_encoded(file, &chunk, fourcc, encoded);
    return;
  }
  memset(encoded, 0, sizeof *encoded);
  encoded->source = file->bytes + chunk.offset;
  encoded->sourceSize = (size_t)chunk.size;
  encoded->parts = 1;
  encoded->names[0] = fourcc;
  encoded->sizes[0] = chunk.size;
}

size_t assetc_mesh_inflated_size(const void *file, size_t size, AssetcError *error) {
  AssetcImplChunks chunks;
  AssetcImplEncoded encoded;
  uint64_t endOfTable, rowCount, end, at;
  uint32_t i;
  int isEncoded;
  if (!assetc_mesh_is_compressed(file, size)) return size;
  chunks.file = assetc_impl_file(file, size, error);
  if (!assetc_impl_check_encoded(&chunks, &endOfTable, &rowCount)) return 0;
  end = ASSETC_IMPL_TABLE + rowCount * sizeof(AssetcHmeshChunkEntry);
  for (at = ASSETC_IMPL_TABLE; at < endOfTable; at += sizeof(AssetcHmeshChunkEntry)) {
    assetc_impl_row_parts(&chunks.file, at, &encoded, &isEncoded);
    for (i = 0; i < encoded.parts; i++) end = assetc_impl_align(end, ASSETC_HMESH_CHUNK_ALIGNMENT) + encoded.sizes[i];
  }
  if (end <= SIZE_MAX) return (size_t)end;
  (void)assetc_impl_fail(&chunks.file, ASSETC_ERROR_MEMORY, 0, "memory");
  return 0;
}

static void assetc_impl_write_meshlet_rows(const AssetcImplEncoded *encoded, unsigned char *target) {
  uint32_t row[4] = { 0, 0, 0, 0 }, i;
  for (i = 0; i < encoded->count; i++, target += sizeof row) {
    row[1] = encoded->source[(size_t)i * 4];
    row[3] = encoded->source[(size_t)i * 4 + 1];
    memcpy(target, row, sizeof row);
    row[0] += row[1];
    row[2] += row[3];
  }
}

static int assetc_impl_decode_parts(const AssetcImplEncoded *encoded, unsigned char *const *targets) {
  const AssetcImplEncoded *e = encoded;
  switch (e->codec) {
    case 0:
      if (e->sourceSize > 0) memcpy(targets[0], e->source, e->sourceSize);
      return 1;
    case 1: return assetc_decode_vertices(targets[0], e->count, e->stride, e->source, e->sourceSize);
    case 2: return assetc_decode_triangles(targets[0], e->count, e->stride, e->source, e->sourceSize);
    case 3: return assetc_decode_sequence(targets[0], e->count, e->stride, e->source, e->sourceSize);
    default:
      if (e->parts == 3) assetc_impl_write_meshlet_rows(e, targets[0]);
      return assetc_decode_meshlets(targets[e->parts - 2], targets[e->parts - 1], e->count, e->stride, e->source, e->sourceSize);
  }
}

static int assetc_impl_has_hash(const AssetcImplEncoded *encoded, unsigned char *const *parts) {
  uint64_t hashes[3];
  uint32_t i;
  for (i = 0; i < encoded->parts; i++) hashes[i] = assetc_xxh3(parts[i], (size_t)encoded->sizes[i]);
  return encoded->hash == (encoded->codec == 4 ? assetc_xxh3(hashes, encoded->parts * sizeof hashes[0]) : hashes[0]);
}

/* Writes a row of the plain table: that at `from` with another name and place. */
static void assetc_impl_write_row(const AssetcImplFile *file, uint64_t from, unsigned char *row, uint32_t name, uint64_t offset, uint64_t size) {
  memcpy(row, file->bytes + from, sizeof(AssetcHmeshChunkEntry));
  memcpy(row, &name, sizeof name);
  memcpy(row + offsetof(AssetcHmeshChunkEntry, offset), &offset, sizeof offset);
  memcpy(row + offsetof(AssetcHmeshChunkEntry, size), &size, sizeof size);
}

/* `checks`: also padding and hashes, for which the target is read. */
static int assetc_impl_inflate(AssetcImplChunks *chunks, unsigned char *target, size_t targetSize, int checks) {
  const AssetcImplFile *file = &chunks->file;
  AssetcImplEncoded encoded;
  uint64_t endOfTable, rowCount, end, at, row = ASSETC_IMPL_TABLE;
  uint32_t i, count;
  size_t needed = assetc_mesh_inflated_size(file->bytes, (size_t)file->size, file->error);
  int isEncoded;
  if (needed == 0) return 0;
  if (needed > targetSize) return assetc_impl_fail(file, ASSETC_ERROR_MEMORY, 0, "memory");
  if (!assetc_impl_check_encoded(chunks, &endOfTable, &rowCount)) return 0;
  if (checks && !assetc_impl_check_padding(file)) return 0;
  count = (uint32_t)rowCount;
  memcpy(target, file->bytes, ASSETC_IMPL_TABLE);
  memcpy(target + offsetof(AssetcHmeshFileHeader, chunkCount), &count, sizeof count);
  end = ASSETC_IMPL_TABLE + rowCount * sizeof(AssetcHmeshChunkEntry);
  for (at = ASSETC_IMPL_TABLE; at < endOfTable; at += sizeof(AssetcHmeshChunkEntry)) {
    unsigned char *parts[3] = { NULL, NULL, NULL };
    assetc_impl_row_parts(file, at, &encoded, &isEncoded);
    for (i = 0; i < encoded.parts; i++, row += sizeof(AssetcHmeshChunkEntry)) {
      uint64_t offset = assetc_impl_align(end, ASSETC_HMESH_CHUNK_ALIGNMENT);
      memset(target + end, 0, (size_t)(offset - end));
      parts[i] = target + offset;
      end = offset + encoded.sizes[i];
      assetc_impl_write_row(file, at, target + row, encoded.names[i], offset, encoded.sizes[i]);
    }
    if (!assetc_impl_decode_parts(&encoded, parts))
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, encoded.offset + sizeof(AssetcEncodedChunk), "EncodedChunk: damaged");
    if (checks && isEncoded && !assetc_impl_has_hash(&encoded, parts))
      return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, encoded.offset + offsetof(AssetcEncodedChunk, hash), "EncodedChunk.hash");
  }
  return 1;
}

int assetc_mesh_inflate(const void *file, size_t size, void *target, size_t targetSize, AssetcError *error) {
  AssetcImplChunks chunks;
  chunks.file = assetc_impl_file(file, size, error);
  if (assetc_mesh_is_compressed(file, size)) return assetc_impl_inflate(&chunks, (unsigned char *)target, targetSize, 0);
  if (size > targetSize) return assetc_impl_fail(&chunks.file, ASSETC_ERROR_MEMORY, 0, "memory");
  if (size > 0) memcpy(target, file, size);
  return 1;
}

int assetc_mesh_validate_compressed(const void *file, size_t size, void *scratch, size_t scratchSize, AssetcError *error) {
  AssetcImplChunks chunks;
  if (!assetc_mesh_is_compressed(file, size)) return assetc_mesh_validate(file, size, error);
  chunks.file = assetc_impl_file(file, size, error);
  if (!assetc_impl_inflate(&chunks, (unsigned char *)scratch, scratchSize, 1)) return 0;
  return assetc_mesh_validate(scratch, assetc_mesh_inflated_size(file, size, NULL), error);
}

/* The chunk, in either form. */
static int assetc_impl_find_part(const void *file, size_t size, uint32_t fourcc, AssetcImplEncoded *encoded) {
  AssetcImplChunks chunks;
  uint64_t endOfTable, rowCount, at;
  int isEncoded;
  chunks.file = assetc_impl_file(file, size, NULL);
  if (!assetc_impl_check_encoded(&chunks, &endOfTable, &rowCount)) return 0;
  for (at = ASSETC_IMPL_TABLE; at < endOfTable; at += sizeof(AssetcHmeshChunkEntry)) {
    assetc_impl_row_parts(&chunks.file, at, encoded, &isEncoded);
    if (encoded->parts == 1 && encoded->names[0] == fourcc) return 1;
  }
  return 0;
}

size_t assetc_mesh_chunk_size(const void *file, size_t size, uint32_t fourcc) {
  AssetcImplEncoded encoded;
  return assetc_impl_find_part(file, size, fourcc, &encoded) ? (size_t)encoded.sizes[0] : 0;
}

int assetc_mesh_read_chunk(const void *file, size_t size, uint32_t fourcc, void *target, size_t targetSize) {
  AssetcImplEncoded encoded;
  unsigned char *place = (unsigned char *)target;
  if (!assetc_impl_find_part(file, size, fourcc, &encoded) || encoded.sizes[0] > targetSize) return 0;
  return assetc_impl_decode_parts(&encoded, &place);
}
