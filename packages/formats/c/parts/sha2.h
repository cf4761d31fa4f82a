/* ---- SHA-256 and SHA-512. ---- */

typedef struct AssetcSha256 {
  uint32_t state[8];
  uint64_t size; /* Bytes so far. */
  unsigned char block[64];
} AssetcSha256;

ASSETC_API void assetc_sha256_begin(AssetcSha256 *hash);
ASSETC_API void assetc_sha256_add(AssetcSha256 *hash, const void *bytes, size_t size);
ASSETC_API void assetc_sha256_end(AssetcSha256 *hash, unsigned char digest[32]);

/* @implementation */

static const uint64_t assetc_impl_sha512_rounds[80] = {
  UINT64_C(0x428a2f98d728ae22), UINT64_C(0x7137449123ef65cd), UINT64_C(0xb5c0fbcfec4d3b2f), UINT64_C(0xe9b5dba58189dbbc),
  UINT64_C(0x3956c25bf348b538), UINT64_C(0x59f111f1b605d019), UINT64_C(0x923f82a4af194f9b), UINT64_C(0xab1c5ed5da6d8118),
  UINT64_C(0xd807aa98a3030242), UINT64_C(0x12835b0145706fbe), UINT64_C(0x243185be4ee4b28c), UINT64_C(0x550c7dc3d5ffb4e2),
  UINT64_C(0x72be5d74f27b896f), UINT64_C(0x80deb1fe3b1696b1), UINT64_C(0x9bdc06a725c71235), UINT64_C(0xc19bf174cf692694),
  UINT64_C(0xe49b69c19ef14ad2), UINT64_C(0xefbe4786384f25e3), UINT64_C(0x0fc19dc68b8cd5b5), UINT64_C(0x240ca1cc77ac9c65),
  UINT64_C(0x2de92c6f592b0275), UINT64_C(0x4a7484aa6ea6e483), UINT64_C(0x5cb0a9dcbd41fbd4), UINT64_C(0x76f988da831153b5),
  UINT64_C(0x983e5152ee66dfab), UINT64_C(0xa831c66d2db43210), UINT64_C(0xb00327c898fb213f), UINT64_C(0xbf597fc7beef0ee4),
  UINT64_C(0xc6e00bf33da88fc2), UINT64_C(0xd5a79147930aa725), UINT64_C(0x06ca6351e003826f), UINT64_C(0x142929670a0e6e70),
  UINT64_C(0x27b70a8546d22ffc), UINT64_C(0x2e1b21385c26c926), UINT64_C(0x4d2c6dfc5ac42aed), UINT64_C(0x53380d139d95b3df),
  UINT64_C(0x650a73548baf63de), UINT64_C(0x766a0abb3c77b2a8), UINT64_C(0x81c2c92e47edaee6), UINT64_C(0x92722c851482353b),
  UINT64_C(0xa2bfe8a14cf10364), UINT64_C(0xa81a664bbc423001), UINT64_C(0xc24b8b70d0f89791), UINT64_C(0xc76c51a30654be30),
  UINT64_C(0xd192e819d6ef5218), UINT64_C(0xd69906245565a910), UINT64_C(0xf40e35855771202a), UINT64_C(0x106aa07032bbd1b8),
  UINT64_C(0x19a4c116b8d2d0c8), UINT64_C(0x1e376c085141ab53), UINT64_C(0x2748774cdf8eeb99), UINT64_C(0x34b0bcb5e19b48a8),
  UINT64_C(0x391c0cb3c5c95a63), UINT64_C(0x4ed8aa4ae3418acb), UINT64_C(0x5b9cca4f7763e373), UINT64_C(0x682e6ff3d6b2b8a3),
  UINT64_C(0x748f82ee5defb2fc), UINT64_C(0x78a5636f43172f60), UINT64_C(0x84c87814a1f0ab72), UINT64_C(0x8cc702081a6439ec),
  UINT64_C(0x90befffa23631e28), UINT64_C(0xa4506cebde82bde9), UINT64_C(0xbef9a3f7b2c67915), UINT64_C(0xc67178f2e372532b),
  UINT64_C(0xca273eceea26619c), UINT64_C(0xd186b8c721c0c207), UINT64_C(0xeada7dd6cde0eb1e), UINT64_C(0xf57d4f7fee6ed178),
  UINT64_C(0x06f067aa72176fba), UINT64_C(0x0a637dc5a2c898a6), UINT64_C(0x113f9804bef90dae), UINT64_C(0x1b710b35131c471b),
  UINT64_C(0x28db77f523047d84), UINT64_C(0x32caab7b40c72493), UINT64_C(0x3c9ebe0a15c9bebc), UINT64_C(0x431d67c49c100d4c),
  UINT64_C(0x4cc5d4becb3e42b6), UINT64_C(0x597f299cfc657e2a), UINT64_C(0x5fcb6fab3ad6faec), UINT64_C(0x6c44198c4a475817)
};

static uint32_t assetc_impl_read_be32(const unsigned char *p) {
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void assetc_impl_write_be32(unsigned char *p, uint32_t v) {
  p[0] = (unsigned char)(v >> 24);
  p[1] = (unsigned char)(v >> 16);
  p[2] = (unsigned char)(v >> 8);
  p[3] = (unsigned char)v;
}

static uint32_t assetc_impl_ror32(uint32_t v, int by) { return v >> by | v << (32 - by); }
static uint64_t assetc_impl_ror64(uint64_t v, int by) { return v >> by | v << (64 - by); }

/* The constants of SHA-256 are the upper halves of the first 64 of SHA-512. */
static void assetc_impl_sha256_block(uint32_t state[8], const unsigned char *block) {
  uint32_t w[64], v[8];
  int i, round;
  for (i = 0; i < 16; i++) w[i] = assetc_impl_read_be32(block + 4 * i);
  for (i = 16; i < 64; i++) {
    uint32_t a = w[i - 15], b = w[i - 2];
    uint32_t small0 = assetc_impl_ror32(a, 7) ^ assetc_impl_ror32(a, 18) ^ a >> 3;
    uint32_t small1 = assetc_impl_ror32(b, 17) ^ assetc_impl_ror32(b, 19) ^ b >> 10;
    w[i] = w[i - 16] + small0 + w[i - 7] + small1;
  }
  memcpy(v, state, sizeof v);
  /* Eight rounds at a time, after which each value is in its place again. */
  for (i = 0; i < 64; i += 8)
    for (round = 0; round < 8; round++) {
      uint32_t *h = v + (7 - round), *d = v + ((11 - round) & 7);
      uint32_t e = v[(12 - round) & 7], a = v[(8 - round) & 7], b = v[(9 - round) & 7], c = v[(10 - round) & 7];
      uint32_t big1 = assetc_impl_ror32(e, 6) ^ assetc_impl_ror32(e, 11) ^ assetc_impl_ror32(e, 25);
      uint32_t big0 = assetc_impl_ror32(a, 2) ^ assetc_impl_ror32(a, 13) ^ assetc_impl_ror32(a, 22);
      uint32_t choice = (e & v[(13 - round) & 7]) ^ (~e & v[(14 - round) & 7]), majority = (a & b) ^ (a & c) ^ (b & c);
      uint32_t one = *h + big1 + choice + (uint32_t)(assetc_impl_sha512_rounds[i + round] >> 32) + w[i + round];
      *d += one;
      *h = one + big0 + majority;
    }
  for (i = 0; i < 8; i++) state[i] += v[i];
}

void assetc_sha256_begin(AssetcSha256 *hash) {
  static const uint32_t start[8] = {
    0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au, 0x510e527fu, 0x9b05688cu, 0x1f83d9abu, 0x5be0cd19u
  };
  memcpy(hash->state, start, sizeof start);
  hash->size = 0;
}

void assetc_sha256_add(AssetcSha256 *hash, const void *bytes, size_t size) {
  const unsigned char *p = (const unsigned char *)bytes;
  size_t filled = (size_t)(hash->size % 64);
  hash->size += size;
  if (filled > 0) {
    size_t part = size < 64 - filled ? size : 64 - filled;
    if (part > 0) memcpy(hash->block + filled, p, part);
    p += part;
    size -= part;
    if (filled + part < 64) return;
    assetc_impl_sha256_block(hash->state, hash->block);
  }
  for (; size >= 64; p += 64, size -= 64) assetc_impl_sha256_block(hash->state, p);
  if (size > 0) memcpy(hash->block, p, size);
}

void assetc_sha256_end(AssetcSha256 *hash, unsigned char digest[32]) {
  static const unsigned char padding[64] = { 0x80 };
  uint64_t bits = hash->size * 8;
  unsigned char length[8];
  int i;
  assetc_impl_write_be32(length, (uint32_t)(bits >> 32));
  assetc_impl_write_be32(length + 4, (uint32_t)bits);
  assetc_sha256_add(hash, padding, 64 - (size_t)((hash->size + 8) % 64));
  assetc_sha256_add(hash, length, 8);
  for (i = 0; i < 8; i++) assetc_impl_write_be32(digest + 4 * i, hash->state[i]);
}

static void assetc_impl_sha512_block(uint64_t state[8], const unsigned char *block) {
  uint64_t w[80], v[8];
  int i;
  for (i = 0; i < 16; i++)
    w[i] = (uint64_t)assetc_impl_read_be32(block + 8 * i) << 32 | assetc_impl_read_be32(block + 8 * i + 4);
  for (i = 16; i < 80; i++) {
    uint64_t a = w[i - 15], b = w[i - 2];
    uint64_t small0 = assetc_impl_ror64(a, 1) ^ assetc_impl_ror64(a, 8) ^ a >> 7;
    uint64_t small1 = assetc_impl_ror64(b, 19) ^ assetc_impl_ror64(b, 61) ^ b >> 6;
    w[i] = w[i - 16] + small0 + w[i - 7] + small1;
  }
  memcpy(v, state, sizeof v);
  for (i = 0; i < 80; i++) {
    uint64_t big1 = assetc_impl_ror64(v[4], 14) ^ assetc_impl_ror64(v[4], 18) ^ assetc_impl_ror64(v[4], 41);
    uint64_t big0 = assetc_impl_ror64(v[0], 28) ^ assetc_impl_ror64(v[0], 34) ^ assetc_impl_ror64(v[0], 39);
    uint64_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]), majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
    uint64_t one = v[7] + big1 + choice + assetc_impl_sha512_rounds[i] + w[i], two = big0 + majority;
    memmove(v + 1, v, 7 * sizeof v[0]);
    v[4] += one;
    v[0] = one + two;
  }
  for (i = 0; i < 8; i++) state[i] += v[i];
}

typedef struct AssetcImplSha512 {
  uint64_t state[8];
  uint64_t size;
  unsigned char block[128];
} AssetcImplSha512;

static void assetc_impl_sha512_begin(AssetcImplSha512 *hash) {
  static const uint64_t start[8] = {
    UINT64_C(0x6a09e667f3bcc908), UINT64_C(0xbb67ae8584caa73b), UINT64_C(0x3c6ef372fe94f82b),
    UINT64_C(0xa54ff53a5f1d36f1), UINT64_C(0x510e527fade682d1), UINT64_C(0x9b05688c2b3e6c1f),
    UINT64_C(0x1f83d9abfb41bd6b), UINT64_C(0x5be0cd19137e2179)
  };
  memcpy(hash->state, start, sizeof start);
  hash->size = 0;
}

static void assetc_impl_sha512_add(AssetcImplSha512 *hash, const unsigned char *p, size_t size) {
  while (size > 0) {
    size_t filled = (size_t)(hash->size % 128), part = size < 128 - filled ? size : 128 - filled;
    memcpy(hash->block + filled, p, part);
    hash->size += part;
    p += part;
    size -= part;
    if (filled + part == 128) assetc_impl_sha512_block(hash->state, hash->block);
  }
}

static void assetc_impl_sha512_end(AssetcImplSha512 *hash, unsigned char digest[64]) {
  static const unsigned char padding[128] = { 0x80 };
  uint64_t bits = hash->size * 8; /* Messages are shorter than 2^61 bytes. */
  unsigned char length[16] = { 0 };
  int i;
  assetc_impl_write_be32(length + 8, (uint32_t)(bits >> 32));
  assetc_impl_write_be32(length + 12, (uint32_t)bits);
  assetc_impl_sha512_add(hash, padding, 128 - (size_t)((hash->size + 16) % 128));
  assetc_impl_sha512_add(hash, length, 16);
  for (i = 0; i < 8; i++) {
    assetc_impl_write_be32(digest + 8 * i, (uint32_t)(hash->state[i] >> 32));
    assetc_impl_write_be32(digest + 8 * i + 4, (uint32_t)hash->state[i]);
  }
}
