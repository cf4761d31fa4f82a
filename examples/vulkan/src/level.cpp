// Reads level.json in place. A missing member is empty.
#include "scene.hpp"

Level Level::in(const char *key) const {
  Level found;
  assetc_json_find(json, key, &found.json);
  return found;
}

static float numberOf(AssetcText value, float fallback) {
  double number;
  return assetc_json_number(value, &number) ? float(number) : fallback;
}

float Level::number(const char *key, float fallback) const { return numberOf(in(key).json, fallback); }

Vector Level::vector(const char *key) const {
  AssetcText array = in(key).json, value;
  Vector vector{};
  size_t cursor = 0;
  for (float &part : vector)
    if (assetc_json_next(array, &cursor, &value)) part = numberOf(value, 0);
  return vector;
}

std::string Level::text(const char *key) const {
  AssetcText value = in(key).json;
  return value.length < 2 ? std::string() : std::string(value.data + 1, value.length - 2); // the level has no escapes
}
