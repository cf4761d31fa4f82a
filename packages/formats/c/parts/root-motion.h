/* Root motion: how a clip moves the whole character. Directions are those of the joint's parent. */

#define ASSETC_ROOT_X 1u
#define ASSETC_ROOT_Y 2u
#define ASSETC_ROOT_Z 4u
#define ASSETC_ROOT_YAW 8u /* Turns around the y axis. */

typedef struct AssetcRootMotion {
  uint32_t joint;
  uint32_t axes; /* ASSETC_ROOT_...: what becomes motion of the character. */
} AssetcRootMotion;

/*
 * The motion between two times: append it to the transform of the character. If `isLooping`, times before the start and after the end continue
 * the clip, as often as needed; otherwise they are clamped. `to` may be before `from`. `bind`: the bind pose.
 */
ASSETC_API void assetc_hclip_root_motion(
  const AssetcHclip *clip, double from, double to, int isLooping, const AssetcTransform *bind, AssetcRootMotion root, AssetcTransform *delta
);
/* Takes the motion since the start of the clip out of a pose of that time, so that the character stays in its place. */
ASSETC_API void assetc_hclip_remove_root_motion(
  const AssetcHclip *clip, float time, const AssetcTransform *bind, AssetcRootMotion root, AssetcTransform *locals
);

/* @implementation */

/* A translation, then a rotation. */
#define ASSETC_IMPL_MOTION 7

static void assetc_impl_rotate_vector(const double *q, double *v) {
  double x = v[0], y = v[1], z = v[2];
  double tx = 2 * (q[1] * z - q[2] * y), ty = 2 * (q[2] * x - q[0] * z), tz = 2 * (q[0] * y - q[1] * x);
  double rotated[3];
  rotated[0] = x + q[3] * tx + (q[1] * tz - q[2] * ty);
  rotated[1] = y + q[3] * ty + (q[2] * tx - q[0] * tz);
  rotated[2] = z + q[3] * tz + (q[0] * ty - q[1] * tx);
  memcpy(v, rotated, sizeof rotated);
}

/* a = a * b; both may be one motion. */
static void assetc_impl_append_motion(double *a, const double *b) {
  double moved[3];
  int c;
  memcpy(moved, b, sizeof moved);
  assetc_impl_rotate_vector(a + 3, moved);
  assetc_impl_multiply_rotations(a + 3, b + 3, 0, a + 3);
  for (c = 0; c < 3; c++) a[c] = moved[c] + a[c];
}

static void assetc_impl_invert_motion(double *a) {
  int c;
  for (c = 0; c < 3; c++) {
    a[c] = -a[c];
    a[3 + c] = -a[3 + c];
  }
  assetc_impl_rotate_vector(a + 3, a);
}

/* The part of the turn from `start` to `local` that is around y. */
static void assetc_impl_find_yaw(const double *start, const double *local, double *rotation) {
  double turn[4], length;
  assetc_impl_multiply_rotations(local, start, 1, turn);
  length = sqrt(turn[1] * turn[1] + turn[3] * turn[3]);
  rotation[1] = length > 0 ? turn[1] / length : 0;
  rotation[3] = length > 0 ? turn[3] / length : 1;
}

/* The motion from the start of the clip to a time in it. */
static void assetc_impl_motion_at(
  const AssetcHclip *clip, float time, const AssetcTransform *bind, AssetcRootMotion root, double *motion
) {
  double start[ASSETC_IMPL_POSE_FLOATS], local[ASSETC_IMPL_POSE_FLOATS], rotation[4] = { 0, 0, 0, 1 }, moved[3];
  AssetcTransform sampled;
  uint32_t c;
  assetc_hclip_sample_joint(clip, 0, root.joint, bind, &sampled);
  assetc_impl_read_transform(&sampled, start);
  assetc_hclip_sample_joint(clip, time, root.joint, bind, &sampled);
  assetc_impl_read_transform(&sampled, local);
  if ((root.axes & ASSETC_ROOT_YAW) != 0) assetc_impl_find_yaw(start + 3, local + 3, rotation);
  memcpy(moved, start, sizeof moved);
  assetc_impl_rotate_vector(rotation, moved);
  /* The start of the joint is turned and moved to where the motion leads it. */
  for (c = 0; c < 3; c++) motion[c] = ((root.axes & ASSETC_ROOT_X << c) != 0 ? local[c] : start[c]) - moved[c];
  memcpy(motion + 3, rotation, sizeof rotation);
}

/* Whole loops before a time. Beyond 2^52, times have no fraction. */
static double assetc_impl_loops_before(const AssetcHclip *clip, double time) {
  double loops = floor(time / (double)clip->duration);
  return loops > -4503599627370496.0 && loops < 4503599627370496.0 ? loops : 0;
}

void assetc_hclip_root_motion(
  const AssetcHclip *clip, double from, double to, int isLooping, const AssetcTransform *bind, AssetcRootMotion root, AssetcTransform *delta
) {
  double first = isLooping ? assetc_impl_loops_before(clip, from) : 0;
  double last = isLooping ? assetc_impl_loops_before(clip, to) : 0, left = last < first ? first - last : last - first;
  double motion[ASSETC_IMPL_POSE_FLOATS] = { 0, 0, 0, 0, 0, 0, 1, 1, 1, 1 }, after[ASSETC_IMPL_MOTION], loop[ASSETC_IMPL_MOTION];
  assetc_impl_motion_at(clip, (float)(from - first * (double)clip->duration), bind, root, motion);
  assetc_impl_motion_at(clip, (float)(to - last * (double)clip->duration), bind, root, after);
  assetc_impl_motion_at(clip, clip->duration, bind, root, loop);
  if (last < first) assetc_impl_invert_motion(loop);
  assetc_impl_invert_motion(motion);
  /* A power by squares, so that a long pause takes no longer. */
  for (; left > 0; left = floor(left / 2)) {
    if (fmod(left, 2) == 1) assetc_impl_append_motion(motion, loop);
    assetc_impl_append_motion(loop, loop);
  }
  assetc_impl_append_motion(motion, after);
  assetc_impl_write_transform(motion, delta);
}

void assetc_hclip_remove_root_motion(
  const AssetcHclip *clip, float time, const AssetcTransform *bind, AssetcRootMotion root, AssetcTransform *locals
) {
  double motion[ASSETC_IMPL_POSE_FLOATS], local[ASSETC_IMPL_POSE_FLOATS];
  assetc_impl_motion_at(clip, time, bind, root, motion);
  assetc_impl_invert_motion(motion);
  assetc_impl_read_transform(&locals[root.joint], local);
  assetc_impl_append_motion(motion, local);
  memcpy(motion + ASSETC_IMPL_MOTION, local + ASSETC_IMPL_MOTION, 3 * sizeof(double));
  assetc_impl_write_transform(motion, &locals[root.joint]);
}
