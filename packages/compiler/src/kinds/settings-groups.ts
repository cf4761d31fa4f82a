// Every group of settings, in the order in which the schema and the guide list them.

import { animationSettings } from '../compilers/animation/settings.js';
import { fontSettings } from '../compilers/font/settings.js';
import { lutSettings } from '../compilers/lut/settings.js';
import { meshSettings } from '../compilers/mesh/settings.js';
import { shaderSettings } from '../compilers/shader/settings.js';
import { textureSettings } from '../compilers/texture/settings.js';
import type { SettingsGroup } from '../model/setting.js';

export const settingsGroups: readonly SettingsGroup[] = [
  textureSettings,
  lutSettings,
  meshSettings,
  animationSettings,
  shaderSettings,
  fontSettings,
];
