// The pipelines, and the layout of the one descriptor set that all of them use.
#pragma once
#include "scene.hpp"

constexpr VkFormat COLOR_FORMAT = VK_FORMAT_R8G8B8A8_SRGB;
constexpr VkFormat DEPTH_FORMAT = VK_FORMAT_D32_SFLOAT;
/** Bindings, as in shared.slang. */
enum : uint32_t { TEXTURES, LIGHT, SKY, DFG };
/** What every device has. All structs of push constants fit. */
constexpr uint32_t MAX_CONSTANTS = 128;

struct Pipelines {
  Device &gpu;
  VkSampler repeating, clamped;
  VkDescriptorSetLayout setLayout;
  VkPipelineLayout layout;
  VkPipeline scene, sky, text, skin;
  VkPipeline meshlets = VK_NULL_HANDLE; // only of devices with mesh shaders

  Pipelines(Device &gpu, const Pack &shaders);
  ~Pipelines();
  Pipelines(const Pipelines &) = delete;
};
