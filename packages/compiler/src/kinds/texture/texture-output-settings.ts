// The settings that decide a texture's bytes: part of the cache key of everything that becomes one.

import { textureSettings } from '../../compilers/texture/settings.js';

/** Every setting but those that decide where textures go: `store` is the model's, `standalone` is discovery's. */
export const TEXTURE_OUTPUT_SETTINGS = Object.keys(textureSettings.settings)
  .filter((name) => name !== 'store' && name !== 'standalone')
  .map((name) => `texture.${name}`);
