/* Blends of poses, joint by joint. Both functions return what blendPoses and addPose in TypeScript do. */

typedef struct AssetcPoseLayer {
  const AssetcTransform *pose;
  float weight;
  const float *mask; /* For each joint a factor of the weight; NULL: 1 for all. */
} AssetcPoseLayer;

/*
 * Each layer has its weight times its mask. If these add up to less than 1, `base`, in most cases the bind pose, has the rest; if to more, they
 * are divided by their sum. Layers are added one after another, rotations along the shorter arc. `out` may be any of the poses.
 */
ASSETC_API void assetc_blend_layers(
  const AssetcPoseLayer *layers, uint32_t layerCount, const AssetcTransform *base, uint32_t jointCount, AssetcTransform *out
);
/*
 * Adds a share of the difference between an additive pose and its reference to `base`: translations and scales by their differences, rotations by
 * the turn from the reference to the pose, in the space of the joint. `out` may be any of the poses.
 */
ASSETC_API void assetc_add_pose(
  const AssetcTransform *base, const AssetcPoseLayer *added, const AssetcTransform *reference, uint32_t jointCount, AssetcTransform *out
);

/* @implementation */

/*
 * The weight sin(share * angle) / sin(angle), as a series in cosine - 1. Its terms shrink by half at least. Sines differ between libraries,
 * while C and TypeScript must agree.
 */
static double assetc_impl_arc_weight(double cosine, double share) {
  double less = cosine < 1 ? cosine - 1 : 0, term = share, sum = share;
  int i;
  for (i = 1; i <= 64; i++) {
    double next;
    term *= (share * share - (double)(i * i)) / (double)(i * (2 * i + 1)) * less;
    next = sum + term;
    if (next == sum) break;
    sum = next;
  }
  return sum;
}

/* Turns a rotation by a share towards another one, along the shorter arc at an even speed. */
static void assetc_impl_turn_towards(double *turn, const double *to, double share) {
  double dot = turn[0] * to[0] + turn[1] * to[1] + turn[2] * to[2] + turn[3] * to[3], length = 0;
  double cosine = dot < 0 ? -dot : dot, rest = assetc_impl_arc_weight(cosine, 1 - share);
  double part = assetc_impl_arc_weight(cosine, share);
  int c;
  if (dot < 0) part = -part;
  for (c = 0; c < 4; c++) {
    turn[c] = turn[c] * rest + to[c] * part;
    length += turn[c] * turn[c];
  }
  length = sqrt(length);
  for (c = 0; c < 4; c++) turn[c] = length > 0 ? turn[c] * (1 / length) : c == 3;
}

/* out = a * b, or a * inverse(b); `out` may be either. */
static void assetc_impl_multiply_rotations(const double *a, const double *b, int isInverse, double *out) {
  double sign = isInverse ? -1 : 1, bx = b[0] * sign, by = b[1] * sign, bz = b[2] * sign, bw = b[3];
  double ax = a[0], ay = a[1], az = a[2], aw = a[3];
  out[0] = aw * bx + ax * bw + ay * bz - az * by;
  out[1] = aw * by - ax * bz + ay * bw + az * bx;
  out[2] = aw * bz + ax * by - ay * bx + az * bw;
  out[3] = aw * bw - ax * bx - ay * by - az * bz;
}

/* The floats of a transform: translation, rotation, scale. */
#define ASSETC_IMPL_POSE_FLOATS 10

static void assetc_impl_read_transform(const AssetcTransform *transform, double *values) {
  float floats[ASSETC_IMPL_POSE_FLOATS];
  int c;
  memcpy(floats, transform, sizeof floats);
  for (c = 0; c < ASSETC_IMPL_POSE_FLOATS; c++) values[c] = floats[c];
}

static void assetc_impl_write_transform(const double *values, AssetcTransform *transform) {
  float floats[ASSETC_IMPL_POSE_FLOATS];
  int c;
  for (c = 0; c < ASSETC_IMPL_POSE_FLOATS; c++) floats[c] = (float)values[c];
  memcpy(transform, floats, sizeof floats);
}

/* Moves a joint to that of a pose by a share, which is 1 for the first one. */
static void assetc_impl_mix_joint(const AssetcTransform *pose, double share, double *mixed) {
  double values[ASSETC_IMPL_POSE_FLOATS];
  int c;
  assetc_impl_read_transform(pose, values);
  if (share == 1) {
    memcpy(mixed, values, sizeof values);
    return;
  }
  for (c = 0; c < ASSETC_IMPL_POSE_FLOATS; c++)
    if (c < 3 || c >= 7) mixed[c] = mixed[c] + (values[c] - mixed[c]) * share;
  assetc_impl_turn_towards(mixed + 3, values + 3, share);
}

void assetc_blend_layers(
  const AssetcPoseLayer *layers, uint32_t layerCount, const AssetcTransform *base, uint32_t jointCount, AssetcTransform *out
) {
  uint32_t i, k;
  for (i = 0; i < jointCount; i++) {
    double mixed[ASSETC_IMPL_POSE_FLOATS] = { 0 }, sum = 0;
    for (k = 0; k < layerCount; k++) {
      double weight = (double)layers[k].weight * (layers[k].mask == NULL ? 1.0 : (double)layers[k].mask[i]);
      if (!(weight > 0)) continue;
      sum += weight;
      assetc_impl_mix_joint(&layers[k].pose[i], weight / sum, mixed);
    }
    if (sum < 1) assetc_impl_mix_joint(&base[i], 1 - sum, mixed);
    assetc_impl_write_transform(mixed, &out[i]);
  }
}

void assetc_add_pose(
  const AssetcTransform *base, const AssetcPoseLayer *added, const AssetcTransform *reference, uint32_t jointCount, AssetcTransform *out
) {
  uint32_t i;
  int c;
  for (i = 0; i < jointCount; i++) {
    double share = (double)added->weight * (added->mask == NULL ? 1.0 : (double)added->mask[i]), turned[4];
    double mixed[ASSETC_IMPL_POSE_FLOATS], pose[ASSETC_IMPL_POSE_FLOATS], from[ASSETC_IMPL_POSE_FLOATS];
    assetc_impl_read_transform(&base[i], mixed);
    assetc_impl_read_transform(&added->pose[i], pose);
    assetc_impl_read_transform(&reference[i], from);
    for (c = 0; c < ASSETC_IMPL_POSE_FLOATS; c++)
      if (c < 3 || c >= 7) mixed[c] += (pose[c] - from[c]) * share;
    if (share != 0) {
      assetc_impl_multiply_rotations(mixed + 3, from + 3, 1, turned);
      assetc_impl_multiply_rotations(turned, pose + 3, 0, turned);
      assetc_impl_turn_towards(mixed + 3, turned, share);
    }
    assetc_impl_write_transform(mixed, &out[i]);
  }
}
