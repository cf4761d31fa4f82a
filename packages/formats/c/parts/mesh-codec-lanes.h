/* @implementation */

/* 16 bytes at a time, by SSSE3 or NEON. Without them plain C. */
#if defined(ASSETC_IMPL_SSE2) && defined(__SSSE3__)
#define ASSETC_IMPL_WIDE
typedef __m128i AssetcImplWide;
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_load(const unsigned char *p) { return _mm_loadu_si128((const __m128i *)(const void *)p); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_load8(const unsigned char *p) { return _mm_loadl_epi64((const __m128i *)(const void *)p); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_load4(const unsigned char *p) { return _mm_cvtsi32_si128(assetc_read_i32(p)); }
ASSETC_IMPL_INLINE void assetc_impl_wide_store(unsigned char *p, AssetcImplWide v) { _mm_storeu_si128((__m128i *)(void *)p, v); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_zero(void) { return _mm_setzero_si128(); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_splat8(uint32_t v) { return _mm_set1_epi8((char)v); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_splat32(uint32_t v) { return _mm_set1_epi32((int)v); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_and(AssetcImplWide a, AssetcImplWide b) { return _mm_and_si128(a, b); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_or(AssetcImplWide a, AssetcImplWide b) { return _mm_or_si128(a, b); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_xor(AssetcImplWide a, AssetcImplWide b) { return _mm_xor_si128(a, b); }
/* The lanes of `a` that `b` has not. */
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_without(AssetcImplWide a, AssetcImplWide b) { return _mm_andnot_si128(b, a); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_add8(AssetcImplWide a, AssetcImplWide b) { return _mm_add_epi8(a, b); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_add16(AssetcImplWide a, AssetcImplWide b) { return _mm_add_epi16(a, b); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_halve(AssetcImplWide v) { return _mm_srli_epi16(v, 1); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_quarter(AssetcImplWide v) { return _mm_srli_epi16(v, 2); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_high_nibbles(AssetcImplWide v) { return _mm_srli_epi16(v, 4); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_negate8(AssetcImplWide v) { return _mm_sub_epi8(_mm_setzero_si128(), v); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_negate16(AssetcImplWide v) { return _mm_sub_epi16(_mm_setzero_si128(), v); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_splat16(uint32_t v) { return _mm_set1_epi16((short)v); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_equal(AssetcImplWide a, AssetcImplWide b) { return _mm_cmpeq_epi8(a, b); }
ASSETC_IMPL_INLINE uint32_t assetc_impl_wide_mask(AssetcImplWide v) { return (uint32_t)_mm_movemask_epi8(v); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_pick(AssetcImplWide v, AssetcImplWide from) { return _mm_shuffle_epi8(v, from); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_zip8(AssetcImplWide a, AssetcImplWide b) { return _mm_unpacklo_epi8(a, b); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_zip8_high(AssetcImplWide a, AssetcImplWide b) { return _mm_unpackhi_epi8(a, b); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_zip16(AssetcImplWide a, AssetcImplWide b) { return _mm_unpacklo_epi16(a, b); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_zip16_high(AssetcImplWide a, AssetcImplWide b) { return _mm_unpackhi_epi16(a, b); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_join(AssetcImplWide low, AssetcImplWide high) { return _mm_unpacklo_epi64(low, high); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_up4(AssetcImplWide v) { return _mm_slli_si128(v, 4); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_up8(AssetcImplWide v) { return _mm_slli_si128(v, 8); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_last(AssetcImplWide v) { return _mm_shuffle_epi32(v, 0xFF); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_rotate(AssetcImplWide v, int by) {
  return _mm_or_si128(_mm_srl_epi32(v, _mm_cvtsi32_si128(by)), _mm_sll_epi32(v, _mm_cvtsi32_si128(32 - by)));
}
ASSETC_IMPL_INLINE void assetc_impl_wide_scatter(unsigned char *p, size_t stride, AssetcImplWide v) {
  uint32_t part;
  part = (uint32_t)_mm_cvtsi128_si32(v);
  memcpy(p, &part, 4);
  part = (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(v, 1));
  memcpy(p + stride, &part, 4);
  part = (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(v, 2));
  memcpy(p + stride * 2, &part, 4);
  part = (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32(v, 3));
  memcpy(p + stride * 3, &part, 4);
}
#elif defined(ASSETC_IMPL_NEON)
#define ASSETC_IMPL_WIDE
typedef uint8x16_t AssetcImplWide;
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_load(const unsigned char *p) { return vld1q_u8(p); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_load8(const unsigned char *p) { return vcombine_u8(vld1_u8(p), vdup_n_u8(0)); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_load4(const unsigned char *p) {
  return vreinterpretq_u8_u32(vsetq_lane_u32(assetc_read_u32(p), vdupq_n_u32(0), 0));
}
ASSETC_IMPL_INLINE void assetc_impl_wide_store(unsigned char *p, AssetcImplWide v) { vst1q_u8(p, v); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_zero(void) { return vdupq_n_u8(0); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_splat8(uint32_t v) { return vdupq_n_u8((uint8_t)v); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_splat32(uint32_t v) { return vreinterpretq_u8_u32(vdupq_n_u32(v)); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_and(AssetcImplWide a, AssetcImplWide b) { return vandq_u8(a, b); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_or(AssetcImplWide a, AssetcImplWide b) { return vorrq_u8(a, b); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_xor(AssetcImplWide a, AssetcImplWide b) { return veorq_u8(a, b); }
/* The lanes of `a` that `b` has not. */
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_without(AssetcImplWide a, AssetcImplWide b) { return vbicq_u8(a, b); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_add8(AssetcImplWide a, AssetcImplWide b) { return vaddq_u8(a, b); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_add16(AssetcImplWide a, AssetcImplWide b) {
  return vreinterpretq_u8_u16(vaddq_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b)));
}
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_halve(AssetcImplWide v) { return vreinterpretq_u8_u16(vshrq_n_u16(vreinterpretq_u16_u8(v), 1)); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_quarter(AssetcImplWide v) { return vreinterpretq_u8_u16(vshrq_n_u16(vreinterpretq_u16_u8(v), 2)); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_high_nibbles(AssetcImplWide v) { return vreinterpretq_u8_u16(vshrq_n_u16(vreinterpretq_u16_u8(v), 4)); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_negate8(AssetcImplWide v) { return vreinterpretq_u8_s8(vnegq_s8(vreinterpretq_s8_u8(v))); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_negate16(AssetcImplWide v) { return vreinterpretq_u8_s16(vnegq_s16(vreinterpretq_s16_u8(v))); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_splat16(uint32_t v) { return vreinterpretq_u8_u16(vdupq_n_u16((uint16_t)v)); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_equal(AssetcImplWide a, AssetcImplWide b) { return vceqq_u8(a, b); }
ASSETC_IMPL_INLINE uint32_t assetc_impl_wide_mask(AssetcImplWide v) {
  static const uint8_t bits[16] = { 1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128 };
  uint8x16_t kept = vandq_u8(v, vld1q_u8(bits));
  return (uint32_t)vaddv_u8(vget_low_u8(kept)) | (uint32_t)vaddv_u8(vget_high_u8(kept)) << 8;
}
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_pick(AssetcImplWide v, AssetcImplWide from) { return vqtbl1q_u8(v, from); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_zip8(AssetcImplWide a, AssetcImplWide b) { return vzip1q_u8(a, b); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_zip8_high(AssetcImplWide a, AssetcImplWide b) { return vzip2q_u8(a, b); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_zip16(AssetcImplWide a, AssetcImplWide b) {
  return vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b)));
}
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_zip16_high(AssetcImplWide a, AssetcImplWide b) {
  return vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b)));
}
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_join(AssetcImplWide low, AssetcImplWide high) {
  return vcombine_u8(vget_low_u8(low), vget_low_u8(high));
}
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_up4(AssetcImplWide v) { return vextq_u8(vdupq_n_u8(0), v, 12); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_up8(AssetcImplWide v) { return vextq_u8(vdupq_n_u8(0), v, 8); }
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_last(AssetcImplWide v) {
  return vreinterpretq_u8_u32(vdupq_laneq_u32(vreinterpretq_u32_u8(v), 3));
}
ASSETC_IMPL_INLINE AssetcImplWide assetc_impl_wide_rotate(AssetcImplWide v, int by) {
  uint32x4_t words = vreinterpretq_u32_u8(v);
  return vreinterpretq_u8_u32(vorrq_u32(vshlq_u32(words, vdupq_n_s32(-by)), vshlq_u32(words, vdupq_n_s32(32 - by))));
}
ASSETC_IMPL_INLINE void assetc_impl_wide_scatter(unsigned char *p, size_t stride, AssetcImplWide v) {
  uint32_t parts[4];
  vst1q_u8((uint8_t *)(void *)parts, v);
  memcpy(p, parts, 4);
  memcpy(p + stride, parts + 1, 4);
  memcpy(p + stride * 2, parts + 2, 4);
  memcpy(p + stride * 3, parts + 3, 4);
}
#endif
