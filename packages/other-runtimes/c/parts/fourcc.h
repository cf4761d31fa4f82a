/* @implementation */

/* Four printable ASCII characters. */
static int assetc_impl_is_printable(uint32_t fourcc) {
  int i;
  for (i = 0; i < 32; i += 8)
    if ((fourcc >> i & 0xFFu) < 0x20 || (fourcc >> i & 0xFFu) > 0x7E) return 0;
  return 1;
}
