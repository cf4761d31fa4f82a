// Every kind of asset, every group of settings and every parallel task. A new kind is one new folder and one new line.

import { lutSettings } from './compilers/lut/settings.js';
import { textureSettings } from './compilers/texture/settings.js';
import type { Registry } from './model/kind.js';
import { embedKind } from './registry/embed-kind.js';

export const registry: Registry = {
  kinds: [embedKind],
  groups: [textureSettings, lutSettings],
  tasks: {},
};
