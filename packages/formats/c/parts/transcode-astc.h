/* @implementation */

/* ---- UASTC to ASTC 4x4, without loss. ---- */

static void assetc_impl_tx_solid_astc(uint32_t color, unsigned char *out) {
  unsigned i;
  assetc_impl_tx_store(out, UINT64_C(0xfffffffffffffdfc));
  for (i = 0; i < 4; i++) out[8 + 2 * i] = out[9 + 2 * i] = (unsigned char)((color >> (8 * i)) & 255);
}

/* Swaps the endpoints of subsets whose first is brighter, which ASTC would read as contracted blue. Returns the bits of the
 * weights to invert. */
static uint64_t assetc_impl_tx_order_ends(AssetcImplTxBlock *block) {
  const AssetcImplTxMode *mode = &block->mode;
  unsigned size = mode->components, s, i;
  uint64_t flipped = 0;
  if (size == ASSETC_IMPL_TX_GREY) return 0;
  for (s = 0; s < mode->subsets; s++) {
    uint8_t *at = block->stored + s * size * 2;
    unsigned below = 0, above = 0;
    for (i = 0; i < 3; i++) {
      below += assetc_impl_tx_value(block, at[2 * i]);
      above += assetc_impl_tx_value(block, at[2 * i + 1]);
    }
    if (below <= above) continue;
    for (i = 0; i < size; i++) {
      uint8_t low = at[2 * i];
      at[2 * i] = at[2 * i + 1];
      at[2 * i + 1] = low;
    }
    if (mode->subsets == 1) return assetc_impl_tx_mask(mode->weight_bits * mode->planes * 16);
    flipped |= assetc_impl_tx_spread_mask(
      assetc_impl_tx_subset(assetc_impl_tx_pattern_masks[block->pattern], s), mode->weight_bits
    );
  }
  return flipped;
}

/* Writes five values. Values past the last are 0, and so are their bits. */
static void assetc_impl_tx_put_trits(AssetcImplTxBits *to, const uint8_t *v, unsigned bits) {
  static const uint8_t places[] = { 0, 2, 4, 5, 7 }, widths[] = { 2, 2, 1, 2, 1 };
  static const uint8_t powers[] = { 1, 3, 9, 27, 81 };
  unsigned digits = 0, code, i;
  for (i = 0; i < 5; i++) digits += (unsigned)(v[i] >> bits) * powers[i];
  code = assetc_impl_tx_astc_trits[digits];
  for (i = 0; i < 5; i++) {
    assetc_impl_tx_put(to, v[i] & assetc_impl_tx_mask(bits), bits);
    assetc_impl_tx_put(to, (code >> places[i]) & assetc_impl_tx_mask(widths[i]), widths[i]);
  }
}

static void assetc_impl_tx_put_quints(AssetcImplTxBits *to, const uint8_t *v, unsigned bits) {
  unsigned code = assetc_impl_tx_astc_quints[(v[0] >> bits) + 5 * (v[1] >> bits) + 25 * (v[2] >> bits)];
  assetc_impl_tx_put(to, v[0] & assetc_impl_tx_mask(bits), bits);
  assetc_impl_tx_put(to, code & 7, 3);
  assetc_impl_tx_put(to, v[1] & assetc_impl_tx_mask(bits), bits);
  assetc_impl_tx_put(to, (code >> 3) & 3, 2);
  assetc_impl_tx_put(to, v[2] & assetc_impl_tx_mask(bits), bits);
  assetc_impl_tx_put(to, code >> 5, 2);
}

static void assetc_impl_tx_put_ends(AssetcImplTxBits *to, const AssetcImplTxBlock *block) {
  unsigned count = block->mode.components * block->mode.subsets * 2, bits = block->mode.low_bits, i;
  if (block->mode.digit_base == 1)
    for (i = 0; i < count; i++) assetc_impl_tx_put(to, block->stored[i], bits);
  else if (block->mode.digit_base == 3)
    for (i = 0; i < count; i += 5) assetc_impl_tx_put_trits(to, block->stored + i, bits);
  else
    for (i = 0; i < count; i += 3) assetc_impl_tx_put_quints(to, block->stored + i, bits);
}

/* Reverses 64 bits. */
static uint64_t assetc_impl_tx_reverse(uint64_t x) {
  x = ((x >> 1) & UINT64_C(0x5555555555555555)) | ((x & UINT64_C(0x5555555555555555)) << 1);
  x = ((x >> 2) & UINT64_C(0x3333333333333333)) | ((x & UINT64_C(0x3333333333333333)) << 2);
  x = ((x >> 4) & UINT64_C(0x0f0f0f0f0f0f0f0f)) | ((x & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4);
  x = ((x >> 8) & UINT64_C(0x00ff00ff00ff00ff)) | ((x & UINT64_C(0x00ff00ff00ff00ff)) << 8);
  x = ((x >> 16) & UINT64_C(0x0000ffff0000ffff)) | ((x & UINT64_C(0x0000ffff0000ffff)) << 16);
  return (x >> 32) | (x << 32);
}

static void assetc_impl_tx_astc(AssetcImplTxBlock *block, unsigned char *out) {
  uint64_t flipped;
  uint32_t astc = assetc_impl_tx_mode_astc[block->number];
  unsigned subsets = block->mode.subsets;
  AssetcImplTxBits to;
  if (block->number == ASSETC_IMPL_TX_SOLID) {
    assetc_impl_tx_solid_astc(block->solid, out);
    return;
  }
  flipped = assetc_impl_tx_order_ends(block);
  to.low = astc & 0xffffu;
  to.high = 0;
  to.position = 11;
  assetc_impl_tx_put(&to, subsets - 1, 2);
  if (subsets > 1) assetc_impl_tx_put(&to, assetc_impl_tx_pattern_seed[block->pattern], 10);
  if (subsets > 1) assetc_impl_tx_put(&to, (astc >> 16) << 2, 6);
  else assetc_impl_tx_put(&to, astc >> 16, 4);
  assetc_impl_tx_put_ends(&to, block);
  if (block->channel >= 0) {
    to.position = 126 - block->mode.weight_bits * 32;
    assetc_impl_tx_put(&to, (uint64_t)block->channel, 2);
  }
  to.high |= assetc_impl_tx_reverse(block->weights_low ^ flipped);
  if (block->mode.weight_bits == 5) to.low |= assetc_impl_tx_reverse(block->weights_high ^ (flipped & 0xffff));
  assetc_impl_tx_store(out, to.low);
  assetc_impl_tx_store(out + 8, to.high);
}
