/* @implementation */

/* ---- ASTC's six HDR endpoint modes: logarithmic colors of 12 bits. Twin of packages/formats/src/texels/astc-hdr-endpoints.ts. ---- */

#define ASSETC_IMPL_ASTC_ONE 0x780
#define ASSETC_IMPL_ASTC_GREATEST 0xfff

static int assetc_impl_astc_is_hdr(unsigned mode) {
  return mode == 2 || mode == 3 || mode == 7 || mode == 11 || mode > 13;
}

static void assetc_impl_astc_write_log(int *to, int shift, int r, int g, int b) {
  to[0] = assetc_impl_astc_clamp(r * (1 << shift), ASSETC_IMPL_ASTC_GREATEST);
  to[1] = assetc_impl_astc_clamp(g * (1 << shift), ASSETC_IMPL_ASTC_GREATEST);
  to[2] = assetc_impl_astc_clamp(b * (1 << shift), ASSETC_IMPL_ASTC_GREATEST);
  to[3] = ASSETC_IMPL_ASTC_ONE;
}

static void assetc_impl_astc_swap(int *ends, unsigned channel) {
  int end;
  for (end = 0; end < 8; end += 4) {
    int first = ends[end];
    ends[end] = ends[end + (int)channel];
    ends[end + (int)channel] = first;
  }
}

static void assetc_impl_astc_log_gray(const uint8_t *v, int *ends, int is_wide) {
  int low = v[0] << 4, high = v[1] << 4;
  if (!is_wide) {
    int is_coarse = (v[0] & 0x80) != 0;
    low = is_coarse ? ((v[1] & 0xe0) << 4) | ((v[0] & 0x7f) << 2) : ((v[1] & 0xf0) << 4) | ((v[0] & 0x7f) << 1);
    high = low + (is_coarse ? (v[1] & 0x1f) << 2 : (v[1] & 0x0f) << 1);
  } else if (v[1] < v[0]) {
    low = (v[1] << 4) + 8;
    high = (v[0] << 4) - 8;
  }
  assetc_impl_astc_write_log(ends, 0, low, low, low);
  assetc_impl_astc_write_log(ends + 4, 0, high, high, high);
}

/* Mode 7: a color, and a number that is subtracted from all its channels. */
static void assetc_impl_astc_log_scaled(const uint8_t *v, int *ends) {
  unsigned code = (v[0] >> 6u) | ((v[1] & 0x80u) >> 5) | ((v[2] & 0x80u) >> 4);
  unsigned layout = code < 12 ? code & 3u : code == 15 ? 5 : 4, major = code < 12 ? code >> 2 : code == 15 ? 0 : code & 3u, i;
  int field[4], extra[7], shift = assetc_impl_tx_hdr_scale_shifts[layout], green, blue;
  field[0] = v[0] & 63;
  for (i = 1; i < 4; i++) field[i] = v[i] & 31;
  extra[0] = v[1] >> 6;
  extra[1] = v[1] >> 5;
  extra[2] = v[2] >> 6;
  extra[3] = v[2] >> 5;
  extra[4] = v[3] >> 7;
  extra[5] = v[3] >> 6;
  extra[6] = v[3] >> 5;
  for (i = 0; i < 7; i++) {
    unsigned place = assetc_impl_tx_hdr_scale_bits[layout * 7 + i];
    field[place >> 4] |= (extra[i] & 1) << (place & 15u);
  }
  green = layout == 5 ? field[1] : field[0] - field[1];
  blue = layout == 5 ? field[2] : field[0] - field[2];
  assetc_impl_astc_write_log(ends, shift, field[0] - field[3], green - field[3], blue - field[3]);
  assetc_impl_astc_write_log(ends + 4, shift, field[0], green, blue);
  if (major != 0) assetc_impl_astc_swap(ends, major);
}

static int assetc_impl_astc_extend(int value, int width) {
  int sign = 1 << (width - 1);
  return ((value & (sign * 2 - 1)) ^ sign) - sign;
}

/* Mode 11: two colors, direct or as differences from the largest channel of the upper one. */
static void assetc_impl_astc_log_direct(const uint8_t *v, int *ends) {
  unsigned major = (unsigned)((v[4] >> 7u) | ((v[5] >> 7u) << 1)), i;
  unsigned layout = (unsigned)((v[1] >> 7u) | ((v[2] >> 7u) << 1) | ((v[3] >> 7u) << 2));
  int field[6], extra[6], shift = (int)((layout >> 1) ^ 3u), width = assetc_impl_tx_hdr_difference_bits[layout];
  if (major == 3) {
    assetc_impl_astc_write_log(ends, 4, v[0], v[2], (v[4] & 0x7f) << 1);
    assetc_impl_astc_write_log(ends + 4, 4, v[1], v[3], (v[5] & 0x7f) << 1);
    return;
  }
  field[0] = v[0] | ((v[1] & 0x40) << 2);
  for (i = 1; i < 4; i++) field[i] = v[i] & 63;
  field[4] = v[4] & 31;
  field[5] = v[5] & 31;
  for (i = 0; i < 4; i++) extra[i] = v[i + 2] >> 6;
  extra[4] = v[4] >> 5;
  extra[5] = v[5] >> 5;
  for (i = 0; i < 6; i++) {
    unsigned place = assetc_impl_tx_hdr_direct_bits[layout * 6 + i];
    field[place >> 4] |= (extra[i] & 1) << (place & 15u);
  }
  assetc_impl_astc_write_log(
    ends, shift, field[0] - field[1], field[0] - field[2] - field[1] - assetc_impl_astc_extend(field[4], width),
    field[0] - field[3] - field[1] - assetc_impl_astc_extend(field[5], width)
  );
  assetc_impl_astc_write_log(ends + 4, shift, field[0], field[0] - field[2], field[0] - field[3]);
  if (major != 0) assetc_impl_astc_swap(ends, major);
}

/* Alpha as two values, or as a value and a difference. */
static void assetc_impl_astc_log_alpha(int first, int other, int *ends) {
  int mode = (first >> 7) | ((other >> 7) << 1), base, sign;
  first &= 0x7f;
  other &= 0x7f;
  if (mode == 3) {
    ends[3] = first << 5;
    ends[7] = other << 5;
    return;
  }
  base = (first | ((other << (mode + 1)) & 0x780)) << (4 - mode);
  sign = 0x20 >> mode;
  ends[3] = base;
  ends[7] = assetc_impl_astc_clamp(
    base + (((other & (0x3f >> mode)) ^ sign) - sign) * (1 << (4 - mode)), ASSETC_IMPL_ASTC_GREATEST
  );
}

/* Writes both endpoints of an HDR mode. In mode 14 the alphas are 8 bits, not logarithmic. */
static void assetc_impl_astc_hdr_ends(unsigned mode, const uint8_t *v, int *ends) {
  if (mode == 2 || mode == 3) assetc_impl_astc_log_gray(v, ends, mode == 2);
  else if (mode == 7) assetc_impl_astc_log_scaled(v, ends);
  else assetc_impl_astc_log_direct(v, ends);
  if (mode == 15) assetc_impl_astc_log_alpha(v[6], v[7], ends);
  if (mode == 14) {
    ends[3] = v[6];
    ends[7] = v[7];
  }
}
