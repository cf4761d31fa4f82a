// The scene of the demo on the GPU: models, materials, textures, light.
#pragma once
#include <map>
#include <string>
#include "matrix.hpp"
#include "pack.hpp"
#include "upload.hpp"

/** As `Mesh` in shared.slang: addresses of the chunks, which may have any form. */
struct MeshAddresses {
  VkDeviceAddress posed, grid, positions, attributes, skin, meshlets, bounds, meshletVertices, meshletTriangles;
  uint32_t positionWords, attributeWords, skinWords, flags;
};

/** An .hmesh is uploaded without compression, and otherwise as it is: shaders find its chunks by their addresses. */
struct Model {
  AssetcMesh mesh;
  AssetcMaterials materials;
  Matrix place;
  std::vector<unsigned char> bytes; // of the file, without compression
  Buffer file, addresses;
  Buffer rows; // of the .hmat
  std::vector<std::vector<Image>> textures; // five per row: base color, metallic and roughness, normal, occlusion, emissive
  Buffer indices; // of the meshlets, one after the other
  std::vector<uint32_t> meshletFirst; // first index of each meshlet, and the end
  // Skinned models only: these vertices are drawn.
  AssetcClip clip{};
  Buffer palette, posed;

  /** Where a pointer of `mesh` points to in `file`. */
  VkDeviceSize offsetOf(const void *chunk) const { return VkDeviceSize(static_cast<const unsigned char *>(chunk) - bytes.data()); }
  VkDeviceAddress addressOf(const void *chunk) const { return chunk ? file.address + offsetOf(chunk) : 0; }
};

/** JSON of the level: nested objects, numbers, texts. */
struct Level {
  AssetcText json{};
  Level in(const char *key) const;
  float number(const char *key, float fallback) const;
  Vector vector(const char *key) const;
  std::string text(const char *key) const;
};

struct Scene {
  Pack pack;
  std::vector<Model> models;
  Image light, sky, dfg, fontAtlas;
  AssetcLight lightData{};
  Vector eye, target;
  float fovY;
  std::string title;
  AssetcFont font;

  Scene(Device &gpu, const std::string &path);

 private:
  std::map<uint64_t, Image> loaded;
  /** Of a reference. Shaders do not sample what 0 gives. */
  Image texture(Device &gpu, uint64_t hash);
  Model load(Device &gpu, const Level &object);
  void loadMaterials(Device &gpu, Model &model, const std::string &path);
};
