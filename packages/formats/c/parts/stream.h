/* ---- Streaming: a pack that is read by ranges. All memory comes from the caller, and no byte is read twice. ---- */

/* Reads `size` bytes at `offset` of the pack. Returns 0 if it failed: so does the function that needed them, and it may be called again. */
typedef int (*AssetcRead)(void *user, uint64_t offset, void *to, size_t size);

typedef struct AssetcStream {
  AssetcRead read;
  void *user;
  uint64_t fileSize;
  uint64_t directorySize; /* Bytes of the header and the table. */
  uint64_t budget; /* Maximum of heldBytes; UINT64_MAX, the default, for none. */
  uint64_t heldBytes; /* Levels and pages that have been loaded and not released. */
  unsigned char header[sizeof(AssetcHpackHeader)];
  const unsigned char *directory; /* NULL until assetc_stream_open. */
} AssetcStream;

typedef struct AssetcStreamEntry {
  AssetcText path;
  uint8_t kind; /* ASSETC_HPACK_KIND_..., or one of a later version. */
  uint64_t offset; /* From the start of the pack. */
  uint64_t size;
} AssetcStreamEntry;

/* Reads the header of a pack of `fileSize` bytes, and sets directorySize. */
ASSETC_API int assetc_stream_begin(AssetcStream *stream, AssetcRead read, void *user, uint64_t fileSize, AssetcError *error);
/* Reads the rest of the directory to `memory`, which has directorySize bytes and is kept as long as the stream. Checks all of it. */
ASSETC_API int assetc_stream_open(AssetcStream *stream, void *memory, size_t size, AssetcError *error);
/* Returns 1 if the path exists. Paths are compared byte for byte. Scans the table. */
ASSETC_API int assetc_stream_find(const AssetcStream *stream, const char *path, size_t length, AssetcStreamEntry *entry);
/* Entries in order: begin with *cursor = 0; returns 0 after the last. */
ASSETC_API int assetc_stream_next(const AssetcStream *stream, uint64_t *cursor, AssetcStreamEntry *entry);
/* Reads `size` bytes at `offset` of a file: 0 and entry->size for all of it. Does not count against the budget. */
ASSETC_API int assetc_stream_read(
  const AssetcStream *stream, const AssetcStreamEntry *entry, uint64_t offset, void *to, size_t size, AssetcError *error
);

/* @implementation */

/* Errors of streams have offsets from the start of the pack. */
static AssetcImplFile assetc_impl_stream_file(const AssetcStream *stream, AssetcError *error) {
  AssetcImplFile file;
  file.bytes = stream->directory;
  file.size = stream->fileSize;
  file.error = error;
  return file;
}

static int assetc_impl_stream_fetch(const AssetcStream *stream, uint64_t offset, void *to, uint64_t size, AssetcError *error) {
  AssetcImplFile file = assetc_impl_stream_file(stream, error);
  if (size > SIZE_MAX) return assetc_impl_fail(&file, ASSETC_ERROR_MEMORY, offset, "memory");
  if (size == 0 || stream->read(stream->user, offset, to, (size_t)size)) return 1;
  return assetc_impl_fail(&file, ASSETC_ERROR_CALLBACK, offset, "read");
}

/* Counts bytes against the budget. */
static int assetc_impl_stream_take(AssetcStream *stream, uint64_t size, uint64_t offset, AssetcError *error) {
  AssetcImplFile file = assetc_impl_stream_file(stream, error);
  if (stream->heldBytes > stream->budget || size > stream->budget - stream->heldBytes)
    return assetc_impl_fail(&file, ASSETC_ERROR_MEMORY, offset, "budget");
  stream->heldBytes += size;
  return 1;
}

int assetc_stream_begin(AssetcStream *stream, AssetcRead read, void *user, uint64_t fileSize, AssetcError *error) {
  AssetcImplFile file;
  uint64_t tocBytes;
  memset(stream, 0, sizeof *stream);
  stream->read = read;
  stream->user = user;
  stream->fileSize = fileSize;
  stream->budget = UINT64_MAX;
  file = assetc_impl_stream_file(stream, error);
  if (!assetc_impl_fits(&file, 0, sizeof stream->header, "HpackHeader")) return 0;
  if (!assetc_impl_stream_fetch(stream, 0, stream->header, sizeof stream->header, error)) return 0;
  file.bytes = stream->header;
  if (!assetc_impl_inspect_hpack_header(&file, 0)) return 0;
  tocBytes = assetc_read_u64(stream->header + offsetof(AssetcHpackHeader, tocBytes));
  if (tocBytes > fileSize - sizeof stream->header)
    return assetc_impl_fail(&file, ASSETC_ERROR_TRUNCATED, 16, "HpackHeader.tocBytes");
  stream->directorySize = sizeof stream->header + tocBytes;
  return 1;
}

int assetc_stream_open(AssetcStream *stream, void *memory, size_t size, AssetcError *error) {
  AssetcImplFile file = assetc_impl_stream_file(stream, error);
  const size_t head = sizeof stream->header;
  unsigned char *bytes = (unsigned char *)memory;
  if (stream->directorySize == 0 || size < stream->directorySize) return assetc_impl_fail(&file, ASSETC_ERROR_MEMORY, 0, "memory");
  memcpy(bytes, stream->header, head);
  if (!assetc_impl_stream_fetch(stream, head, bytes + head, stream->directorySize - head, error)) return 0;
  file.bytes = bytes;
  if (!assetc_impl_check_directory(&file)) return 0;
  stream->directory = bytes;
  return 1;
}

int assetc_stream_next(const AssetcStream *stream, uint64_t *cursor, AssetcStreamEntry *entry) {
  uint64_t at = *cursor == 0 ? sizeof(AssetcHpackHeader) : *cursor;
  const unsigned char *p = stream->directory + at;
  if (stream->directory == NULL || at >= stream->directorySize) return 0;
  entry->path.data = (const char *)p + ASSETC_HPACK_ENTRY_HEAD_SIZE;
  entry->path.length = assetc_hpack_entry_head_path_len(p);
  entry->kind = assetc_hpack_entry_head_kind(p);
  entry->offset = assetc_hpack_entry_head_offset(p);
  entry->size = assetc_hpack_entry_head_size(p);
  *cursor = assetc_impl_pack_entry_end(stream->directory, at);
  return 1;
}

int assetc_stream_find(const AssetcStream *stream, const char *path, size_t length, AssetcStreamEntry *entry) {
  AssetcText wanted;
  uint64_t cursor = 0;
  wanted.data = path;
  wanted.length = length;
  while (assetc_stream_next(stream, &cursor, entry)) {
    int order = assetc_impl_compare(entry->path, wanted);
    if (order >= 0) return order == 0;
  }
  return 0;
}

int assetc_stream_read(
  const AssetcStream *stream, const AssetcStreamEntry *entry, uint64_t offset, void *to, size_t size, AssetcError *error
) {
  AssetcImplFile file = assetc_impl_stream_file(stream, error);
  if (offset > entry->size || size > entry->size - offset)
    return assetc_impl_fail(&file, ASSETC_ERROR_BAD_RANGE, entry->offset, "entries[].size");
  return assetc_impl_stream_fetch(stream, entry->offset + offset, to, size, error);
}
