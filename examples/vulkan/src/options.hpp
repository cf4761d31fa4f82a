// What the program was asked for.
#pragma once
#include "frame.hpp"
#include "live.hpp"

struct Options {
  std::string assets = ASSETS_PACK, shaders = SHADERS_PACK;
  std::string headless; // the picture to write
  VkExtent2D extent{1280, 720};
  float time = -1;      // seconds; below 0: now
  uint32_t frames = 0;  // 0: one picture, or until the window is closed
  uint16_t port = 0;    // of assetc watch --ui; 0: none
};

int runHeadless(const Options &options);
int runWindow(const Options &options);
