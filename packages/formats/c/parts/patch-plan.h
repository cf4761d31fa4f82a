/* ---- Patches: what turns one pack into another, applied in constant memory. ---- */

/* Reads `size` bytes at `offset`; returns 1 on success. */
typedef int (*AssetcReadAt)(void *user, uint64_t offset, void *out, size_t size);
/* Takes bytes of the new pack, which are from `offset` on and follow those before; returns 1 on success. */
typedef int (*AssetcWriteAt)(void *user, uint64_t offset, const void *bytes, size_t size);
/*
 * Decompresses a Zstandard frame to at most `outSize` bytes and returns their number; any other number than `outSize` means failure. Call
  * ZSTD_decompress_usingDict, with a dictionary of 0 bytes if there is none.
 */
typedef size_t (*AssetcDecompressWith)(
  void *user, void *out, size_t outSize, const void *in, size_t inSize, const void *dictionary, size_t dictionarySize
);

/* The files of a patch, as the caller reads and writes them. */
typedef struct AssetcPatchFiles {
  AssetcReadAt readOld;
  uint64_t oldSize;
  AssetcReadAt readPatch;
  uint64_t patchSize;
  AssetcWriteAt write;
  AssetcDecompressWith decompress; /* NULL if there is none: then compressed patches are refused. */
  void *user; /* Passed to each. */
} AssetcPatchFiles;

/* An open patch. A pack with another SHA-256 than oldSha256 is refused; one with newSha256 needs no patch. */
typedef struct AssetcPatch {
  AssetcPatchFiles files;
  uint64_t newSize;
  uint32_t sections;
  unsigned char oldSha256[32];
  unsigned char newSha256[32];
} AssetcPatch;

/* No patch needs more memory than this. */
#define ASSETC_PATCH_MAX_MEMORY ((size_t)22 << 20)

/* @implementation */

#define ASSETC_IMPL_PATCH_PIECE ((size_t)1 << 16)
#define ASSETC_IMPL_PATCH_MAX_NUMBER ((UINT64_C(1) << 53) - 1)

/* What a patch is applied with. The output is collected in pieces. */
typedef struct AssetcImplPatching {
  const AssetcPatchFiles *files;
  AssetcImplFile file; /* For errors only. */
  uint64_t at; /* In the patch. */
  uint64_t written, newSize;
  unsigned char *piece;
  size_t pieceSize;
  AssetcSha256 hash;
} AssetcImplPatching;

/* Numbers of seven bits a byte. */
typedef struct AssetcImplVarints {
  const unsigned char *bytes;
  size_t size, at;
  int isBad;
} AssetcImplVarints;

static uint64_t assetc_impl_varint(AssetcImplVarints *in) {
  uint64_t value = 0;
  uint32_t shift;
  for (shift = 0; shift <= 49 && in->at < in->size; shift += 7) {
    unsigned char byte = in->bytes[in->at++];
    value += (uint64_t)(byte & 127) << shift;
    if (value > ASSETC_IMPL_PATCH_MAX_NUMBER) break;
    if (byte < 128) return value;
  }
  in->isBad = 1;
  return 0;
}

static int64_t assetc_impl_signed_varint(AssetcImplVarints *in) {
  uint64_t value = assetc_impl_varint(in);
  return value % 2 == 0 ? (int64_t)(value / 2) : -(int64_t)((value + 1) / 2);
}

/* Reads where a range of the old pack begins, relative to an expected place. Returns whether the range is inside. */
static int assetc_impl_old_range(const AssetcImplPatching *patch, int64_t offset, uint64_t length) {
  const uint64_t size = patch->files->oldSize;
  if (offset >= 0 && length <= size && (uint64_t)offset <= size - length) return 1;
  return assetc_impl_fail(&patch->file, ASSETC_ERROR_BAD_RANGE, patch->at, "plan: outside the old pack");
}

static int assetc_impl_patch_flush(AssetcImplPatching *patch) {
  const uint64_t start = patch->written - patch->pieceSize;
  if (patch->pieceSize == 0) return 1;
  assetc_sha256_add(&patch->hash, patch->piece, patch->pieceSize);
  if (!patch->files->write(patch->files->user, start, patch->piece, patch->pieceSize))
    return assetc_impl_fail(&patch->file, ASSETC_ERROR_CALLBACK, patch->at, "write");
  patch->pieceSize = 0;
  return 1;
}

/* What a piece is filled with. */
typedef enum AssetcImplFill { ASSETC_IMPL_ZEROS, ASSETC_IMPL_BYTES, ASSETC_IMPL_OLD, ASSETC_IMPL_SUM } AssetcImplFill;

/* Adds bytes to the output: zeros, the given ones, those of the old pack, or the sum of both. */
static int assetc_impl_patch_put(
  AssetcImplPatching *patch, AssetcImplFill fill, const unsigned char *bytes, uint64_t old, uint64_t length
) {
  if (length > patch->newSize - patch->written)
    return assetc_impl_fail(&patch->file, ASSETC_ERROR_BAD_VALUE, patch->at, "newBytes: the plan makes more");
  while (length > 0) {
    const size_t room = ASSETC_IMPL_PATCH_PIECE - patch->pieceSize, count = length < room ? (size_t)length : room;
    unsigned char *out = patch->piece + patch->pieceSize;
    size_t i;
    if (fill == ASSETC_IMPL_ZEROS) memset(out, 0, count);
    if (fill == ASSETC_IMPL_BYTES) memcpy(out, bytes, count);
    if (fill >= ASSETC_IMPL_OLD && !patch->files->readOld(patch->files->user, old, out, count))
      return assetc_impl_fail(&patch->file, ASSETC_ERROR_CALLBACK, patch->at, "readOld");
    if (fill == ASSETC_IMPL_SUM)
      for (i = 0; i < count; i++) out[i] = (unsigned char)(out[i] + bytes[i]);
    if (bytes != NULL) bytes += count;
    old += count;
    length -= count;
    patch->pieceSize += count;
    patch->written += count;
    if (patch->pieceSize == ASSETC_IMPL_PATCH_PIECE && !assetc_impl_patch_flush(patch)) return 0;
  }
  return 1;
}

static uint64_t assetc_impl_payload_up(uint64_t at) {
  return (at + ASSETC_HPACK_PAYLOAD_ALIGNMENT - 1) / ASSETC_HPACK_PAYLOAD_ALIGNMENT * ASSETC_HPACK_PAYLOAD_ALIGNMENT;
}

/* Runs the commands of a plan up to its end. They use all literals and differences. */
static int assetc_impl_run_plan(
  AssetcImplPatching *patch, AssetcImplVarints *plan, const AssetcHpatchSection *section, const unsigned char *literals,
  const unsigned char *differences
) {
  uint64_t literalsLeft = section->literalBytes, differencesLeft = section->differenceBytes;
  int64_t expected = 0;
  while (plan->at < plan->size) {
    const uint64_t number = assetc_impl_varint(plan), length = number / ASSETC_HPATCH_COMMAND_LENGTH;
    const uint64_t command = number % ASSETC_HPATCH_COMMAND_PAD;
    const int isPadded = number / ASSETC_HPATCH_COMMAND_PAD % 2 == 1;
    if (plan->isBad || command > ASSETC_HPATCH_COMMAND_ADD)
      return assetc_impl_fail(&patch->file, ASSETC_ERROR_BAD_VALUE, patch->at, "plan");
    if (command == ASSETC_HPATCH_COMMAND_LITERAL) {
      if (length > literalsLeft) return assetc_impl_fail(&patch->file, ASSETC_ERROR_TRUNCATED, patch->at, "literals");
      if (!assetc_impl_patch_put(patch, ASSETC_IMPL_BYTES, literals, 0, length)) return 0;
      literals += length;
      literalsLeft -= length;
    } else {
      const int isSum = command == ASSETC_HPATCH_COMMAND_ADD;
      const int64_t offset = expected + assetc_impl_signed_varint(plan);
      if (plan->isBad) return assetc_impl_fail(&patch->file, ASSETC_ERROR_BAD_VALUE, patch->at, "plan");
      if (!assetc_impl_old_range(patch, offset, length)) return 0;
      if (isSum && length > differencesLeft)
        return assetc_impl_fail(&patch->file, ASSETC_ERROR_TRUNCATED, patch->at, "differences");
      if (!assetc_impl_patch_put(
            patch, isSum ? ASSETC_IMPL_SUM : ASSETC_IMPL_OLD, isSum ? differences : NULL, (uint64_t)offset, length
          ))
        return 0;
      if (isSum) {
        differences += length;
        differencesLeft -= length;
      }
      expected = offset + (int64_t)length;
      if (isPadded) expected = (int64_t)assetc_impl_payload_up((uint64_t)expected);
    }
    if (isPadded &&
        !assetc_impl_patch_put(patch, ASSETC_IMPL_ZEROS, NULL, 0, assetc_impl_payload_up(patch->written) - patch->written))
      return 0;
  }
  if (literalsLeft == 0 && differencesLeft == 0) return 1;
  return assetc_impl_fail(&patch->file, ASSETC_ERROR_BAD_VALUE, patch->at, "plan: bytes are left");
}
