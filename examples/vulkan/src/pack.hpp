// A pack in memory, with its manifest: files by path, textures by hash.
#pragma once
#include <assetc.h>
#include <cstdint>
#include <string>
#include <vector>

struct Pack {
  std::vector<unsigned char> bytes;
  AssetcPack pack{};
  AssetcManifest manifest{};

  explicit Pack(const std::string &path);
  AssetcPackEntry file(const std::string &path) const;
  /** The path of an asset that another one refers to; empty if the manifest lists none. */
  std::string pathOf(uint64_t hash) const;
  std::vector<uint32_t> shader(const std::string &path) const;
};

/** Changes whenever the file is written. */
int64_t timeOf(const std::string &path);
