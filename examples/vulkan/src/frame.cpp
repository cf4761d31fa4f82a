// One frame: skin, cull, draw, write text.
#include "frame.hpp"
#include <cstdio>
#include <cstring>

static const float NEAR_PLANE = 0.1f, MAX_PIXELS = 1;

/** As `Frame` in shared.slang. */
struct FrameConstants {
  Matrix viewProjection;
  float eye[4], axes[3][4], sh[9][4];
};

/** As `Draw` in shared.slang. */
struct DrawConstants {
  Matrix model;
  VkDeviceAddress frame, material, mesh;
  float eye[3];
  uint32_t cull, firstMeshlet, meshletCount;
};
enum : uint32_t { CULL_OUTSIDE = 1, CULL_BACK = 2, TASK_MESHLETS = 32 };

Renderer::Renderer(Device &device, const std::string &shaders, const std::string &assets)
  : gpu(device), pipelines(device, Pack(shaders)), scene(std::make_unique<Scene>(device, assets)), constants(device, sizeof(FrameConstants)) {}

void Renderer::reload(const std::string &assets) try {
  scene = std::make_unique<Scene>(gpu, assets);
} catch (const std::exception &error) {
  std::fprintf(stderr, "%s: the last good scene stays\n", error.what());
}

Target::Target(Device &gpu, VkExtent2D size) : extent(size) {
  VkImageUsageFlags usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  color = Image(gpu, COLOR_FORMAT, size, usage);
  depth = Image(gpu, DEPTH_FORMAT, size, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT);
}

void Renderer::use(VkPipeline pipeline, bool isDoubleSided, bool isBlended) {
  vkCmdBindPipeline(gpu.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
  vkCmdSetCullMode(gpu.commands, isDoubleSided ? VK_CULL_MODE_NONE : VK_CULL_MODE_BACK_BIT);
  vkCmdSetDepthWriteEnable(gpu.commands, !isBlended);
}

void Renderer::pushImages(uint32_t binding, const std::vector<Image> &images, VkSampler sampler) {
  std::vector<VkDescriptorImageInfo> infos;
  for (const Image &each : images) infos.push_back({sampler, each.view, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL});
  VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, nullptr, VK_NULL_HANDLE, binding, 0, uint32_t(infos.size())};
  write.descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
  write.pImageInfo = infos.data();
  gpu.pushDescriptors(gpu.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines.layout, 0, 1, &write);
}

/** Without mesh shaders: draws the meshlets of a submesh that may be visible, neighbors in one draw. */
void Renderer::recordMeshlets(const Model &model, const AssetcSubMesh &part, const AssetcFrustum &frustum, const float *eye, uint32_t cull) {
  std::vector<std::pair<uint32_t, uint32_t>> runs; // of indices: first and end
  for (uint32_t i = part.firstMeshlet; i < part.firstMeshlet + part.meshletCount; i++) {
    const AssetcMeshletBounds &bounds = model.mesh.meshletBounds[i];
    bool isOutside = (cull & CULL_OUTSIDE) && assetc_sphere_is_outside(&frustum, bounds.center, bounds.radius);
    bool facesAway = (cull & CULL_BACK) && assetc_meshlet_faces_away(&bounds, eye);
    if (isOutside || facesAway) counts.hiddenMeshlets++;
    else if (!runs.empty() && runs.back().second == model.meshletFirst[i]) runs.back().second = model.meshletFirst[i + 1];
    else runs.push_back({model.meshletFirst[i], model.meshletFirst[i + 1]});
  }
  for (auto [first, end] : runs) vkCmdDrawIndexed(gpu.commands, end - first, 1, first, 0, 0);
}

void Renderer::recordModel(const Model &model, const Matrix &viewProjection, const AssetcClusterView &world, bool isBlended) {
  // Culling and levels of detail happen in the space of the mesh.
  AssetcClusterView view = assetc_view_of_instance(model.place.data(), &world);
  AssetcFrustum frustum = assetc_frustum((viewProjection * model.place).data());
  for (uint32_t i = 0; i < model.mesh.desc->submeshCount; i++) {
    const AssetcSubMesh &part = model.mesh.submeshes[i];
    uint32_t row = std::min(part.materialSlot, model.materials.count - 1); // there may be no slot
    const AssetcHmatRow &material = model.materials.rows[row];
    if ((assetc_material_alpha_mode(&material) == ASSETC_HMAT_ALPHA_BLEND) != isBlended) continue;
    bool isDoubleSided = assetc_material_is_double_sided(&material);
    // The bounds of a skinned mesh are those of its rest pose.
    uint32_t cull = model.posed.buffer ? 0 : isDoubleSided ? CULL_OUTSIDE : CULL_OUTSIDE | CULL_BACK;
    uint32_t level = assetc_select_lod(&model.mesh, i, view.eye, view.pixelsPerUnit, view.maxPixels);
    bool usesTasks = level == 0 && gpu.drawMeshTasks;
    use(usesTasks ? pipelines.meshlets : pipelines.scene, isDoubleSided, isBlended);
    pushImages(TEXTURES, model.textures[row], pipelines.repeating);
    push(DrawConstants{model.place, constants.address, model.rows.address + row * sizeof material, model.addresses.address,
                       {view.eye[0], view.eye[1], view.eye[2]}, cull, part.firstMeshlet, part.meshletCount});
    (level == 0 ? counts.meshlets : counts.reducedDraws) += level == 0 ? part.meshletCount : 1;
    if (usesTasks) {
      gpu.drawMeshTasks(gpu.commands, (part.meshletCount + TASK_MESHLETS - 1) / TASK_MESHLETS, 1, 1);
    } else if (level == 0) {
      vkCmdBindIndexBuffer(gpu.commands, model.indices.buffer, 0, VK_INDEX_TYPE_UINT32);
      recordMeshlets(model, part, frustum, view.eye, cull);
    } else {
      AssetcDraw draw = assetc_mesh_draw(&model.mesh, i, level);
      const void *indices = model.mesh.lodIndices, *narrow = model.mesh.lodIndices16;
      VkIndexType type = narrow ? VK_INDEX_TYPE_UINT16 : VK_INDEX_TYPE_UINT32;
      vkCmdBindIndexBuffer(gpu.commands, model.file.buffer, model.offsetOf(narrow ? narrow : indices), type);
      vkCmdDrawIndexed(gpu.commands, draw.indexCount, 1, draw.firstIndex, 0, 0);
    }
  }
}

static VkRenderingAttachmentInfo attachment(const Image &image, VkImageLayout layout) {
  // Depth 0 is infinitely far.
  return {VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO, nullptr, image.view, layout, VK_RESOLVE_MODE_NONE, VK_NULL_HANDLE, {},
          VK_ATTACHMENT_LOAD_OP_CLEAR, VK_ATTACHMENT_STORE_OP_STORE, {}};
}

void Renderer::record(const Target &target, float time) {
  float width = float(target.extent.width), height = float(target.extent.height), slope = std::tan(scene->fovY / 2);
  Matrix view = lookAt(scene->eye, scene->target);
  FrameConstants frame{};
  frame.viewProjection = perspective(scene->fovY, width / height, NEAR_PLANE) * view;
  for (int i = 0; i < 3; i++) {
    frame.eye[i] = scene->eye[i];
    // The rows of the view are the axes of the camera, which looks along -z.
    frame.axes[0][i] = view[i * 4] * slope * width / height;
    frame.axes[1][i] = view[i * 4 + 1] * slope;
    frame.axes[2][i] = -view[i * 4 + 2];
  }
  frame.eye[3] = float(scene->lightData.levelCount);
  for (int i = 0; i < 9; i++) std::memcpy(frame.sh[i], scene->lightData.irradiance[i], 3 * sizeof(float));
  std::memcpy(constants.mapped, &frame, sizeof frame);
  counts = {};
  recordSkinning(time);
  gpu.barrier(target.color.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
  gpu.barrier(target.depth.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL, VK_IMAGE_ASPECT_DEPTH_BIT);
  VkRenderingAttachmentInfo color = attachment(target.color, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
  VkRenderingAttachmentInfo depth = attachment(target.depth, VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL);
  VkRenderingInfo rendering{VK_STRUCTURE_TYPE_RENDERING_INFO, nullptr, 0, {{}, target.extent}, 1, 0, 1, &color, &depth};
  vkCmdBeginRendering(gpu.commands, &rendering);
  VkViewport viewport{0, 0, width, height, 0, 1};
  vkCmdSetViewport(gpu.commands, 0, 1, &viewport);
  vkCmdSetScissor(gpu.commands, 0, 1, &rendering.renderArea);
  pushImages(LIGHT, {scene->light, scene->sky, scene->dfg}, pipelines.clamped);
  AssetcClusterView world{{scene->eye[0], scene->eye[1], scene->eye[2]}, height / (2 * slope), MAX_PIXELS, UINT32_MAX};
  for (const Model &model : scene->models) recordModel(model, frame.viewProjection, world, false);
  use(pipelines.sky, true, false);
  push(constants.address);
  vkCmdDraw(gpu.commands, 3, 1, 0, 0);
  for (const Model &model : scene->models) recordModel(model, frame.viewProjection, world, true); // blends with what is behind
  recordText(scene->title, height / 9, height / 18, height / 18, target.extent);
  vkCmdEndRendering(gpu.commands);
  gpu.barrier(target.color.image, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
}
