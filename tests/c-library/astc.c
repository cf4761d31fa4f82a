/*
 * Decodes levels of ASTC for a test: astc <vkFormat> <width> <height> <images> <in> <out>. Writes RGBA8, then RGBA16F. Buffers have exactly
 * the size passed to the functions, so that sanitizers see every read and write outside of them.
 */
#define ASSETC_IMPLEMENTATION
#include "assetc.h"

#include <stdio.h>
#include <stdlib.h>

static unsigned char *read_whole(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  unsigned char *bytes = NULL;
  long length;
  if (file == NULL) return NULL;
  if (fseek(file, 0, SEEK_END) == 0 && (length = ftell(file)) >= 0 && fseek(file, 0, SEEK_SET) == 0) {
    *size = (size_t)length;
    bytes = (unsigned char *)malloc(*size);
    if (bytes != NULL && fread(bytes, 1, *size, file) != *size) {
      free(bytes);
      bytes = NULL;
    }
  }
  fclose(file);
  return bytes;
}

int main(int argc, char **argv) {
  static const AssetcTarget targets[] = { ASSETC_TARGET_RGBA8, ASSETC_TARGET_RGBA16F };
  uint32_t format, width, height, images;
  size_t size = 0, i;
  unsigned char *in;
  FILE *out;
  int good = 1;
  if (argc != 7) return 2;
  format = (uint32_t)strtoul(argv[1], NULL, 10);
  width = (uint32_t)strtoul(argv[2], NULL, 10);
  height = (uint32_t)strtoul(argv[3], NULL, 10);
  images = (uint32_t)strtoul(argv[4], NULL, 10);
  in = read_whole(argv[5], &size);
  out = fopen(argv[6], "wb");
  if (in == NULL || out == NULL) return 2;
  for (i = 0; i < 2; i++) {
    AssetcTarget to = targets[i];
    size_t made = assetc_transcode_level_size(width, height, images, to);
    unsigned char *texels = (unsigned char *)malloc(made);
    if (texels == NULL) return 2;
    if (assetc_astc_decode_level(in, size, format, width, height, images, to, texels, made - 1) != ASSETC_ERROR_MEMORY) good = 0;
    if (assetc_astc_decode_level(in, size - 1, format, width, height, images, to, texels, made) != ASSETC_ERROR_TRUNCATED) good = 0;
    if (assetc_astc_decode_level(in, size, 145, width, height, images, to, texels, made) != ASSETC_ERROR_UNSUPPORTED) good = 0;
    if (assetc_astc_decode_level(in, size, format, width, height, images, ASSETC_TARGET_BC7, texels, made) != ASSETC_ERROR_UNSUPPORTED)
      good = 0;
    if (assetc_astc_decode_level(in, size, format, width, height, images, to, texels, made) != ASSETC_OK) good = 0;
    if (fwrite(texels, 1, made, out) != made) good = 0;
    free(texels);
  }
  if (assetc_astc_decode_block(in, format, ASSETC_TARGET_BC7, NULL) != 0) good = 0;
  if (assetc_astc_decode_block(in, 37, ASSETC_TARGET_RGBA8, NULL) != 0) good = 0;
  free(in);
  fclose(out);
  return good ? 0 : 1;
}
