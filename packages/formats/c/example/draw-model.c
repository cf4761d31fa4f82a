/*
 * Draws a model of a pack into a picture: finds mesh, materials and textures as an engine would, and rasterizes them.
 *
 *   cc -std=c99 -I packages/formats/c packages/formats/c/example/draw-model.c -o draw-model -lm
 *   ./draw-model game.hpack models/chair > chair.ppm
 */
#define ASSETC_IMPLEMENTATION
#define ASSETC_MAP_FILES
#include "assetc.h"

#include "raster.h"
#include "utf8.h"

#include <stdio.h>
#include <stdlib.h>

#define SIDE 160

typedef struct Surface {
  double color[4];
  AssetcTextureLevel texture; /* RGBA8; no bytes if there is none. */
  double light[3];
} Surface;

/* A channel between texels, repeated beyond the edges. */
static double sample(const AssetcTextureLevel *level, const double uv[2], int channel) {
  double x = uv[0] * level->width - 0.5, y = uv[1] * level->height - 0.5, fx = x - floor(x), fy = y - floor(y), sum = 0;
  int i;
  for (i = 0; i < 4; i++) {
    double across = (floor(x) + (i & 1)) / level->width, down = (floor(y) + (i >> 1)) / level->height;
    size_t column = (size_t)((across - floor(across)) * level->width + 0.5) % level->width;
    size_t row = (size_t)((down - floor(down)) * level->height + 0.5) % level->height;
    double weight = ((i & 1) != 0 ? fx : 1 - fx) * (i >> 1 != 0 ? fy : 1 - fy);
    sum += weight * level->stored[(row * level->width + column) * 4 + (size_t)channel];
  }
  return sum / 255;
}

static void shade(const void *user, const double normal[3], const double uv[2], double rgb[3]) {
  const Surface *surface = (const Surface *)user;
  double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]), lit = 0;
  int i;
  for (i = 0; i < 3; i++) lit += normal[i] * surface->light[i];
  lit = length > 0 ? lit / length : 0;
  for (i = 0; i < 3; i++) {
    rgb[i] = surface->color[i] * (0.25 + 0.75 * (lit > 0 ? lit : 0));
    if (surface->texture.stored != NULL) rgb[i] *= sample(&surface->texture, uv, i);
  }
}

/* The file of a path with another extension. */
static int find(const AssetcPack *pack, const char *name, const char *extension, AssetcPackEntry *entry) {
  char path[512];
  int length = snprintf(path, sizeof path, "%s%s", name, extension);
  return length > 0 && (size_t)length < sizeof path && assetc_pack_find(pack, path, (size_t)length, entry);
}

/* Level 0 of the texture of a hash, if it is plain RGBA8. */
static AssetcTextureLevel find_texture(const AssetcPack *pack, uint64_t hash) {
  AssetcTextureLevel level;
  AssetcPackEntry file;
  AssetcTexture texture;
  memset(&level, 0, sizeof level);
  if (!assetc_pack_find_hash(pack, hash, &file) || !assetc_texture_open(&texture, file.bytes, file.size, NULL)) return level;
  if (texture.header->vkFormat != ASSETC_KTX2_VK_FORMAT_R8G8B8A8_SRGB || texture.header->supercompressionScheme != 0)
    return level;
  return assetc_texture_level(&texture, 0);
}

static Surface surface_of(const AssetcPack *pack, const AssetcMaterials *materials, uint32_t slot) {
  static const double light[3] = { 0.48, 0.8, 0.36 };
  Surface surface;
  int i;
  memset(&surface, 0, sizeof surface);
  memcpy(surface.light, light, sizeof light);
  for (i = 0; i < 4; i++) surface.color[i] = slot < materials->count ? materials->rows[slot].baseColorFactor[i] : 1;
  if (slot < materials->count) surface.texture = find_texture(pack, materials->rows[slot].baseColorTex);
  return surface;
}

/* x y w of a position: the camera looks at the center of the mesh from the front, the right and above. */
static void project(const AssetcMeshBounds *bounds, const float position[3], double clip[3]) {
  static const double right[3] = { 0.8, 0, -0.6 }, up[3] = { -0.36, 0.8, -0.48 }, back[3] = { 0.48, 0.6, 0.64 };
  double radius = bounds->sphereRadius > 0 ? bounds->sphereRadius : 1, x = 0, y = 0, z = 0;
  int i;
  for (i = 0; i < 3; i++) {
    double offset = (double)position[i] - (double)bounds->sphereCenter[i];
    x += offset * right[i];
    y += offset * up[i];
    z += offset * back[i];
  }
  clip[0] = x * 2.4;
  clip[1] = y * 2.4;
  clip[2] = radius * 2.8 - z;
}

static void draw_submesh(Canvas *canvas, const AssetcMesh *mesh, uint32_t number, const Surface *surface, int bothSides) {
  AssetcDraw draw = assetc_mesh_draw(mesh, number, 0);
  uint32_t i;
  int corner, axis;
  for (i = 0; i + 2 < draw.indexCount; i += 3) {
    Corner corners[3];
    for (corner = 0; corner < 3; corner++) {
      AssetcVertex vertex;
      assetc_mesh_vertex(mesh, assetc_draw_index(&draw, i + (uint32_t)corner), &vertex);
      project(mesh->bounds, vertex.position, corners[corner].clip);
      for (axis = 0; axis < 3; axis++) corners[corner].normal[axis] = vertex.normal[axis];
      for (axis = 0; axis < 2; axis++) corners[corner].uv[axis] = vertex.uv[axis];
    }
    draw_triangle(canvas, corners, bothSides, shade, surface);
  }
}

static void write_picture(const Canvas *canvas) {
  int i, count = canvas->width * canvas->height * 3;
  print_bytes_as_they_are();
  printf("P6\n%d %d\n255\n", canvas->width, canvas->height);
  for (i = 0; i < count; i++) putchar(canvas->color[i] >= 1 ? 255 : (int)(canvas->color[i] * 255 + 0.5));
}

int main(int argc, char **argv) {
  static double color[SIDE * SIDE * 3], depth[SIDE * SIDE];
  Canvas canvas = { SIDE, SIDE, color, depth };
  AssetcMaterials materials = { NULL, 0 };
  AssetcMappedFile file;
  AssetcPackEntry entry;
  AssetcPack pack;
  AssetcMesh mesh;
  uint32_t i;
  argv = utf8_arguments(&argc, argv);
  if (argc != 3 || !assetc_map_file(&file, argv[1]) || !assetc_pack_open(&pack, file.bytes, file.size, NULL)) {
    fprintf(stderr, "usage: draw-model <file.hpack> <model>\n");
    return 2;
  }
  if (!find(&pack, argv[2], ".hmesh", &entry) || !assetc_mesh_open(&mesh, entry.bytes, entry.size, NULL)) {
    fprintf(stderr, "%s: no such mesh, or a broken one\n", argv[2]);
    return 1;
  }
  if (find(&pack, argv[2], ".hmat", &entry)) assetc_materials_open(&materials, entry.bytes, entry.size, NULL);
  for (i = 0; i < mesh.desc->submeshCount; i++) {
    uint32_t slot = mesh.submeshes[i].materialSlot;
    Surface surface = surface_of(&pack, &materials, slot);
    int bothSides = slot < materials.count && assetc_material_is_double_sided(&materials.rows[slot]);
    draw_submesh(&canvas, &mesh, i, &surface, bothSides);
  }
  write_picture(&canvas);
  assetc_unmap_file(&file);
  return 0;
}
