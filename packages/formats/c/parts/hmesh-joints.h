/* @implementation */

/* A bit for each joint that has been checked. Joints beyond are checked again, which only takes time. */
#define ASSETC_IMPL_JOINT_BITS 65536u

typedef struct AssetcImplJoints {
  const AssetcImplFile *file;
  uint64_t at; /* Offset of the first joint's parent. */
  uint32_t count;
  uint32_t seen[ASSETC_IMPL_JOINT_BITS / 32];
  uint32_t done[ASSETC_IMPL_JOINT_BITS / 32];
} AssetcImplJoints;

static uint64_t assetc_impl_parent_at(const AssetcImplJoints *joints, uint32_t joint) {
  return joints->at + (uint64_t)joint * sizeof(AssetcGpuJoint);
}

static int assetc_impl_has_bit(const uint32_t *bits, uint32_t i) {
  return i < ASSETC_IMPL_JOINT_BITS && (bits[i / 32] >> (i % 32) & 1u) != 0;
}

static void assetc_impl_set_bit(uint32_t *bits, uint32_t i) {
  if (i < ASSETC_IMPL_JOINT_BITS) bits[i / 32] |= UINT32_C(1) << (i % 32);
}

/* Follows parents from one joint to a root, or to a joint that is known to lead to one. */
static int assetc_impl_check_lineage(AssetcImplJoints *joints, uint32_t start) {
  uint32_t last = start, steps = 0;
  int64_t joint = start;
  while (joint >= 0 && joint < joints->count && !assetc_impl_has_bit(joints->seen, (uint32_t)joint)) {
    last = (uint32_t)joint;
    assetc_impl_set_bit(joints->seen, last);
    joint = assetc_read_i32(joints->file->bytes + assetc_impl_parent_at(joints, last));
    if (++steps > joints->count) break;
  }
  if (steps == 0) return 1;
  if (joint >= joints->count)
    return assetc_impl_fail(joints->file, ASSETC_ERROR_BAD_RANGE, assetc_impl_parent_at(joints, last), "SKEL[].parent");
  if (steps > joints->count || (joint >= 0 && !assetc_impl_has_bit(joints->done, (uint32_t)joint)))
    return assetc_impl_fail(joints->file, ASSETC_ERROR_BAD_VALUE, assetc_impl_parent_at(joints, last), "SKEL[].parent");
  for (joint = start; steps > 0; steps--) {
    assetc_impl_set_bit(joints->done, (uint32_t)joint);
    joint = assetc_read_i32(joints->file->bytes + assetc_impl_parent_at(joints, (uint32_t)joint));
  }
  return 1;
}

/* Joints may be in any order, but following parents must end at a root. */
static int assetc_impl_check_joints(const AssetcImplFile *file, const AssetcImplChunk *chunk) {
  AssetcImplJoints joints;
  uint32_t i;
  memset(&joints, 0, sizeof joints);
  joints.file = file;
  joints.at = chunk->offset + offsetof(AssetcGpuJoint, parent);
  joints.count = (uint32_t)(chunk->size / sizeof(AssetcGpuJoint));
  for (i = 0; i < joints.count; i++)
    if (!assetc_impl_check_lineage(&joints, i)) return 0;
  return 1;
}
