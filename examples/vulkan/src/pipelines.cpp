// Binding numbers are those in the shaders: 0 textures, 1 light, 2 dfg, 3 frame, 4 materials, 5 palette, 6 skin, 7 vertices, 8 skinned.
#include "pipelines.hpp"
#include <cstddef>

static const VkShaderStageFlags ALL = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;

static VkPipelineShaderStageCreateInfo stage(Device &gpu, const Pack &pack, const char *path, VkShaderStageFlagBits bit) {
  auto words = pack.shader(path);
  VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
  info.codeSize = words.size() * 4;
  info.pCode = words.data();
  VkPipelineShaderStageCreateInfo made{VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
  made.stage = bit;
  made.pName = "main"; // assetc names every entry point so
  check(vkCreateShaderModule(gpu.device, &info, nullptr, &made.module), path);
  return made;
}

static VkPipeline graphics(Device &gpu, const Pack &pack, VkPipelineLayout layout, const std::string &name, bool isText, bool isBlended) {
  VkPipelineShaderStageCreateInfo stages[] = {
    stage(gpu, pack, (name + "/vertex.spv").c_str(), VK_SHADER_STAGE_VERTEX_BIT),
    stage(gpu, pack, (name + "/fragment.spv").c_str(), VK_SHADER_STAGE_FRAGMENT_BIT)};
  VkVertexInputBindingDescription binding{0, sizeof(AssetcGpuVertex), VK_VERTEX_INPUT_RATE_VERTEX};
  VkVertexInputAttributeDescription attributes[] = {
    {0, 0, VK_FORMAT_R32G32B32_SFLOAT, offsetof(AssetcGpuVertex, position)},
    {1, 0, VK_FORMAT_R16G16_SNORM, offsetof(AssetcGpuVertex, normal)},
    {2, 0, VK_FORMAT_R16G16_SINT, offsetof(AssetcGpuVertex, tangent)},
    {3, 0, VK_FORMAT_R32G32_SFLOAT, offsetof(AssetcGpuVertex, uv)}};
  VkPipelineVertexInputStateCreateInfo input{VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
  input.vertexBindingDescriptionCount = isText ? 0 : 1;
  input.pVertexBindingDescriptions = &binding;
  input.vertexAttributeDescriptionCount = isText ? 0 : 4;
  input.pVertexAttributeDescriptions = attributes;
  VkPipelineInputAssemblyStateCreateInfo assembly{VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO};
  assembly.topology = isText ? VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP : VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
  VkPipelineViewportStateCreateInfo viewport{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO};
  viewport.viewportCount = viewport.scissorCount = 1;
  VkPipelineRasterizationStateCreateInfo raster{VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
  raster.lineWidth = 1;
  raster.frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE;
  VkPipelineMultisampleStateCreateInfo samples{VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO};
  samples.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
  VkPipelineDepthStencilStateCreateInfo depth{VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO};
  depth.depthTestEnable = !isText;
  depth.depthWriteEnable = !isBlended;
  depth.depthCompareOp = VK_COMPARE_OP_GREATER_OR_EQUAL; // reversed depth
  VkPipelineColorBlendAttachmentState blend{};
  blend.blendEnable = isBlended;
  blend.srcColorBlendFactor = VK_BLEND_FACTOR_SRC_ALPHA;
  blend.dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
  blend.srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
  blend.dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
  blend.colorWriteMask = 0xf;
  VkPipelineColorBlendStateCreateInfo blending{VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
  blending.attachmentCount = 1;
  blending.pAttachments = &blend;
  VkDynamicState states[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR, VK_DYNAMIC_STATE_CULL_MODE};
  VkPipelineDynamicStateCreateInfo dynamic{VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO, nullptr, 0, 3, states};
  VkPipelineRenderingCreateInfo rendering{VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO};
  rendering.colorAttachmentCount = 1;
  rendering.pColorAttachmentFormats = &COLOR_FORMAT;
  rendering.depthAttachmentFormat = DEPTH_FORMAT;
  VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, &rendering};
  info.stageCount = 2;
  info.pStages = stages;
  info.pVertexInputState = &input;
  info.pInputAssemblyState = &assembly;
  info.pViewportState = &viewport;
  info.pRasterizationState = &raster;
  info.pMultisampleState = &samples;
  info.pDepthStencilState = &depth;
  info.pColorBlendState = &blending;
  info.pDynamicState = &dynamic;
  info.layout = layout;
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
  repeat = sampler(gpu, VK_SAMPLER_ADDRESS_MODE_REPEAT);
  clamp = sampler(gpu, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE);
  frame = Buffer(gpu, sizeof(FrameConstants), VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
  std::vector<VkDescriptorSetLayoutBinding> bindings = {
    {0, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 5, ALL, nullptr},
    {1, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, ALL, nullptr},
    {2, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, ALL, nullptr},
    {3, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1, ALL, nullptr},
    {4, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, ALL, nullptr}};
  for (uint32_t i = 5; i <= 8; i++) bindings.push_back({i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
  VkDescriptorSetLayoutCreateInfo setInfo{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
  setInfo.bindingCount = uint32_t(bindings.size());
  setInfo.pBindings = bindings.data();
  check(vkCreateDescriptorSetLayout(gpu.device, &setInfo, nullptr, &setLayout), "vkCreateDescriptorSetLayout");
  VkPushConstantRange push{ALL, 0, sizeof(DrawConstants)};
  VkPipelineLayoutCreateInfo layoutInfo{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, nullptr, 0, 1, &setLayout, 1, &push};
  check(vkCreatePipelineLayout(gpu.device, &layoutInfo, nullptr, &layout), "vkCreatePipelineLayout");
  scene = graphics(gpu, shaders, layout, "scene", false, false);
  blended = graphics(gpu, shaders, layout, "scene", false, true);
  text = graphics(gpu, shaders, layout, "text", true, true);
  VkComputePipelineCreateInfo compute{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
  compute.stage = stage(gpu, shaders, "skin/skin.spv", VK_SHADER_STAGE_COMPUTE_BIT);
  compute.layout = layout;
  check(vkCreateComputePipelines(gpu.device, VK_NULL_HANDLE, 1, &compute, nullptr, &skin), "vkCreateComputePipelines");
  vkDestroyShaderModule(gpu.device, compute.stage.module, nullptr);
}

Pipelines::~Pipelines() {
  for (VkPipeline pipeline : {scene, blended, skin, text}) vkDestroyPipeline(gpu.device, pipeline, nullptr);
  vkDestroyDescriptorPool(gpu.device, pool, nullptr);
  vkDestroyPipelineLayout(gpu.device, layout, nullptr);
  vkDestroyDescriptorSetLayout(gpu.device, setLayout, nullptr);
  vkDestroySampler(gpu.device, repeat, nullptr);
  vkDestroySampler(gpu.device, clamp, nullptr);
}

void Pipelines::bind(const Scene &scene) {
  vkDestroyDescriptorPool(gpu.device, pool, nullptr);
  uint32_t count = uint32_t(scene.sets.size());
  VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, count * 7},
                                  {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, count},
                                  {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, count * 5}};
  VkDescriptorPoolCreateInfo poolInfo{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, nullptr, 0, count, 3, sizes};
  check(vkCreateDescriptorPool(gpu.device, &poolInfo, nullptr, &pool), "vkCreateDescriptorPool");
  std::vector<VkDescriptorSetLayout> layouts(count, setLayout);
  sets.resize(count);
  VkDescriptorSetAllocateInfo allocation{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, nullptr, pool, count, layouts.data()};
  check(vkAllocateDescriptorSets(gpu.device, &allocation, sets.data()), "vkAllocateDescriptorSets");

  std::vector<VkDescriptorBufferInfo> buffers = {{frame.buffer, 0, VK_WHOLE_SIZE}, {scene.materials.buffer, 0, VK_WHOLE_SIZE}};
  for (const Model &model : scene.models)
    if (model.mesh.skin && buffers.size() == 2) // the demo has one skinned model
      for (const Buffer *each : {&model.palette, &model.skin, &model.vertices, &model.skinned})
        buffers.push_back({each->buffer, 0, VK_WHOLE_SIZE});
  for (uint32_t i = 0; i < count; i++) {
    std::vector<VkDescriptorImageInfo> images;
    for (uint32_t texture : scene.sets[i])
      images.push_back({i == 0 ? clamp : repeat, scene.textures[texture].view, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL});
    for (const Image *each : {&scene.light, &scene.dfg}) images.push_back({clamp, each->view, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL});
    std::vector<VkWriteDescriptorSet> writes;
    auto write = [&](uint32_t binding, uint32_t number, VkDescriptorType type, const VkDescriptorImageInfo *image,
                     const VkDescriptorBufferInfo *buffer) {
      writes.push_back({VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, nullptr, sets[i], binding, 0, number, type, image, buffer, nullptr});
    };
    write(0, 5, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, images.data(), nullptr);
    write(1, 1, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, &images[5], nullptr);
    write(2, 1, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, &images[6], nullptr);
    for (uint32_t k = 0; k < buffers.size(); k++)
      write(3 + k, 1, k == 0 ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, nullptr, &buffers[k]);
    vkUpdateDescriptorSets(gpu.device, uint32_t(writes.size()), writes.data(), 0, nullptr);
  }
}
