// Opens packs. The whole file is read, so that the compiler can replace it while the program runs.
#include "pack.hpp"
#include <fstream>

Pack::Pack(const std::string &path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  if (in) bytes.resize(size_t(in.tellg()));
  in.seekg(0).read(reinterpret_cast<char *>(bytes.data()), std::streamsize(bytes.size()));
  if (!assetc_pack_open(&pack, bytes.data(), bytes.size(), nullptr))
    throw std::runtime_error(path + " is missing or no pack: run cmake --build, or assetc build --pack");
  manifest = open("assets.hman", assetc_manifest_open);
}

AssetcPackEntry Pack::file(const std::string &path) const {
  AssetcPackEntry entry;
  if (!assetc_pack_find(&pack, path.data(), path.size(), &entry)) throw std::runtime_error("the pack lacks " + path);
  return entry;
}
