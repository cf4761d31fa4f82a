// Reads level.json and uploads what it names.
#include "scene.hpp"
#include <cstring>
#include <stdexcept>

float numberIn(AssetcText object, const char *key, float fallback) {
  AssetcText value;
  double number;
  return assetc_json_find(object, key, &value) && assetc_json_number(value, &number) ? float(number) : fallback;
}

Vector vectorIn(AssetcText object, const char *key) {
  AssetcText array, value;
  Vector vector{};
  size_t cursor = 0;
  if (assetc_json_find(object, key, &array))
    for (float &part : vector) {
      double number = 0;
      if (assetc_json_next(array, &cursor, &value)) assetc_json_number(value, &number);
      part = float(number);
    }
  return vector;
}

std::string textIn(AssetcText object, const char *key) {
  AssetcText value;
  if (!assetc_json_find(object, key, &value) || value.length < 2) return {};
  return std::string(value.data + 1, value.length - 2); // the level has no escapes
}

static AssetcText objectIn(AssetcText object, const char *key) {
  AssetcText value{};
  assetc_json_find(object, key, &value);
  return value;
}

static AssetcTexture open(const AssetcPackEntry &entry) {
  AssetcTexture texture;
  AssetcError error;
  if (!assetc_texture_open(&texture, entry.bytes, entry.size, &error)) throw std::runtime_error("a texture is damaged");
  return texture;
}

Scene::Scene(Device &gpu, const std::string &path) : pack(path) {
  AssetcPackEntry json = pack.file("scene/level.json");
  level = {reinterpret_cast<const char *>(json.bytes), json.size};
  AssetcText camera = objectIn(level, "camera");
  eye = vectorIn(camera, "eye");
  target = vectorIn(camera, "target");
  fovY = numberIn(camera, "fovDegrees", 40) * 3.14159265f / 180;
  textures.push_back(uploadTexel(gpu, 0xffffffff));
  textures.push_back(uploadTexel(gpu, 0xffff8080));

  AssetcTexture ibl = open(pack.file(textIn(level, "light")));
  if (!assetc_light_open(&lightData, &ibl)) throw std::runtime_error("the light has no coefficients");
  light = uploadTexture(gpu, ibl);
  dfg = uploadTexture(gpu, open(pack.file("assetc/dfg.ktx2")));

  std::string font = textIn(objectIn(level, "title"), "font");
  sets.push_back({font.empty() ? WHITE : texture(gpu, font.substr(0, font.size() - std::strlen(".hfont")) + ".ktx2")});

  std::vector<AssetcHmatRow> rows;
  AssetcText objects = objectIn(level, "objects"), object;
  for (size_t cursor = 0; assetc_json_next(objects, &cursor, &object);) addModel(gpu, object, rows);
  materials = Buffer(gpu, rows.size() * sizeof rows[0], VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, rows.data());
}

uint32_t Scene::texture(Device &gpu, const std::string &path) {
  auto found = loaded.find(path);
  if (found != loaded.end()) return found->second;
  textures.push_back(uploadTexture(gpu, open(pack.file(path))));
  return loaded[path] = uint32_t(textures.size() - 1);
}

uint32_t Scene::texture(Device &gpu, uint64_t hash, uint32_t fallback) {
  std::string path = hash == 0 ? std::string() : pack.pathOf(hash);
  return path.empty() ? fallback : texture(gpu, path);
}

/** The indices of all meshlets, one after the other, so that a range draws some of them. */
static std::vector<uint32_t> meshletIndices(const AssetcMesh &mesh, std::vector<uint32_t> &first) {
  std::vector<uint32_t> indices;
  for (uint32_t i = 0; i < mesh.desc->meshletCount; i++) {
    const AssetcMeshlet &meshlet = mesh.meshlets[i];
    first.push_back(uint32_t(indices.size()));
    for (uint32_t k = 0; k < meshlet.triangleCount * 3; k++)
      indices.push_back(mesh.meshletVertices[meshlet.vertexOffset + mesh.meshletTriangles[meshlet.triangleOffset * 3 + k]]);
  }
  first.push_back(uint32_t(indices.size()));
  return indices;
}

void Scene::addModel(Device &gpu, AssetcText object, std::vector<AssetcHmatRow> &rows) {
  std::string path = textIn(object, "mesh"), stem = path.substr(0, path.size() - std::strlen(".hmesh"));
  Model model{};
  AssetcError error;
  AssetcPackEntry entry = pack.file(path);
  if (!assetc_mesh_open(&model.mesh, entry.bytes, entry.size, &error)) throw std::runtime_error(path + " is damaged");
  const AssetcMesh &mesh = model.mesh;
  model.place = place(vectorIn(object, "position"), numberIn(object, "turn", 0), numberIn(object, "scale", 1));

  VkBufferUsageFlags both = VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
  VkDeviceSize vertexBytes = mesh.desc->vertexCount * sizeof(AssetcGpuVertex);
  model.vertices = Buffer(gpu, vertexBytes, both, mesh.vertices);
  std::vector<uint32_t> indices = meshletIndices(mesh, model.meshletFirst);
  model.indices = Buffer(gpu, indices.size() * 4, VK_BUFFER_USAGE_INDEX_BUFFER_BIT, indices.data());
  if (mesh.lodIndexCount > 0)
    model.lodIndices = Buffer(gpu, mesh.lodIndexCount * 4, VK_BUFFER_USAGE_INDEX_BUFFER_BIT, mesh.lodIndices);

  AssetcMaterials table{};
  AssetcPackEntry materialFile = pack.file(stem + ".hmat");
  if (!assetc_materials_open(&table, materialFile.bytes, materialFile.size, &error)) throw std::runtime_error(stem + ".hmat is damaged");
  for (uint32_t i = 0; i < mesh.desc->submeshCount; i++) {
    uint32_t slot = mesh.submeshes[i].materialSlot;
    const AssetcHmatRow &row = table.rows[slot < table.count ? slot : 0];
    uint32_t material = uint32_t(rows.size()) + (slot < table.count ? slot : 0);
    model.draws.push_back({model.place, material});
    model.sets.push_back(uint32_t(sets.size()));
    sets.push_back({texture(gpu, row.baseColorTex, WHITE), texture(gpu, row.metallicRoughnessTex, WHITE),
                    texture(gpu, row.normalTex, FLAT_NORMAL), texture(gpu, row.occlusionTex, WHITE),
                    texture(gpu, row.emissiveTex, WHITE)});
    model.doubleSided.push_back(assetc_material_is_double_sided(&row));
    model.blended.push_back(assetc_material_alpha_mode(&row) == ASSETC_HMAT_ALPHA_BLEND);
  }
  rows.insert(rows.end(), table.rows, table.rows + table.count);

  if (mesh.skin) {
    AssetcPackEntry clips = pack.file(stem + ".hanim");
    std::string name = textIn(object, "clip");
    if (!assetc_clips_open(&model.clips, clips.bytes, clips.size, mesh.jointCount, &error) ||
        !assetc_clips_find(&model.clips, name.data(), name.size(), &model.clip))
      throw std::runtime_error(stem + ".hanim lacks the clip " + name);
    VkBufferUsageFlags storage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    model.skin = Buffer(gpu, mesh.desc->vertexCount * sizeof(AssetcGpuSkinVertex), storage, mesh.skin);
    model.skinned = Buffer(gpu, vertexBytes, both);
    model.palette = Buffer(gpu, mesh.jointCount * 64, storage);
  }
  models.push_back(std::move(model));
}
