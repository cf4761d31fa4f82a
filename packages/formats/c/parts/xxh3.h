/* XXH3 with 64 bits, seed 0. */
ASSETC_API uint64_t assetc_xxh3(const void *bytes, size_t size);

/* @implementation */

#define ASSETC_IMPL_PRIME32_1 UINT64_C(0x9E3779B1)
#define ASSETC_IMPL_PRIME64_1 UINT64_C(0x9E3779B185EBCA87)
#define ASSETC_IMPL_PRIME64_2 UINT64_C(0xC2B2AE3D27D4EB4F)
#define ASSETC_IMPL_PRIME64_3 UINT64_C(0x165667B19E3779F9)

static const unsigned char assetc_impl_xxh3_secret[192] = {
  0xb8, 0xfe, 0x6c, 0x39, 0x23, 0xa4, 0x4b, 0xbe, 0x7c, 0x01, 0x81, 0x2c, 0xf7, 0x21, 0xad, 0x1c, 0xde, 0xd4, 0x6d, 0xe9, 0x83, 0x90, 0x97, 0xdb,
  0x72, 0x40, 0xa4, 0xa4, 0xb7, 0xb3, 0x67, 0x1f, 0xcb, 0x79, 0xe6, 0x4e, 0xcc, 0xc0, 0xe5, 0x78, 0x82, 0x5a, 0xd0, 0x7d, 0xcc, 0xff, 0x72, 0x21,
  0xb8, 0x08, 0x46, 0x74, 0xf7, 0x43, 0x24, 0x8e, 0xe0, 0x35, 0x90, 0xe6, 0x81, 0x3a, 0x26, 0x4c, 0x3c, 0x28, 0x52, 0xbb, 0x91, 0xc3, 0x00, 0xcb,
  0x88, 0xd0, 0x65, 0x8b, 0x1b, 0x53, 0x2e, 0xa3, 0x71, 0x64, 0x48, 0x97, 0xa2, 0x0d, 0xf9, 0x4e, 0x38, 0x19, 0xef, 0x46, 0xa9, 0xde, 0xac, 0xd8,
  0xa8, 0xfa, 0x76, 0x3f, 0xe3, 0x9c, 0x34, 0x3f, 0xf9, 0xdc, 0xbb, 0xc7, 0xc7, 0x0b, 0x4f, 0x1d, 0x8a, 0x51, 0xe0, 0x4b, 0xcd, 0xb4, 0x59, 0x31,
  0xc8, 0x9f, 0x7e, 0xc9, 0xd9, 0x78, 0x73, 0x64, 0xea, 0xc5, 0xac, 0x83, 0x34, 0xd3, 0xeb, 0xc3, 0xc5, 0x81, 0xa0, 0xff, 0xfa, 0x13, 0x63, 0xeb,
  0x17, 0x0d, 0xdd, 0x51, 0xb7, 0xf0, 0xda, 0x49, 0xd3, 0x16, 0x55, 0x26, 0x29, 0xd4, 0x68, 0x9e, 0x2b, 0x16, 0xbe, 0x58, 0x7d, 0x47, 0xa1, 0xfc,
  0x8f, 0xf8, 0xb8, 0xd1, 0x7a, 0xd0, 0x31, 0xce, 0x45, 0xcb, 0x3a, 0x8f, 0x95, 0x16, 0x04, 0x28, 0xaf, 0xd7, 0xfb, 0xca, 0xbb, 0x4b, 0x40, 0x7e
};

static uint64_t assetc_impl_secret(size_t at) { return assetc_read_u64(assetc_impl_xxh3_secret + at); }
static uint64_t assetc_impl_rotl64(uint64_t v, int by) { return v << by | v >> (64 - by); }

static uint64_t assetc_impl_swap64(uint64_t v) {
  uint64_t out = 0;
  int i;
  for (i = 0; i < 8; i++, v >>= 8) out = out << 8 | (v & 255);
  return out;
}

/* The two halves of the 128-bit product, folded into one. */
static uint64_t assetc_impl_fold_product(uint64_t a, uint64_t b) {
  uint64_t aLow = a & UINT32_MAX, aHigh = a >> 32, bLow = b & UINT32_MAX, bHigh = b >> 32;
  uint64_t low = aLow * bLow, first = aHigh * bLow, second = aLow * bHigh, high = aHigh * bHigh;
  uint64_t middle = (low >> 32) + (first & UINT32_MAX) + second;
  return (middle << 32 | (low & UINT32_MAX)) ^ (high + (first >> 32) + (middle >> 32));
}

static uint64_t assetc_impl_avalanche(uint64_t hash) {
  hash = (hash ^ hash >> 37) * UINT64_C(0x165667919E3779F9);
  return hash ^ hash >> 32;
}

static uint64_t assetc_impl_avalanche64(uint64_t hash) {
  hash = (hash ^ hash >> 33) * ASSETC_IMPL_PRIME64_2;
  hash = (hash ^ hash >> 29) * ASSETC_IMPL_PRIME64_3;
  return hash ^ hash >> 32;
}

static uint64_t assetc_impl_xxh3_short(const unsigned char *p, size_t size) {
  uint64_t low, high, hash;
  if (size > 8) {
    low = assetc_read_u64(p) ^ assetc_impl_secret(24) ^ assetc_impl_secret(32);
    high = assetc_read_u64(p + size - 8) ^ assetc_impl_secret(40) ^ assetc_impl_secret(48);
    return assetc_impl_avalanche(size + assetc_impl_swap64(low) + high + assetc_impl_fold_product(low, high));
  }
  if (size >= 4) {
    hash = ((uint64_t)assetc_read_u32(p) << 32) + assetc_read_u32(p + size - 4);
    hash ^= assetc_impl_secret(8) ^ assetc_impl_secret(16);
    hash ^= assetc_impl_rotl64(hash, 49) ^ assetc_impl_rotl64(hash, 24);
    hash *= UINT64_C(0x9FB21C651E98DF25);
    hash ^= (hash >> 35) + size;
    hash *= UINT64_C(0x9FB21C651E98DF25);
    return hash ^ hash >> 28;
  }
  if (size == 0) return assetc_impl_avalanche64(assetc_impl_secret(56) ^ assetc_impl_secret(64));
  hash = (uint64_t)p[0] << 16 | (uint64_t)p[size >> 1] << 24 | p[size - 1] | (uint64_t)size << 8;
  return assetc_impl_avalanche64(hash ^ ((assetc_impl_secret(0) ^ assetc_impl_secret(0) >> 32) & UINT32_MAX));
}

static uint64_t assetc_impl_mix16(const unsigned char *p, size_t secret) {
  return assetc_impl_fold_product(
    assetc_read_u64(p) ^ assetc_impl_secret(secret), assetc_read_u64(p + 8) ^ assetc_impl_secret(secret + 8));
}

static uint64_t assetc_impl_xxh3_medium(const unsigned char *p, size_t size) {
  uint64_t sum = size * ASSETC_IMPL_PRIME64_1;
  size_t i;
  if (size <= 128) {
    for (i = 0; i <= (size - 1) / 32; i++)
      sum += assetc_impl_mix16(p + 16 * i, 32 * i) + assetc_impl_mix16(p + size - 16 * (i + 1), 32 * i + 16);
    return assetc_impl_avalanche(sum);
  }
  for (i = 0; i < 8; i++) sum += assetc_impl_mix16(p + 16 * i, 16 * i);
  sum = assetc_impl_avalanche(sum);
  for (i = 8; i < size / 16; i++) sum += assetc_impl_mix16(p + 16 * i, 16 * (i - 8) + 3);
  return assetc_impl_avalanche(sum + assetc_impl_mix16(p + size - 16, 119));
}

static void assetc_impl_xxh3_stripe(uint64_t *lanes, const unsigned char *p, size_t secret) {
  size_t i;
  for (i = 0; i < 8; i++) {
    uint64_t value = assetc_read_u64(p + 8 * i), key = value ^ assetc_impl_secret(secret + 8 * i);
    lanes[i ^ 1] += value;
    lanes[i] += (key & UINT32_MAX) * (key >> 32);
  }
}

static uint64_t assetc_impl_xxh3_long(const unsigned char *p, size_t size) {
  uint64_t lanes[8] = {
    UINT64_C(0xC2B2AE3D), ASSETC_IMPL_PRIME64_1, ASSETC_IMPL_PRIME64_2, ASSETC_IMPL_PRIME64_3,
    UINT64_C(0x85EBCA77C2B2AE63), UINT64_C(0x85EBCA77), UINT64_C(0x27D4EB2F165667C5), ASSETC_IMPL_PRIME32_1
  };
  const unsigned char *last = p + size - 64;
  uint64_t sum = size * ASSETC_IMPL_PRIME64_1;
  size_t blocks = (size - 1) / 1024, stripes = (size - 1 - blocks * 1024) / 64, i;
  for (; blocks > 0; blocks--) {
    for (i = 0; i < 16; i++, p += 64) assetc_impl_xxh3_stripe(lanes, p, 8 * i);
    for (i = 0; i < 8; i++)
      lanes[i] = (lanes[i] ^ lanes[i] >> 47 ^ assetc_impl_secret(128 + 8 * i)) * ASSETC_IMPL_PRIME32_1;
  }
  for (i = 0; i < stripes; i++, p += 64) assetc_impl_xxh3_stripe(lanes, p, 8 * i);
  assetc_impl_xxh3_stripe(lanes, last, 121);
  for (i = 0; i < 4; i++)
    sum += assetc_impl_fold_product(
      lanes[2 * i] ^ assetc_impl_secret(11 + 16 * i), lanes[2 * i + 1] ^ assetc_impl_secret(19 + 16 * i));
  return assetc_impl_avalanche(sum);
}

uint64_t assetc_xxh3(const void *bytes, size_t size) {
  const unsigned char *p = (const unsigned char *)bytes;
  if (size <= 16) return assetc_impl_xxh3_short(p, size);
  return size <= 240 ? assetc_impl_xxh3_medium(p, size) : assetc_impl_xxh3_long(p, size);
}
