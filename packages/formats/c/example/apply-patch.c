/*
 * Applies a patch of "assetc pack diff": writes the new pack next to where it goes, then renames it. Run it again after an interruption.
 *
 *   cc -std=c99 -O2 -DWITH_ZSTD -I packages/formats/c packages/formats/c/example/apply-patch.c -o apply-patch -lzstd -lm
 *   ./apply-patch game.hpack update.hpatch game.hpack
 *
 * Needs 22 MiB of memory at most, for packs of any size. Without WITH_ZSTD it applies only patches that are not compressed.
 */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64
#define ASSETC_IMPLEMENTATION
#include "assetc.h"

#include "utf8.h"

#include <stdio.h>
#include <stdlib.h>
#ifdef WITH_ZSTD
#include <zstd.h>
#endif
#ifdef _WIN32
#define seek_to _fseeki64
#define size_at _ftelli64
#define sync_file(file) _commit(_fileno(file))
#else
#include <unistd.h>
#define seek_to fseeko
#define size_at ftello
#define sync_file(file) fsync(fileno(file))
#endif

typedef struct File {
  FILE *file;
  uint64_t at, size;
} File;

typedef struct Update {
  File old, patch, next;
  uint64_t left; /* Bytes that an earlier run wrote. */
  int differs; /* Whether they are others than those of the new pack. */
} Update;

static int open_file(File *file, const char *path, const char *mode) {
  file->file = open_utf8(path, mode);
  file->at = UINT64_MAX;
  if (file->file == NULL || seek_to(file->file, 0, SEEK_END) != 0) return 0;
  file->size = (uint64_t)size_at(file->file);
  return 1;
}

static int read_at(File *file, uint64_t offset, void *out, size_t size) {
  if (file->at != offset && seek_to(file->file, (int64_t)offset, SEEK_SET) != 0) return 0;
  if (fread(out, 1, size, file->file) != size) return 0;
  file->at = offset + size;
  return 1;
}

static int read_old(void *user, uint64_t offset, void *out, size_t size) {
  return read_at(&((Update *)user)->old, offset, out, size);
}

static int read_patch(void *user, uint64_t offset, void *out, size_t size) {
  return read_at(&((Update *)user)->patch, offset, out, size);
}

/* Compares what an earlier run wrote, and writes the rest. */
static int write_next(void *user, uint64_t offset, const void *bytes, size_t size) {
  Update *update = (Update *)user;
  const unsigned char *from = (const unsigned char *)bytes;
  unsigned char found[4096];
  while (size > 0 && offset < update->left) {
    size_t count = size < sizeof found ? size : sizeof found;
    if (count > update->left - offset) count = (size_t)(update->left - offset);
    if (!read_at(&update->next, offset, found, count) || memcmp(found, from, count) != 0) {
      update->differs = 1;
      return 0;
    }
    offset += count;
    from += count;
    size -= count;
  }
  if (size == 0) return 1;
  if (update->next.at != offset && seek_to(update->next.file, (int64_t)offset, SEEK_SET) != 0) return 0;
  update->next.at = offset + size;
  /* Between reading and writing a file must be positioned. */
  if (offset == update->left && seek_to(update->next.file, (int64_t)offset, SEEK_SET) != 0) return 0;
  return fwrite(from, 1, size, update->next.file) == size;
}

static size_t decompress(
  void *user, void *out, size_t outSize, const void *in, size_t inSize, const void *dictionary, size_t dictionarySize
) {
  size_t size = 0;
#ifdef WITH_ZSTD
  ZSTD_DCtx *context = ZSTD_createDCtx();
  if (context != NULL) size = ZSTD_decompress_usingDict(context, out, outSize, in, inSize, dictionary, dictionarySize);
  ZSTD_freeDCtx(context);
#else
  (void)out, (void)outSize, (void)in, (void)inSize, (void)dictionary, (void)dictionarySize;
#endif
  (void)user;
  return size;
}

static int apply(Update *update, AssetcError *error) {
  AssetcPatchFiles files;
  AssetcPatch patch;
  size_t size;
  void *memory;
  int isApplied;
  memset(&files, 0, sizeof files);
  files.readOld = read_old;
  files.oldSize = update->old.size;
  files.readPatch = read_patch;
  files.patchSize = update->patch.size;
  files.write = write_next;
  files.decompress = decompress;
  files.user = update;
  if (!assetc_patch_open(&patch, &files, error)) return 0;
  if (update->left > patch.newSize) update->differs = 1;
  size = assetc_patch_memory(&patch, error);
  if (size == 0 || update->differs) return 0;
  memory = malloc(size);
  isApplied = memory != NULL && assetc_patch_apply(&patch, memory, size, error);
  free(memory);
  return isApplied;
}

/* Closes what is open. Returns whether everything is on the disk. */
static int close_files(Update *update) {
  int isWritten = update->next.file != NULL && fflush(update->next.file) == 0 && sync_file(update->next.file) == 0;
  if (update->next.file != NULL && fclose(update->next.file) != 0) isWritten = 0;
  if (update->old.file != NULL) fclose(update->old.file);
  if (update->patch.file != NULL) fclose(update->patch.file);
  return isWritten;
}

/* `mode`: "r+b" continues what an earlier run wrote, "w+b" begins again. */
static int run(char **paths, const char *part, const char *mode, int *differs, AssetcError *error) {
  Update update;
  int isApplied;
  memset(&update, 0, sizeof update);
  if (mode[0] == 'r' && !open_file(&update.next, part, mode)) mode = "w+b";
  isApplied = open_file(&update.old, paths[1], "rb") && open_file(&update.patch, paths[2], "rb") &&
              (update.next.file != NULL || open_file(&update.next, part, mode));
  if (!isApplied) error->field = "a file cannot be opened";
  update.left = update.next.size;
  isApplied = isApplied && apply(&update, error);
  *differs = update.differs;
  return close_files(&update) && isApplied;
}

int main(int argc, char **argv) {
  AssetcError error = { ASSETC_OK, 0, "" };
  int differs = 0, isApplied;
  char *part;
  argv = utf8_arguments(&argc, argv);
  if (argc != 4) {
    fprintf(stderr, "usage: apply-patch <old.hpack> <update.hpatch> <new.hpack>\n");
    return 2;
  }
  part = (char *)malloc(strlen(argv[3]) + 6);
  if (part == NULL) return 1;
  memcpy(part, argv[3], strlen(argv[3]));
  memcpy(part + strlen(argv[3]), ".part", 6);
  isApplied = run(argv, part, "r+b", &differs, &error) || (differs && run(argv, part, "w+b", &differs, &error));
  if (!isApplied) fprintf(stderr, "%s: %s: %s\n", argv[2], assetc_error_name(error.code), error.field);
  if (isApplied) isApplied = replace_file(part, argv[3]);
  free(part);
  return isApplied ? 0 : 1;
}
