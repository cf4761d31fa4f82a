/* @implementation */

/* ---- The fields of one UASTC block. Twin of packages/kernels/assembly/transcode: both give the same bytes. ---- */

#define ASSETC_IMPL_TX_SOLID 8
#define ASSETC_IMPL_TX_NO_MODE 255
#define ASSETC_IMPL_TX_GREY 2
#define ASSETC_IMPL_TX_RGB 3
#define ASSETC_IMPL_TX_MAGENTA UINT32_C(0xffff00ff)

/* Fields of a mode in the tables. */
typedef struct AssetcImplTxMode {
  unsigned components, subsets, planes, weight_bits, digit_base, low_bits, digit_bits, first_pattern, patterns;
  unsigned pattern_at, pattern_bits, channel_at, groups_at, ends_at, weights_at, hints_at;
} AssetcImplTxMode;

typedef struct AssetcImplTxBlock {
  uint64_t low, high; /* The sixteen bytes. */
  unsigned number;
  AssetcImplTxMode mode;
  unsigned pattern;
  int channel; /* Channel of the second plane, -1 if there is one plane. */
  uint32_t solid; /* The color of a solid block. */
  uint64_t weights_low, weights_high; /* Complete weights from texel 0 upward, those of two planes adjacent. */
  uint8_t stored[24]; /* Endpoints as stored; zeros follow. */
  uint8_t ends[3][8]; /* Per subset: low and high endpoint, R G B A each. */
  uint8_t weights[2][16];
  uint8_t texels[64];
} AssetcImplTxBlock;

static AssetcImplTxMode assetc_impl_tx_mode(unsigned number) {
  const uint8_t *row = assetc_impl_tx_mode_rows + number * 16;
  AssetcImplTxMode mode;
  mode.components = row[0];
  mode.subsets = row[1];
  mode.planes = row[2];
  mode.weight_bits = row[3];
  mode.digit_base = row[4];
  mode.low_bits = row[5];
  mode.digit_bits = row[6];
  mode.first_pattern = row[7];
  mode.patterns = row[8];
  mode.pattern_at = row[9];
  mode.pattern_bits = row[10];
  mode.channel_at = row[11];
  mode.groups_at = row[12];
  mode.ends_at = row[13];
  mode.weights_at = row[14];
  mode.hints_at = row[15];
  return mode;
}

static unsigned assetc_impl_tx_value(const AssetcImplTxBlock *block, unsigned stored) {
  return assetc_impl_tx_values[assetc_impl_tx_mode_values[block->number] + stored];
}

/* Up to 64 bits from bit `at`, which is not 0; bits above them are not cleared. */
static uint64_t assetc_impl_tx_bits(const AssetcImplTxBlock *block, unsigned at) {
  return at < 64 ? (block->low >> at) | (block->high << (64 - at)) : block->high >> (at - 64);
}

static uint64_t assetc_impl_tx_mask(unsigned bits) {
  return bits >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << bits) - 1;
}

/* Inserts a 0 bit at `at`. */
static void assetc_impl_tx_insert(AssetcImplTxBlock *block, unsigned at) {
  uint64_t below = assetc_impl_tx_mask(at);
  block->weights_high = (block->weights_high << 1) | (block->weights_low >> 63);
  block->weights_low = (block->weights_low & below) | ((block->weights_low & ~below) << 1);
}

/* Removes the bit at `at`. */
static uint64_t assetc_impl_tx_without(uint64_t x, unsigned at) {
  uint64_t below = assetc_impl_tx_mask(at);
  return (x & below) | ((x >> 1) & ~below);
}

static void assetc_impl_tx_unpack_ends(AssetcImplTxBlock *block) {
  const AssetcImplTxMode *mode = &block->mode;
  unsigned count = mode->components * mode->subsets * 2, shift = 0, i;
  uint64_t digits = 0, ends = assetc_impl_tx_bits(block, mode->ends_at);
  if (mode->digit_base > 1) {
    uint64_t groups = assetc_impl_tx_bits(block, mode->groups_at);
    groups &= assetc_impl_tx_mask(mode->ends_at - mode->groups_at);
    if (mode->digit_base == 3)
      for (; groups != 0; shift += 10, groups >>= 8) digits |= (uint64_t)assetc_impl_tx_trits[groups & 255] << shift;
    else
      for (; groups != 0; shift += 9, groups >>= 7) digits |= (uint64_t)assetc_impl_tx_quints[groups & 127] << shift;
  }
  memset(block->stored, 0, sizeof block->stored);
  for (i = 0; i < count; i++) {
    uint64_t low = ends & assetc_impl_tx_mask(mode->low_bits);
    uint64_t digit = digits & assetc_impl_tx_mask(mode->digit_bits);
    block->stored[i] = (uint8_t)(low | (digit << mode->low_bits));
    ends >>= mode->low_bits;
    digits >>= mode->digit_bits;
  }
}

static void assetc_impl_tx_unpack_weights(AssetcImplTxBlock *block) {
  const AssetcImplTxMode *mode = &block->mode;
  unsigned at = mode->weights_at, bits = mode->weight_bits, total = bits * mode->planes * 16;
  const uint8_t *anchors = assetc_impl_tx_pattern_anchors + block->pattern * 2;
  block->weights_low = assetc_impl_tx_bits(block, at);
  block->weights_high = at < 64 ? block->high >> at : 0;
  assetc_impl_tx_insert(block, bits - 1);
  if (mode->planes == 2) assetc_impl_tx_insert(block, 2 * bits - 1);
  if (mode->subsets > 1) assetc_impl_tx_insert(block, (anchors[0] + 1u) * bits - 1);
  if (mode->subsets > 2) assetc_impl_tx_insert(block, (anchors[1] + 1u) * bits - 1);
  /* Bits above the last weight are unused. */
  block->weights_low &= assetc_impl_tx_mask(total);
  block->weights_high &= assetc_impl_tx_mask(total > 64 ? total - 64 : 0);
}

/* Returns 0 if the block is not valid. A solid block has only its color. */
static int assetc_impl_tx_unpack(AssetcImplTxBlock *block, const unsigned char *bytes) {
  block->low = assetc_read_u64(bytes);
  block->high = assetc_read_u64(bytes + 8);
  block->number = assetc_impl_tx_mode_of_code[block->low & 127];
  block->pattern = 0;
  block->channel = -1;
  if (block->number == ASSETC_IMPL_TX_NO_MODE) return 0;
  block->mode = assetc_impl_tx_mode(block->number);
  if (block->number == ASSETC_IMPL_TX_SOLID) {
    block->solid = (uint32_t)(block->low >> 5);
    return 1;
  }
  if (block->mode.patterns != 0) {
    uint64_t field = assetc_impl_tx_bits(block, block->mode.pattern_at);
    unsigned number = (unsigned)(field & assetc_impl_tx_mask(block->mode.pattern_bits));
    if (number >= block->mode.patterns) return 0;
    block->pattern = block->mode.first_pattern + number;
  }
  if (block->mode.planes == 2)
    block->channel = block->mode.channel_at == 0 ? 3 : (int)(assetc_impl_tx_bits(block, block->mode.channel_at) & 3);
  assetc_impl_tx_unpack_ends(block);
  assetc_impl_tx_unpack_weights(block);
  return 1;
}

/* Texels of a subset, a bit each, by the masks of subsets 1 and 2. */
static uint32_t assetc_impl_tx_subset(uint32_t masks, unsigned subset) {
  if (subset == 0) return ~(masks | (masks >> 16)) & 0xffffu;
  return (subset == 1 ? masks : masks >> 16) & 0xffffu;
}

/* Repeats each texel's bit `bits` times. */
static uint64_t assetc_impl_tx_spread_mask(uint32_t texels, unsigned bits) {
  uint64_t x = 0;
  unsigned i;
  for (i = 0; i < 16; i++)
    if ((texels >> i) & 1) x |= assetc_impl_tx_mask(bits) << (i * bits);
  return x;
}

/* A block under construction, the lowest bit first. */
typedef struct AssetcImplTxBits {
  uint64_t low, high;
  unsigned position;
} AssetcImplTxBits;

static void assetc_impl_tx_put(AssetcImplTxBits *to, uint64_t value, unsigned bits) {
  if (to->position < 64) {
    to->low |= value << to->position;
    if (to->position + bits > 64) to->high |= value >> (64 - to->position);
  } else {
    to->high |= value << (to->position - 64);
  }
  to->position += bits;
}

static void assetc_impl_tx_store(unsigned char *out, uint64_t value) { memcpy(out, &value, sizeof value); }
