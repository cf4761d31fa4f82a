/* ---- Lines of text. ---- */

/* The position in the text and on the page. Begin with assetc_begin_text. */
typedef struct AssetcTextPen {
  const AssetcFont *font;
  AssetcText text;
  size_t at; /* Offset of the next codepoint. */
  float size; /* Size of an em, in your units. */
  float left; /* Start of lines. */
  float x;
  float y; /* Baseline; y points up. */
  uint32_t previous; /* Codepoint, UINT32_MAX at the start of a line. */
} AssetcTextPen;

/* One glyph to draw: a rectangle in your units, y up, and in the atlas. Empty for spaces. */
typedef struct AssetcGlyphQuad {
  uint32_t codepoint;
  float left;
  float bottom;
  float right;
  float top;
  float uv[4]; /* Left, top, right, bottom. */
} AssetcGlyphQuad;

/* Text that begins at (x, y) on the baseline. A new line goes down by ascent - descent + lineGap. */
ASSETC_API AssetcTextPen assetc_begin_text(const AssetcFont *font, AssetcText text, float size, float x, float y);
/* The next glyph, including kerning. Returns 0 after the last, or if the text is not UTF-8. */
ASSETC_API int assetc_next_glyph(AssetcTextPen *pen, AssetcGlyphQuad *quad);
/* The width of the longest line. */
ASSETC_API float assetc_text_width(const AssetcFont *font, AssetcText text, float size);

/* @implementation */

AssetcTextPen assetc_begin_text(const AssetcFont *font, AssetcText text, float size, float x, float y) {
  AssetcTextPen pen;
  pen.font = font;
  pen.text = text;
  pen.at = 0;
  pen.size = size;
  pen.left = pen.x = x;
  pen.y = y;
  pen.previous = UINT32_MAX;
  return pen;
}

int assetc_next_glyph(AssetcTextPen *pen, AssetcGlyphQuad *quad) {
  const AssetcFont *font = pen->font;
  const AssetcGpuGlyph *glyph;
  uint32_t codepoint;
  while ((codepoint = assetc_next_codepoint(pen->text, &pen->at)) == '\n') {
    pen->x = pen->left;
    pen->y -= (font->ascent - font->descent + font->lineGap) * pen->size;
    pen->previous = UINT32_MAX;
  }
  if (codepoint == UINT32_MAX) return 0;
  glyph = assetc_font_glyph(font, codepoint);
  if (pen->previous != UINT32_MAX) pen->x += assetc_font_kerning(font, pen->previous, codepoint) * pen->size;
  quad->codepoint = codepoint;
  quad->left = pen->x + glyph->plane[0] * pen->size;
  quad->bottom = pen->y + glyph->plane[1] * pen->size;
  quad->right = pen->x + glyph->plane[2] * pen->size;
  quad->top = pen->y + glyph->plane[3] * pen->size;
  memcpy(quad->uv, glyph->uv, sizeof quad->uv);
  pen->x += glyph->advance * pen->size;
  pen->previous = codepoint;
  return 1;
}

float assetc_text_width(const AssetcFont *font, AssetcText text, float size) {
  AssetcTextPen pen = assetc_begin_text(font, text, size, 0, 0);
  AssetcGlyphQuad quad;
  float width = 0;
  while (assetc_next_glyph(&pen, &quad))
    if (pen.x > width) width = pen.x;
  return width;
}
