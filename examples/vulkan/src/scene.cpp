// Uploads what level.json names.
#include "scene.hpp"
#include <cstring>

Scene::Scene(Device &gpu, const std::string &path) : pack(path) {
  AssetcPackEntry file = pack.file("scene/level.json");
  Level level{{reinterpret_cast<const char *>(file.bytes), file.size}};
  eye = level.in("camera").vector("eye");
  target = level.in("camera").vector("target");
  fovY = level.in("camera").number("fovDegrees", 40) * 3.14159265f / 180;

  AssetcTexture ibl = pack.open(level.text("light"), assetc_texture_open);
  if (!assetc_light_open(&lightData, &ibl)) throw std::runtime_error("the light has no coefficients");
  light = uploadTexture(gpu, ibl);
  sky = uploadTexture(gpu, pack.open(level.text("sky"), assetc_texture_open));
  dfg = uploadTexture(gpu, pack.open("assetc/dfg.ktx2", assetc_texture_open));

  title = level.in("title").text("text");
  font = pack.open(level.in("title").text("font"), assetc_font_open);
  fontAtlas = texture(gpu, font.atlasTex);

  AssetcText objects = level.in("objects").json;
  Level object;
  for (size_t cursor = 0; assetc_json_next(objects, &cursor, &object.json);) models.push_back(load(gpu, object));
}

Image Scene::texture(Device &gpu, uint64_t hash) {
  if (hash == 0) return dfg;
  AssetcManifestEntry entry{};
  assetc_manifest_find(&pack.manifest, hash, &entry);
  Image &image = loaded[hash];
  if (!image.view) image = uploadTexture(gpu, pack.open({entry.path.data, entry.path.length}, assetc_texture_open));
  return image;
}

void Scene::loadMaterials(Device &gpu, Model &model, const std::string &path) {
  model.materials = pack.open(path, assetc_materials_open);
  const AssetcHmatRow *rows = model.materials.rows;
  model.rows = Buffer(gpu, model.materials.count * sizeof *rows, rows);
  for (const AssetcHmatRow *row = rows; row < rows + model.materials.count; row++)
    model.textures.push_back({texture(gpu, row->baseColorTex), texture(gpu, row->metallicRoughnessTex), texture(gpu, row->normalTex),
                              texture(gpu, row->occlusionTex), texture(gpu, row->emissiveTex)});
}

/** The indices of all meshlets, one after the other, so that a range draws some of them. For devices without mesh shaders. */
static std::vector<uint32_t> meshletIndices(const AssetcMesh &mesh, std::vector<uint32_t> &first) {
  std::vector<uint32_t> indices;
  for (uint32_t i = 0; i < mesh.desc->meshletCount; i++) {
    const AssetcMeshlet &meshlet = mesh.meshlets[i];
    first.push_back(uint32_t(indices.size()));
    for (uint32_t k = 0; k < meshlet.triangleCount * 3; k++)
      indices.push_back(assetc_meshlet_vertex(&mesh, meshlet.vertexOffset + mesh.meshletTriangles[meshlet.triangleOffset * 3 + k]));
  }
  first.push_back(uint32_t(indices.size()));
  return indices;
}

enum : uint32_t { HAS_GRID = 1, HAS_SKIN = 2, HAS_SHORT_INDICES = 4 };
/** Chunks that the mesh lacks, because it has another form, have address 0. */
static MeshAddresses addressesOf(const Model &model) {
  const AssetcMesh &mesh = model.mesh;
  auto at = [&](const void *chunk) { return model.addressOf(chunk); };
  uint32_t position = mesh.grid ? 2 : 3, rest = mesh.grid ? 2 : 4, all = position + rest; // words per vertex
  VkDeviceAddress rows = at(mesh.vertices) + at(mesh.compactVertices), split = at(mesh.positions) + at(mesh.compactPositions);
  VkDeviceAddress attributes = rows ? rows + position * sizeof(uint32_t) : at(mesh.attributes) + at(mesh.compactAttributes);
  uint32_t flags = (mesh.grid ? HAS_GRID : 0) | (model.posed.buffer ? HAS_SKIN : 0) | (mesh.meshletVertices16 ? HAS_SHORT_INDICES : 0);
  return {model.posed.address, at(mesh.grid), rows + split, attributes, at(mesh.skin) + at(mesh.compactSkin), at(mesh.meshlets),
          at(mesh.meshletBounds), at(mesh.meshletVertices) + at(mesh.meshletVertices16), at(mesh.meshletTriangles), rows ? all : position,
          rows ? all : rest, mesh.skin ? 6u : mesh.jointCount > 256 ? 3u : 2u, flags};
}

Model Scene::load(Device &gpu, const Level &object) {
  std::string path = object.text("mesh"), stem = path.substr(0, path.size() - std::strlen(".hmesh"));
  Model model{};
  AssetcPackEntry entry = pack.file(path);
  model.bytes.resize(assetc_mesh_inflated_size(entry.bytes, entry.size, nullptr));
  if (!assetc_mesh_inflate(entry.bytes, entry.size, model.bytes.data(), model.bytes.size(), nullptr) ||
      !assetc_mesh_open(&model.mesh, model.bytes.data(), model.bytes.size(), nullptr))
    throw std::runtime_error(path + " is damaged");
  model.place = place(object.vector("position"), object.number("turn", 0), object.number("scale", 1));
  const AssetcMesh &mesh = model.mesh;
  model.file = Buffer(gpu, model.bytes.size(), model.bytes.data());
  std::vector<uint32_t> indices = meshletIndices(mesh, model.meshletFirst);
  model.indices = Buffer(gpu, indices.size() * sizeof(uint32_t), indices.data());
  loadMaterials(gpu, model, stem + ".hmat");
  if (mesh.skin || mesh.compactSkin) {
    AssetcPackEntry file = pack.file(stem + ".hanim");
    AssetcClips clips;
    std::string name = object.text("clip");
    if (!assetc_clips_open(&clips, file.bytes, file.size, mesh.jointCount, nullptr) ||
        !assetc_clips_find(&clips, name.data(), name.size(), &model.clip))
      throw std::runtime_error(stem + ".hanim has no clip " + name);
    model.posed = Buffer(gpu, mesh.desc->vertexCount * 12 * sizeof(float));
    model.palette = Buffer(gpu, mesh.jointCount * sizeof(Matrix));
  }
  MeshAddresses addresses = addressesOf(model);
  model.addresses = Buffer(gpu, sizeof addresses, &addresses);
  return model;
}
