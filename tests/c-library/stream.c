/*
 * Streams packs from memory: { u32 size, bytes } each. Every read is counted, and with an argument "log" printed with what has been loaded.
 * Arguments: log or quiet, bytes of the first read of a texture, longest side of a small level, and every which read fails (0: none).
 */
#define ASSETC_IMPLEMENTATION
#include "assetc.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Source {
  const unsigned char *bytes;
  uint64_t size;
  uint32_t failEvery, calls;
  int isLogged;
} Source;

static int read_source(void *user, uint64_t offset, void *to, size_t size) {
  Source *source = (Source *)user;
  source->calls++;
  if (source->failEvery > 0 && source->calls % source->failEvery == 0) return 0;
  if (offset > source->size || size > source->size - offset) abort();
  memcpy(to, source->bytes + offset, size);
  if (source->isLogged) printf("read %" PRIu64 " %zu\n", offset, size);
  return 1;
}

static void *memory_of(uint64_t size) {
  void *memory = malloc(size == 0 ? 1 : (size_t)size);
  if (memory == NULL) abort();
  return memory;
}

/* Whether a call that failed is worth another try. */
static int is_retried(const AssetcError *error) { return error->code == ASSETC_ERROR_CALLBACK; }

typedef struct Texture {
  AssetcStreamTexture texture;
  void *memory;
  uint32_t next; /* Levels below have not been loaded. */
} Texture;

/* Levels up to a size, the smallest first. */
static int load_levels(const Source *source, Texture *texture, uint32_t maxSide) {
  AssetcTextureLevel level;
  AssetcError error;
  while (texture->next > 0) {
    uint32_t i = texture->next - 1;
    uint64_t size = assetc_stream_level_size(&texture->texture, i);
    void *to = size == 0 ? NULL : memory_of(size);
    const AssetcKtx2Header *header = texture->texture.texture.header;
    int isLarge = header->pixelWidth >> i > maxSide || header->pixelHeight >> i > maxSide, isDone = isLarge;
    while (!isDone && !assetc_stream_level(&texture->texture, i, to, (size_t)size, &level, &error)) {
      if (is_retried(&error)) continue;
      if (source->isLogged) printf("refused %s %s\n", assetc_error_name(error.code), error.field);
      isDone = 1;
      isLarge = 1;
    }
    if (!isLarge && source->isLogged)
      printf("level %.*s %u %u %u %016" PRIx64 "\n", (int)texture->texture.entry.path.length, texture->texture.entry.path.data, i,
             level.width, level.height, assetc_xxh3(level.stored, level.storedSize));
    free(to);
    if (isLarge) return 0;
    texture->next--;
  }
  return 1;
}

/* All pages; their bytes are at their places in the memory. */
static void load_mesh(Source *source, AssetcStream *stream, const AssetcStreamEntry *entry) {
  AssetcPageRange ranges[ASSETC_PAGE_RANGES_MAX];
  AssetcClusterView view = { { 0, 0, 3 }, 1000, 1, 0 };
  AssetcStreamMesh mesh;
  AssetcError error;
  void *memory = memory_of(entry->size);
  uint32_t failEvery = source->failEvery, i, count;
  int isOpen;
  /* Opening starts again after a failed read. */
  source->failEvery = 0;
  isOpen = assetc_stream_mesh(&mesh, stream, entry, memory, (size_t)entry->size, &error);
  source->failEvery = failEvery;
  if (!isOpen && source->isLogged)
    printf("no mesh %.*s %s %s\n", (int)entry->path.length, entry->path.data, assetc_error_name(error.code), error.field);
  while (isOpen && mesh.pageCount < mesh.mesh.clusterPageCount) {
    count = assetc_stream_page_ranges(&mesh, mesh.pageCount, ranges);
    if (!assetc_stream_next_page(&mesh, &error)) {
      if (is_retried(&error)) continue;
      if (source->isLogged) printf("refused %s %s\n", assetc_error_name(error.code), error.field);
      break;
    }
    view.pageCount = mesh.pageCount;
    for (i = 0; i < count && source->isLogged; i++)
      printf("range %.*s %u %" PRIu64 " %" PRIu64 " %016" PRIx64 "\n", (int)entry->path.length, entry->path.data, mesh.pageCount - 1,
             ranges[i].offset, ranges[i].size, assetc_xxh3(mesh.memory + ranges[i].offset, (size_t)ranges[i].size));
    count = assetc_select_clusters(&mesh.mesh, &view, NULL, 0);
    if (source->isLogged)
      printf("drawn %.*s %u %u held %" PRIu64 "\n", (int)entry->path.length, entry->path.data, mesh.pageCount, count, stream->heldBytes);
  }
  if (isOpen) assetc_stream_release_mesh(&mesh);
  free(memory);
}

static int has_kind(const AssetcStreamEntry *entry, uint8_t kind) { return entry->kind == kind; }

static void stream_textures(const Source *source, AssetcStream *stream, size_t firstSize, uint32_t maxSide, uint64_t count) {
  Texture *textures = (Texture *)memory_of(count * sizeof *textures);
  AssetcStreamEntry entry;
  AssetcError error;
  uint64_t cursor = 0, found = 0, i;
  while (assetc_stream_next(stream, &cursor, &entry)) {
    Texture *texture = &textures[found];
    int isOpen;
    if (!has_kind(&entry, ASSETC_HPACK_KIND_KTX2)) continue;
    texture->memory = memory_of(firstSize);
    do isOpen = assetc_stream_texture(&texture->texture, stream, &entry, texture->memory, firstSize, &error);
    while (!isOpen && is_retried(&error));
    if (!isOpen && source->isLogged)
      printf("no texture %.*s %s %s\n", (int)entry.path.length, entry.path.data, assetc_error_name(error.code), error.field);
    if (isOpen) {
      texture->next = texture->texture.texture.levelCount;
      load_levels(source, texture, maxSide);
      found++;
    } else free(texture->memory);
  }
  if (source->isLogged) printf("small held %" PRIu64 "\n", stream->heldBytes);
  for (i = 0; i < found; i++) {
    load_levels(source, &textures[i], UINT32_MAX);
    assetc_stream_release_texture(&textures[i].texture);
    free(textures[i].memory);
  }
  free(textures);
}

static void stream_pack(Source *source, size_t firstSize, uint32_t maxSide, uint64_t budget) {
  AssetcStream stream;
  AssetcStreamEntry entry, same;
  AssetcError error = { ASSETC_OK, 0, NULL };
  void *directory = NULL;
  uint64_t cursor = 0, count = 0;
  int isOpen;
  do isOpen = assetc_stream_begin(&stream, read_source, source, source->size, &error);
  while (!isOpen && is_retried(&error));
  if (isOpen) {
    directory = memory_of(stream.directorySize);
    do isOpen = assetc_stream_open(&stream, directory, (size_t)stream.directorySize, &error);
    while (!isOpen && is_retried(&error));
  }
  printf("pack %s %" PRIu64 "\n", isOpen ? "ok" : assetc_error_name(error.code), isOpen ? 0 : error.offset);
  if (isOpen) {
    stream.budget = budget;
    while (assetc_stream_next(&stream, &cursor, &entry)) {
      if (!assetc_stream_find(&stream, entry.path.data, entry.path.length, &same) || same.offset != entry.offset) abort();
      count++;
    }
    stream_textures(source, &stream, firstSize, maxSide, count);
    for (cursor = 0; assetc_stream_next(&stream, &cursor, &entry);)
      if (has_kind(&entry, ASSETC_HPACK_KIND_HMESH)) load_mesh(source, &stream, &entry);
    if (stream.heldBytes != 0) abort();
  }
  free(directory);
}

int main(int argc, char **argv) {
  unsigned char head[4];
  if (argc != 6) return 2;
  while (fread(head, 1, 4, stdin) == 4) {
    uint64_t size = assetc_read_u32(head);
    unsigned char *bytes = (unsigned char *)memory_of(size);
    Source source = { NULL, 0, 0, 0, 0 };
    if (fread(bytes, 1, (size_t)size, stdin) != size) return 3;
    source.bytes = bytes;
    source.size = size;
    source.failEvery = (uint32_t)strtoul(argv[4], NULL, 10);
    source.isLogged = strcmp(argv[1], "log") == 0;
    stream_pack(&source, (size_t)strtoul(argv[2], NULL, 10), (uint32_t)strtoul(argv[3], NULL, 10), strtoull(argv[5], NULL, 10));
    free(bytes);
  }
  return 0;
}
