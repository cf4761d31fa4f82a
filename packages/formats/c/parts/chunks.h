/* ---- Chunked files: .hmesh, .hmatx and .hscene share a header and a table of chunks. ---- */

typedef struct AssetcChunk {
  const unsigned char *bytes; /* NULL if there is no such chunk. */
  size_t size;
} AssetcChunk;

/* A chunk by its four characters, of a file that has been checked or is trusted. Finds unknown ones, too. */
ASSETC_API AssetcChunk assetc_find_chunk(const void *file, size_t size, uint32_t fourcc);

/* @implementation */

#define ASSETC_IMPL_TABLE 32u /* Offset of the table. */
#define ASSETC_IMPL_MAX_CHUNKS 80u /* Chunks of a format. */

typedef struct AssetcImplChunk {
  uint64_t entry; /* Offset of its row in the table; 0 if there is no such chunk. */
  uint64_t offset;
  uint64_t size;
} AssetcImplChunk;

/* A chunked file with the chunks of its format, in the format's order. */
typedef struct AssetcImplChunks {
  AssetcImplFile file;
  const uint32_t *names;
  size_t nameCount;
  AssetcImplChunk known[ASSETC_IMPL_MAX_CHUNKS];
} AssetcImplChunks;

static AssetcImplChunk assetc_impl_read_entry(const unsigned char *bytes, uint64_t at) {
  AssetcImplChunk chunk;
  chunk.entry = at;
  chunk.offset = assetc_read_u64(bytes + at + offsetof(AssetcHmeshChunkEntry, offset));
  chunk.size = assetc_read_u64(bytes + at + offsetof(AssetcHmeshChunkEntry, size));
  return chunk;
}

AssetcChunk assetc_find_chunk(const void *file, size_t size, uint32_t fourcc) {
  const unsigned char *bytes = (const unsigned char *)file;
  AssetcChunk found = { NULL, 0 };
  uint64_t at = ASSETC_IMPL_TABLE;
  uint32_t left = size < ASSETC_IMPL_TABLE ? 0 : assetc_read_u32(bytes + offsetof(AssetcHmeshFileHeader, chunkCount));
  for (; left > 0; left--, at += sizeof(AssetcHmeshChunkEntry)) {
    AssetcImplChunk chunk;
    if (assetc_read_u32(bytes + at) != fourcc) continue;
    chunk = assetc_impl_read_entry(bytes, at);
    found.bytes = bytes + chunk.offset;
    found.size = (size_t)chunk.size;
    break;
  }
  return found;
}

static void assetc_impl_read_chunk_span(AssetcImplRows *rows, AssetcImplSpan *span) {
  AssetcImplChunk chunk = assetc_impl_read_entry(rows->file->bytes, rows->at);
  span->start = chunk.offset;
  span->end = chunk.offset + chunk.size;
  span->row = rows->at;
  rows->at += sizeof(AssetcHmeshChunkEntry);
  rows->left--;
}

static int assetc_impl_visit_chunk(const AssetcImplFile *file, const AssetcImplSpan *span, uint64_t *end) {
  if (span->end > span->start && span->start < *end) {
    uint64_t at = span->row + offsetof(AssetcHmeshChunkEntry, offset);
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at, "ChunkEntry.offset: overlaps another chunk");
  }
  if (span->end > *end) *end = span->end;
  return 1;
}

static int assetc_impl_visit_chunk_gap(const AssetcImplFile *file, const AssetcImplSpan *span, uint64_t *end) {
  uint64_t at = assetc_impl_first_nonzero(file, *end, span->start);
  if (at < span->start) return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at, "padding");
  if (span->end > *end) *end = span->end;
  return 1;
}

static AssetcImplRows assetc_impl_chunk_rows(const AssetcImplFile *file, uint64_t *endOfTable) {
  AssetcImplRows rows;
  rows.file = file;
  rows.at = ASSETC_IMPL_TABLE;
  rows.left = assetc_read_u32(file->bytes + offsetof(AssetcHmeshFileHeader, chunkCount));
  rows.read = assetc_impl_read_chunk_span;
  *endOfTable = ASSETC_IMPL_TABLE + (uint64_t)rows.left * sizeof(AssetcHmeshChunkEntry);
  return rows;
}

/* Bytes outside of chunks are zero. */
static int assetc_impl_check_padding(const AssetcImplFile *file) {
  uint64_t end;
  AssetcImplRows rows = assetc_impl_chunk_rows(file, &end);
  return assetc_impl_visit_spans(rows, assetc_impl_visit_chunk_gap, &end);
}

/* One row of the table: inside the file, aligned, after the table, and each known chunk at most once. */
static int assetc_impl_check_entry(AssetcImplChunks *chunks, uint64_t at, uint64_t endOfTable) {
  const AssetcImplFile *file = &chunks->file;
  AssetcImplChunk chunk = assetc_impl_read_entry(file->bytes, at);
  uint64_t place = at + offsetof(AssetcHmeshChunkEntry, offset);
  uint32_t fourcc = assetc_read_u32(file->bytes + at);
  size_t i;
  if (chunk.offset > file->size || chunk.size > file->size - chunk.offset)
    return assetc_impl_fail(file, ASSETC_ERROR_TRUNCATED, place, "ChunkEntry.offset");
  if (chunk.offset % ASSETC_HMESH_CHUNK_ALIGNMENT != 0)
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_ALIGNMENT, place, "ChunkEntry.offset");
  if (chunk.offset < endOfTable)
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, place, "ChunkEntry.offset: is inside the table");
  for (i = 0; i < chunks->nameCount && chunks->names[i] != fourcc; i++) continue;
  if (i == chunks->nameCount) return 1;
  /* Flags on a known chunk may mean another payload format. */
  place = at + offsetof(AssetcHmeshChunkEntry, flags);
  if (assetc_read_u32(file->bytes + place) != 0)
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, place, "ChunkEntry.flags");
  if (chunks->known[i].entry != 0) return assetc_impl_fail(file, ASSETC_ERROR_DUPLICATE, at, "ChunkEntry.fourcc");
  chunks->known[i] = chunk;
  return 1;
}

/* The caller has inspected the header and passes the version. */
static int assetc_impl_read_table(AssetcImplChunks *chunks, uint32_t version) {
  const AssetcImplFile *file = &chunks->file;
  AssetcImplRows rows;
  uint64_t end, endOfTable, at;
  memset(chunks->known, 0, sizeof chunks->known);
  if (assetc_read_u32(file->bytes + 4) != version)
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_VERSION, 4, "FileHeader.version");
  rows = assetc_impl_chunk_rows(file, &endOfTable);
  if (endOfTable > file->size) {
    at = offsetof(AssetcHmeshFileHeader, chunkCount);
    return assetc_impl_fail(file, ASSETC_ERROR_TRUNCATED, at, "FileHeader.chunkCount");
  }
  for (at = ASSETC_IMPL_TABLE; at < endOfTable; at += sizeof(AssetcHmeshChunkEntry))
    if (!assetc_impl_check_entry(chunks, at, endOfTable)) return 0;
  end = endOfTable;
  if (!assetc_impl_visit_spans(rows, assetc_impl_visit_chunk, &end)) return 0;
  if (end < file->size) return assetc_impl_fail(file, ASSETC_ERROR_TRAILING_BYTES, end, "file");
  return 1;
}

/* Reports an error unless `chunk` is `size` bytes long. */
static int assetc_impl_expect_size(const AssetcImplFile *file, const AssetcImplChunk *chunk, uint64_t size, const char *field) {
  if (chunk->size == size) return 1;
  return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, chunk->entry + offsetof(AssetcHmeshChunkEntry, size), field);
}

static int assetc_impl_expect_multiple(const AssetcImplFile *file, const AssetcImplChunk *chunk, uint64_t of, const char *field) {
  return chunk->size % of == 0 ? 1 : assetc_impl_expect_size(file, chunk, UINT64_MAX, field);
}

/* Reports an error unless `chunk` has room for a struct at its start. */
static int assetc_impl_expect_head(const AssetcImplFile *file, const AssetcImplChunk *chunk, uint64_t size, const char *field) {
  return chunk->size >= size ? 1 : assetc_impl_expect_size(file, chunk, UINT64_MAX, field);
}

static int assetc_impl_require(const AssetcImplFile *file, const AssetcImplChunk *chunk, const char *field) {
  return chunk->entry != 0 ? 1 : assetc_impl_fail(file, ASSETC_ERROR_MISSING, ASSETC_IMPL_TABLE, field);
}

/* A chunk whose size follows from the counts. It may be omitted if it would be empty. */
static int assetc_impl_counted(const AssetcImplFile *file, const AssetcImplChunk *chunk, uint64_t size, const char *field) {
  if (size > 0 && !assetc_impl_require(file, chunk, field)) return 0;
  return chunk->entry == 0 || assetc_impl_expect_size(file, chunk, size, field);
}

/* Checks every row of a table by the rules of its struct. */
static int assetc_impl_inspect_rows(
  const AssetcImplFile *file, uint64_t at, uint64_t count, uint64_t size,
  int (*inspect)(const AssetcImplFile *file, uint64_t at)
) {
  for (; count > 0; count--, at += size)
    if (!inspect(file, at)) return 0;
  return 1;
}

static uint64_t assetc_impl_align(uint64_t n, uint64_t to) { return (n + (to - 1)) / to * to; }

/*
 * Arrays inside one chunk, each on a multiple of 16 bytes from its start: replaces their sizes by their offsets in the file. The
  * chunk ends with the last of them, and bytes between them are zero.
 */
static int assetc_impl_sections(
  const AssetcImplFile *file, const AssetcImplChunk *chunk, uint64_t *sizes, size_t count, const char *field
) {
  uint64_t end = 0, at;
  size_t i;
  for (i = 0; i < count; i++) end = assetc_impl_align(end, ASSETC_HMESH_CHUNK_ALIGNMENT) + sizes[i];
  if (!assetc_impl_expect_size(file, chunk, end, field)) return 0;
  end = chunk->offset;
  for (i = 0; i < count; i++) {
    uint64_t start = assetc_impl_align(end, ASSETC_HMESH_CHUNK_ALIGNMENT);
    at = assetc_impl_first_nonzero(file, end, start);
    if (at < start) return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at, "padding");
    end = start + sizes[i];
    sizes[i] = start;
  }
  return 1;
}
