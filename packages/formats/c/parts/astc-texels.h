/* @implementation */

/* ---- An ASTC block as texels of 16 bits: 0 to 65535 in LDR textures, half floats in HDR textures. ---- */

#define ASSETC_IMPL_HALF_ONE 0x3c00u
#define ASSETC_IMPL_HALF_MAX 0x7bffu

/* Endpoints in the largest range that fits between the head and `end`. Returns 0 if none does. */
static int assetc_impl_astc_read_ends(AssetcImplAstc *block, int end) {
  int start = block->count == 1 ? 17 : 29;
  unsigned values = 0, range = 20, i;
  /* The last pair may read past its values. */
  uint8_t stored[ASSETC_IMPL_ASTC_MAX_ENDS + 8] = { 0 };
  const uint8_t *from = stored;
  for (i = 0; i < block->count; i++) values += (block->modes[i] >> 2) * 2 + 2;
  if (values > ASSETC_IMPL_ASTC_MAX_ENDS) return 0;
  while (range >= 4 && start + (int)assetc_impl_astc_run_bits(range, values) > end) range--;
  if (range < 4) return 0;
  assetc_impl_astc_read_run(block->low, block->high, (unsigned)start, range, values, stored);
  for (i = 0; i < values; i++) stored[i] = assetc_impl_tx_astc_colors[assetc_impl_tx_astc_color_starts[range] + stored[i]];
  for (i = 0; i < block->count; i++) {
    if (block->is_hdr && assetc_impl_astc_is_hdr(block->modes[i]))
      assetc_impl_astc_hdr_ends(block->modes[i], from, block->ends[i]);
    else assetc_impl_astc_ldr_ends(block->modes[i], from, block->ends[i]);
    from += (block->modes[i] >> 2) * 2 + 2;
  }
  return 1;
}

static uint64_t assetc_impl_astc_reversed(uint64_t value) {
  uint64_t result = 0;
  unsigned i;
  for (i = 0; i < 64; i++) result |= ((value >> i) & 1) << (63 - i);
  return result;
}

/* Reads the grid of weights of each plane and interpolates it for the texels. Weights are stored backward from the block's end. */
static void assetc_impl_astc_read_weights(AssetcImplAstc *block) {
  const AssetcImplAstcGrid *grid = &block->grid;
  unsigned planes = grid->planes, count = grid->width * grid->height * planes, i, x, y, p, at = 0;
  unsigned step_x = (1024 + block->width / 2) / (block->width - 1), step_y = (1024 + block->height / 2) / (block->height - 1);
  /* Corners past the grid have no share, but are read. */
  uint8_t stored[ASSETC_IMPL_ASTC_MAX_WEIGHTS + 32] = { 0 };
  assetc_impl_astc_read_run(
    assetc_impl_astc_reversed(block->high), assetc_impl_astc_reversed(block->low), 0, grid->range, count, stored
  );
  for (i = 0; i < count; i++)
    stored[i] = assetc_impl_tx_astc_weights[assetc_impl_tx_astc_weight_starts[grid->range] + stored[i]];
  for (y = 0; y < block->height; y++)
    for (x = 0; x < block->width; x++, at++) {
      /* Sixteenths of a grid cell. */
      unsigned s = (step_x * x * (grid->width - 1) + 32) >> 6, t = (step_y * y * (grid->height - 1) + 32) >> 6;
      unsigned both = ((s & 15u) * (t & 15u) + 8) >> 4;
      const uint8_t *corner = stored + ((s >> 4) + (t >> 4) * grid->width) * planes;
      for (p = 0; p < planes; p++, corner++)
        block->weights[p][at] = (uint8_t)(
          (corner[0] * (16 - (s & 15u) - (t & 15u) + both) + corner[planes] * ((s & 15u) - both) +
           corner[grid->width * planes] * ((t & 15u) - both) + corner[(grid->width + 1) * planes] * both + 8) >>
          4
        );
    }
}

/* Reads everything but a void extent. Returns 0 for an illegal block. */
static int assetc_impl_astc_read(AssetcImplAstc *block) {
  unsigned below;
  int end;
  if (!assetc_impl_astc_read_grid(block, &block->grid)) return 0;
  block->count = assetc_impl_astc_field(block, 11, 2) + 1;
  if (block->grid.planes == 2 && block->count == 4) return 0;
  below = assetc_impl_astc_read_modes(block, 128 - block->grid.bits);
  end = (int)below - (block->grid.planes == 2 ? 2 : 0);
  if (!assetc_impl_astc_read_ends(block, end)) return 0;
  block->second = block->grid.planes == 2 ? (int)assetc_impl_astc_field(block, (unsigned)end, 2) : -1;
  assetc_impl_astc_partition(block, assetc_impl_astc_field(block, 13, 10));
  assetc_impl_astc_read_weights(block);
  return 1;
}

/* Sixteen bits (0 to 1) as a half, truncated. */
static uint16_t assetc_impl_astc_linear_half(unsigned value) {
  unsigned exponent = 15, mantissa;
  if (value == 65535) return ASSETC_IMPL_HALF_ONE;
  /* Below 2^-14 halfs are denormal, in steps of 2^-24. */
  if (value < 4) return (uint16_t)(value << 8);
  while ((value >> exponent) == 0) exponent--;
  mantissa = exponent > 10 ? value >> (exponent - 10) : value << (10 - exponent);
  return (uint16_t)(((exponent - 1) << 10) | (mantissa & 0x3ffu));
}

/* Five exponent bits and an almost logarithmic mantissa of eleven bits as a half. */
static uint16_t assetc_impl_astc_log_half(unsigned value) {
  unsigned m = value & 0x7ffu, half;
  unsigned mantissa = m < 512 ? 3 * m : m < 1536 ? 4 * m - 512 : 5 * m - 2048;
  half = ((value >> 11) << 10) + (mantissa >> 3);
  return (uint16_t)(half > ASSETC_IMPL_HALF_MAX ? ASSETC_IMPL_HALF_MAX : half);
}

/* A void extent: one color, and an area that a decoder ignores but must check. Returns 0 if it is illegal. */
static int assetc_impl_astc_void_extent(const AssetcImplAstc *block, uint16_t *color) {
  unsigned area[4], i;
  int is_half = ((block->low >> 9) & 1u) != 0;
  for (i = 0; i < 4; i++) area[i] = assetc_impl_astc_field(block, 12 + i * 13, 13);
  if ((is_half && !block->is_hdr) || ((block->low >> 10) & 3u) != 3) return 0;
  if ((area[0] & area[1] & area[2] & area[3]) != 0x1fff && (area[0] >= area[1] || area[2] >= area[3])) return 0;
  for (i = 0; i < 4; i++) {
    unsigned value = (unsigned)(block->high >> (i * 16)) & 0xffffu;
    color[i] = block->is_hdr && !is_half ? assetc_impl_astc_linear_half(value) : (uint16_t)value;
  }
  return 1;
}

static void assetc_impl_astc_draw(const AssetcImplAstc *block, int is_srgb, uint16_t *to) {
  unsigned texels = block->width * block->height, i;
  int c;
  for (i = 0; i < texels; i++) {
    unsigned subset = block->subsets[i], mode = block->modes[subset];
    const int *ends = block->ends[subset];
    for (c = 0; c < 4; c++) {
      unsigned weight = block->weights[c == block->second][i];
      int is_log = block->is_hdr && assetc_impl_astc_is_hdr(mode) && !(mode == 14 && c == 3);
      unsigned widen = is_log ? 16 : is_srgb ? 256 : 257, half = is_srgb ? 128 : 0, value;
      value = (((unsigned)ends[c] * widen + half) * (64 - weight) + ((unsigned)ends[c + 4] * widen + half) * weight + 32) >> 6;
      if (is_log) *to++ = assetc_impl_astc_log_half(value);
      else *to++ = block->is_hdr ? assetc_impl_astc_linear_half(value) : (uint16_t)value;
    }
  }
}

/* Decodes the texels of a block. Returns 0 if it is illegal: then it becomes magenta. */
static int assetc_impl_astc_show(AssetcImplAstc *block, const unsigned char *bytes, int is_srgb, uint16_t *to) {
  uint16_t color[4];
  unsigned i, one = block->is_hdr ? ASSETC_IMPL_HALF_ONE : 65535;
  int valid;
  block->low = assetc_read_u64(bytes);
  block->high = assetc_read_u64(bytes + 8);
  if ((block->low & 0x1ffu) == ASSETC_IMPL_ASTC_VOID_EXTENT) {
    valid = assetc_impl_astc_void_extent(block, color);
  } else {
    valid = assetc_impl_astc_read(block);
    if (valid) {
      assetc_impl_astc_draw(block, is_srgb, to);
      return 1;
    }
  }
  for (i = 0; i < block->width * block->height * 4; i++)
    to[i] = valid ? color[i & 3u] : (i & 3u) == 1 ? 0 : (uint16_t)one;
  return valid;
}
