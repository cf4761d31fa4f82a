/* ---- Culling and levels of detail. ---- */

/* Six planes that point inward: a point is inside if dot(plane, point) + plane[3] >= 0 for all. */
typedef struct AssetcFrustum {
  float planes[6][4];
} AssetcFrustum;

/* The frustum of a column-major view-projection matrix whose depth goes from 0 to 1 (Vulkan, D3D, Metal, WebGPU), reversed or not. */
ASSETC_API AssetcFrustum assetc_frustum(const float viewProjection[16]);
/* Whether a sphere is certainly outside. */
ASSETC_API int assetc_sphere_is_outside(const AssetcFrustum *frustum, const float center[3], float radius);
/* Whether every triangle of a meshlet faces away from the eye, which is in the space of the mesh. Not valid for meshlets that morph. */
ASSETC_API int assetc_meshlet_faces_away(const AssetcMeshletBounds *bounds, const float eye[3]);
/* Both tests at once; `eye` and `frustum` are in the space of the mesh. */
ASSETC_API int assetc_meshlet_is_hidden(const AssetcMeshletBounds *bounds, const AssetcFrustum *frustum, const float eye[3]);
/*
 * The level of detail to draw: the coarsest whose error is at most `maxPixels` on the screen. 0 is the mesh itself; see
 * assetc_mesh_draw. `eye` is in the space of the mesh. `pixelsPerUnit` is the pixels covered by one unit at distance 1: height of the
 * viewport / (2 * tan(fovY / 2)). A uniform scale does not change it; for a non-uniform one, see assetc_view_of_instance. Distances are
 * to the sphere of the submesh; inside it the mesh itself is drawn.
 */
ASSETC_API uint32_t assetc_select_lod(
  const AssetcMesh *mesh, uint32_t submesh, const float eye[3], float pixelsPerUnit, float maxPixels
);

/* @implementation */

AssetcFrustum assetc_frustum(const float viewProjection[16]) {
  AssetcFrustum frustum;
  const float *m = viewProjection;
  int i, side;
  for (i = 0; i < 4; i++)
    for (side = 0; side < 2; side++) {
      float sign = side == 0 ? 1.0f : -1.0f;
      frustum.planes[side][i] = m[i * 4 + 3] + sign * m[i * 4];
      frustum.planes[2 + side][i] = m[i * 4 + 3] + sign * m[i * 4 + 1];
      frustum.planes[4 + side][i] = side == 0 ? m[i * 4 + 2] : m[i * 4 + 3] - m[i * 4 + 2];
    }
  for (side = 0; side < 6; side++) {
    float *plane = frustum.planes[side];
    float length = (float)sqrt((double)(plane[0] * plane[0] + plane[1] * plane[1] + plane[2] * plane[2]));
    for (i = 0; i < 4 && length > 0; i++) plane[i] /= length;
  }
  return frustum;
}

int assetc_sphere_is_outside(const AssetcFrustum *frustum, const float center[3], float radius) {
  int i;
  for (i = 0; i < 6; i++) {
    const float *plane = frustum->planes[i];
    float distance = plane[0] * center[0] + plane[1] * center[1] + plane[2] * center[2] + plane[3];
    /* The far plane of an infinite projection has no direction, and nothing is behind it. */
    if ((plane[0] != 0 || plane[1] != 0 || plane[2] != 0) && distance < -radius) return 1;
  }
  return 0;
}

int assetc_meshlet_faces_away(const AssetcMeshletBounds *bounds, const float eye[3]) {
  float to[3], along = 0, squared = 0;
  int axis;
  for (axis = 0; axis < 3; axis++) {
    to[axis] = bounds->center[axis] - eye[axis];
    along += to[axis] * bounds->coneAxis[axis];
    squared += to[axis] * to[axis];
  }
  return along >= bounds->coneCutoff * (float)sqrt((double)squared) + bounds->radius;
}

int assetc_meshlet_is_hidden(const AssetcMeshletBounds *bounds, const AssetcFrustum *frustum, const float eye[3]) {
  return assetc_sphere_is_outside(frustum, bounds->center, bounds->radius) || assetc_meshlet_faces_away(bounds, eye);
}

uint32_t assetc_select_lod(
  const AssetcMesh *mesh, uint32_t submesh, const float eye[3], float pixelsPerUnit, float maxPixels
) {
  const AssetcSubMesh *bounds = &mesh->submeshes[submesh];
  float squared = 0, distance;
  uint32_t level;
  int axis;
  if (mesh->lodErrors == NULL) return 0;
  for (axis = 0; axis < 3; axis++)
    squared += (bounds->sphereCenter[axis] - eye[axis]) * (bounds->sphereCenter[axis] - eye[axis]);
  distance = (float)sqrt((double)squared) - bounds->sphereRadius;
  for (level = mesh->lodCount; level > 0 && distance > 0; level--) {
    float error = mesh->lodErrors[(size_t)submesh * mesh->lodCount + (level - 1)];
    if (error * pixelsPerUnit <= maxPixels * distance) return level;
  }
  return 0;
}
