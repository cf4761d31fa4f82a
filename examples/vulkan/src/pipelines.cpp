// Shaders of the pack become pipelines. Vertices are read by address, so there is no vertex input.
#include "pipelines.hpp"

static VkPipelineShaderStageCreateInfo stage(Device &gpu, const Pack &pack, const std::string &path, VkShaderStageFlagBits bit) {
  AssetcPackEntry file = pack.file(path); // aligned, as all files of a pack
  auto words = reinterpret_cast<const uint32_t *>(file.bytes);
  VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, nullptr, 0, file.size, words};
  VkShaderModule module;
  check(vkCreateShaderModule(gpu.device, &info, nullptr, &module), path.c_str());
  return {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, nullptr, 0, bit, module, "main"}; // assetc names every entry point so
}

/** Everything blends: opaque surfaces have an alpha of 1. Whether depth is written is decided per draw. */
static VkPipeline graphics(Device &gpu, VkPipelineLayout layout, const std::vector<VkPipelineShaderStageCreateInfo> &stages) {
  VkPipelineVertexInputStateCreateInfo input{VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
  VkPipelineInputAssemblyStateCreateInfo assembly{VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO, nullptr, 0, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
  VkPipelineViewportStateCreateInfo viewport{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO, nullptr, 0, 1, nullptr, 1, nullptr};
  VkPipelineRasterizationStateCreateInfo raster{VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
  raster.frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE;
  raster.lineWidth = 1;
  VkPipelineMultisampleStateCreateInfo samples{VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO, nullptr, 0, VK_SAMPLE_COUNT_1_BIT};
  VkPipelineDepthStencilStateCreateInfo depth{VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO, nullptr, 0, VK_TRUE};
  depth.depthCompareOp = VK_COMPARE_OP_GREATER_OR_EQUAL; // reversed depth
  VkBlendFactor one = VK_BLEND_FACTOR_ONE, alpha = VK_BLEND_FACTOR_SRC_ALPHA, rest = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
  VkPipelineColorBlendAttachmentState blend{VK_TRUE, alpha, rest, VK_BLEND_OP_ADD, one, rest, VK_BLEND_OP_ADD, 0xf};
  VkPipelineColorBlendStateCreateInfo blending{VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO, nullptr, 0, VK_FALSE, {}, 1, &blend};
  VkDynamicState states[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR, VK_DYNAMIC_STATE_CULL_MODE,
                             VK_DYNAMIC_STATE_DEPTH_WRITE_ENABLE};
  VkPipelineDynamicStateCreateInfo dynamic{VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO, nullptr, 0, 4, states};
  VkPipelineRenderingCreateInfo formats{VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO, nullptr, 0, 1, &COLOR_FORMAT, DEPTH_FORMAT};
  VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, &formats, 0, uint32_t(stages.size()), stages.data(),
                                    &input, &assembly, nullptr, &viewport, &raster, &samples, &depth, &blending, &dynamic, layout};
  VkPipeline made;
  check(vkCreateGraphicsPipelines(gpu.device, VK_NULL_HANDLE, 1, &info, nullptr, &made), "vkCreateGraphicsPipelines");
  for (auto &each : stages) vkDestroyShaderModule(gpu.device, each.module, nullptr);
  return made;
}

static VkSampler sampler(Device &gpu, VkSamplerAddressMode mode) {
  VkSamplerCreateInfo info{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
  info.magFilter = info.minFilter = VK_FILTER_LINEAR;
  info.mipmapMode = VK_SAMPLER_MIPMAP_MODE_LINEAR;
  info.addressModeU = info.addressModeV = info.addressModeW = mode;
  info.maxLod = VK_LOD_CLAMP_NONE;
  VkSampler made;
  check(vkCreateSampler(gpu.device, &info, nullptr, &made), "vkCreateSampler");
  return made;
}

Pipelines::Pipelines(Device &device, const Pack &shaders) : gpu(device) {
  repeating = sampler(gpu, VK_SAMPLER_ADDRESS_MODE_REPEAT);
  clamped = sampler(gpu, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE);
  std::vector<VkDescriptorSetLayoutBinding> bindings;
  for (uint32_t i : {TEXTURES, LIGHT, SKY, DFG})
    bindings.push_back({i, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, i == TEXTURES ? 5u : 1u, VK_SHADER_STAGE_FRAGMENT_BIT, nullptr});
  auto flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR; // written with each draw
  VkDescriptorSetLayoutCreateInfo setInfo{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, nullptr, flags, uint32_t(bindings.size()),
                                          bindings.data()};
  check(vkCreateDescriptorSetLayout(gpu.device, &setInfo, nullptr, &setLayout), "vkCreateDescriptorSetLayout");
  VkPushConstantRange push{VK_SHADER_STAGE_ALL, 0, MAX_CONSTANTS};
  VkPipelineLayoutCreateInfo layoutInfo{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, nullptr, 0, 1, &setLayout, 1, &push};
  check(vkCreatePipelineLayout(gpu.device, &layoutInfo, nullptr, &layout), "vkCreatePipelineLayout");
  auto module = [&](const std::string &path, VkShaderStageFlagBits bit) { return stage(gpu, shaders, path, bit); };
  auto make = [&](const std::string &name) {
    return graphics(gpu, layout, {module(name + "/vertex.spv", VK_SHADER_STAGE_VERTEX_BIT),
                                  module(name + "/fragment.spv", VK_SHADER_STAGE_FRAGMENT_BIT)});
  };
  scene = make("scene");
  sky = make("sky");
  text = make("text");
  if (gpu.drawMeshTasks)
    meshlets = graphics(gpu, layout, {module("scene/task.spv", VK_SHADER_STAGE_TASK_BIT_EXT), module("scene/mesh.spv", VK_SHADER_STAGE_MESH_BIT_EXT),
                                      module("scene/fragment.spv", VK_SHADER_STAGE_FRAGMENT_BIT)});
  VkPipelineShaderStageCreateInfo computes = module("skin/skin.spv", VK_SHADER_STAGE_COMPUTE_BIT);
  VkComputePipelineCreateInfo compute{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, nullptr, 0, computes, layout};
  check(vkCreateComputePipelines(gpu.device, VK_NULL_HANDLE, 1, &compute, nullptr, &skin), "vkCreateComputePipelines");
  vkDestroyShaderModule(gpu.device, computes.module, nullptr);
}

Pipelines::~Pipelines() {
  for (VkPipeline each : {scene, sky, text, skin, meshlets}) vkDestroyPipeline(gpu.device, each, nullptr);
  vkDestroyPipelineLayout(gpu.device, layout, nullptr);
  vkDestroyDescriptorSetLayout(gpu.device, setLayout, nullptr);
  for (VkSampler each : {repeating, clamped}) vkDestroySampler(gpu.device, each, nullptr);
}
