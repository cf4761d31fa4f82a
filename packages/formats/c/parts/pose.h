/* ---- Poses: the transforms of joints at a time of a clip. ---- */

typedef struct AssetcTransform {
  float translation[3];
  float rotation[4]; /* x y z w. */
  float scale[3];
} AssetcTransform;

/* The bind pose: a local transform for each joint. */
ASSETC_API void assetc_bind_pose(const AssetcGpuJoint *joints, uint32_t jointCount, AssetcTransform *locals);
/*
 * Sets the properties that the clip animates and leaves others unchanged: begin with the bind pose or another clip. Times are clamped to
  * the clip. Rotations are interpolated along the shorter arc.
 */
ASSETC_API void assetc_sample_clip(const AssetcClip *clip, float time, AssetcTransform *locals, uint32_t jointCount);
/* Sets the weights of morph targets that a clip of a .hanimx animates; begin with defaultWeight of each target. */
ASSETC_API void assetc_sample_weights(const AssetcClip *clip, float time, float *weights, uint32_t targetCount);
/* One channel at a time: channel->components floats. Returns 0 if it has no keys. */
ASSETC_API int assetc_sample_channel(const AssetcChannel *channel, float time, float *value);
/* A blend of two poses: 0 gives `a`, 1 gives `b`. `out` may be either. */
ASSETC_API void assetc_blend_poses(
  const AssetcTransform *a, const AssetcTransform *b, float weight, uint32_t jointCount, AssetcTransform *out
);
/* Column-major matrices of joints in the space of the mesh, 16 floats each. Parents may follow their children. */
ASSETC_API void assetc_world_matrices(
  const AssetcGpuJoint *joints, uint32_t jointCount, const AssetcTransform *locals, float *matrices
);
/* World matrices times inverse binds: the matrices for skinning in a vertex shader. */
ASSETC_API void assetc_skin_matrices(
  const AssetcGpuJoint *joints, uint32_t jointCount, const AssetcTransform *locals, float *matrices
);
/* A position of a skinned mesh, moved by skin matrices. */
ASSETC_API void assetc_skin_position(const AssetcMesh *mesh, uint32_t vertex, const float *matrices, float position[3]);

/* @implementation */

void assetc_bind_pose(const AssetcGpuJoint *joints, uint32_t jointCount, AssetcTransform *locals) {
  uint32_t i;
  for (i = 0; i < jointCount; i++) {
    memcpy(locals[i].translation, joints[i].bindT, sizeof locals[i].translation);
    memcpy(locals[i].rotation, joints[i].bindR, sizeof locals[i].rotation);
    memcpy(locals[i].scale, joints[i].bindS, sizeof locals[i].scale);
  }
}

/* In doubles: the angle between close rotations is only in the last bits of their dot product. */
static void assetc_impl_slerp(const float *a, const float *b, double t, float *out) {
  double dot = 0, s = 1 - t, sign = 1, length = 0, mixed[4];
  int i;
  for (i = 0; i < 4; i++) dot += (double)a[i] * (double)b[i];
  if (dot < 0) {
    sign = -1;
    dot = -dot;
  }
  if (dot < 0.9995) {
    double theta = acos(dot), sine = sin(theta);
    s = sin(s * theta) / sine;
    t = sin(t * theta) / sine;
  }
  for (i = 0; i < 4; i++) {
    mixed[i] = (double)a[i] * s + (double)b[i] * sign * t;
    length += mixed[i] * mixed[i];
  }
  /* Rotations this close can be interpolated linearly and normalized. */
  length = dot < 0.9995 || length == 0 ? 1 : sqrt(length);
  for (i = 0; i < 4; i++) out[i] = (float)(mixed[i] / length);
}

/* The first key after a time. */
static uint32_t assetc_impl_key_after(const AssetcChannel *channel, float time) {
  uint32_t low = 0, high = channel->keyCount;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (assetc_channel_time(channel, middle) > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

int assetc_sample_channel(const AssetcChannel *channel, float time, float *value) {
  uint32_t after = assetc_impl_key_after(channel, time), before = after == 0 ? 0 : after - 1, c;
  float from[4], to[4];
  double start, t;
  if (channel->keyCount == 0) return 0;
  for (c = 0; c < channel->components; c++) value[c] = from[c] = assetc_channel_value(channel, before, c);
  if (after == 0 || after == channel->keyCount || channel->interp == ASSETC_HANIM_INTERP_STEP) return 1;
  start = assetc_channel_time(channel, before);
  t = ((double)time - start) / ((double)assetc_channel_time(channel, after) - start);
  for (c = 0; c < channel->components; c++) to[c] = assetc_channel_value(channel, after, c);
  if (channel->path == ASSETC_HANIM_PATH_ROTATION) {
    /* Equal keys stay unchanged, even if not normalized. */
    if (memcmp(from, to, sizeof from) != 0) assetc_impl_slerp(from, to, t, value);
    return 1;
  }
  for (c = 0; c < channel->components; c++) value[c] = (float)((double)from[c] + ((double)to[c] - (double)from[c]) * t);
  return 1;
}

void assetc_sample_clip(const AssetcClip *clip, float time, AssetcTransform *locals, uint32_t jointCount) {
  AssetcChannel channel;
  uint64_t cursor = 0;
  while (assetc_clip_next_channel(clip, &cursor, &channel)) {
    AssetcTransform *local;
    if (channel.joint >= jointCount) continue;
    local = &locals[channel.joint];
    if (channel.path == ASSETC_HANIM_PATH_TRANSLATION) assetc_sample_channel(&channel, time, local->translation);
    else if (channel.path == ASSETC_HANIM_PATH_ROTATION) assetc_sample_channel(&channel, time, local->rotation);
    else if (channel.path == ASSETC_HANIM_PATH_SCALE) assetc_sample_channel(&channel, time, local->scale);
  }
}

void assetc_sample_weights(const AssetcClip *clip, float time, float *weights, uint32_t targetCount) {
  AssetcChannel channel;
  uint64_t cursor = 0;
  while (assetc_clip_next_channel(clip, &cursor, &channel))
    if (channel.path == ASSETC_HANIM_PATH_WEIGHT && channel.joint < targetCount)
      assetc_sample_channel(&channel, time, &weights[channel.joint]);
}

void assetc_blend_poses(
  const AssetcTransform *a, const AssetcTransform *b, float weight, uint32_t jointCount, AssetcTransform *out
) {
  uint32_t i;
  int axis;
  for (i = 0; i < jointCount; i++) {
    float rotation[4];
    for (axis = 0; axis < 3; axis++) {
      out[i].translation[axis] = a[i].translation[axis] + (b[i].translation[axis] - a[i].translation[axis]) * weight;
      out[i].scale[axis] = a[i].scale[axis] + (b[i].scale[axis] - a[i].scale[axis]) * weight;
    }
    assetc_impl_slerp(a[i].rotation, b[i].rotation, weight, rotation);
    memcpy(out[i].rotation, rotation, sizeof rotation);
  }
}

static void assetc_impl_compose(const AssetcTransform *local, float *m) {
  const float *t = local->translation, *s = local->scale;
  float x = local->rotation[0], y = local->rotation[1], z = local->rotation[2], w = local->rotation[3];
  m[0] = (1 - 2 * (y * y + z * z)) * s[0];
  m[1] = 2 * (x * y + w * z) * s[0];
  m[2] = 2 * (x * z - w * y) * s[0];
  m[4] = 2 * (x * y - w * z) * s[1];
  m[5] = (1 - 2 * (x * x + z * z)) * s[1];
  m[6] = 2 * (y * z + w * x) * s[1];
  m[8] = 2 * (x * z + w * y) * s[2];
  m[9] = 2 * (y * z - w * x) * s[2];
  m[10] = (1 - 2 * (x * x + y * y)) * s[2];
  m[12] = t[0];
  m[13] = t[1];
  m[14] = t[2];
  m[3] = m[7] = m[11] = 0;
  m[15] = 1;
}

/* out = a * b; `out` may be either. */
static void assetc_impl_multiply_matrices(const float *a, const float *b, float *out) {
  float product[16];
  int row, column;
  for (column = 0; column < 4; column++)
    for (row = 0; row < 4; row++)
      product[column * 4 + row] = a[row] * b[column * 4] + a[4 + row] * b[column * 4 + 1] + a[8 + row] * b[column * 4 + 2] +
                                  a[12 + row] * b[column * 4 + 3];
  memcpy(out, product, sizeof product);
}

void assetc_world_matrices(
  const AssetcGpuJoint *joints, uint32_t jointCount, const AssetcTransform *locals, float *matrices
) {
  uint32_t i;
  for (i = 0; i < jointCount; i++) {
    float *world = matrices + (size_t)i * 16, above[16];
    int32_t parent = joints[i].parent;
    assetc_impl_compose(&locals[i], world);
    /* A parent that comes later has no matrix yet: then all ancestors are multiplied. */
    while (parent >= 0 && (uint32_t)parent >= i) {
      assetc_impl_compose(&locals[parent], above);
      assetc_impl_multiply_matrices(above, world, world);
      parent = joints[parent].parent;
    }
    if (parent >= 0) assetc_impl_multiply_matrices(matrices + (size_t)parent * 16, world, world);
  }
}

void assetc_skin_matrices(const AssetcGpuJoint *joints, uint32_t jointCount, const AssetcTransform *locals, float *matrices) {
  uint32_t i;
  assetc_world_matrices(joints, jointCount, locals, matrices);
  for (i = 0; i < jointCount; i++) {
    float *matrix = matrices + (size_t)i * 16;
    assetc_impl_multiply_matrices(matrix, joints[i].inverseBind, matrix);
  }
}

void assetc_skin_position(const AssetcMesh *mesh, uint32_t vertex, const float *matrices, float position[3]) {
  uint16_t joints[4];
  float weights[4], sum[3] = { 0, 0, 0 };
  AssetcVertex unpacked;
  const float *p = unpacked.position;
  int lane, axis;
  assetc_mesh_vertex(mesh, vertex, &unpacked);
  assetc_mesh_skin(mesh, vertex, joints, weights);
  for (lane = 0; lane < 4; lane++) {
    const float *m = matrices + (size_t)joints[lane] * 16;
    for (axis = 0; axis < 3; axis++)
      sum[axis] += weights[lane] * (m[axis] * p[0] + m[4 + axis] * p[1] + m[8 + axis] * p[2] + m[12 + axis]);
  }
  memcpy(position, sum, sizeof sum);
}
