// One layout of descriptor sets for everything, and the pipelines. A set per submesh: not every device indexes textures freely.
#pragma once
#include "scene.hpp"

constexpr VkFormat COLOR_FORMAT = VK_FORMAT_R8G8B8A8_SRGB;
constexpr VkFormat DEPTH_FORMAT = VK_FORMAT_D32_SFLOAT;

/** As `Frame` in scene.slang. */
struct FrameConstants {
  Matrix viewProjection;
  float eye[4];
  float sh[9][4];
};

struct Pipelines {
  Device &gpu;
  VkSampler repeat, clamp;
  VkDescriptorSetLayout setLayout;
  VkDescriptorPool pool = VK_NULL_HANDLE;
  std::vector<VkDescriptorSet> sets; // as in the scene
  VkPipelineLayout layout;
  VkPipeline scene, blended, skin, text;
  Buffer frame;

  Pipelines(Device &gpu, const Pack &shaders);
  ~Pipelines();
  Pipelines(const Pipelines &) = delete;
  /** Makes sets of the textures and buffers of a scene. */
  void bind(const Scene &scene);
};
