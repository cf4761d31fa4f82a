// All runtimes, in the order of settings, help and the guide. A new one is one new file and one new line.

import type { Runtime } from './contract/runtime.js';
import { galileo } from './galileo.js';
import { gltf } from './gltf.js';
import { hmesh } from './hmesh.js';
import { hmesh1 } from './hmesh1.js';
import { ktx2 } from './ktx2.js';
import { vkguide } from './vkguide.js';

const table = [hmesh, hmesh1, ktx2, vkguide, galileo, gltf] as const;

export const allRuntimes: readonly Runtime[] = table;

/** A format that `convert` writes. */
export type ConvertTarget = (typeof table)[number]['convert']['targets'][number];

/** Every format that `convert` writes. */
export const CONVERT_TARGETS: readonly ConvertTarget[] = table.flatMap(
  ({ convert }): readonly ConvertTarget[] => convert.targets,
);
