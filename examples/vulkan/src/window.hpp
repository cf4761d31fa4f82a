// Shows frames in a window until it is closed.
#pragma once
#include "frame.hpp"

struct Options {
  std::string assets, shaders, headless; // headless: the picture to write
  Extent extent{1280, 720};
  float time = -1; // seconds; below 0: now
  uint32_t frames = 1;
};
/** Draws into the targets until it returns false; reloads the scene whenever the pack was written. */
int runWindow(const Options &options);
int runHeadless(const Options &options);
