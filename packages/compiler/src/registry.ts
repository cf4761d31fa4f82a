// Every kind of asset, every group of settings and every parallel task. A new kind is one new folder and one new line.

import { lutSettings } from './compilers/lut/settings.js';
import { shaderSettings } from './compilers/shader/settings.js';
import { textureSettings } from './compilers/texture/settings.js';
import { encodeStrip } from './encoding/encode-blocks.js';
import { filterLevelBand } from './encoding/filter-level.js';
import type { Registry } from './model/kind.js';
import { arrayKind } from './registry/array-kind.js';
import { cubemapKind } from './registry/cubemap-kind.js';
import { embedKind } from './registry/embed-kind.js';
import { lutKind } from './registry/lut-kind.js';
import { shaderKind } from './registry/shader-kind.js';
import { grayscaleTextureKind, normalTextureKind, textureKind } from './registry/texture-kind.js';

export const registry: Registry = {
  kinds: [embedKind, shaderKind, cubemapKind, arrayKind, lutKind, normalTextureKind, grayscaleTextureKind, textureKind],
  groups: [textureSettings, lutSettings, shaderSettings],
  tasks: { 'filter-level': filterLevelBand, 'encode-blocks': encodeStrip },
};
