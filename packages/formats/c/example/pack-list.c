/*
 * Opens a pack, checks every file in it and prints its kind.
 *
 *   cc -std=c99 -I packages/formats/c packages/formats/c/example/pack-list.c -o pack-list -lm && ./pack-list game.hpack
 */
#define ASSETC_IMPLEMENTATION
#define ASSETC_MAP_FILES
#include "assetc.h"

#include "utf8.h"

#include <inttypes.h>
#include <stdio.h>

static int print_mesh(const AssetcPackEntry *entry, AssetcError *error) {
  AssetcMesh mesh;
  AssetcMesh1 old;
  if (entry->size >= 8 && assetc_read_u32(entry->bytes + 4) == ASSETC_HMESH_VERSION_1) {
    if (!assetc_mesh1_open(&old, entry->bytes, entry->size, error)) return 0;
    printf(" %" PRIu32 " vertices, version 1", old.vertexCount);
    return 1;
  }
  if (!assetc_mesh_open(&mesh, entry->bytes, entry->size, error)) return 0;
  printf(" %" PRIu32 " vertices, %" PRIu32 " triangles", mesh.desc->vertexCount, mesh.desc->indexCount / 3);
  if (mesh.jointCount > 0) printf(", %" PRIu32 " joints", mesh.jointCount);
  return 1;
}

static int print_texture(const AssetcPackEntry *entry, AssetcError *error) {
  AssetcTexture texture;
  if (!assetc_texture_open(&texture, entry->bytes, entry->size, error)) return 0;
  printf(" %" PRIu32 " x %" PRIu32, texture.header->pixelWidth, texture.header->pixelHeight);
  printf(", %" PRIu32 " levels, vkFormat %" PRIu32, texture.levelCount, texture.header->vkFormat);
  return 1;
}

static int print_clips(const AssetcPackEntry *entry, AssetcError *error) {
  AssetcClips clips;
  AssetcClip clip;
  uint64_t cursor = 0;
  if (!assetc_clips_open(&clips, entry->bytes, entry->size, ASSETC_ANY_COUNT, error)) return 0;
  while (assetc_clips_next(&clips, &cursor, &clip)) printf(" \"%.*s\" %g s", (int)clip.name.length, clip.name.data, clip.duration);
  return 1;
}

static int print_other(const AssetcPackEntry *entry, AssetcError *error) {
  AssetcMaterials materials;
  AssetcManifest manifest;
  AssetcFont font;
  switch (entry->kind) {
    case ASSETC_HPACK_KIND_HMAT:
      if (!assetc_materials_open(&materials, entry->bytes, entry->size, error)) return 0;
      printf(" %" PRIu32 " materials", materials.count);
      return 1;
    case ASSETC_HPACK_KIND_HMAN:
      if (!assetc_manifest_open(&manifest, entry->bytes, entry->size, error)) return 0;
      printf(" %" PRIu32 " assets", manifest.count);
      return 1;
    case ASSETC_HPACK_KIND_HFONT:
      if (!assetc_font_open(&font, entry->bytes, entry->size, error)) return 0;
      printf(" %" PRIu32 " glyphs", font.glyphCount);
      return 1;
    default:
      return 1;
  }
}

static int print_entry(const AssetcPackEntry *entry, AssetcError *error) {
  printf("%.*s: %zu bytes,", (int)entry->path.length, entry->path.data, entry->size);
  if (entry->kind == ASSETC_HPACK_KIND_HMESH) return print_mesh(entry, error);
  if (entry->kind == ASSETC_HPACK_KIND_KTX2) return print_texture(entry, error);
  if (entry->kind == ASSETC_HPACK_KIND_HANIM) return print_clips(entry, error);
  return print_other(entry, error);
}

int main(int argc, char **argv) {
  AssetcMappedFile file;
  AssetcPack pack;
  AssetcPackEntry entry;
  AssetcError error;
  uint64_t cursor = 0;
  int failed = 0;
  argv = utf8_arguments(&argc, argv);
  if (argc != 2 || !assetc_map_file(&file, argv[1])) {
    fprintf(stderr, "usage: pack-list <file.hpack>\n");
    return 2;
  }
  if (!assetc_pack_open(&pack, file.bytes, file.size, &error)) {
    fprintf(stderr, "%s: %s at byte %" PRIu64 ": %s\n", argv[1], assetc_error_name(error.code), error.offset, error.field);
    return 1;
  }
  while (assetc_pack_next(&pack, &cursor, &entry)) {
    int isGood = print_entry(&entry, &error);
    if (!isGood) printf(" %s at byte %" PRIu64 ": %s", assetc_error_name(error.code), error.offset, error.field);
    printf("\n");
    failed |= !isGood;
  }
  assetc_unmap_file(&file);
  return failed;
}
