/* ---- Unpacking vertices on the CPU. ---- */

typedef struct AssetcVertex {
  float position[3];
  float normal[3];
  float tangent[4]; /* x, y, z and handedness; a compact vertex without a tangent has zeros and 1. */
  float uv[2];
} AssetcVertex;

/* One vertex of a mesh in any form. */
ASSETC_API void assetc_mesh_vertex(const AssetcMesh *mesh, uint32_t vertex, AssetcVertex *out);
/* The joints and weights of one vertex of a skinned mesh in any form. */
ASSETC_API void assetc_mesh_skin(const AssetcMesh *mesh, uint32_t vertex, uint16_t joints[4], float weights[4]);
/* The second texture coordinates of one vertex, of a mesh that has them. */
ASSETC_API void assetc_mesh_uv1(const AssetcMesh *mesh, uint32_t vertex, float uv[2]);
/* x, y, z and handedness of a compact vertex, from the last number of its position and its unpacked normal. */
ASSETC_API void assetc_unpack_tangent_angle(int16_t packed, const float normal[3], float tangent[4]);

/* The unit vector of GpuVertex.normal. */
ASSETC_API void assetc_unpack_normal(const int16_t packed[2], float normal[3]);
/* x, y, z and handedness (1 or -1) of GpuVertex.tangent. */
ASSETC_API void assetc_unpack_tangent(const int16_t packed[2], float tangent[4]);

/* @implementation */

/* `u` and `v` on an octahedron. */
static void assetc_impl_unpack_octahedral(int u, int v, float *out) {
  float x = u < -32767 ? -1.0f : (float)u / 32767.0f, y = v < -32767 ? -1.0f : (float)v / 32767.0f;
  float ax = x < 0 ? -x : x, ay = y < 0 ? -y : y, z = 1.0f - ax - ay, length;
  if (z < 0) {
    x = (1.0f - ay) * (x < 0 ? -1.0f : 1.0f);
    y = (1.0f - ax) * (y < 0 ? -1.0f : 1.0f);
  }
  length = (float)sqrt((double)(x * x + y * y + z * z));
  out[0] = x / length;
  out[1] = y / length;
  out[2] = z / length;
}

void assetc_unpack_normal(const int16_t packed[2], float normal[3]) {
  assetc_impl_unpack_octahedral(packed[0], packed[1], normal);
}

void assetc_unpack_tangent(const int16_t packed[2], float tangent[4]) {
  assetc_impl_unpack_octahedral(packed[0] & ~1, packed[1], tangent);
  tangent[3] = (packed[0] & 1) != 0 ? -1.0f : 1.0f;
}

void assetc_unpack_tangent_angle(int16_t packed, const float normal[3], float tangent[4]) {
  float x = normal[0], y = normal[1], s = normal[2] < -1.0f / 65534.0f ? -1.0f : 1.0f, a = -1.0f / (s + normal[2]), b = x * y * a;
  float d = (float)(packed >> 1 & 0x7FFF) / 8192.0f, u = (float)fabs(d - 2.0f) - 1.0f, length;
  float v = d < 2.0f ? 1.0f - (float)fabs(d - 1.0f) : (float)fabs(d - 3.0f) - 1.0f;
  tangent[3] = (packed & 1) != 0 ? -1.0f : 1.0f;
  tangent[0] = tangent[1] = tangent[2] = 0;
  if (packed == 0) return;
  tangent[0] = u * (1.0f + s * (x * x) * a) + v * b;
  tangent[1] = u * (s * b) + v * (s + y * y * a);
  tangent[2] = u * (-s * x) + v * -y;
  length = (float)sqrt((double)(tangent[0] * tangent[0] + tangent[1] * tangent[1] + tangent[2] * tangent[2]));
  tangent[0] /= length;
  tangent[1] /= length;
  tangent[2] /= length;
}

static float assetc_impl_unpack_half(uint16_t half) {
  uint32_t exponent = half >> 10 & 31u, mantissa = half & 0x3FFu, bits;
  float value;
  if (exponent == 0) value = (float)mantissa / 16777216.0f;
  else {
    bits = (exponent + 112u) << 23 | mantissa << 13;
    memcpy(&value, &bits, sizeof value);
  }
  return (half & 0x8000u) != 0 ? -value : value;
}

static void assetc_impl_unpack_uv(const uint16_t packed[2], uint32_t format, const float min[2], const float extent[2], float uv[2]) {
  int axis;
  for (axis = 0; axis < 2; axis++)
    uv[axis] = format == ASSETC_HMESH_UV_FLOAT16 ? assetc_impl_unpack_half(packed[axis])
                                                 : (float)packed[axis] / 65535.0f * extent[axis] + min[axis];
}

void assetc_mesh_vertex(const AssetcMesh *mesh, uint32_t vertex, AssetcVertex *out) {
  const AssetcVertexGrid *grid = mesh->grid;
  const int16_t *position, *normal, *tangent;
  const uint16_t *uv;
  int axis;
  if (grid == NULL) {
    const AssetcGpuVertex *whole = mesh->vertices == NULL ? NULL : &mesh->vertices[vertex];
    normal = whole != NULL ? whole->normal : mesh->attributes[vertex].normal;
    tangent = whole != NULL ? whole->tangent : mesh->attributes[vertex].tangent;
    memcpy(out->position, whole != NULL ? whole->position : mesh->positions[vertex].position, sizeof out->position);
    memcpy(out->uv, whole != NULL ? whole->uv : mesh->attributes[vertex].uv, sizeof out->uv);
    assetc_unpack_normal(normal, out->normal);
    assetc_unpack_tangent(tangent, out->tangent);
    return;
  }
  if (mesh->compactVertices != NULL) {
    position = mesh->compactVertices[vertex].position;
    normal = mesh->compactVertices[vertex].normal;
    uv = mesh->compactVertices[vertex].uv;
  } else {
    position = mesh->compactPositions[vertex].position;
    normal = mesh->compactAttributes[vertex].normal;
    uv = mesh->compactAttributes[vertex].uv;
  }
  for (axis = 0; axis < 3; axis++) out->position[axis] = (float)position[axis] * grid->step + grid->offset[axis];
  assetc_unpack_normal(normal, out->normal);
  assetc_unpack_tangent_angle(position[3], out->normal, out->tangent);
  assetc_impl_unpack_uv(uv, grid->uvFormat, grid->uvMin, grid->uvExtent, out->uv);
}

void assetc_mesh_skin(const AssetcMesh *mesh, uint32_t vertex, uint16_t joints[4], float weights[4]) {
  const AssetcCompactSkinVertex *narrow = (const AssetcCompactSkinVertex *)mesh->compactSkin;
  const AssetcCompactSkinVertexWide *wide = (const AssetcCompactSkinVertexWide *)mesh->compactSkin;
  int lane;
  for (lane = 0; lane < 4; lane++) {
    if (mesh->grid == NULL) {
      joints[lane] = mesh->skin[vertex].joints[lane];
      weights[lane] = mesh->skin[vertex].weights[lane];
    } else {
      joints[lane] = mesh->jointCount > 256 ? wide[vertex].joints[lane] : narrow[vertex].joints[lane];
      weights[lane] = (float)(mesh->jointCount > 256 ? wide[vertex].weights[lane] : narrow[vertex].weights[lane]) / 255.0f;
    }
  }
}

void assetc_mesh_uv1(const AssetcMesh *mesh, uint32_t vertex, float uv[2]) {
  const AssetcVertexGrid *grid = mesh->grid;
  if (grid == NULL) memcpy(uv, mesh->uvs1 + (size_t)vertex * 2, 2 * sizeof *uv);
  else assetc_impl_unpack_uv(mesh->compactUvs1 + (size_t)vertex * 2, grid->uvs1Format, grid->uvs1Min, grid->uvs1Extent, uv);
}
