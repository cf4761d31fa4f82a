/* @implementation */

/*
 * Rotations of a pose are interpolated two at a time: SSE2 or NEON if the compiler offers it, unless ASSETC_NO_SIMD is defined. Each lane does
 * what one double would, so results are equal.
 */

#if defined(ASSETC_IMPL_SSE2)
typedef __m128d AssetcImplLanes;
#define ASSETC_IMPL_LANES(name, operation) \
  ASSETC_IMPL_INLINE AssetcImplLanes assetc_impl_lanes_##name(AssetcImplLanes a, AssetcImplLanes b) { return operation(a, b); }
ASSETC_IMPL_LANES(add, _mm_add_pd)
ASSETC_IMPL_LANES(subtract, _mm_sub_pd)
ASSETC_IMPL_LANES(multiply, _mm_mul_pd)
ASSETC_IMPL_LANES(divide, _mm_div_pd)
#undef ASSETC_IMPL_LANES
ASSETC_IMPL_INLINE AssetcImplLanes assetc_impl_lanes_of(double v) { return _mm_set1_pd(v); }
ASSETC_IMPL_INLINE AssetcImplLanes assetc_impl_lanes_load(const double *v) { return _mm_loadu_pd(v); }
ASSETC_IMPL_INLINE void assetc_impl_lanes_store(AssetcImplLanes a, double *out) { _mm_storeu_pd(out, a); }
ASSETC_IMPL_INLINE AssetcImplLanes assetc_impl_lanes_root(AssetcImplLanes a) { return _mm_sqrt_pd(a); }
/* By lane: `a` if x > y, else `b`. */
ASSETC_IMPL_INLINE AssetcImplLanes assetc_impl_lanes_if_greater(AssetcImplLanes x, AssetcImplLanes y, AssetcImplLanes a, AssetcImplLanes b) {
  AssetcImplLanes mask = _mm_cmpgt_pd(x, y);
  return _mm_or_pd(_mm_and_pd(mask, a), _mm_andnot_pd(mask, b));
}
#elif defined(ASSETC_IMPL_NEON)
typedef float64x2_t AssetcImplLanes;
#define ASSETC_IMPL_LANES(name, operation) \
  ASSETC_IMPL_INLINE AssetcImplLanes assetc_impl_lanes_##name(AssetcImplLanes a, AssetcImplLanes b) { return operation(a, b); }
ASSETC_IMPL_LANES(add, vaddq_f64)
ASSETC_IMPL_LANES(subtract, vsubq_f64)
ASSETC_IMPL_LANES(multiply, vmulq_f64)
ASSETC_IMPL_LANES(divide, vdivq_f64)
#undef ASSETC_IMPL_LANES
ASSETC_IMPL_INLINE AssetcImplLanes assetc_impl_lanes_of(double v) { return vdupq_n_f64(v); }
ASSETC_IMPL_INLINE AssetcImplLanes assetc_impl_lanes_load(const double *v) { return vld1q_f64(v); }
ASSETC_IMPL_INLINE void assetc_impl_lanes_store(AssetcImplLanes a, double *out) { vst1q_f64(out, a); }
ASSETC_IMPL_INLINE AssetcImplLanes assetc_impl_lanes_root(AssetcImplLanes a) { return vsqrtq_f64(a); }
ASSETC_IMPL_INLINE AssetcImplLanes assetc_impl_lanes_if_greater(AssetcImplLanes x, AssetcImplLanes y, AssetcImplLanes a, AssetcImplLanes b) {
  return vbslq_f64(vcgtq_f64(x, y), a, b);
}
#else
typedef struct AssetcImplLanes {
  double x, y;
} AssetcImplLanes;
ASSETC_IMPL_INLINE AssetcImplLanes assetc_impl_lanes(double x, double y) {
  AssetcImplLanes lanes;
  lanes.x = x;
  lanes.y = y;
  return lanes;
}
#define ASSETC_IMPL_LANES(name, operator) \
  ASSETC_IMPL_INLINE AssetcImplLanes assetc_impl_lanes_##name(AssetcImplLanes a, AssetcImplLanes b) { \
    return assetc_impl_lanes(a.x operator b.x, a.y operator b.y); \
  }
ASSETC_IMPL_LANES(add, +)
ASSETC_IMPL_LANES(subtract, -)
ASSETC_IMPL_LANES(multiply, *)
ASSETC_IMPL_LANES(divide, /)
#undef ASSETC_IMPL_LANES
ASSETC_IMPL_INLINE AssetcImplLanes assetc_impl_lanes_of(double v) { return assetc_impl_lanes(v, v); }
ASSETC_IMPL_INLINE AssetcImplLanes assetc_impl_lanes_load(const double *v) { return assetc_impl_lanes(v[0], v[1]); }
ASSETC_IMPL_INLINE void assetc_impl_lanes_store(AssetcImplLanes a, double *out) {
  out[0] = a.x;
  out[1] = a.y;
}
ASSETC_IMPL_INLINE AssetcImplLanes assetc_impl_lanes_root(AssetcImplLanes a) { return assetc_impl_lanes(sqrt(a.x), sqrt(a.y)); }
ASSETC_IMPL_INLINE AssetcImplLanes assetc_impl_lanes_if_greater(AssetcImplLanes x, AssetcImplLanes y, AssetcImplLanes a, AssetcImplLanes b) {
  return assetc_impl_lanes(x.x > y.x ? a.x : b.x, x.y > y.y ? a.y : b.y);
}
#endif

/* a + b * c. */
ASSETC_IMPL_INLINE AssetcImplLanes assetc_impl_lanes_plus(AssetcImplLanes a, AssetcImplLanes b, AssetcImplLanes c) {
  return assetc_impl_lanes_add(a, assetc_impl_lanes_multiply(b, c));
}
/* a - b * c. */
ASSETC_IMPL_INLINE AssetcImplLanes assetc_impl_lanes_minus(AssetcImplLanes a, AssetcImplLanes b, AssetcImplLanes c) {
  return assetc_impl_lanes_subtract(a, assetc_impl_lanes_multiply(b, c));
}

/* Decoded rotations that wait to be interpolated, component by component. An even number. */
#define ASSETC_IMPL_ROTATIONS 16
typedef struct AssetcImplRotations {
  uint32_t count;
  double from[4][ASSETC_IMPL_ROTATIONS];
  double to[4][ASSETC_IMPL_ROTATIONS];
  uint32_t omitted[ASSETC_IMPL_ROTATIONS]; /* The component that is stored last, or ASSETC_HCLIP_ALL_FOUR. */
  float *out[ASSETC_IMPL_ROTATIONS];
} AssetcImplRotations;

/* Stores a rotation whose last value is the component that is left out. */
ASSETC_IMPL_INLINE void assetc_impl_store_rotation(double x, double y, double z, double last, uint32_t omitted, float *out) {
  out[omitted == 0] = (float)x;
  out[1 + (omitted <= 1)] = (float)y;
  out[2 + (omitted <= 2)] = (float)z;
  out[omitted < ASSETC_HCLIP_ALL_FOUR ? omitted : 3] = (float)last;
}

/* tan(x) / x by the square of x. */
ASSETC_IMPL_INLINE AssetcImplLanes assetc_impl_tangent_ratio(AssetcImplLanes squared) {
  AssetcImplLanes sum =
    assetc_impl_lanes_plus(assetc_impl_lanes_of(2.0 / 15), squared, assetc_impl_lanes_of(17.0 / 315));
  sum = assetc_impl_lanes_plus(assetc_impl_lanes_of(1.0 / 3), squared, sum);
  return assetc_impl_lanes_plus(assetc_impl_lanes_of(1), squared, sum);
}

/*
 * Walks an arc evenly while interpolating along its chord: the share of the chord for a share of the arc. `cosine`: of the angle between the
 * quaternions, not negative. Farther apart than 60 degrees they are treated as if they were 60 degrees apart.
 */
ASSETC_IMPL_INLINE AssetcImplLanes assetc_impl_arc_share(AssetcImplLanes cosine, double share) {
  AssetcImplLanes zero = assetc_impl_lanes_of(0), one = assetc_impl_lanes_of(1), most = assetc_impl_lanes_of(1.0 / 3);
  AssetcImplLanes tangent = assetc_impl_lanes_divide(assetc_impl_lanes_subtract(one, cosine), assetc_impl_lanes_add(one, cosine));
  AssetcImplLanes q = assetc_impl_lanes_if_greater(tangent, most, most, tangent), half, walked;
  double middle = share - 0.5;
  /* The square of half the angle, from the square of its tangent. */
  half = assetc_impl_lanes_minus(assetc_impl_lanes_of(23.0 / 45), q, assetc_impl_lanes_of(44.0 / 105));
  half = assetc_impl_lanes_minus(assetc_impl_lanes_of(2.0 / 3), q, half);
  half = assetc_impl_lanes_multiply(q, assetc_impl_lanes_minus(one, q, half));
  walked = assetc_impl_tangent_ratio(assetc_impl_lanes_multiply(assetc_impl_lanes_of(4 * middle * middle), half));
  walked = assetc_impl_lanes_multiply(assetc_impl_lanes_of(middle), walked);
  walked = assetc_impl_lanes_divide(walked, assetc_impl_tangent_ratio(half));
  walked = assetc_impl_lanes_add(assetc_impl_lanes_of(0.5), walked);
  return assetc_impl_lanes_if_greater(tangent, zero, walked, assetc_impl_lanes_of(share));
}

/* Two rotations along the shorter arc, normalized in `mixed`; `lengths` before that. */
ASSETC_IMPL_INLINE void assetc_impl_mix_pair(
  const AssetcImplRotations *rotations, uint32_t at, double share, double mixed[4][2], double *lengths
) {
  AssetcImplLanes zero = assetc_impl_lanes_of(0), a[4], b[4], dot, part, rest, length;
  int c;
  for (c = 0; c < 4; c++) {
    a[c] = assetc_impl_lanes_load(rotations->from[c] + at);
    b[c] = assetc_impl_lanes_load(rotations->to[c] + at);
  }
  dot = assetc_impl_lanes_multiply(a[0], b[0]);
  for (c = 1; c < 4; c++) dot = assetc_impl_lanes_plus(dot, a[c], b[c]);
  part = assetc_impl_arc_share(assetc_impl_lanes_if_greater(zero, dot, assetc_impl_lanes_subtract(zero, dot), dot), share);
  rest = assetc_impl_lanes_subtract(assetc_impl_lanes_of(1), part);
  part = assetc_impl_lanes_if_greater(zero, dot, assetc_impl_lanes_multiply(part, assetc_impl_lanes_of(-1)), part);
  for (c = 0; c < 4; c++) a[c] = assetc_impl_lanes_plus(assetc_impl_lanes_multiply(a[c], rest), b[c], part);
  length = assetc_impl_lanes_multiply(a[0], a[0]);
  for (c = 1; c < 4; c++) length = assetc_impl_lanes_plus(length, a[c], a[c]);
  length = assetc_impl_lanes_root(length);
  assetc_impl_lanes_store(length, lengths);
  length = assetc_impl_lanes_divide(assetc_impl_lanes_of(1), length);
  for (c = 0; c < 4; c++) assetc_impl_lanes_store(assetc_impl_lanes_multiply(a[c], length), mixed[c]);
}

/* Interpolates and stores those that wait. */
static void assetc_impl_mix_rotations(AssetcImplRotations *rotations, double share) {
  static const float identity[4] = { 0, 0, 0, 1 };
  double mixed[4][2], lengths[2];
  uint32_t count = rotations->count, i, lane;
  /* The lane after the last rotation gets a valid value, too. */
  if (count % 2 == 1)
    for (i = 0; i < 4; i++) rotations->from[i][count] = rotations->to[i][count] = 1;
  for (i = 0; i < count; i += 2) {
    assetc_impl_mix_pair(rotations, i, share, mixed, lengths);
    for (lane = 0; lane < 2 && i + lane < count; lane++) {
      float *out = rotations->out[i + lane];
      if (lengths[lane] > 0)
        assetc_impl_store_rotation(
          mixed[0][lane], mixed[1][lane], mixed[2][lane], mixed[3][lane], rotations->omitted[i + lane], out);
      else memcpy(out, identity, sizeof identity);
    }
  }
  rotations->count = 0;
}
