// The window: a swapchain of sRGB images, and a scene that is loaded again whenever its pack was written.
#include "window.hpp"
#include <memory>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <cstring>

namespace {
struct Swapchain {
  Device &gpu;
  VkSwapchainKHR chain = VK_NULL_HANDLE;
  VkSurfaceFormatKHR format{};
  Extent extent{};
  std::vector<VkImage> images;
  Image color, depth;

  Swapchain(Device &device, VkSurfaceKHR surface) : gpu(device) {
    VkSurfaceCapabilitiesKHR can;
    check(vkGetPhysicalDeviceSurfaceCapabilitiesKHR(gpu.physical, surface, &can), "the surface");
    extent = {can.currentExtent.width, can.currentExtent.height};
    VkSwapchainCreateInfoKHR info{VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR};
    info.surface = surface;
    info.minImageCount = can.minImageCount;
    info.imageFormat = VK_FORMAT_B8G8R8A8_SRGB; // blits from COLOR_FORMAT swap the channels
    info.imageColorSpace = VK_COLOR_SPACE_SRGB_NONLINEAR_KHR;
    info.imageExtent = can.currentExtent;
    info.imageArrayLayers = 1;
    info.imageUsage = VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    info.preTransform = can.currentTransform;
    info.compositeAlpha = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR;
    info.presentMode = VK_PRESENT_MODE_FIFO_KHR;
    info.clipped = VK_TRUE;
    check(vkCreateSwapchainKHR(gpu.device, &info, nullptr, &chain), "vkCreateSwapchainKHR");
    uint32_t count = 0;
    vkGetSwapchainImagesKHR(gpu.device, chain, &count, nullptr);
    images.resize(count);
    vkGetSwapchainImagesKHR(gpu.device, chain, &count, images.data());
    VkImageUsageFlags use = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    color = Image(gpu, imageInfo(COLOR_FORMAT, extent.width, extent.height, use), VK_IMAGE_VIEW_TYPE_2D, VK_IMAGE_ASPECT_COLOR_BIT);
    depth = Image(gpu, imageInfo(DEPTH_FORMAT, extent.width, extent.height, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT),
                  VK_IMAGE_VIEW_TYPE_2D, VK_IMAGE_ASPECT_DEPTH_BIT);
  }
  ~Swapchain() { vkDestroySwapchainKHR(gpu.device, chain, nullptr); }

  void blit(uint32_t index) {
    transition(gpu.commands, color.image, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, VK_IMAGE_ASPECT_COLOR_BIT);
    transition(gpu.commands, images[index], VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_ASPECT_COLOR_BIT);
    VkImageBlit region{};
    region.srcSubresource = region.dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    region.srcOffsets[1] = region.dstOffsets[1] = {int32_t(extent.width), int32_t(extent.height), 1};
    vkCmdBlitImage(gpu.commands, color.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, images[index], VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region, VK_FILTER_NEAREST);
    transition(gpu.commands, images[index], VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR, VK_IMAGE_ASPECT_COLOR_BIT);
  }
};
}  // namespace

int runWindow(const Options &options) {
  if (!glfwInit()) throw std::runtime_error("there is no display: use --headless picture.png");
  glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
  glfwWindowHint(GLFW_RESIZABLE, GLFW_FALSE);
  GLFWwindow *window = glfwCreateWindow(int(options.extent.width), int(options.extent.height), "assetc", nullptr, nullptr);
  uint32_t count = 0;
  const char **names = glfwGetRequiredInstanceExtensions(&count);
  Device gpu(std::vector<const char *>(names, names + count), true);
  VkSurfaceKHR surface;
  check(glfwCreateWindowSurface(gpu.instance, window, nullptr, &surface), "glfwCreateWindowSurface");
  VkSemaphoreCreateInfo semaphoreInfo{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
  VkSemaphore acquired, finished;
  check(vkCreateSemaphore(gpu.device, &semaphoreInfo, nullptr, &acquired), "vkCreateSemaphore");
  check(vkCreateSemaphore(gpu.device, &semaphoreInfo, nullptr, &finished), "vkCreateSemaphore");
  {
    Pipelines pipelines(gpu, Pack(options.shaders));
    Swapchain chain(gpu, surface);
    std::unique_ptr<Scene> scene;
    for (int64_t loaded = 0; !glfwWindowShouldClose(window); glfwPollEvents()) {
      // `assetc watch` replaces the pack as a whole.
      if (int64_t written = timeOf(options.assets); written != loaded) {
        loaded = written;
        scene = std::make_unique<Scene>(gpu, options.assets);
        pipelines.bind(*scene);
      }
      uint32_t index;
      check(vkAcquireNextImageKHR(gpu.device, chain.chain, UINT64_MAX, acquired, VK_NULL_HANDLE, &index), "vkAcquireNextImageKHR");
      gpu.begin();
      transition(gpu.commands, chain.color.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_IMAGE_ASPECT_COLOR_BIT);
      transition(gpu.commands, chain.depth.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL, VK_IMAGE_ASPECT_DEPTH_BIT);
      float time = options.time < 0 ? float(glfwGetTime()) : options.time;
      recordFrame(gpu, pipelines, *scene, chain.color.view, chain.depth.view, chain.extent, time);
      chain.blit(index);
      gpu.submit(acquired, finished);
      VkPresentInfoKHR present{VK_STRUCTURE_TYPE_PRESENT_INFO_KHR, nullptr, 1, &finished, 1, &chain.chain, &index};
      check(vkQueuePresentKHR(gpu.queue, &present), "vkQueuePresentKHR");
    }
    vkDeviceWaitIdle(gpu.device);
  }
  vkDestroySemaphore(gpu.device, acquired, nullptr);
  vkDestroySemaphore(gpu.device, finished, nullptr);
  vkDestroySurfaceKHR(gpu.instance, surface, nullptr);
  glfwDestroyWindow(window);
  glfwTerminate();
  return gpu.validationMessages == 0 ? 0 : 2;
}
