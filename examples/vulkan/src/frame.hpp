// Records frames of a scene.
#pragma once
#include "pipelines.hpp"

/** What a frame is drawn into. */
struct Target {
  VkExtent2D extent;
  Image color, depth;
  Target(Device &gpu, VkExtent2D size);
};

struct Renderer {
  Device &gpu;
  Pipelines pipelines;
  std::unique_ptr<Scene> scene;
  Buffer constants;
  struct { uint32_t meshlets, hiddenMeshlets, reducedDraws; } counts; // of the last frame; not what a task shader hides

  Renderer(Device &gpu, const std::string &shaders, const std::string &assets);
  /** Replaces the scene, unless the new one cannot be loaded. */
  void reload(const std::string &assets);
  /** Draws the scene at a time, in seconds. */
  void record(const Target &target, float time);

 private:
  /** Moves the vertices of skinned models to their pose. */
  void recordSkinning(float time);
  void recordModel(const Model &model, const Matrix &viewProjection, const AssetcClusterView &world, bool isBlended);
  void recordMeshlets(const Model &model, const AssetcSubMesh &part, const AssetcFrustum &frustum, const float *eye, uint32_t cull);
  /** Text in pixels from the lower left corner. */
  void recordText(const std::string &text, float size, float x, float y, VkExtent2D extent);
  void use(VkPipeline pipeline, bool isDoubleSided, bool isBlended);
  /** Into the descriptor set, from a binding on. */
  void pushImages(uint32_t binding, const std::vector<Image> &images, VkSampler sampler);
  template <typename Constants> void push(const Constants &value) {
    static_assert(sizeof value <= MAX_CONSTANTS);
    vkCmdPushConstants(gpu.commands, pipelines.layout, VK_SHADER_STAGE_ALL, 0, sizeof value, &value);
  }
};
