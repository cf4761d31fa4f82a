// The window: frames are copied to a swapchain until it is closed.
#include "options.hpp"
#include <utility>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

/** Made again whenever the size of the window changes. */
struct Swapchain {
  Device &gpu;
  Target target;
  VkSwapchainKHR chain = VK_NULL_HANDLE;
  std::vector<VkImage> images;
  VkSemaphore acquired = VK_NULL_HANDLE;

  Swapchain(Device &device, VkSurfaceKHR surface, const VkSurfaceCapabilitiesKHR &can, VkExtent2D extent) : gpu(device), target(device, extent) {
    VkSwapchainCreateInfoKHR info{VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR};
    info.surface = surface;
    info.minImageCount = can.minImageCount;
    info.imageFormat = VK_FORMAT_B8G8R8A8_SRGB; // every desktop has it
    info.imageExtent = extent;
    info.imageArrayLayers = 1;
    info.imageUsage = VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    info.preTransform = can.currentTransform;
    info.compositeAlpha = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR;
    info.presentMode = VK_PRESENT_MODE_FIFO_KHR;
    check(vkCreateSwapchainKHR(gpu.device, &info, nullptr, &chain), "vkCreateSwapchainKHR");
    images = listOf<VkImage>(vkGetSwapchainImagesKHR, gpu.device, chain);
    VkSemaphoreCreateInfo semaphoreInfo{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    check(vkCreateSemaphore(gpu.device, &semaphoreInfo, nullptr, &acquired), "vkCreateSemaphore");
  }
  ~Swapchain() {
    vkDeviceWaitIdle(gpu.device);
    vkDestroySwapchainKHR(gpu.device, chain, nullptr);
    vkDestroySemaphore(gpu.device, acquired, nullptr);
  }

  /** Returns whether the window still has this size. */
  bool show(Renderer &renderer, float time) {
    uint32_t index;
    VkResult result = vkAcquireNextImageKHR(gpu.device, chain, UINT64_MAX, acquired, VK_NULL_HANDLE, &index);
    if (result == VK_ERROR_OUT_OF_DATE_KHR) return false;
    if (result != VK_SUBOPTIMAL_KHR) check(result, "vkAcquireNextImageKHR");
    gpu.begin();
    renderer.record(target, time);
    gpu.barrier(images[index], VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    VkImageBlit region{};
    region.srcSubresource = region.dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    region.srcOffsets[1] = region.dstOffsets[1] = {int32_t(target.extent.width), int32_t(target.extent.height), 1};
    vkCmdBlitImage(gpu.commands, target.color.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, images[index], VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region,
                   VK_FILTER_NEAREST);
    gpu.barrier(images[index], VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
    gpu.submit(acquired);
    // The frame is done: presenting it has nothing to wait for.
    VkPresentInfoKHR present{VK_STRUCTURE_TYPE_PRESENT_INFO_KHR, nullptr, 0, nullptr, 1, &chain, &index};
    result = vkQueuePresentKHR(gpu.queue, &present);
    if (result != VK_ERROR_OUT_OF_DATE_KHR && result != VK_SUBOPTIMAL_KHR) check(result, "vkQueuePresentKHR");
    return result == VK_SUCCESS;
  }
};

static void showFrames(GLFWwindow *window, VkSurfaceKHR surface, Device &gpu, const Options &options) {
  Renderer renderer(gpu, options.shaders, options.assets);
  Live live(options.port);
  std::unique_ptr<Swapchain> chain;
  for (uint32_t shown = 0; !glfwWindowShouldClose(window) && (!options.frames || shown < options.frames); glfwPollEvents()) {
    if (options.port) live.poll(0);
    if (std::exchange(live.isStale, false)) renderer.reload(options.assets);
    int width, height;
    glfwGetFramebufferSize(window, &width, &height);
    if (width == 0 || height == 0) { // minimized
      glfwWaitEvents();
      continue;
    }
    VkSurfaceCapabilitiesKHR can;
    check(vkGetPhysicalDeviceSurfaceCapabilitiesKHR(gpu.physical, surface, &can), "the surface");
    bool isFree = can.currentExtent.width == UINT32_MAX; // Wayland: the window has the size of its images
    VkExtent2D extent = isFree ? VkExtent2D{uint32_t(width), uint32_t(height)} : can.currentExtent;
    if (chain && (chain->target.extent.width != extent.width || chain->target.extent.height != extent.height)) chain.reset();
    if (!chain) {
      chain = std::make_unique<Swapchain>(gpu, surface, can, extent);
      std::printf("window %u x %u\n", extent.width, extent.height), std::fflush(stdout);
    }
    if (chain->show(renderer, options.time < 0 ? float(glfwGetTime()) : options.time)) shown++;
    else chain.reset();
  }
}

int runWindow(const Options &options) {
  glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
  GLFWwindow *window = glfwCreateWindow(int(options.extent.width), int(options.extent.height), "assetc", nullptr, nullptr);
  uint32_t count = 0;
  const char **names = glfwGetRequiredInstanceExtensions(&count);
  if (!window || !names) throw std::runtime_error("there is no window for Vulkan: use --headless picture.png");
  Device gpu(std::vector<const char *>(names, names + count));
  VkSurfaceKHR surface;
  check(glfwCreateWindowSurface(gpu.instance, window, nullptr, &surface), "glfwCreateWindowSurface");
  showFrames(window, surface, gpu, options);
  vkDestroySurfaceKHR(gpu.instance, surface, nullptr);
  glfwTerminate();
  return gpu.validationMessages == 0 ? 0 : 2;
}
