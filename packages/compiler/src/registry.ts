// All kinds of assets, groups of settings and parallel tasks. A new kind is one new folder and one new line.
// Kinds and tasks load their code when first needed, so that a no-op build does not load it.

import { arrayKind } from './kinds/array/array-kind.js';
import { blendKind } from './kinds/blend-kind.js';
import { dfgKind } from './kinds/dfg/dfg-kind.js';
import { embedKind } from './kinds/embed/embed-kind.js';
import { environmentKind } from './kinds/environment/environment-kind.js';
import { fontKind } from './kinds/font/font-kind.js';
import { lutKind } from './kinds/lut/lut-kind.js';
import { materialKind } from './kinds/material/material-kind.js';
import { meshKind } from './kinds/mesh/mesh-kind.js';
import { parallelTasks } from './kinds/parallel-tasks.js';
import { settingsGroups } from './kinds/settings-groups.js';
import { shaderKind } from './kinds/shader/shader-kind.js';
import { textureKind } from './kinds/texture/texture-kind.js';
import type { Registry } from './model/kind/registry.js';
import { lazily } from './model/lazily.js';

/** Measures what `animation.compression` would save. */
export const loadClipMeasure = lazily(() => import('./kinds/mesh/measure-clips.js').then((m) => m.measureClips));
export const loadFormMeasure = lazily(() => import('./kinds/mesh/measure-forms.js').then((m) => m.measureForms));

/** Measures the quality of a compiled texture. */
export const loadPsnrMeasure = lazily(() => import('./kinds/texture/measure-psnr.js').then((m) => m.measurePsnr));

export const registry: Registry = {
  kinds: [
    embedKind,
    shaderKind,
    environmentKind,
    arrayKind,
    lutKind,
    textureKind,
    meshKind,
    blendKind,
    materialKind,
    fontKind,
    dfgKind,
  ],
  groups: settingsGroups,
  tasks: parallelTasks,
};
