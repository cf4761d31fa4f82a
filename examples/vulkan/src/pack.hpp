// A pack in memory, with its manifest: files by path, textures by hash.
#pragma once
#include <assetc.h>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

struct Pack {
  std::vector<unsigned char> bytes;
  AssetcPack pack{};
  AssetcManifest manifest{};

  explicit Pack(const std::string &path);
  AssetcPackEntry file(const std::string &path) const;

  /** Validates a file and opens it by a function of assetc.h, such as assetc_mesh_open. */
  template <typename Opened>
  Opened open(const std::string &path, int (*opener)(Opened *, const void *, size_t, AssetcError *)) const {
    AssetcPackEntry entry = file(path);
    Opened opened{};
    AssetcError error{};
    if (!opener(&opened, entry.bytes, entry.size, &error)) throw std::runtime_error(path + ": " + assetc_error_name(error.code));
    return opened;
  }
};
