// assetc-vulkan [--headless picture.png] [--size 640x360] [--time 0.75] [--live 49152] [--frames 1] [--assets demo.hpack]
#include "options.hpp"
#ifdef HAS_WINDOW
#include <GLFW/glfw3.h>
#endif

static Options parse(int count, char **arguments) {
  Options options;
  for (int i = 1; i < count; i += 2) {
    std::string name = arguments[i], value = i + 1 < count ? arguments[i + 1] : "";
    bool isKnown = true;
    if (name == "--headless") options.headless = value;
    else if (name == "--assets") options.assets = value;
    else if (name == "--time") options.time = std::stof(value);
    else if (name == "--frames") options.frames = uint32_t(std::stoul(value));
    else if (name == "--live") options.port = uint16_t(std::stoul(value));
    else if (name == "--size") isKnown = std::sscanf(value.c_str(), "%ux%u", &options.extent.width, &options.extent.height) == 2;
    else isKnown = false;
    if (!isKnown || value.empty()) throw std::runtime_error(name + " " + value + " is not an option: see README.md");
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
