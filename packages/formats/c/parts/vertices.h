/* ---- Unpacking the directions of vertices on the CPU. ---- */

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
