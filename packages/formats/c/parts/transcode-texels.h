/* @implementation */

/* ---- A UASTC block as endpoints and weights in bytes, and as sixteen texels. ---- */

static void assetc_impl_tx_read_ends(AssetcImplTxBlock *block) {
  const uint8_t *from = block->stored;
  unsigned size = block->mode.components, s, high;
  for (s = 0; s < block->mode.subsets; s++, from += size * 2)
    for (high = 0; high < 2; high++) {
      uint8_t *to = block->ends[s] + high * 4;
      to[0] = (uint8_t)assetc_impl_tx_value(block, from[high]);
      if (size == ASSETC_IMPL_TX_GREY) {
        to[1] = to[2] = to[0];
        to[3] = (uint8_t)assetc_impl_tx_value(block, from[high + 2]);
        continue;
      }
      to[1] = (uint8_t)assetc_impl_tx_value(block, from[high + 2]);
      to[2] = (uint8_t)assetc_impl_tx_value(block, from[high + 4]);
      to[3] = (uint8_t)(size == ASSETC_IMPL_TX_RGB ? 255 : assetc_impl_tx_value(block, from[high + 6]));
    }
}

static void assetc_impl_tx_read_weights(AssetcImplTxBlock *block) {
  unsigned bits = block->mode.weight_bits, planes = block->mode.planes, mask = (1u << bits) - 1, i, p;
  uint64_t low = block->weights_low, high = block->weights_high;
  for (i = 0; i < 16; i++)
    for (p = 0; p < planes; p++) {
      block->weights[p][i] = (uint8_t)(low & mask);
      low = (low >> bits) | (high << (64 - bits));
      high >>= bits;
    }
}

/* A weight as 0 ... 64: its bits repeated to fill six; values above half get one more. */
static int assetc_impl_tx_weight(unsigned weight, unsigned bits) {
  static const uint8_t two[] = { 0, 21, 43, 64 }, three[] = { 0, 9, 18, 27, 37, 46, 55, 64 };
  static const uint8_t four[] = { 0, 4, 8, 12, 17, 21, 25, 29, 35, 39, 43, 47, 52, 56, 60, 64 };
  if (bits == 4) return four[weight];
  if (bits == 2) return two[weight];
  if (bits == 3) return three[weight];
  if (bits == 5) return (int)(2 * weight + (weight > 15 ? 2 : 0));
  return weight != 0 ? 64 : 0;
}

static uint8_t assetc_impl_tx_between(int low, int high, int weight) {
  return (uint8_t)(((low * (64 - weight) + high * weight) * 257 + 32) >> 14);
}

static void assetc_impl_tx_fill(uint8_t *texels, uint32_t color) {
  unsigned i;
  for (i = 0; i < 16; i++) memcpy(texels + i * 4, &color, 4);
}

/* Decodes the texels of an unpacked block. */
static void assetc_impl_tx_show(AssetcImplTxBlock *block) {
  uint32_t masks = assetc_impl_tx_pattern_masks[block->pattern];
  unsigned bits = block->mode.weight_bits, i;
  int c;
  if (block->number == ASSETC_IMPL_TX_SOLID) {
    assetc_impl_tx_fill(block->texels, block->solid);
    return;
  }
  assetc_impl_tx_read_ends(block);
  assetc_impl_tx_read_weights(block);
  if (block->mode.subsets == 1) masks = 0;
  for (i = 0; i < 16; i++) {
    const uint8_t *ends = block->ends[((masks >> i) & 1) + 2 * ((masks >> (16 + i)) & 1)];
    int first = assetc_impl_tx_weight(block->weights[0][i], bits);
    for (c = 0; c < 4; c++) {
      int weight = c == block->channel ? assetc_impl_tx_weight(block->weights[1][i], bits) : first;
      block->texels[i * 4 + (unsigned)c] = assetc_impl_tx_between(ends[c], ends[c + 4], weight);
    }
  }
}
