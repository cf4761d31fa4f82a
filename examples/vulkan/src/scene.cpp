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
      indices.push_back(mesh.meshletVertices[meshlet.vertexOffset + mesh.meshletTriangles[meshlet.triangleOffset * 3 + k]]);
  }
  first.push_back(uint32_t(indices.size()));
  return indices;
}

Model Scene::load(Device &gpu, const Level &object) {
  std::string path = object.text("mesh"), stem = path.substr(0, path.size() - std::strlen(".hmesh"));
  Model model{};
  model.mesh = pack.open(path, assetc_mesh_open);
  model.place = place(object.vector("position"), object.number("turn", 0), object.number("scale", 1));
  const AssetcMesh &mesh = model.mesh;
  AssetcPackEntry entry = pack.file(path);
  model.bytes = entry.bytes;
  model.file = Buffer(gpu, entry.size, entry.bytes);
  std::vector<uint32_t> indices = meshletIndices(mesh, model.meshletFirst);
  model.indices = Buffer(gpu, indices.size() * sizeof(uint32_t), indices.data());
  loadMaterials(gpu, model, stem + ".hmat");
  MeshAddresses addresses{model.addressOf(mesh.vertices), model.addressOf(mesh.meshlets), model.addressOf(mesh.meshletBounds),
                          model.addressOf(mesh.meshletVertices), model.addressOf(mesh.meshletTriangles)};
  if (mesh.skin) {
    AssetcPackEntry file = pack.file(stem + ".hanim");
    AssetcClips clips;
    std::string name = object.text("clip");
    if (!assetc_clips_open(&clips, file.bytes, file.size, mesh.jointCount, nullptr) ||
        !assetc_clips_find(&clips, name.data(), name.size(), &model.clip))
      throw std::runtime_error(stem + ".hanim has no clip " + name);
    model.skinned = Buffer(gpu, mesh.desc->vertexCount * sizeof(AssetcGpuVertex));
    model.palette = Buffer(gpu, mesh.jointCount * sizeof(Matrix));
    addresses.vertices = model.skinned.address;
  }
  model.addresses = Buffer(gpu, sizeof addresses, &addresses);
  return model;
}
