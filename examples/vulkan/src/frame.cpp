// One frame: skin, cull, draw, write text.
#include "frame.hpp"
#include <cstring>

static const float NEAR = 0.1f, MAX_PIXELS = 1;

/** Draws the meshlets of a submesh that may be visible, neighbors in one draw. */
static void drawMeshlets(VkCommandBuffer commands, const Model &model, uint32_t submesh, const AssetcFrustum &frustum,
                         const float *eye, FrameCounts &counts) {
  const AssetcSubMesh &part = model.mesh.submeshes[submesh];
  uint32_t from = 0, to = 0;
  auto flush = [&] {
    if (to > from) vkCmdDrawIndexed(commands, to - from, 1, from, 0, 0);
  };
  for (uint32_t i = part.firstMeshlet; i < part.firstMeshlet + part.meshletCount; i++) {
    const AssetcMeshletBounds &bounds = model.mesh.meshletBounds[i];
    counts.meshlets++;
    // Both sides of leaves are drawn, and the bounds of a skinned mesh are those of its rest pose.
    bool isHidden = !model.mesh.skin && (model.doubleSided[submesh] ? assetc_sphere_is_outside(&frustum, bounds.center, bounds.radius)
                                                                    : assetc_meshlet_is_hidden(&bounds, &frustum, eye));
    if (isHidden) {
      counts.hiddenMeshlets++;
      continue;
    }
    if (model.meshletFirst[i] != to) {
      flush();
      from = model.meshletFirst[i];
    }
    to = model.meshletFirst[i + 1];
  }
  flush();
}

static void drawModel(VkCommandBuffer commands, const Pipelines &pipelines, const Model &model, const Matrix &viewProjection,
                      const AssetcClusterView &world, uint32_t isBlended, FrameCounts &counts) {
  VkDeviceSize zero = 0;
  vkCmdBindVertexBuffers(commands, 0, 1, model.mesh.skin ? &model.skinned.buffer : &model.vertices.buffer, &zero);
  // Culling and levels of detail happen in the space of the mesh.
  AssetcClusterView view = assetc_view_of_instance(model.place.data(), &world);
  AssetcFrustum frustum = assetc_frustum((viewProjection * model.place).data());
  for (uint32_t i = 0; i < model.draws.size(); i++) {
    if (model.blended[i] != isBlended) continue;
    const DrawConstants &constants = model.draws[i];
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines.layout, 0, 1, &pipelines.sets[model.sets[i]], 0, nullptr);
    vkCmdPushConstants(commands, pipelines.layout, VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof constants, &constants);
    vkCmdSetCullMode(commands, model.doubleSided[i] ? VK_CULL_MODE_NONE : VK_CULL_MODE_BACK_BIT);
    uint32_t level = assetc_select_lod(&model.mesh, i, view.eye, view.pixelsPerUnit, view.maxPixels);
    if (level == 0) {
      vkCmdBindIndexBuffer(commands, model.indices.buffer, 0, VK_INDEX_TYPE_UINT32);
      drawMeshlets(commands, model, i, frustum, view.eye, counts);
      continue;
    }
    AssetcDraw draw = assetc_mesh_draw(&model.mesh, i, level);
    uint32_t first = uint32_t(static_cast<const uint32_t *>(draw.indices) - model.mesh.lodIndices);
    vkCmdBindIndexBuffer(commands, model.lodIndices.buffer, 0, VK_INDEX_TYPE_UINT32);
    vkCmdDrawIndexed(commands, draw.indexCount, 1, first, 0, 0);
    counts.reducedDraws++;
  }
}

FrameCounts recordFrame(Device &gpu, const Pipelines &pipelines, Scene &scene, VkImageView color, VkImageView depth, Extent extent, float time) {
  FrameConstants constants{};
  Matrix projection = perspective(scene.fovY, float(extent.width) / float(extent.height), NEAR);
  constants.viewProjection = projection * lookAt(scene.eye, scene.target);
  std::memcpy(constants.eye, scene.eye.data(), sizeof scene.eye);
  constants.eye[3] = float(scene.lightData.levelCount);
  for (int i = 0; i < 9; i++) std::memcpy(constants.sh[i], scene.lightData.irradiance[i], 3 * sizeof(float));
  std::memcpy(pipelines.frame.mapped, &constants, sizeof constants);

  VkCommandBuffer commands = gpu.commands;
  recordSkinning(commands, pipelines, scene, time);
  VkRenderingAttachmentInfo colorInfo{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
  colorInfo.imageView = color;
  colorInfo.imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
  colorInfo.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
  colorInfo.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
  VkRenderingAttachmentInfo depthInfo = colorInfo;
  depthInfo.imageView = depth;
  depthInfo.imageLayout = VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL;
  VkRenderingInfo rendering{VK_STRUCTURE_TYPE_RENDERING_INFO};
  rendering.renderArea.extent = {extent.width, extent.height};
  rendering.layerCount = 1;
  rendering.colorAttachmentCount = 1;
  rendering.pColorAttachments = &colorInfo;
  rendering.pDepthAttachment = &depthInfo;
  vkCmdBeginRendering(commands, &rendering);
  VkViewport viewport{0, 0, float(extent.width), float(extent.height), 0, 1};
  vkCmdSetViewport(commands, 0, 1, &viewport);
  vkCmdSetScissor(commands, 0, 1, &rendering.renderArea);
  FrameCounts counts;
  AssetcClusterView world{{scene.eye[0], scene.eye[1], scene.eye[2]}, float(extent.height) / (2 * std::tan(scene.fovY / 2)), MAX_PIXELS, UINT32_MAX};
  for (uint32_t isBlended : {0u, 1u}) { // what blends comes last
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, isBlended ? pipelines.blended : pipelines.scene);
    for (const Model &model : scene.models) drawModel(commands, pipelines, model, constants.viewProjection, world, isBlended, counts);
  }
  float size = float(extent.height) / 9;
  recordText(gpu, pipelines, scene, "assetc", size, size / 2, size / 2, extent);
  vkCmdEndRendering(commands);
  return counts;
}
