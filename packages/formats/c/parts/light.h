/* ---- Light of an environment: <name>.ibl.ktx2. ---- */

/* Lighting data, apart from the texels. */
typedef struct AssetcLight {
  uint32_t levelCount; /* Level 0 has roughness 0, the last one roughness 1. */
  float irradiance[9][3]; /* Coefficients of red, green and blue: see assetc_light_irradiance. */
} AssetcLight;

/* Returns 0 for other textures. */
ASSETC_API int assetc_light_open(AssetcLight *light, const AssetcTexture *texture);
/* The level to sample for a roughness of 0 to 1, as artists set it: the square root of GGX's alpha. Fractions are between two levels. */
ASSETC_API float assetc_light_level(const AssetcLight *light, float roughness);
/* The roughness that a level was filtered for: evenly spaced from 0 to 1. */
ASSETC_API float assetc_light_roughness(const AssetcLight *light, float level);
/* The irradiance of a surface with this unit normal: red, green, blue. A white diffuse surface emits 1/pi of it. */
ASSETC_API void assetc_light_irradiance(const AssetcLight *light, const float normal[3], float out[3]);

/* @implementation */

int assetc_light_open(AssetcLight *light, const AssetcTexture *texture) {
  AssetcText value;
  size_t i;
  if (texture->header->faceCount != 6 || !assetc_texture_value(texture, "assetcSH9", &value)) return 0;
  if (!assetc_impl_is_irradiance(value)) return 0;
  for (i = 0; i < 27; i++) light->irradiance[i / 3][i % 3] = assetc_read_f32(value.data + i * 4);
  light->levelCount = texture->levelCount;
  return 1;
}

static float assetc_impl_unit(float value) { return value > 0 ? value < 1 ? value : 1 : 0; }

float assetc_light_level(const AssetcLight *light, float roughness) {
  return light->levelCount < 2 ? 0 : assetc_impl_unit(roughness) * (float)(light->levelCount - 1);
}

float assetc_light_roughness(const AssetcLight *light, float level) {
  return light->levelCount < 2 ? 0 : assetc_impl_unit(level / (float)(light->levelCount - 1));
}

void assetc_light_irradiance(const AssetcLight *light, const float normal[3], float out[3]) {
  const float x = normal[0], y = normal[1], z = normal[2];
  float basis[9];
  int i, c;
  basis[0] = 0.282094792f;
  basis[1] = 0.488602512f * y;
  basis[2] = 0.488602512f * z;
  basis[3] = 0.488602512f * x;
  basis[4] = 1.092548431f * x * y;
  basis[5] = 1.092548431f * y * z;
  basis[6] = 0.315391565f * (3 * z * z - 1);
  basis[7] = 1.092548431f * x * z;
  basis[8] = 0.546274215f * (x * x - y * y);
  for (c = 0; c < 3; c++) {
    float sum = 0;
    for (i = 0; i < 9; i++) sum += basis[i] * light->irradiance[i][c];
    out[c] = sum > 0 ? sum : 0;
  }
}
