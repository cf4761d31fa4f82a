/* ---- Ed25519 (RFC 8032): verifies signatures. ---- */

/* Returns 1 if `signature` was made over the message with the private key of `publicKey`. Takes a fraction of a millisecond and no memory. */
ASSETC_API int assetc_ed25519_verify(
  const unsigned char signature[64], const void *message, size_t size, const unsigned char publicKey[32]
);

/* @implementation */

/* Everything here is public, so no step hides how long it takes. A number modulo 2^255 - 19, at most 2^256 - 1: the lowest word first. */
typedef struct AssetcImplField {
  uint32_t w[8];
} AssetcImplField;

/* X/Z and Y/Z are the coordinates, T/Z is their product. */
typedef struct AssetcImplPoint {
  AssetcImplField x, y, z, t;
} AssetcImplPoint;

static const AssetcImplField assetc_impl_field_one = { { 1 } };
static const AssetcImplField assetc_impl_curve_d = {
  { 0x135978a3u, 0x75eb4dcau, 0x4141d8abu, 0x00700a4du, 0x7779e898u, 0x8cc74079u, 0x2b6ffe73u, 0x52036ceeu }
};
static const AssetcImplField assetc_impl_root_of_minus_one = {
  { 0x4a0ea0b0u, 0xc4ee1b27u, 0xad2fe478u, 0x2f431806u, 0x3dfbd7a7u, 0x2b4d0099u, 0x4fc1df0bu, 0x2b832480u }
};
static const AssetcImplField assetc_impl_base_x = {
  { 0x8f25d51au, 0xc9562d60u, 0x9525a7b2u, 0x692cc760u, 0xfdd6dc5cu, 0xc0a4e231u, 0xcd6e53feu, 0x216936d3u }
};
static const AssetcImplField assetc_impl_base_y = {
  { 0x66666658u, 0x66666666u, 0x66666666u, 0x66666666u, 0x66666666u, 0x66666666u, 0x66666666u, 0x66666666u }
};
/* The order of the base point. */
static const uint32_t assetc_impl_curve_order[8] = {
  0x5cf5d3edu, 0x5812631au, 0xa2f79cd6u, 0x14def9deu, 0, 0, 0, 0x10000000u
};

/* Adds `carry` * 2^256, which is `carry` * 38. */
static void assetc_impl_field_fold(AssetcImplField *a, uint64_t carry) {
  int i;
  while (carry > 0) {
    carry *= 38;
    for (i = 0; i < 8; i++) {
      carry += a->w[i];
      a->w[i] = (uint32_t)carry;
      carry >>= 32;
    }
  }
}

static AssetcImplField assetc_impl_field_add(const AssetcImplField *a, const AssetcImplField *b) {
  AssetcImplField out;
  uint64_t carry = 0;
  int i;
  for (i = 0; i < 8; i++) {
    carry += (uint64_t)a->w[i] + b->w[i];
    out.w[i] = (uint32_t)carry;
    carry >>= 32;
  }
  assetc_impl_field_fold(&out, carry);
  return out;
}

static AssetcImplField assetc_impl_field_subtract(const AssetcImplField *a, const AssetcImplField *b) {
  AssetcImplField out;
  uint64_t borrow = 0;
  int i;
  for (i = 0; i < 8; i++) {
    uint64_t difference = (uint64_t)a->w[i] - b->w[i] - borrow;
    out.w[i] = (uint32_t)difference;
    borrow = difference >> 63;
  }
  /* 2^256 too much was borrowed: take 38 away, which may borrow again. */
  while (borrow > 0) {
    borrow = 38;
    for (i = 0; i < 8; i++) {
      uint64_t difference = (uint64_t)out.w[i] - borrow;
      out.w[i] = (uint32_t)difference;
      borrow = difference >> 63;
    }
  }
  return out;
}

static AssetcImplField assetc_impl_field_multiply(const AssetcImplField *a, const AssetcImplField *b) {
  uint32_t product[16] = { 0 };
  AssetcImplField out;
  uint64_t carry;
  int i, j;
  for (i = 0; i < 8; i++) {
    carry = 0;
    for (j = 0; j < 8; j++) {
      carry += (uint64_t)a->w[i] * b->w[j] + product[i + j];
      product[i + j] = (uint32_t)carry;
      carry >>= 32;
    }
    product[i + 8] = (uint32_t)carry;
  }
  carry = 0;
  for (i = 0; i < 8; i++) {
    carry += (uint64_t)product[i + 8] * 38 + product[i];
    out.w[i] = (uint32_t)carry;
    carry >>= 32;
  }
  assetc_impl_field_fold(&out, carry);
  return out;
}

/* `exponent`: 256 bits, the lowest byte first. */
static AssetcImplField assetc_impl_field_power(const AssetcImplField *a, const unsigned char exponent[32]) {
  AssetcImplField out = assetc_impl_field_one;
  int bit;
  for (bit = 255; bit >= 0; bit--) {
    out = assetc_impl_field_multiply(&out, &out);
    if (exponent[bit / 8] >> bit % 8 & 1) out = assetc_impl_field_multiply(&out, a);
  }
  return out;
}

/* 2^k - c: the exponents of an inverse (k 255, c 21) and of a square root (k 252, c 3). */
static AssetcImplField assetc_impl_field_power_below(const AssetcImplField *a, int k, unsigned char c) {
  unsigned char exponent[32];
  memset(exponent, 0xff, sizeof exponent);
  exponent[0] = (unsigned char)(256 - c);
  exponent[31] = (unsigned char)((1 << (k - 248)) - 1);
  return assetc_impl_field_power(a, exponent);
}

static void assetc_impl_field_write(AssetcImplField a, unsigned char out[32]) {
  uint64_t carry;
  int i, round;
  /* Below 2^255, then below 2^255 - 19: adding 19 sets bit 255 if it was not. */
  for (round = 0; round < 2; round++) {
    carry = (uint64_t)(a.w[7] >> 31) * 19;
    a.w[7] &= 0x7fffffffu;
    for (i = 0; i < 8; i++) {
      carry += a.w[i];
      a.w[i] = (uint32_t)carry;
      carry >>= 32;
    }
  }
  carry = 19;
  for (i = 0; i < 8; i++) carry = (carry + a.w[i]) >> (i < 7 ? 32 : 31);
  carry *= 19;
  for (i = 0; i < 8; i++) {
    carry += a.w[i];
    a.w[i] = (uint32_t)carry;
    carry >>= 32;
  }
  a.w[7] &= 0x7fffffffu;
  for (i = 0; i < 32; i++) out[i] = (unsigned char)(a.w[i / 4] >> i % 4 * 8);
}

static int assetc_impl_field_equal(const AssetcImplField *a, const AssetcImplField *b) {
  unsigned char x[32], y[32];
  assetc_impl_field_write(*a, x);
  assetc_impl_field_write(*b, y);
  return memcmp(x, y, sizeof x) == 0;
}

static AssetcImplField assetc_impl_field_negate(const AssetcImplField *a) {
  static const AssetcImplField zero = { { 0 } };
  return assetc_impl_field_subtract(&zero, a);
}

/* Holds for any two points, also for equal ones. */
static AssetcImplPoint assetc_impl_point_add(const AssetcImplPoint *p, const AssetcImplPoint *q) {
  AssetcImplPoint out;
  AssetcImplField a, b, c, d, e, f, g, h;
  a = assetc_impl_field_subtract(&p->y, &p->x);
  b = assetc_impl_field_subtract(&q->y, &q->x);
  a = assetc_impl_field_multiply(&a, &b);
  b = assetc_impl_field_add(&p->y, &p->x);
  c = assetc_impl_field_add(&q->y, &q->x);
  b = assetc_impl_field_multiply(&b, &c);
  c = assetc_impl_field_multiply(&p->t, &q->t);
  c = assetc_impl_field_multiply(&c, &assetc_impl_curve_d);
  c = assetc_impl_field_add(&c, &c);
  d = assetc_impl_field_multiply(&p->z, &q->z);
  d = assetc_impl_field_add(&d, &d);
  e = assetc_impl_field_subtract(&b, &a);
  f = assetc_impl_field_subtract(&d, &c);
  g = assetc_impl_field_add(&d, &c);
  h = assetc_impl_field_add(&b, &a);
  out.x = assetc_impl_field_multiply(&e, &f);
  out.y = assetc_impl_field_multiply(&g, &h);
  out.z = assetc_impl_field_multiply(&f, &g);
  out.t = assetc_impl_field_multiply(&e, &h);
  return out;
}

static AssetcImplPoint assetc_impl_point(const AssetcImplField *x, const AssetcImplField *y) {
  AssetcImplPoint out;
  out.x = *x;
  out.y = *y;
  out.z = assetc_impl_field_one;
  out.t = assetc_impl_field_multiply(x, y);
  return out;
}

/* Returns 0 if the bytes are not a point of the curve in its only form. */
static int assetc_impl_point_read(const unsigned char bytes[32], AssetcImplPoint *point) {
  AssetcImplField x, y, yy, u, v, power, check;
  unsigned char canonical[32];
  int i, sign = bytes[31] >> 7;
  for (i = 0; i < 8; i++) y.w[i] = assetc_read_u32(bytes + 4 * i);
  y.w[7] &= 0x7fffffffu;
  assetc_impl_field_write(y, canonical);
  canonical[31] = (unsigned char)(canonical[31] | sign << 7);
  if (memcmp(canonical, bytes, sizeof canonical) != 0) return 0;
  yy = assetc_impl_field_multiply(&y, &y);
  u = assetc_impl_field_subtract(&yy, &assetc_impl_field_one);
  v = assetc_impl_field_multiply(&yy, &assetc_impl_curve_d);
  v = assetc_impl_field_add(&v, &assetc_impl_field_one);
  /* x = u v^3 (u v^7)^((p - 5) / 8) is a square root of u / v, or of its opposite. */
  x = assetc_impl_field_multiply(&v, &v);
  x = assetc_impl_field_multiply(&x, &v);
  power = assetc_impl_field_multiply(&x, &x);
  power = assetc_impl_field_multiply(&power, &v);
  power = assetc_impl_field_multiply(&power, &u);
  power = assetc_impl_field_power_below(&power, 252, 3);
  x = assetc_impl_field_multiply(&x, &u);
  x = assetc_impl_field_multiply(&x, &power);
  check = assetc_impl_field_multiply(&x, &x);
  check = assetc_impl_field_multiply(&check, &v);
  if (!assetc_impl_field_equal(&check, &u)) {
    check = assetc_impl_field_negate(&check);
    if (!assetc_impl_field_equal(&check, &u)) return 0;
    x = assetc_impl_field_multiply(&x, &assetc_impl_root_of_minus_one);
  }
  assetc_impl_field_write(x, canonical);
  if ((canonical[0] & 1) != sign) {
    for (i = 0; i < 32 && canonical[i] == 0; i++) {}
    if (i == 32) return 0;
    x = assetc_impl_field_negate(&x);
  }
  *point = assetc_impl_point(&x, &y);
  return 1;
}

static void assetc_impl_point_write(const AssetcImplPoint *point, unsigned char out[32]) {
  AssetcImplField inverse = assetc_impl_field_power_below(&point->z, 255, 21);
  AssetcImplField x = assetc_impl_field_multiply(&point->x, &inverse);
  AssetcImplField y = assetc_impl_field_multiply(&point->y, &inverse);
  unsigned char bytes[32];
  assetc_impl_field_write(x, bytes);
  assetc_impl_field_write(y, out);
  out[31] = (unsigned char)(out[31] | (bytes[0] & 1) << 7);
}

static int assetc_impl_is_below_order(const uint32_t v[8]) {
  int i;
  for (i = 7; i >= 0; i--)
    if (v[i] != assetc_impl_curve_order[i]) return v[i] < assetc_impl_curve_order[i];
  return 0;
}

/* 512 bits, the lowest byte first, modulo the order. */
static void assetc_impl_reduce_scalar(const unsigned char bytes[64], uint32_t out[8]) {
  int bit, i;
  memset(out, 0, 8 * sizeof *out);
  for (bit = 511; bit >= 0; bit--) {
    uint32_t low = (uint32_t)(bytes[bit / 8] >> bit % 8 & 1);
    uint64_t borrow = 0;
    for (i = 0; i < 8; i++) {
      uint32_t high = out[i] >> 31;
      out[i] = out[i] << 1 | low;
      low = high;
    }
    if (assetc_impl_is_below_order(out)) continue;
    for (i = 0; i < 8; i++) {
      uint64_t difference = (uint64_t)out[i] - assetc_impl_curve_order[i] - borrow;
      out[i] = (uint32_t)difference;
      borrow = difference >> 63;
    }
  }
}

int assetc_ed25519_verify(
  const unsigned char signature[64], const void *message, size_t size, const unsigned char publicKey[32]
) {
  AssetcImplPoint sums[4], result;
  AssetcImplField x;
  AssetcImplSha512 hash;
  unsigned char digest[64], expected[32];
  uint32_t s[8], h[8];
  int i;
  for (i = 0; i < 8; i++) s[i] = assetc_read_u32(signature + 32 + 4 * i);
  if (!assetc_impl_is_below_order(s) || !assetc_impl_point_read(publicKey, &sums[2])) return 0;
  assetc_impl_sha512_begin(&hash);
  assetc_impl_sha512_add(&hash, signature, 32);
  assetc_impl_sha512_add(&hash, publicKey, 32);
  assetc_impl_sha512_add(&hash, (const unsigned char *)message, size);
  assetc_impl_sha512_end(&hash, digest);
  assetc_impl_reduce_scalar(digest, h);
  /* S * base - h * key must be the first half of the signature. Both products at once, bit by bit. */
  sums[1] = assetc_impl_point(&assetc_impl_base_x, &assetc_impl_base_y);
  x = assetc_impl_field_negate(&sums[2].x);
  sums[2] = assetc_impl_point(&x, &sums[2].y);
  sums[3] = assetc_impl_point_add(&sums[1], &sums[2]);
  memset(&result, 0, sizeof result);
  result.y = assetc_impl_field_one;
  result.z = assetc_impl_field_one;
  for (i = 255; i >= 0; i--) {
    uint32_t which = (s[i / 32] >> i % 32 & 1) | (h[i / 32] >> i % 32 & 1) << 1;
    result = assetc_impl_point_add(&result, &result);
    if (which > 0) result = assetc_impl_point_add(&result, &sums[which]);
  }
  assetc_impl_point_write(&result, expected);
  return memcmp(expected, signature, sizeof expected) == 0;
}
