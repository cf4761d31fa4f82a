// The scene of the demo on the GPU: models, materials, textures, light.
#pragma once
#include <map>
#include <string>
#include "matrix.hpp"
#include "pack.hpp"
#include "upload.hpp"

/** Textures that exist without a file. */
enum : uint32_t { WHITE = 0, FLAT_NORMAL = 1 };

/** As `Draw` in scene.slang. */
struct DrawConstants {
  Matrix model;
  uint32_t material;
};

/** Of one set: base color, metallic and roughness, normal, occlusion, emissive. */
using SetTextures = std::array<uint32_t, 5>;

/** A range of indices for one meshlet, in the order of the meshlets. */
struct Model {
  AssetcMesh mesh;
  Matrix place;
  Buffer vertices, indices, lodIndices;
  std::vector<uint32_t> meshletFirst; // first index of each meshlet, and the end
  std::vector<DrawConstants> draws;   // one per submesh
  std::vector<uint32_t> sets;         // one per submesh, into Scene::sets
  std::vector<uint32_t> doubleSided, blended; // one per submesh
  // Skinned models only.
  AssetcClips clips{};
  AssetcClip clip{};
  Buffer palette, skin, skinned;
};

struct Scene {
  Pack pack;
  AssetcText level; // level.json
  std::vector<Model> models;
  std::vector<Image> textures;
  std::vector<SetTextures> sets; // the first is for text: base color is the atlas of the title's font
  Image light, dfg;
  AssetcLight lightData{};
  Buffer materials;
  Vector eye, target;
  float fovY = 0;

  Scene(Device &gpu, const std::string &path);
  uint32_t texture(Device &gpu, uint64_t hash, uint32_t fallback);
  uint32_t texture(Device &gpu, const std::string &path);

 private:
  std::map<std::string, uint32_t> loaded;
  void addModel(Device &gpu, AssetcText object, std::vector<AssetcHmatRow> &rows);
};

/** JSON of the level: a number, three numbers, a text. */
float numberIn(AssetcText object, const char *key, float fallback);
Vector vectorIn(AssetcText object, const char *key);
std::string textIn(AssetcText object, const char *key);
