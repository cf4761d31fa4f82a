// Clips of a file: each stack or take becomes one, from its begin on.

import type { ClipModel } from '../../../model/scene/animation.js';
import type { FbxDocument } from '../document/fbx-document.js';
import type { ImportContext } from '../import-context.js';
import type { PosedNode } from '../scene/posed-node.js';
import { nodeChannels } from './node-channels.js';
import { type AnimatedValue, pointerChannels } from './pointer-channels.js';
import { readStacks } from './read-stacks.js';
import { readTakes } from './read-takes.js';
import type { Stack } from './stack.js';
import { type AnimatedMorph, weightChannels } from './weight-channels.js';

interface ClipSources {
  readonly document: FbxDocument;
  /** As in the scene. */
  readonly nodes: readonly PosedNode[];
  readonly morphs: readonly AnimatedMorph[];
  /** Everything else that may be animated. */
  readonly values: readonly AnimatedValue[];
  readonly context: ImportContext;
}

/** Stacks without a channel are left out. */
export function readClips(sources: ClipSources): readonly ClipModel[] {
  const { document, context } = sources;
  const stacks = [...readStacks(document, context), ...readTakes(document)];
  const names = new Set<string>();
  return stacks.flatMap((stack, index) => {
    const { channels, limited } = nodeChannels(stack, sources.nodes);
    const all = [...channels, ...weightChannels(stack, sources.morphs)];
    if (limited !== undefined)
      context.warn(
        'fbx/dense-curve',
        limited,
        `a curve of ${JSON.stringify(stack.name)} turns faster than keys can follow`,
      );
    const pointers = pointerChannels(stack, sources.values);
    if (all.length + pointers.length === 0) return [];
    return {
      name: uniqueName(stack, index, names),
      channels: all,
      ...(pointers.length === 0 ? {} : { pointers }),
    };
  });
}

/** Some files repeat the name of a take. */
function uniqueName({ name }: Stack, index: number, names: Set<string>): string {
  const base = name || `anim_${index}`;
  let unique = base;
  for (let n = 2; names.has(unique); n++) unique = `${base} ${n}`;
  names.add(unique);
  return unique;
}
