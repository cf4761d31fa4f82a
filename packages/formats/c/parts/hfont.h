/* ---- Fonts: glyph metrics and kerning; the distance field is a texture. ---- */

typedef struct AssetcFont {
  const AssetcGpuGlyph *glyphs; /* Ascending by codepoint; the first is .notdef. */
  uint32_t glyphCount;
  const AssetcKerningPair *kerning; /* Ascending by left, then right. */
  uint32_t kerningCount;
  uint64_t atlasTex; /* The texture's hash in the manifest. */
  float ascent; /* Em, as descent and lineGap; descent is negative. */
  float descent;
  float lineGap;
  float distanceRange; /* Texels that the stored values 0 to 1 span. */
  float edgeValue; /* The stored value on the outline. */
  uint32_t atlasWidth; /* Texels. */
  uint32_t atlasHeight;
  int isMsdf; /* Three channels: use their median. */
} AssetcFont;

/* Every rule of docs/formats/hfont.md. `error` may be NULL. */
ASSETC_API int assetc_font_validate(const void *file, size_t size, AssetcError *error);
/* Validates, then opens. Returns 1 on success. */
ASSETC_API int assetc_font_open(AssetcFont *font, const void *file, size_t size, AssetcError *error);
/* Checks magic and version only. */
ASSETC_API int assetc_font_open_trusted(AssetcFont *font, const void *file, size_t size);
/* The glyph of a codepoint, or .notdef. */
ASSETC_API const AssetcGpuGlyph *assetc_font_glyph(const AssetcFont *font, uint32_t codepoint);
/* The kerning between two codepoints: em to add to the advance; 0 for pairs that are not listed. */
ASSETC_API float assetc_font_kerning(const AssetcFont *font, uint32_t left, uint32_t right);
/*
 * The size of an em in the atlas, from the widest glyph's size in texels and in em. 0 if no glyph has area. A pixel of text is at
 * (value - edgeValue) * distanceRange * pixelsPerEm / texelsPerEm pixels from the outline.
 */
ASSETC_API float assetc_font_texels_per_em(const AssetcFont *font);

/* @implementation */

/* The index of a codepoint among the first `count` sorted glyphs, or where it would be inserted. */
static uint32_t assetc_impl_glyph_place(const unsigned char *glyphs, uint32_t count, uint32_t codepoint) {
  uint32_t low = 0, high = count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (assetc_read_u32(glyphs + (size_t)middle * sizeof(AssetcGpuGlyph)) < codepoint) low = middle + 1;
    else high = middle;
  }
  return low;
}

static int assetc_impl_has_glyph(const unsigned char *glyphs, uint32_t count, uint32_t codepoint) {
  uint32_t place = assetc_impl_glyph_place(glyphs, count, codepoint);
  return place < count && assetc_read_u32(glyphs + (size_t)place * sizeof(AssetcGpuGlyph)) == codepoint;
}

/* Plane and atlas rectangle of a glyph: not inverted, inside the atlas, both empty or neither. */
static int assetc_impl_check_rectangles(const AssetcImplFile *file, uint64_t at) {
  const double tolerance = 1e-6;
  uint64_t planeAt = at + offsetof(AssetcGpuGlyph, plane), uvAt = at + offsetof(AssetcGpuGlyph, uv);
  double plane[4], uv[4];
  int i;
  for (i = 0; i < 4; i++) {
    plane[i] = assetc_read_f32(file->bytes + planeAt + i * 4);
    uv[i] = assetc_read_f32(file->bytes + uvAt + i * 4);
  }
  if (plane[0] > plane[2] || plane[1] > plane[3])
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, planeAt, "glyphs[].plane");
  if (uv[0] > uv[2] || uv[1] > uv[3]) return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, uvAt, "glyphs[].uv");
  if (uv[0] < -tolerance || uv[1] < -tolerance || uv[2] > 1 + tolerance || uv[3] > 1 + tolerance)
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, uvAt, "glyphs[].uv");
  if ((plane[0] == plane[2] || plane[1] == plane[3]) != (uv[0] == uv[2] || uv[1] == uv[3]))
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, planeAt, "glyphs[].plane");
  return 1;
}

static int assetc_impl_check_glyph(const AssetcImplFile *file, uint32_t i) {
  const unsigned char *glyphs = file->bytes + ASSETC_HFONT_HEADER_SIZE;
  uint64_t at = ASSETC_HFONT_HEADER_SIZE + (uint64_t)i * sizeof(AssetcGpuGlyph);
  uint32_t codepoint;
  if (!assetc_impl_inspect_gpu_glyph(file, at)) return 0;
  codepoint = assetc_read_u32(file->bytes + at);
  if (i == 0 && codepoint != 0) return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at, "glyphs[0].codepoint");
  if (assetc_impl_has_glyph(glyphs, i, codepoint))
    return assetc_impl_fail(file, ASSETC_ERROR_DUPLICATE, at, "glyphs[].codepoint");
  if (i > 0 && codepoint < assetc_read_u32(file->bytes + at - sizeof(AssetcGpuGlyph)))
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_ORDER, at, "glyphs[].codepoint");
  if (codepoint >= 0xD800 && codepoint <= 0xDFFF)
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_VALUE, at, "glyphs[].codepoint");
  return assetc_impl_check_rectangles(file, at);
}

static int assetc_impl_check_kerning(const AssetcImplFile *file, uint64_t at, uint32_t glyphCount, uint64_t *before) {
  const unsigned char *glyphs = file->bytes + ASSETC_HFONT_HEADER_SIZE;
  uint32_t left, right;
  uint64_t pair;
  if (!assetc_impl_inspect_kerning_pair(file, at)) return 0;
  left = assetc_read_u32(file->bytes + at);
  right = assetc_read_u32(file->bytes + at + 4);
  pair = ((uint64_t)left << 32 | right) + 1;
  if (!assetc_impl_has_glyph(glyphs, glyphCount, left))
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at, "kerning[].left");
  if (!assetc_impl_has_glyph(glyphs, glyphCount, right))
    return assetc_impl_fail(file, ASSETC_ERROR_BAD_RANGE, at + 4, "kerning[].right");
  if (pair == *before) return assetc_impl_fail(file, ASSETC_ERROR_DUPLICATE, at, "kerning[]");
  if (pair < *before) return assetc_impl_fail(file, ASSETC_ERROR_BAD_ORDER, at, "kerning[]");
  *before = pair;
  return 1;
}

int assetc_font_validate(const void *file, size_t size, AssetcError *error) {
  AssetcImplFile whole = assetc_impl_file(file, size, error);
  uint32_t glyphCount, kerningCount, i;
  uint64_t kerning, end, before = 0;
  if (!assetc_impl_inspect_hfont_header(&whole, 0)) return 0;
  glyphCount = assetc_hfont_header_glyph_count(file);
  kerningCount = assetc_hfont_header_kerning_count(file);
  kerning = ASSETC_HFONT_HEADER_SIZE + (uint64_t)glyphCount * sizeof(AssetcGpuGlyph);
  end = kerning + (uint64_t)kerningCount * sizeof(AssetcKerningPair);
  if (end > size) return assetc_impl_fail(&whole, ASSETC_ERROR_TRUNCATED, 8, "HfontHeader");
  if (end < size) return assetc_impl_fail(&whole, ASSETC_ERROR_TRAILING_BYTES, end, "file");
  for (i = 0; i < glyphCount; i++)
    if (!assetc_impl_check_glyph(&whole, i)) return 0;
  for (i = 0; i < kerningCount; i++)
    if (!assetc_impl_check_kerning(&whole, kerning + (uint64_t)i * sizeof(AssetcKerningPair), glyphCount, &before)) return 0;
  return 1;
}

int assetc_font_open_trusted(AssetcFont *font, const void *file, size_t size) {
  const unsigned char *bytes = (const unsigned char *)file;
  if (size < ASSETC_HFONT_HEADER_SIZE || assetc_read_u32(bytes) != ASSETC_HFONT_MAGIC) return 0;
  if (assetc_hfont_header_version(file) != ASSETC_HFONT_VERSION) return 0;
  font->glyphCount = assetc_hfont_header_glyph_count(file);
  font->kerningCount = assetc_hfont_header_kerning_count(file);
  font->glyphs = (const AssetcGpuGlyph *)(const void *)(bytes + ASSETC_HFONT_HEADER_SIZE);
  font->kerning = (const AssetcKerningPair *)(const void *)(font->glyphs + font->glyphCount);
  font->atlasTex = assetc_hfont_header_atlas_tex(file);
  font->ascent = assetc_hfont_header_ascent(file);
  font->descent = assetc_hfont_header_descent(file);
  font->lineGap = assetc_hfont_header_line_gap(file);
  font->distanceRange = assetc_hfont_header_distance_range(file);
  font->edgeValue = assetc_hfont_header_edge_value(file);
  font->atlasWidth = assetc_hfont_header_atlas_width(file);
  font->atlasHeight = assetc_hfont_header_atlas_height(file);
  font->isMsdf = (assetc_hfont_header_flags(file) & ASSETC_HFONT_FLAG_MSDF) != 0;
  return 1;
}

int assetc_font_open(AssetcFont *font, const void *file, size_t size, AssetcError *error) {
  if (!assetc_font_validate(file, size, error) || !assetc_impl_is_aligned(file, error)) return 0;
  return assetc_font_open_trusted(font, file, size);
}

const AssetcGpuGlyph *assetc_font_glyph(const AssetcFont *font, uint32_t codepoint) {
  uint32_t place = assetc_impl_glyph_place((const unsigned char *)font->glyphs, font->glyphCount, codepoint);
  return place < font->glyphCount && font->glyphs[place].codepoint == codepoint ? &font->glyphs[place] : &font->glyphs[0];
}

float assetc_font_texels_per_em(const AssetcFont *font) {
  double widest = 0, texels = 0;
  uint32_t i;
  for (i = 0; i < font->glyphCount; i++) {
    const AssetcGpuGlyph *glyph = &font->glyphs[i];
    double width = (double)glyph->plane[2] - glyph->plane[0];
    if (width <= widest) continue;
    widest = width;
    texels = ((double)glyph->uv[2] - glyph->uv[0]) * font->atlasWidth;
  }
  return widest == 0 ? 0 : (float)(texels / widest);
}

float assetc_font_kerning(const AssetcFont *font, uint32_t left, uint32_t right) {
  uint32_t low = 0, high = font->kerningCount;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    const AssetcKerningPair *pair = &font->kerning[middle];
    if (pair->left == left && pair->right == right) return pair->advance;
    if (pair->left < left || (pair->left == left && pair->right < right)) low = middle + 1;
    else high = middle;
  }
  return 0;
}
