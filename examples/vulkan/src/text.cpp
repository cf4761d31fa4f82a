// Text from an .hfont and its atlas: one small draw per glyph.
#include "frame.hpp"

/** As `Glyph` in text.slang. */
struct GlyphConstants {
  AssetcGlyphQuad quad; // in pixels
  float width, height;  // of the picture
  float edgeValue, distanceRange, pixelsPerTexel;
  uint32_t isMsdf;
};

void Renderer::recordText(const std::string &text, float size, float x, float y, VkExtent2D extent) {
  const AssetcFont &font = scene->font;
  use(pipelines.text, true, true);
  pushImages(TEXTURES, {scene->fontAtlas}, pipelines.clamped);
  AssetcTextPen pen = assetc_begin_text(&font, {text.data(), text.size()}, size, x, y);
  for (AssetcGlyphQuad quad; assetc_next_glyph(&pen, &quad);) {
    push(GlyphConstants{quad, float(extent.width), float(extent.height), font.edgeValue, font.distanceRange,
                        size / assetc_font_texels_per_em(&font), uint32_t(font.isMsdf)});
    vkCmdDraw(gpu.commands, 6, 1, 0, 0);
  }
}
