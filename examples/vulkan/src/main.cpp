// assetc-vulkan [--headless picture.png] [--size 640x360] [--time 0.75] [--frames 1] [--assets demo.hpack]
// With several frames, picture.png is written again for each frame after the pack has changed.
#include "window.hpp"
#include <chrono>
#include <cstdio>
#include <thread>

int runHeadless(const Options &options) {
  Device gpu({}, false);
  Pipelines pipelines(gpu, Pack(options.shaders));
  Extent extent = options.extent;
  Image color(gpu, imageInfo(COLOR_FORMAT, extent.width, extent.height, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT),
              VK_IMAGE_VIEW_TYPE_2D, VK_IMAGE_ASPECT_COLOR_BIT);
  Image depth(gpu, imageInfo(DEPTH_FORMAT, extent.width, extent.height, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT), VK_IMAGE_VIEW_TYPE_2D,
              VK_IMAGE_ASPECT_DEPTH_BIT);
  Buffer picture(gpu, VkDeviceSize(extent.width) * extent.height * 4, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  for (uint32_t frame = 0; frame < options.frames; frame++) {
    int64_t written = timeOf(options.assets);
    Scene scene(gpu, options.assets);
    pipelines.bind(scene);
    gpu.begin();
    transition(gpu.commands, color.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_IMAGE_ASPECT_COLOR_BIT);
    transition(gpu.commands, depth.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL, VK_IMAGE_ASPECT_DEPTH_BIT);
    FrameCounts counts = recordFrame(gpu, pipelines, scene, color.view, depth.view, extent, options.time < 0 ? 0 : options.time);
    transition(gpu.commands, color.image, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, VK_IMAGE_ASPECT_COLOR_BIT);
    VkBufferImageCopy copy{};
    copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    copy.imageExtent = {extent.width, extent.height, 1};
    vkCmdCopyImageToBuffer(gpu.commands, color.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, picture.buffer, 1, &copy);
    barrier(gpu.commands);
    gpu.submit();
    writePng(options.headless, static_cast<unsigned char *>(picture.mapped), extent);
    std::printf("frame %u: %u meshlets, %u hidden, %u draws of a coarser level, %u validation messages\n", frame, counts.meshlets,
                counts.hiddenMeshlets, counts.reducedDraws, gpu.validationMessages);
    std::fflush(stdout);
    while (frame + 1 < options.frames && timeOf(options.assets) == written) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return gpu.validationMessages == 0 ? 0 : 2;
}

int main(int count, char **arguments) {
  Options options;
  options.assets = ASSETS_PACK;
  options.shaders = SHADERS_PACK;
  for (int i = 1; i + 1 < count; i += 2) {
    std::string name = arguments[i], value = arguments[i + 1];
    if (name == "--headless") options.headless = value;
    else if (name == "--assets") options.assets = value;
    else if (name == "--time") options.time = std::stof(value);
    else if (name == "--frames") options.frames = uint32_t(std::stoul(value));
    else if (name == "--size") std::sscanf(value.c_str(), "%ux%u", &options.extent.width, &options.extent.height);
    else return std::fprintf(stderr, "unknown option %s\n", name.c_str()), 1;
  }
  try {
#ifdef HAS_WINDOW
    if (options.headless.empty()) return runWindow(options);
#endif
    if (options.headless.empty()) options.headless = "assetc-vulkan.png";
    return runHeadless(options);
  } catch (const std::exception &error) {
    return std::fprintf(stderr, "%s\n", error.what()), 1;
  }
}
