/* @implementation */

/* ---- A block of UASTC HDR as sixteen texels: ASTC with one plane of 4x4 weights, or one color. ---- */

/* One or two pairs of endpoints, all of mode 7 or all of mode 11. */
static int assetc_impl_hdr_is_uastc(const AssetcImplAstc *block) {
  unsigned mode = block->modes[0];
  if (block->grid.width != 4 || block->grid.height != 4 || block->grid.planes != 1 || block->count > 2) return 0;
  return (mode == 7 || mode == 11) && (block->count == 1 || mode == block->modes[1]);
}

/* Sixteen RGBA texels of half floats. Returns the texels of the second pair, or -1 and magenta if the block is not UASTC HDR. */
static int32_t assetc_impl_hdr_show(const unsigned char *bytes, uint16_t halfs[64]) {
  AssetcImplAstc block;
  int32_t second = 0;
  unsigned head = assetc_read_u16(bytes), i;
  block.width = block.height = 4;
  block.is_hdr = 1;
  if (assetc_impl_astc_show(&block, bytes, 0, halfs)) {
    /* Colors are half floats. */
    if ((head & 0x1ffu) == ASSETC_IMPL_ASTC_VOID_EXTENT && (head & 0x200u) != 0) return 0;
    if ((head & 0x1ffu) != ASSETC_IMPL_ASTC_VOID_EXTENT && assetc_impl_hdr_is_uastc(&block)) {
      for (i = 0; i < 16; i++) second |= (int32_t)block.subsets[i] << i;
      return second;
    }
  }
  for (i = 0; i < 64; i++) halfs[i] = (i & 3u) == 1 ? 0 : ASSETC_IMPL_HALF_ONE;
  return -1;
}
