/*
 * What assetc.h says of the light of an environment.
 *
 *   light <texture> <x> <y> <z> ...   "none" where the texture is no light; else the number of levels, the roughness of each, the level for
 *                                     roughness -1, 0, 0.25, 0.5, 1 and 2, and red, green and blue onto each normal
 */
#define ASSETC_IMPLEMENTATION
#define ASSETC_MAP_FILES
#include "assetc.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  static const float roughnesses[] = {-1, 0, 0.25f, 0.5f, 1, 2};
  AssetcMappedFile file;
  AssetcTexture texture;
  AssetcLight light;
  uint32_t i;
  int k;
  if (argc < 2 || !assetc_map_file(&file, argv[1])) return 2;
  if (!assetc_texture_open(&texture, file.bytes, file.size, NULL)) return 1;
  if (!assetc_light_open(&light, &texture)) return printf("none\n") < 0;
  printf("%" PRIu32 "\n", light.levelCount);
  for (i = 0; i < light.levelCount; i++) printf("%.9g%s", (double)assetc_light_roughness(&light, (float)i), i + 1 < light.levelCount ? " " : "\n");
  for (i = 0; i < 6; i++) printf("%.9g%s", (double)assetc_light_level(&light, roughnesses[i]), i < 5 ? " " : "\n");
  for (k = 2; k + 2 < argc; k += 3) {
    float normal[3], rgb[3];
    for (i = 0; i < 3; i++) normal[i] = strtof(argv[k + (int)i], NULL);
    assetc_light_irradiance(&light, normal, rgb);
    printf("%.9g %.9g %.9g\n", (double)rgb[0], (double)rgb[1], (double)rgb[2]);
  }
  assetc_unmap_file(&file);
  return 0;
}
