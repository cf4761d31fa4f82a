/*
 * What assetc.h answers about a mesh and a font.
 *
 *   queries cull <mesh> <x> <y> <z>       for each meshlet: faces away, outside, hidden, from an eye that looks at the middle
 *   queries lod <mesh> <x> <y> <z> <max> <matrix>  the level of each submesh; one unit at distance 1 covers 1000 pixels
 *   queries text <font> <text>            rectangles of glyphs at size 20 from (3, 50), then the width, then texels per em
 *   queries pack <pack> <path>...         size of each path by walking and by bisection; -1 where it is not there
 */
#define ASSETC_IMPLEMENTATION
#define ASSETC_MAP_FILES
#include "assetc.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static int cull(const AssetcMesh *mesh, const float eye[3], const float *matrix) {
  AssetcFrustum frustum = assetc_frustum(matrix);
  uint32_t i;
  for (i = 0; i < mesh->desc->meshletCount; i++) {
    const AssetcMeshletBounds *bounds = &mesh->meshletBounds[i];
    printf("%d %d %d\n", assetc_meshlet_faces_away(bounds, eye), assetc_sphere_is_outside(&frustum, bounds->center, bounds->radius),
           assetc_meshlet_is_hidden(bounds, &frustum, eye));
  }
  return 0;
}

static int levels(const AssetcMesh *mesh, const float *numbers, const float matrix[16]) {
  AssetcClusterView view = { { 0, 0, 0 }, 1000, 0, UINT32_MAX };
  uint32_t i;
  memcpy(view.eye, numbers, sizeof view.eye);
  view.maxPixels = numbers[3];
  view = assetc_view_of_instance(matrix, &view);
  for (i = 0; i < mesh->desc->submeshCount; i++) {
    uint32_t level = assetc_select_lod(mesh, i, view.eye, view.pixelsPerUnit, view.maxPixels);
    AssetcDraw draw = assetc_mesh_draw(mesh, i, level);
    const void *chunk = draw.chunk == ASSETC_HMESH_CHUNK_LODI ? (const void *)mesh->lodIndices : mesh->indices;
    const int isSame = (const unsigned char *)chunk + (size_t)draw.firstIndex * draw.indexWidth == draw.indices;
    const char *name = draw.chunk == ASSETC_HMESH_CHUNK_LODI ? "LODI" : draw.chunk == ASSETC_HMESH_CHUNK_IDXS ? "IDXS" : "?";
    printf("%" PRIu32 " %" PRIu32 " %s %" PRIu32 " %d\n", level, draw.indexCount, name, draw.firstIndex, isSame);
  }
  return 0;
}

static int text(const AssetcFont *font, const char *string) {
  AssetcTextPen pen = assetc_begin_text(font, assetc_text(string), 20, 3, 50);
  AssetcGlyphQuad quad;
  while (assetc_next_glyph(&pen, &quad))
    printf("%" PRIu32 " %.9g %.9g %.9g %.9g %.9g\n", quad.codepoint, quad.left, quad.bottom, quad.right, quad.top, quad.uv[0]);
  printf("%.9g\n%.9g\n", assetc_text_width(font, assetc_text(string), 20), assetc_font_texels_per_em(font));
  return 0;
}

static int find_paths(AssetcPack *pack, char **paths, int count) {
  static uint32_t starts[4096];
  AssetcPackEntry entry;
  int i, indexed;
  for (indexed = 0; indexed < 2; indexed++) {
    if (indexed && (pack->count > 4096 || !assetc_pack_index(pack, starts))) return 1;
    for (i = 0; i < count; i++)
      printf("%ld\n", assetc_pack_find(pack, paths[i], strlen(paths[i]), &entry) ? (long)entry.size : -1L);
  }
  return 0;
}

int main(int argc, char **argv) {
  AssetcMappedFile file;
  AssetcMesh mesh;
  AssetcFont font;
  AssetcPack pack;
  float numbers[20];
  int k;
  if (argc < 4 || !assetc_map_file(&file, argv[2])) return 2;
  if (strcmp(argv[1], "text") == 0) return assetc_font_open(&font, file.bytes, file.size, NULL) ? text(&font, argv[3]) : 1;
  if (strcmp(argv[1], "pack") == 0)
    return assetc_pack_open(&pack, file.bytes, file.size, NULL) ? find_paths(&pack, argv + 3, argc - 3) : 1;
  if (!assetc_mesh_open(&mesh, file.bytes, file.size, NULL)) return 1;
  for (k = 0; k < 20 && k + 3 < argc; k++) numbers[k] = strtof(argv[k + 3], NULL);
  if (strcmp(argv[1], "cull") == 0) return cull(&mesh, numbers, numbers + 3);
  return levels(&mesh, numbers, numbers + 4);
}
