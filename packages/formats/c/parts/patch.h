/*
 * Reads the header and the whole patch, and compares its SHA-256 with the stated one. `error` may be NULL, also below. Sign packs, not
  * patches: a patch makes exactly the pack whose SHA-256 it states.
 */
ASSETC_API int assetc_patch_open(AssetcPatch *patch, const AssetcPatchFiles *files, AssetcError *error);
/* Bytes of memory that assetc_patch_apply needs, or 0 if the patch is malformed. At most ASSETC_PATCH_MAX_MEMORY. */
ASSETC_API size_t assetc_patch_memory(const AssetcPatch *patch, AssetcError *error);
/*
 * Checks the SHA-256 of the old pack, writes the new one, and checks its SHA-256. Returns 1 only if it is right: until then what was written
  * is worthless. Write into a file next to the old one, then rename it. To continue after an interruption, apply again and let `write`
  * compare the bytes that the file has already with those that it gets, instead of writing them.
 */
ASSETC_API int assetc_patch_apply(const AssetcPatch *patch, void *memory, size_t memorySize, AssetcError *error);

/* @implementation */

/* The SHA-256 of a file from an offset on, in small pieces. */
static int assetc_impl_hash_from(
  AssetcReadAt read, void *user, uint64_t at, uint64_t size, const unsigned char wanted[32], int *isEqual
) {
  unsigned char piece[4096], digest[32];
  AssetcSha256 hash;
  assetc_sha256_begin(&hash);
  while (at < size) {
    const size_t count = size - at < sizeof piece ? (size_t)(size - at) : sizeof piece;
    if (!read(user, at, piece, count)) return 0;
    assetc_sha256_add(&hash, piece, count);
    at += count;
  }
  assetc_sha256_end(&hash, digest);
  *isEqual = memcmp(digest, wanted, 32) == 0;
  return 1;
}

int assetc_patch_open(AssetcPatch *patch, const AssetcPatchFiles *files, AssetcError *error) {
  AssetcHpatchHeader header;
  AssetcImplFile file;
  int isEqual = 0;
  memset(&header, 0, sizeof header);
  file = assetc_impl_file(&header, sizeof header, error);
  if (files->patchSize < sizeof header) return assetc_impl_fail(&file, ASSETC_ERROR_TRUNCATED, 0, "HpatchHeader");
  if (!files->readPatch(files->user, 0, &header, sizeof header))
    return assetc_impl_fail(&file, ASSETC_ERROR_CALLBACK, 0, "readPatch");
  if (!assetc_impl_inspect_hpatch_header(&file, 0)) return 0;
  if (header.oldBytes > ASSETC_IMPL_PATCH_MAX_NUMBER || header.newBytes > ASSETC_IMPL_PATCH_MAX_NUMBER)
    return assetc_impl_fail(&file, ASSETC_ERROR_BAD_RANGE, offsetof(AssetcHpatchHeader, oldBytes), "HpatchHeader.oldBytes");
  if (!assetc_impl_hash_from(files->readPatch, files->user, sizeof header, files->patchSize, header.bodySha256, &isEqual))
    return assetc_impl_fail(&file, ASSETC_ERROR_CALLBACK, 0, "readPatch");
  if (!isEqual)
    return assetc_impl_fail(&file, ASSETC_ERROR_BAD_VALUE, offsetof(AssetcHpatchHeader, bodySha256), "HpatchHeader.bodySha256");
  if (files->oldSize != header.oldBytes)
    return assetc_impl_fail(&file, ASSETC_ERROR_BAD_VALUE, offsetof(AssetcHpatchHeader, oldBytes), "HpatchHeader.oldBytes");
  patch->files = *files;
  patch->newSize = header.newBytes;
  patch->sections = header.sections;
  memcpy(patch->oldSha256, header.oldSha256, 32);
  memcpy(patch->newSha256, header.newSha256, 32);
  return 1;
}

/* Reads a section's struct and moves past it. Its bytes are inside the patch. */
static int assetc_impl_read_section(AssetcImplPatching *patch, AssetcHpatchSection *section, uint32_t index) {
  AssetcImplFile file = assetc_impl_file(section, sizeof *section, patch->file.error);
  uint64_t stored;
  if (sizeof *section > patch->files->patchSize - patch->at)
    return assetc_impl_fail(&file, ASSETC_ERROR_TRUNCATED, patch->at, "HpatchSection");
  if (!patch->files->readPatch(patch->files->user, patch->at, section, sizeof *section))
    return assetc_impl_fail(&file, ASSETC_ERROR_CALLBACK, patch->at, "readPatch");
  if (!assetc_impl_inspect_hpatch_section(&file, 0)) return 0;
  if (section->kind == ASSETC_HPATCH_SECTION_TABLE && (index > 0 || section->planBytes > 0 || section->differenceBytes > 0))
    return assetc_impl_fail(&file, ASSETC_ERROR_BAD_VALUE, patch->at, "HpatchSection.kind");
  patch->at += sizeof *section;
  stored = (uint64_t)section->planStored + section->literalStored + section->differenceStored;
  if (section->planStored > section->planBytes || section->literalStored > section->literalBytes ||
      section->differenceStored > section->differenceBytes || stored > patch->files->patchSize - patch->at)
    return assetc_impl_fail(&file, ASSETC_ERROR_TRUNCATED, patch->at, "HpatchSection");
  return 1;
}

/* A table needs room for the old table, from which its dictionary is made: 20 bytes more than its columns. */
static size_t assetc_impl_scratch_size(const AssetcHpatchSection *section) {
  const uint64_t stored = assetc_impl_larger(section->literalStored, section->differenceStored);
  const uint64_t table = section->kind == ASSETC_HPATCH_SECTION_TABLE ? (uint64_t)section->dictionaryBytes + 20 : 0;
  return (size_t)assetc_impl_larger(assetc_impl_larger(stored, section->planStored), table);
}

static size_t assetc_impl_section_memory(const AssetcHpatchSection *section) {
  return ASSETC_IMPL_PATCH_PIECE + section->planBytes + section->dictionaryBytes + section->literalBytes +
         section->differenceBytes + assetc_impl_scratch_size(section);
}

static AssetcImplPatching assetc_impl_patching(const AssetcPatch *patch, AssetcError *error) {
  AssetcImplPatching state;
  memset(&state, 0, sizeof state);
  state.files = &patch->files;
  state.file = assetc_impl_file(NULL, 0, error);
  state.at = sizeof(AssetcHpatchHeader);
  state.newSize = patch->newSize;
  assetc_sha256_begin(&state.hash);
  return state;
}

size_t assetc_patch_memory(const AssetcPatch *patch, AssetcError *error) {
  AssetcImplPatching state = assetc_impl_patching(patch, error);
  AssetcHpatchSection section;
  size_t most = ASSETC_IMPL_PATCH_PIECE, wanted;
  uint32_t i;
  for (i = 0; i < patch->sections; i++) {
    if (!assetc_impl_read_section(&state, &section, i)) return 0;
    wanted = assetc_impl_section_memory(&section);
    if (wanted > most) most = wanted;
    state.at += (uint64_t)section.planStored + section.literalStored + section.differenceStored;
  }
  return most;
}

/* Reads the next bytes of a section, which are a frame if they are fewer than they make. */
static int assetc_impl_read_part(
  AssetcImplPatching *patch, unsigned char *out, uint32_t size, uint32_t stored, unsigned char *scratch,
  const unsigned char *dictionary, size_t dictionarySize
) {
  const AssetcPatchFiles *files = patch->files;
  if (stored > 0 && !files->readPatch(files->user, patch->at, stored == size ? out : scratch, stored))
    return assetc_impl_fail(&patch->file, ASSETC_ERROR_CALLBACK, patch->at, "readPatch");
  if (stored < size && files->decompress == NULL)
    return assetc_impl_fail(&patch->file, ASSETC_ERROR_UNSUPPORTED, patch->at, "decompress");
  if (stored < size && files->decompress(files->user, out, size, scratch, stored, dictionary, dictionarySize) != size)
    return assetc_impl_fail(&patch->file, ASSETC_ERROR_CALLBACK, patch->at, "decompress");
  patch->at += stored;
  return 1;
}

/* The places of columns in the bytes of a table: docs/formats/hpatch.md. */
typedef struct AssetcImplColumns {
  uint64_t count, kinds, sizes, shifts, paths;
} AssetcImplColumns;

static int assetc_impl_columns(AssetcImplColumns *columns, uint32_t count, uint64_t size) {
  columns->count = count;
  columns->kinds = 4 + (uint64_t)count * 2;
  columns->sizes = columns->kinds + count;
  columns->shifts = columns->sizes + (uint64_t)count * 8;
  columns->paths = columns->shifts + (uint64_t)count * 8;
  return columns->paths <= size;
}

static void assetc_impl_put_wide(unsigned char *out, uint64_t value, int bytes) {
  int i;
  for (i = 0; i < bytes; i++) out[i] = (unsigned char)(value >> 8 * i);
}

/* Makes the columns of the old pack's table, which are the dictionary of the new ones. */
static int assetc_impl_old_columns(AssetcImplPatching *patch, unsigned char *out, uint32_t size, unsigned char *head) {
  const uint64_t headSize = (uint64_t)size + 20;
  AssetcImplColumns columns;
  uint64_t at = sizeof(AssetcHpackHeader), path, end = headSize, i;
  if (size == 0) return 1;
  if (headSize > patch->files->oldSize || headSize < sizeof(AssetcHpackHeader))
    return assetc_impl_fail(&patch->file, ASSETC_ERROR_BAD_VALUE, patch->at, "dictionaryBytes");
  if (!patch->files->readOld(patch->files->user, 0, head, (size_t)headSize))
    return assetc_impl_fail(&patch->file, ASSETC_ERROR_CALLBACK, patch->at, "readOld");
  if (assetc_read_u64(head + offsetof(AssetcHpackHeader, tocBytes)) != headSize - sizeof(AssetcHpackHeader) ||
      !assetc_impl_columns(&columns, assetc_read_u32(head + offsetof(AssetcHpackHeader, count)), size))
    return assetc_impl_fail(&patch->file, ASSETC_ERROR_BAD_VALUE, patch->at, "dictionaryBytes");
  assetc_impl_put_wide(out, columns.count, 4);
  path = columns.paths;
  for (i = 0; i < columns.count; i++) {
    const unsigned char *p = head + at;
    uint32_t length;
    if (at + ASSETC_HPACK_ENTRY_HEAD_SIZE > headSize)
      return assetc_impl_fail(&patch->file, ASSETC_ERROR_BAD_VALUE, patch->at, "dictionaryBytes");
    length = assetc_hpack_entry_head_path_len(p);
    at += ASSETC_HPACK_ENTRY_HEAD_SIZE;
    if (length > headSize - at || length > size - path)
      return assetc_impl_fail(&patch->file, ASSETC_ERROR_BAD_VALUE, patch->at, "dictionaryBytes");
    assetc_impl_put_wide(out + 4 + i * 2, length, 2);
    out[columns.kinds + i] = assetc_hpack_entry_head_kind(p);
    assetc_impl_put_wide(out + columns.sizes + i * 8, assetc_hpack_entry_head_size(p), 8);
    assetc_impl_put_wide(out + columns.shifts + i * 8, assetc_hpack_entry_head_offset(p) - assetc_impl_payload_up(end), 8);
    memcpy(out + path, head + at, length);
    end = assetc_hpack_entry_head_offset(p) + assetc_hpack_entry_head_size(p);
    at += length;
    path += length;
  }
  if (path == size) return 1;
  return assetc_impl_fail(&patch->file, ASSETC_ERROR_BAD_VALUE, patch->at, "dictionaryBytes");
}

/* Writes header and table of the new pack from their columns, and the zeros that follow. */
static int assetc_impl_put_table(AssetcImplPatching *patch, const unsigned char *in, uint32_t size) {
  AssetcImplColumns columns;
  unsigned char head[sizeof(AssetcHpackHeader)];
  uint64_t end = (uint64_t)size + 20, path, i, padding;
  memset(head, 0, sizeof head);
  if (size < 4 || !assetc_impl_columns(&columns, assetc_read_u32(in), size))
    return assetc_impl_fail(&patch->file, ASSETC_ERROR_BAD_VALUE, patch->at, "columns");
  assetc_impl_put_wide(head + offsetof(AssetcHpackHeader, magic), ASSETC_HPACK_MAGIC, 4);
  assetc_impl_put_wide(head + offsetof(AssetcHpackHeader, version), ASSETC_HPACK_VERSION, 4);
  assetc_impl_put_wide(head + offsetof(AssetcHpackHeader, count), columns.count, 4);
  assetc_impl_put_wide(head + offsetof(AssetcHpackHeader, tocBytes), end - sizeof head, 8);
  if (!assetc_impl_patch_put(patch, ASSETC_IMPL_BYTES, head, 0, sizeof head)) return 0;
  path = columns.paths;
  for (i = 0; i < columns.count; i++) {
    const uint32_t length = assetc_read_u16(in + 4 + i * 2);
    const uint64_t entrySize = assetc_read_u64(in + columns.sizes + i * 8);
    const uint64_t offset = assetc_impl_payload_up(end) + assetc_read_u64(in + columns.shifts + i * 8);
    if (length > size - path || offset > ASSETC_IMPL_PATCH_MAX_NUMBER || entrySize > ASSETC_IMPL_PATCH_MAX_NUMBER - offset)
      return assetc_impl_fail(&patch->file, ASSETC_ERROR_BAD_VALUE, patch->at, "columns");
    assetc_impl_put_wide(head + ASSETC_HPACK_ENTRY_HEAD_OFFSET_OFFSET, offset, 8);
    assetc_impl_put_wide(head + ASSETC_HPACK_ENTRY_HEAD_SIZE_OFFSET, entrySize, 8);
    head[ASSETC_HPACK_ENTRY_HEAD_KIND_OFFSET] = in[columns.kinds + i];
    assetc_impl_put_wide(head + ASSETC_HPACK_ENTRY_HEAD_PATH_LEN_OFFSET, length, 2);
    if (!assetc_impl_patch_put(patch, ASSETC_IMPL_BYTES, head, 0, ASSETC_HPACK_ENTRY_HEAD_SIZE) ||
        !assetc_impl_patch_put(patch, ASSETC_IMPL_BYTES, in + path, 0, length))
      return 0;
    path += length;
    end = offset + entrySize;
  }
  if (path != size) return assetc_impl_fail(&patch->file, ASSETC_ERROR_BAD_VALUE, patch->at, "columns");
  padding = assetc_impl_payload_up(patch->written) - patch->written;
  if (padding > patch->newSize - patch->written) padding = patch->newSize - patch->written;
  return assetc_impl_patch_put(patch, ASSETC_IMPL_ZEROS, NULL, 0, padding);
}

/* Reads the ranges of the old pack that are the dictionary. */
static int assetc_impl_read_dictionary(
  AssetcImplPatching *patch, AssetcImplVarints *plan, unsigned char *out, uint64_t room
) {
  uint64_t left = assetc_impl_varint(plan);
  int64_t expected = 0;
  for (; left > 0 && !plan->isBad; left--) {
    const int64_t offset = expected + assetc_impl_signed_varint(plan);
    const uint64_t length = assetc_impl_varint(plan);
    if (plan->isBad) break;
    if (!assetc_impl_old_range(patch, offset, length)) return 0;
    if (length > room) return assetc_impl_fail(&patch->file, ASSETC_ERROR_BAD_VALUE, patch->at, "dictionaryBytes");
    if (length > 0 && !patch->files->readOld(patch->files->user, (uint64_t)offset, out, (size_t)length))
      return assetc_impl_fail(&patch->file, ASSETC_ERROR_CALLBACK, patch->at, "readOld");
    out += length;
    room -= length;
    expected = offset + (int64_t)length;
  }
  if (plan->isBad) return assetc_impl_fail(&patch->file, ASSETC_ERROR_BAD_VALUE, patch->at, "plan");
  return room == 0 ? 1 : assetc_impl_fail(&patch->file, ASSETC_ERROR_BAD_VALUE, patch->at, "dictionaryBytes");
}

static int assetc_impl_apply_section(AssetcImplPatching *patch, const AssetcHpatchSection *section, unsigned char *memory) {
  unsigned char *plan = memory, *dictionary = plan + section->planBytes, *literals = dictionary + section->dictionaryBytes;
  unsigned char *differences = literals + section->literalBytes, *scratch = differences + section->differenceBytes;
  const int isTable = section->kind == ASSETC_HPATCH_SECTION_TABLE;
  AssetcImplVarints numbers;
  if (!assetc_impl_read_part(patch, plan, section->planBytes, section->planStored, scratch, NULL, 0)) return 0;
  numbers.bytes = plan;
  numbers.size = section->planBytes;
  numbers.at = 0;
  numbers.isBad = 0;
  if (!(isTable ? assetc_impl_old_columns(patch, dictionary, section->dictionaryBytes, scratch)
                : assetc_impl_read_dictionary(patch, &numbers, dictionary, section->dictionaryBytes)))
    return 0;
  if (!assetc_impl_read_part(
        patch, literals, section->literalBytes, section->literalStored, scratch, dictionary, section->dictionaryBytes
      ) ||
      !assetc_impl_read_part(patch, differences, section->differenceBytes, section->differenceStored, scratch, NULL, 0))
    return 0;
  if (isTable) return assetc_impl_put_table(patch, literals, section->literalBytes);
  return assetc_impl_run_plan(patch, &numbers, section, literals, differences);
}

int assetc_patch_apply(const AssetcPatch *patch, void *memory, size_t memorySize, AssetcError *error) {
  AssetcImplPatching state = assetc_impl_patching(patch, error);
  const AssetcPatchFiles *files = &patch->files;
  AssetcHpatchSection section;
  unsigned char digest[32];
  uint32_t i;
  int isOld = 0;
  if (!assetc_impl_hash_from(files->readOld, files->user, 0, files->oldSize, patch->oldSha256, &isOld))
    return assetc_impl_fail(&state.file, ASSETC_ERROR_CALLBACK, 0, "readOld");
  if (!isOld)
    return assetc_impl_fail(&state.file, ASSETC_ERROR_BAD_VALUE, offsetof(AssetcHpatchHeader, oldSha256), "HpatchHeader.oldSha256");
  state.piece = (unsigned char *)memory;
  for (i = 0; i < patch->sections; i++) {
    if (!assetc_impl_read_section(&state, &section, i)) return 0;
    if (assetc_impl_section_memory(&section) > memorySize)
      return assetc_impl_fail(&state.file, ASSETC_ERROR_MEMORY, state.at, "memory");
    if (!assetc_impl_apply_section(&state, &section, (unsigned char *)memory + ASSETC_IMPL_PATCH_PIECE)) return 0;
  }
  if (state.at != files->patchSize) return assetc_impl_fail(&state.file, ASSETC_ERROR_TRAILING_BYTES, state.at, "file");
  if (state.written != patch->newSize || !assetc_impl_patch_flush(&state))
    return assetc_impl_fail(&state.file, ASSETC_ERROR_BAD_VALUE, offsetof(AssetcHpatchHeader, newBytes), "HpatchHeader.newBytes");
  assetc_sha256_end(&state.hash, digest);
  if (memcmp(digest, patch->newSha256, 32) == 0) return 1;
  return assetc_impl_fail(&state.file, ASSETC_ERROR_BAD_VALUE, offsetof(AssetcHpatchHeader, newSha256), "HpatchHeader.newSha256");
}
