/*
 * Transcodes every level of a UASTC texture and writes the blocks one after another, the largest level first: the data that a
  * program would pass to glCompressedTexSubImage2D or copy into a staging buffer.
 *
 *   cc -std=c99 -O2 -I packages/formats/c packages/formats/c/example/transcode-texture.c -o transcode-texture -lm
 *   ./transcode-texture chair.ktx2 bc7 chair.bc7
 *
 * Levels packed with Zstandard need its library: see `decompress` below.
 */
#define ASSETC_IMPLEMENTATION
#define ASSETC_MAP_FILES
#include "assetc.h"

#include "utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static int fail(const char *path, const char *why) {
  fprintf(stderr, "%s: %s\n", path, why);
  return 1;
}

/* With libzstd: return ZSTD_decompress(out, outSize, in, inSize). */
static size_t decompress(void *user, uint32_t scheme, void *out, size_t outSize, const void *in, size_t inSize) {
  (void)user, (void)scheme, (void)out, (void)outSize, (void)in, (void)inSize;
  return 0;
}

static int find_target(const char *name, AssetcTarget *target) {
  static const char *const names[] = {
    "rgba8", "astc-4x4", "bc7", "bc1", "bc3", "bc4", "bc5", "bc5-ra", "etc2-rgb", "etc2-rgba", "eac-r11", "eac-rg11",
    "eac-rg11-ra"
  };
  size_t i;
  for (i = 0; i < sizeof names / sizeof names[0]; i++)
    if (strcmp(name, names[i]) == 0) {
      *target = (AssetcTarget)i;
      return 1;
    }
  return 0;
}

/* The buffers have the size of level 0: every other level is smaller. */
static int write_levels(
  const char *path, const AssetcTexture *texture, AssetcTarget target, unsigned char *blocks, unsigned char *made, FILE *out
) {
  uint32_t i;
  for (i = 0; i < texture->levelCount; i++) {
    AssetcTextureLevel level = assetc_texture_level(texture, i);
    uint32_t images = level.layers * level.faces;
    size_t size = assetc_transcode_level_size(level.width, level.height, images, target);
    AssetcError error;
    if (!assetc_texture_read_level(texture, i, blocks, level.size, decompress, NULL, &error))
      return fail(path, "a level cannot be decompressed without Zstandard");
    if (assetc_transcode_level(blocks, level.size, level.width, level.height, images, target, made, size) != ASSETC_OK)
      return fail(path, "a level is too short");
    if (fwrite(made, 1, size, out) != size) return fail(path, "cannot be written");
    printf("level %" PRIu32 ": %" PRIu32 " x %" PRIu32 ", %zu bytes\n", i, level.width, level.height, size);
  }
  return 0;
}

int main(int argc, char **argv) {
  AssetcTexture texture;
  AssetcTextureLevel largest;
  AssetcTarget target;
  AssetcError error;
  AssetcMappedFile file;
  unsigned char *blocks, *made;
  FILE *out;
  int status;
  argv = utf8_arguments(&argc, argv);
  if (argc != 4 || !find_target(argv[2], &target)) return fail("usage", "transcode-texture <texture.ktx2> <target> <out>");
  if (!assetc_map_file(&file, argv[1])) return fail(argv[1], "cannot be read");
  if (!assetc_texture_open(&texture, file.bytes, file.size, &error)) return fail(argv[1], assetc_error_name(error.code));
  if (texture.colorModel != ASSETC_KTX2_MODEL_UASTC) return fail(argv[1], "is not UASTC");
  largest = assetc_texture_level(&texture, 0);
  blocks = (unsigned char *)malloc(largest.size);
  made = (unsigned char *)malloc(
    assetc_transcode_level_size(largest.width, largest.height, largest.layers * largest.faces, target)
  );
  out = open_to_write(argv[3]);
  if (blocks == NULL || made == NULL || out == NULL) return fail(argv[3], "cannot be written");
  status = write_levels(argv[1], &texture, target, blocks, made, out);
  fclose(out);
  free(made);
  free(blocks);
  assetc_unmap_file(&file);
  return status;
}
