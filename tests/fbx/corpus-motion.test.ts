// The clips of the corpus at nine times, compared with the facts that an independent reader found. Skipped if the corpus is absent.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importBytes } from '../../packages/compiler/src/importers/fbx/testing/run-import.js';
import { compose, multiply } from '../../packages/compiler/src/model/math/matrix.js';
import type { ClipModel, NodeChannel } from '../../packages/compiler/src/model/scene/animation.js';
import type { Matrix, SceneModel } from '../../packages/compiler/src/model/scene/scene.js';
import { corpusFolder } from '../../packages/compiler/src/testing/corpus.js';

/** The parts of NAME.fbx.json that are compared here. */
interface Facts {
  readonly ok: boolean;
  readonly nodes?: readonly { readonly name: string }[];
  readonly animations?: readonly {
    readonly name: string;
    readonly begin: number;
    readonly times: readonly number[];
    /** `w`: the position in the world at each time, or once. */
    readonly nodes: readonly { readonly node: number; readonly w: readonly number[] }[];
  }[];
}

const folder = join(corpusFolder, 'fbx');
const factsOf = (file: string): Facts => JSON.parse(readFileSync(join(folder, `${file}.json`), 'utf8')) as Facts;
const files = existsSync(folder)
  ? readdirSync(folder).filter(
      (name) => name.endsWith('.fbx') && factsOf(name).animations?.some(({ nodes }) => nodes.length > 0),
    )
  : [];

function valueAt({ times, values, interpolation, path }: NodeChannel, time: number): number[] {
  const width = path === 'rotation' ? 4 : 3;
  const key = Math.max(
    0,
    times.findLastIndex((at) => at <= time + 1e-6),
  );
  const from = [...values.subarray(key * width, key * width + width)];
  const to = values.subarray((key + 1) * width, (key + 2) * width);
  const span = (times[key + 1] ?? 0) - (times[key] ?? 0);
  if (to.length === 0 || interpolation === 'step' || span <= 0) return from;
  const share = Math.min(1, Math.max(0, (time - (times[key] ?? 0)) / span));
  if (path !== 'rotation') return from.map((n, i) => n + ((to[i] ?? 0) - n) * share);
  const cosine = from.reduce((sum, n, i) => sum + n * (to[i] ?? 0), 0);
  const angle = Math.acos(Math.min(1, Math.abs(cosine)));
  if (angle < 1e-5) return from;
  const [a, b] = [Math.sin((1 - share) * angle), Math.sin(share * angle) * Math.sign(cosine)];
  return from.map((n, i) => (n * a + (to[i] ?? 0) * b) / Math.sin(angle));
}

/** Nodes come after their parents. */
function worldsAt({ nodes }: SceneModel, clip: ClipModel, time: number): readonly Matrix[] {
  const worlds: Matrix[] = [];
  const world = (index: number): Matrix => {
    const known = worlds[index];
    const node = nodes[index];
    if (known !== undefined || node === undefined) return known ?? new Float64Array(16);
    const of = (path: NodeChannel['path']) =>
      clip.channels.find((channel) => channel.node === index && channel.path === path);
    const at = (path: 'translation' | 'rotation' | 'scale') => {
      const channel = of(path);
      return channel === undefined ? (node.rest?.[path] ?? []) : valueAt(channel, time);
    };
    const local = compose(at('translation'), at('rotation'), at('scale'));
    worlds[index] = node.parent === undefined ? local : multiply(world(node.parent), local);
    return worlds[index];
  };
  for (const index of nodes.keys()) world(index);
  return worlds;
}

describe.skipIf(files.length === 0)('motion in the FBX corpus', () => {
  it.each(files)('%s', async (file) => {
    const facts = factsOf(file);
    const { model } = await importBytes(readFileSync(join(folder, file)));
    for (const { name, begin, times, nodes } of facts.animations ?? []) {
      const clip = model.animations.find((each) => each.name === name);
      if (nodes.length === 0 || clip === undefined) continue;
      const reach = Math.max(0.01, ...nodes.flatMap(({ w }) => w.map(Math.abs)));
      for (const [i, time] of times.entries()) {
        const worlds = worldsAt(model, clip, time - begin);
        for (const { node, w } of nodes) {
          const wanted = w.length === 3 ? w : w.slice(i * 3, i * 3 + 3);
          const title = facts.nodes?.[node]?.name ?? '';
          const errors = model.nodes.flatMap((each, index) =>
            each.name === title
              ? [Math.max(...wanted.map((n, k) => Math.abs(n - (worlds[index]?.[12 + k] ?? 0))))]
              : [],
          );
          // Old code pages change names; those nodes are compared at rest only.
          if (errors.length > 0) expect([title, time, Math.min(...errors) / reach < 2e-4]).toEqual([title, time, true]);
        }
      }
    }
  });
});
