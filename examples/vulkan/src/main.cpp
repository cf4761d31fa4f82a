// assetc-vulkan [--headless picture.png] [--size 640x360] [--time 0.75] [--live 49152] [--frames 1] [--assets demo.hpack]
#include "options.hpp"
#ifdef HAS_WINDOW
#include <GLFW/glfw3.h>
#endif

static Options parse(int count, char **arguments) {
  Options options;
  for (int i = 1; i < count; i += 2) {
    std::string name = arguments[i], value = i + 1 < count ? arguments[i + 1] : "";
    VkExtent2D &size = options.extent;
    bool isValid = !value.empty();
    if (name == "--headless") options.headless = value;
    else if (name == "--assets") options.assets = value;
    else if (name == "--time") isValid = std::sscanf(value.c_str(), "%f", &options.time) == 1;
    else if (name == "--frames") isValid = std::sscanf(value.c_str(), "%u", &options.frames) == 1;
    else if (name == "--live") isValid = std::sscanf(value.c_str(), "%hu", &options.port) == 1;
    else if (name == "--size") isValid = std::sscanf(value.c_str(), "%ux%u", &size.width, &size.height) == 2 && size.width && size.height;
    else isValid = false;
    if (!isValid) throw std::runtime_error(name + " " + value + " is not an option: see README.md");
  }
  return options;
}

int main(int count, char **arguments) try {
  Options options = parse(count, arguments);
#ifdef HAS_WINDOW
  if (options.headless.empty() && glfwInit()) return runWindow(options);
#endif
  if (options.headless.empty()) {
    options.headless = "assetc-vulkan.png";
    std::puts("there is no window here: the picture goes to assetc-vulkan.png");
  }
  return runHeadless(options);
} catch (const std::exception &error) {
  return std::fprintf(stderr, "%s\n", error.what()), 1;
}
