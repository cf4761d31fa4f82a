// Every kind of asset, every group of settings and every parallel task. A new kind is one new folder and one new line.
// Kinds and tasks load what does their work when it is first needed: a build with nothing to do starts without it.

import { animationSettings } from './compilers/animation/settings.js';
import { fontSettings } from './compilers/font/settings.js';
import { lutSettings } from './compilers/lut/settings.js';
import { meshSettings } from './compilers/mesh/settings.js';
import { shaderSettings } from './compilers/shader/settings.js';
import { textureSettings } from './compilers/texture/settings.js';
import { arrayKind } from './kinds/array/array-kind.js';
import { cubemapKind } from './kinds/cubemap/cubemap-kind.js';
import { embedKind } from './kinds/embed/embed-kind.js';
import { fontKind } from './kinds/font/font-kind.js';
import { lutKind } from './kinds/lut/lut-kind.js';
import { materialKind } from './kinds/material/material-kind.js';
import { meshKind } from './kinds/mesh/mesh-kind.js';
import { shaderKind } from './kinds/shader/shader-kind.js';
import { textureKind } from './kinds/texture/texture-kind.js';
import type { Registry } from './model/kind.js';

export const registry: Registry = {
  kinds: [embedKind, shaderKind, cubemapKind, arrayKind, lutKind, textureKind, meshKind, materialKind, fontKind],
  groups: [textureSettings, lutSettings, meshSettings, animationSettings, shaderSettings, fontSettings],
  tasks: {
    'filter-level': () => import('./encoding/filter-level.js').then((m) => m.filterLevelBand),
    'filter-two-levels': () => import('./encoding/filter-level.js').then((m) => m.filterTwoLevelsBand),
    'encode-blocks': () => import('./encoding/encode-blocks.js').then((m) => m.encodeStrip),
  },
};
