// Text from an .hfont and its atlas: one small draw per glyph.
#include "frame.hpp"
#include <stdexcept>

struct GlyphConstants {
  float plane[4], uv[4];
  float edgeValue, distanceRange, pixelsPerTexel;
};

void recordText(Device &gpu, const Pipelines &pipelines, Scene &scene, const std::string &text, float size, float x, float y, Extent extent) {
  AssetcText title;
  if (!assetc_json_find(scene.level, "title", &title)) return;
  AssetcPackEntry entry = scene.pack.file(textIn(title, "font"));
  AssetcFont font;
  AssetcError error;
  if (!assetc_font_open(&font, entry.bytes, entry.size, &error)) throw std::runtime_error("the font is damaged");
  vkCmdBindPipeline(gpu.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines.text);
  vkCmdBindDescriptorSets(gpu.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines.layout, 0, 1, &pipelines.sets[0], 0, nullptr);
  vkCmdSetCullMode(gpu.commands, VK_CULL_MODE_NONE);
  AssetcTextPen pen = assetc_begin_text(&font, {text.data(), text.size()}, size, x, y);
  for (AssetcGlyphQuad quad; assetc_next_glyph(&pen, &quad);) {
    // Pixels with y up to clip space with y down.
    auto clipX = [&](float pixels) { return 2 * pixels / float(extent.width) - 1; };
    auto clipY = [&](float pixels) { return 1 - 2 * pixels / float(extent.height); };
    GlyphConstants glyph{{clipX(quad.left), clipY(quad.bottom), clipX(quad.right), clipY(quad.top)},
                         {quad.uv[0], quad.uv[1], quad.uv[2], quad.uv[3]},
                         font.edgeValue, font.distanceRange, size / assetc_font_texels_per_em(&font)};
    vkCmdPushConstants(gpu.commands, pipelines.layout, VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof glyph, &glyph);
    vkCmdDraw(gpu.commands, 4, 1, 0, 0);
  }
}
