// Opens packs. The whole file is read, so that the compiler can replace it while the program runs.
#include "pack.hpp"
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

Pack::Pack(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  bytes.assign(std::istreambuf_iterator<char>(in), {});
  AssetcError error;
  if (!assetc_pack_open(&pack, bytes.data(), bytes.size(), &error))
    throw std::runtime_error(path + " is not a pack: run assetc build --pack");
  AssetcPackEntry entry = file("assets.hman");
  if (!assetc_manifest_open(&manifest, entry.bytes, entry.size, &error)) throw std::runtime_error("the manifest is damaged");
}

AssetcPackEntry Pack::file(const std::string &path) const {
  AssetcPackEntry entry;
  if (!assetc_pack_find(&pack, path.data(), path.size(), &entry)) throw std::runtime_error("the pack lacks " + path);
  return entry;
}

std::string Pack::pathOf(uint64_t hash) const {
  AssetcManifestEntry entry;
  if (!assetc_manifest_find(&manifest, hash, &entry)) return {};
  return std::string(entry.path.data, entry.path.length);
}

std::vector<uint32_t> Pack::shader(const std::string &path) const {
  AssetcPackEntry entry = file(path);
  std::vector<uint32_t> words(entry.size / 4);
  std::memcpy(words.data(), entry.bytes, entry.size);
  return words;
}

int64_t timeOf(const std::string &path) {
  std::error_code failed;
  auto time = std::filesystem::last_write_time(path, failed);
  return failed ? 0 : time.time_since_epoch().count();
}
