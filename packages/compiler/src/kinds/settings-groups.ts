// All groups of settings, in the order of the schema and the guide. The settings of the runtimes
// are added to those of the compilers.

import { animationSettings } from '../compilers/animation/settings.js';
import { environmentSettings } from '../compilers/environment/settings.js';
import { fontSettings } from '../compilers/font/settings.js';
import { lutSettings } from '../compilers/lut/settings.js';
import { meshSettings } from '../compilers/mesh/settings.js';
import { sceneSettings } from '../compilers/scene/settings.js';
import { shaderSettings } from '../compilers/shader/settings.js';
import { textureSettings } from '../compilers/texture/settings.js';
import { joinGroups, type SettingsGroup } from '../model/kind/setting.js';
import { meshFormatSettings, textureFormatSettings } from '../runtimes/format-settings.js';

export const textureGroup = joinGroups(textureSettings, textureFormatSettings);

export const settingsGroups: readonly SettingsGroup[] = [
  textureGroup,
  lutSettings,
  environmentSettings,
  joinGroups(meshSettings, meshFormatSettings),
  animationSettings,
  sceneSettings,
  shaderSettings,
  fontSettings,
];
