/* @implementation */

/* Streams of bits of .hclip, lowest bit first. Every file ends with 8 zero bytes: 64 bits may be loaded at any bit before them. */

/* At least 57 bits from bit `at` on. */
ASSETC_IMPL_INLINE uint64_t assetc_impl_bits(const unsigned char *bytes, uint64_t at) {
  return assetc_read_u64(bytes + (at >> 3)) >> (at & 7);
}

ASSETC_IMPL_INLINE uint32_t assetc_impl_low_bits(uint64_t bits, uint32_t count) {
  return (uint32_t)(bits & ((UINT64_C(1) << count) - 1));
}

/* The low `count` bits, 1 to 32, as a number with a sign. */
ASSETC_IMPL_INLINE int64_t assetc_impl_signed_bits(uint64_t bits, uint32_t count) {
  return (int64_t)(bits << (64 - count)) >> (64 - count);
}

ASSETC_IMPL_INLINE float assetc_impl_float_bits(const unsigned char *bytes, uint64_t at) {
  uint32_t word = assetc_impl_low_bits(assetc_impl_bits(bytes, at), 32);
  return assetc_read_f32(&word);
}

/* What describes a track of a segment, or a constant. */
typedef struct AssetcImplTrackHead {
  int isValid;
  int isRaw;
  uint32_t omitted; /* The component of a rotation that is left out, or ASSETC_HCLIP_ALL_FOUR. */
  uint32_t stored; /* Components that are stored. */
  uint32_t baseBits;
  uint32_t slopeBits; /* 0 without slopes. */
  uint32_t widths; /* 5 bits for each stored component. */
  uint32_t sampleBits; /* Of one sample. */
  uint64_t bases; /* Bit where they start; slopes follow. */
  uint64_t end; /* Bit after all of it. */
  double step; /* 2^-exponent. */
} AssetcImplTrackHead;

ASSETC_IMPL_INLINE double assetc_impl_power_of_two(int exponent) {
  uint64_t bits = (uint64_t)(1023 + exponent) << 52;
  double power;
  memcpy(&power, &bits, sizeof power);
  return power;
}

/* Of a head whose form is grid: `bits` start with hasSlope. */
ASSETC_IMPL_INLINE void assetc_impl_read_widths(AssetcImplTrackHead *head, uint64_t bits) {
  uint32_t hasSlope = (uint32_t)(bits & 1), c;
  bits >>= 1;
  head->bases += 1;
  if (hasSlope) {
    head->slopeBits = assetc_impl_low_bits(bits, 5) + 1;
    bits >>= 5;
    head->bases += 5;
  }
  head->widths = assetc_impl_low_bits(bits, head->stored * 5);
  head->bases += head->stored * 5;
  for (c = 0; c < head->stored; c++) {
    uint32_t width = head->widths >> (c * 5) & 31;
    head->sampleBits += width;
    if (width > ASSETC_HCLIP_MAX_WIDTH) head->isValid = 0;
  }
}

/* A head has at most 34 bits: one load gets all of it. `components`: of a value. */
ASSETC_IMPL_INLINE void assetc_impl_read_track_head(
  const unsigned char *bytes, uint64_t at, uint32_t components, int isConstant, AssetcImplTrackHead *head
) {
  uint64_t bits = assetc_impl_bits(bytes, at);
  int isRotation = components == 4, exponent;
  uint32_t form = (uint32_t)(bits & (isRotation ? 7 : 1));
  head->isRaw = form == (isRotation ? ASSETC_HCLIP_RAW_ROTATION : ASSETC_HCLIP_RAW_OTHER);
  head->isValid = !isRotation || form <= ASSETC_HCLIP_RAW_ROTATION;
  head->omitted = isRotation && form < ASSETC_HCLIP_ALL_FOUR ? form : ASSETC_HCLIP_ALL_FOUR;
  head->stored = isRotation && form < ASSETC_HCLIP_ALL_FOUR ? 3 : components;
  head->sampleBits = 0;
  if (head->isRaw || !head->isValid) {
    if (!isConstant) head->sampleBits = components * 32;
    head->baseBits = 32;
    head->slopeBits = 0;
    head->widths = 0;
    head->step = 1;
    head->bases = at + (isRotation ? 3 : 1);
    head->end = head->bases + (isConstant ? components * 32 : 0);
    return;
  }
  if (isRotation) {
    exponent = (int)(bits >> 3 & 31);
    if (exponent > (int)ASSETC_HCLIP_MAX_ROTATION_EXPONENT) head->isValid = 0;
    head->baseBits = (uint32_t)exponent + 2;
  } else {
    exponent = (int)(bits >> 1 & 63) - (int)ASSETC_HCLIP_EXPONENT_BIAS;
    head->baseBits = (uint32_t)(bits >> 7 & 31) + 1;
  }
  head->step = assetc_impl_power_of_two(-exponent);
  head->slopeBits = 0;
  head->bases = at + (isRotation ? 8 : 12);
  if (!isConstant) assetc_impl_read_widths(head, bits >> (isRotation ? 8 : 12));
  head->end = head->bases + (uint64_t)head->stored * (head->baseBits + head->slopeBits);
}
