/* @implementation */

/* ---- ASTC's ten LDR endpoint modes. Twin of packages/formats/src/texels/astc-endpoints.ts. ---- */

static int assetc_impl_astc_clamp(int value, int greatest) { return value < 0 ? 0 : value > greatest ? greatest : value; }

static void assetc_impl_astc_write(int *to, int r, int g, int b, int a) {
  to[0] = assetc_impl_astc_clamp(r, 255);
  to[1] = assetc_impl_astc_clamp(g, 255);
  to[2] = assetc_impl_astc_clamp(b, 255);
  to[3] = assetc_impl_astc_clamp(a, 255);
}

/* R and G moved halfway to B; a shift of a negative sum rounds down. */
static void assetc_impl_astc_contract(int *to, int r, int g, int b, int a) {
  assetc_impl_astc_write(to, r + b < 0 ? -1 : (r + b) >> 1, g + b < 0 ? -1 : (g + b) >> 1, b, a);
}

/* Two direct colors; the order of their sums decides whether they are contracted. */
static void assetc_impl_astc_direct(const int *v, int *ends, int has_alpha) {
  int low = has_alpha ? v[6] : 255, high = has_alpha ? v[7] : 255;
  if (v[1] + v[3] + v[5] >= v[0] + v[2] + v[4]) {
    assetc_impl_astc_write(ends, v[0], v[2], v[4], low);
    assetc_impl_astc_write(ends + 4, v[1], v[3], v[5], high);
  } else {
    assetc_impl_astc_contract(ends, v[1], v[3], v[5], high);
    assetc_impl_astc_contract(ends + 4, v[0], v[2], v[4], low);
  }
}

/* The base's top bit belongs to the offset, which has six bits and a sign. */
static int assetc_impl_astc_base(int base, int offset) { return (base >> 1) | (offset & 128); }
static int assetc_impl_astc_offset(int offset) { return (((offset >> 1) & 63) ^ 32) - 32; }

static void assetc_impl_astc_offsets(const int *v, int *ends, int has_alpha) {
  int base[4], offset[4], i;
  for (i = 0; i < (has_alpha ? 4 : 3); i++) {
    base[i] = assetc_impl_astc_base(v[i * 2], v[i * 2 + 1]);
    offset[i] = assetc_impl_astc_offset(v[i * 2 + 1]);
  }
  if (!has_alpha) base[3] = 255, offset[3] = 0;
  if (offset[0] + offset[1] + offset[2] >= 0) {
    assetc_impl_astc_write(ends, base[0], base[1], base[2], base[3]);
    assetc_impl_astc_write(
      ends + 4, base[0] + offset[0], base[1] + offset[1], base[2] + offset[2], base[3] + offset[3]
    );
  } else {
    assetc_impl_astc_contract(
      ends, base[0] + offset[0], base[1] + offset[1], base[2] + offset[2], base[3] + offset[3]
    );
    assetc_impl_astc_contract(ends + 4, base[0], base[1], base[2], base[3]);
  }
}

static void assetc_impl_astc_gray(int *ends, int low, int low_alpha, int high, int high_alpha) {
  assetc_impl_astc_write(ends, low, low, low, low_alpha);
  assetc_impl_astc_write(ends + 4, high, high, high, high_alpha);
}

/* Writes both endpoints; magenta for HDR modes. */
static void assetc_impl_astc_ldr_ends(unsigned mode, const uint8_t *stored, int *ends) {
  int v[8], i, low;
  for (i = 0; i < 8; i++) v[i] = stored[i];
  switch (mode) {
    case 0: assetc_impl_astc_gray(ends, v[0], 255, v[1], 255); break;
    case 1:
      low = (v[0] >> 2) | (v[1] & 192);
      assetc_impl_astc_gray(ends, low, 255, low + (v[1] & 63), 255);
      break;
    case 4: assetc_impl_astc_gray(ends, v[0], v[2], v[1], v[3]); break;
    case 5:
      low = assetc_impl_astc_base(v[0], v[1]);
      i = assetc_impl_astc_base(v[2], v[3]);
      assetc_impl_astc_gray(ends, low, i, low + assetc_impl_astc_offset(v[1]), i + assetc_impl_astc_offset(v[3]));
      break;
    case 6:
    case 10:
      assetc_impl_astc_write(
        ends, (v[0] * v[3]) >> 8, (v[1] * v[3]) >> 8, (v[2] * v[3]) >> 8, mode == 10 ? v[4] : 255
      );
      assetc_impl_astc_write(ends + 4, v[0], v[1], v[2], mode == 10 ? v[5] : 255);
      break;
    case 8:
    case 12: assetc_impl_astc_direct(v, ends, mode == 12); break;
    case 9:
    case 13: assetc_impl_astc_offsets(v, ends, mode == 13); break;
    default:
      assetc_impl_astc_write(ends, 255, 0, 255, 255);
      assetc_impl_astc_write(ends + 4, 255, 0, 255, 255);
  }
}
