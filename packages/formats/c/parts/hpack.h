/* ---- Packs: an output folder in one file. ---- */

typedef struct AssetcPack {
  const unsigned char *bytes;
  size_t size;
  uint32_t count; /* Entries, sorted by the bytes of their paths. */
  const uint32_t *starts; /* NULL, or the offset of each entry: see assetc_pack_index. */
} AssetcPack;

typedef struct AssetcPackEntry {
  AssetcText path;
  uint8_t kind; /* ASSETC_HPACK_KIND_..., or one of a later version. */
  const unsigned char *bytes; /* The payload: a multiple of 16 bytes from the start of the pack. */
  size_t size;
} AssetcPackEntry;

/* Every rule of docs/formats/hpack.md. Does not check the files in the pack. `error` may be NULL. */
ASSETC_API int assetc_pack_validate(const void *file, size_t size, AssetcError *error);
/* Validates, then opens. Returns 1 on success. */
ASSETC_API int assetc_pack_open(AssetcPack *pack, const void *file, size_t size, AssetcError *error);
/* Checks magic and version only. */
ASSETC_API int assetc_pack_open_trusted(AssetcPack *pack, const void *file, size_t size);
/*
 * Without an index a lookup scans the table, a few nanoseconds per entry; with one it bisects. Pass memory for `count` numbers and keep
  * it as long as the pack. Returns 0 if the table is longer than 4 GiB.
 */
ASSETC_API int assetc_pack_index(AssetcPack *pack, uint32_t *starts);
/* Returns 1 if the path exists. Paths are compared byte for byte; pass NFC if a path is not ASCII. */
ASSETC_API int assetc_pack_find(const AssetcPack *pack, const char *path, size_t length, AssetcPackEntry *entry);
/* Entries in order: begin with *cursor = 0; returns 0 after the last. */
ASSETC_API int assetc_pack_next(const AssetcPack *pack, uint64_t *cursor, AssetcPackEntry *entry);

/* @implementation */

static uint64_t assetc_impl_pack_entry_end(const unsigned char *bytes, uint64_t at) {
  return at + ASSETC_HPACK_ENTRY_HEAD_SIZE + assetc_hpack_entry_head_path_len(bytes + at);
}

static void assetc_impl_read_payload(AssetcImplRows *rows, AssetcImplSpan *span) {
  const unsigned char *p = rows->file->bytes + rows->at;
  span->start = assetc_hpack_entry_head_offset(p);
  span->end = span->start + assetc_hpack_entry_head_size(p);
  span->row = rows->at;
  rows->at = assetc_impl_pack_entry_end(rows->file->bytes, rows->at);
  rows->left--;
}

static AssetcImplRows assetc_impl_payload_rows(const AssetcImplFile *file) {
  AssetcImplRows rows;
  rows.file = file;
  rows.at = sizeof(AssetcHpackHeader);
  rows.left = assetc_read_u32(file->bytes + offsetof(AssetcHpackHeader, count));
  rows.read = assetc_impl_read_payload;
  return rows;
}

static int assetc_impl_visit_payload(const AssetcImplFile *file, const AssetcImplSpan *span, uint64_t *end) {
  if (span->start < *end && span->end > span->start)
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, span->row, "entries[].offset: overlaps another");
  if (span->start > *end && span->start - *end >= ASSETC_HPACK_PAYLOAD_ALIGNMENT)
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, span->row, "entries[].offset: leaves a gap");
  if (span->end > *end) *end = span->end;
  return 1;
}

static int assetc_impl_visit_gap(const AssetcImplFile *file, const AssetcImplSpan *span, uint64_t *end) {
  uint64_t at = assetc_impl_first_nonzero(file, *end, span->start);
  if (at < span->start) return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at, "padding");
  if (span->end > *end) *end = span->end;
  return 1;
}

static int assetc_impl_check_pack_kind(const AssetcImplFile *file, uint64_t at, AssetcText path) {
  static const char *const extensions[] = { ".hmesh", ".hmat", ".hman", ".hanim", ".ktx2", ".spv", ".hfont" };
  const size_t known = sizeof extensions / sizeof extensions[0];
  uint8_t kind = assetc_hpack_entry_head_kind(file->bytes + at);
  size_t right;
  for (right = 0; right < known; right++)
    if (assetc_impl_ends_with(path, extensions[right])) break;
  right = right == known ? ASSETC_HPACK_KIND_OTHER : right + 1;
  /* An unknown kind (of a later version) is valid only for an unknown extension. */
  if (kind == right || (right == ASSETC_HPACK_KIND_OTHER && kind > known)) return 1;
  at += ASSETC_HPACK_ENTRY_HEAD_KIND_OFFSET;
  return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at, "entries[].kind");
}

/* `table` ends with the table of contents. */
static int assetc_impl_check_pack_entry(
  const AssetcImplFile *table, uint64_t fileSize, uint64_t at, AssetcText *before, int isFirst
) {
  const unsigned char *p = table->bytes + at;
  uint64_t name = at + ASSETC_HPACK_ENTRY_HEAD_SIZE, offset, size;
  AssetcText path;
  int order;
  if (!assetc_impl_fits(table, at, ASSETC_HPACK_ENTRY_HEAD_SIZE, "entries[]")) return 0;
  if (!assetc_impl_fits(table, name, assetc_hpack_entry_head_path_len(p), "entries[].path")) return 0;
  path = assetc_impl_text_at(table, name, assetc_hpack_entry_head_path_len(p));
  order = isFirst ? -1 : assetc_impl_compare(*before, path);
  if (order == 0) return assetc_impl_fail(table, ASSETC_ERROR_DUPLICATE, name, "entries[].path");
  if (order > 0) return assetc_impl_fail(table, ASSETC_ERROR_BAD_ORDER, name, "entries[].path");
  if (!assetc_impl_check_path(table, name, path.length, "entries[].path")) return 0;
  if (!assetc_impl_check_pack_kind(table, at, path)) return 0;
  offset = assetc_hpack_entry_head_offset(p);
  size = assetc_hpack_entry_head_size(p);
  if (offset % ASSETC_HPACK_PAYLOAD_ALIGNMENT != 0)
    return assetc_impl_fail(table, ASSETC_ERROR_BAD_ALIGNMENT, at, "entries[].offset");
  if (offset < table->size)
    return assetc_impl_fail(table, ASSETC_ERROR_BAD_RANGE, at, "entries[].offset: is inside the table");
  if (offset > fileSize || size > fileSize - offset)
    return assetc_impl_fail(table, ASSETC_ERROR_BAD_RANGE, at + 8, "entries[].size");
  *before = path;
  return 1;
}

/* The header and the table. Reads nothing after them, so that the bytes may end there; `whole->size` is that of the pack. */
static int assetc_impl_check_directory(const AssetcImplFile *whole) {
  AssetcImplFile table = *whole;
  AssetcImplRows rows;
  AssetcText before = { NULL, 0 };
  uint64_t at = sizeof(AssetcHpackHeader), tocBytes, end;
  uint32_t count, i;
  if (!assetc_impl_inspect_hpack_header(whole, 0)) return 0;
  tocBytes = assetc_read_u64(whole->bytes + offsetof(AssetcHpackHeader, tocBytes));
  if (tocBytes > whole->size - at) return assetc_impl_fail(whole, ASSETC_ERROR_TRUNCATED, 16, "HpackHeader.tocBytes");
  table.size = at + tocBytes;
  count = assetc_read_u32(whole->bytes + offsetof(AssetcHpackHeader, count));
  for (i = 0; i < count; i++) {
    if (!assetc_impl_check_pack_entry(&table, whole->size, at, &before, i == 0)) return 0;
    at = assetc_impl_pack_entry_end(whole->bytes, at);
  }
  if (at != table.size) return assetc_impl_fail(whole, ASSETC_ERROR_BAD_VALUE, 16, "HpackHeader.tocBytes");
  rows = assetc_impl_payload_rows(whole);
  end = table.size;
  if (!assetc_impl_visit_spans(rows, assetc_impl_visit_payload, &end)) return 0;
  return end < whole->size ? assetc_impl_fail(whole, ASSETC_ERROR_TRAILING_BYTES, end, "file") : 1;
}

int assetc_pack_validate(const void *file, size_t size, AssetcError *error) {
  AssetcImplFile whole = assetc_impl_file(file, size, error);
  uint64_t end;
  if (!assetc_impl_check_directory(&whole)) return 0;
  end = sizeof(AssetcHpackHeader) + assetc_read_u64(whole.bytes + offsetof(AssetcHpackHeader, tocBytes));
  return assetc_impl_visit_spans(assetc_impl_payload_rows(&whole), assetc_impl_visit_gap, &end);
}

int assetc_pack_open_trusted(AssetcPack *pack, const void *file, size_t size) {
  const unsigned char *bytes = (const unsigned char *)file;
  if (size < sizeof(AssetcHpackHeader) || assetc_read_u32(bytes) != ASSETC_HPACK_MAGIC) return 0;
  if (assetc_read_u32(bytes + offsetof(AssetcHpackHeader, version)) != ASSETC_HPACK_VERSION) return 0;
  pack->bytes = bytes;
  pack->size = size;
  pack->count = assetc_read_u32(bytes + offsetof(AssetcHpackHeader, count));
  pack->starts = NULL;
  return 1;
}

int assetc_pack_open(AssetcPack *pack, const void *file, size_t size, AssetcError *error) {
  return assetc_pack_validate(file, size, error) && assetc_pack_open_trusted(pack, file, size);
}

static void assetc_impl_pack_entry(const AssetcPack *pack, uint64_t at, AssetcPackEntry *entry) {
  const unsigned char *p = pack->bytes + at;
  entry->path.data = (const char *)p + ASSETC_HPACK_ENTRY_HEAD_SIZE;
  entry->path.length = assetc_hpack_entry_head_path_len(p);
  entry->kind = assetc_hpack_entry_head_kind(p);
  entry->bytes = pack->bytes + assetc_hpack_entry_head_offset(p);
  entry->size = (size_t)assetc_hpack_entry_head_size(p);
}

int assetc_pack_next(const AssetcPack *pack, uint64_t *cursor, AssetcPackEntry *entry) {
  uint64_t tocBytes = assetc_read_u64(pack->bytes + offsetof(AssetcHpackHeader, tocBytes));
  uint64_t at = *cursor == 0 ? sizeof(AssetcHpackHeader) : *cursor;
  if (at >= sizeof(AssetcHpackHeader) + tocBytes) return 0;
  assetc_impl_pack_entry(pack, at, entry);
  *cursor = assetc_impl_pack_entry_end(pack->bytes, at);
  return 1;
}

int assetc_pack_index(AssetcPack *pack, uint32_t *starts) {
  uint64_t at = sizeof(AssetcHpackHeader);
  uint32_t i;
  for (i = 0; i < pack->count; i++) {
    if (at > UINT32_MAX) return 0;
    starts[i] = (uint32_t)at;
    at = assetc_impl_pack_entry_end(pack->bytes, at);
  }
  pack->starts = starts;
  return 1;
}

int assetc_pack_find(const AssetcPack *pack, const char *path, size_t length, AssetcPackEntry *entry) {
  AssetcText wanted;
  uint32_t low = 0, high = pack->count;
  uint64_t cursor = 0;
  wanted.data = path;
  wanted.length = length;
  while (pack->starts == NULL && assetc_pack_next(pack, &cursor, entry)) {
    int order = assetc_impl_compare(entry->path, wanted);
    if (order >= 0) return order == 0;
  }
  if (pack->starts == NULL) return 0;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    int order;
    assetc_impl_pack_entry(pack, pack->starts[middle], entry);
    order = assetc_impl_compare(entry->path, wanted);
    if (order == 0) return 1;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return 0;
}
