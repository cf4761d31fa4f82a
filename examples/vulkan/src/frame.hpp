// Records a frame, and its parts.
#pragma once
#include "pipelines.hpp"

struct Extent { uint32_t width, height; };
/** What a frame drew. */
struct FrameCounts { uint32_t meshlets = 0, hiddenMeshlets = 0, reducedDraws = 0; };

/** Moves the vertices of skinned models to the pose of a time, in seconds. */
void recordSkinning(VkCommandBuffer commands, const Pipelines &pipelines, const Scene &scene, float time);
/** Text in pixels from the lower left corner. */
void recordText(Device &gpu, const Pipelines &pipelines, Scene &scene, const std::string &text, float size, float x, float y, Extent extent);
/** Draws the scene into the targets, which are in the layouts of attachments. */
FrameCounts recordFrame(Device &gpu, const Pipelines &pipelines, Scene &scene, VkImageView color, VkImageView depth, Extent extent, float time);
/** Writes RGBA as a PNG. */
void writePng(const std::string &path, const unsigned char *rgba, Extent extent);
