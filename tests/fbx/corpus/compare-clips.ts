// Clips at nine times: where nodes are, the weights of blend shapes, and the box around everything that is posed.

import type { ClipModel } from '../../../packages/compiler/src/model/scene/animation.js';
import type { SceneModel } from '../../../packages/compiler/src/model/scene/scene.js';
import { type Facts, maxInfluences, sizeOf } from './facts.js';
import { boxOf, PosedScene } from './posed-scene.js';

type ClipFacts = Facts['animations'][number];

/** What differs, in words. */
export function compareClips(scene: SceneModel, facts: Facts): string[] {
  return facts.animations.flatMap((wanted) => {
    const { name, curves, animatedNodes, blendWeights } = wanted;
    if (curves === 0 || (animatedNodes === 0 && blendWeights.length === 0)) return [];
    const clip = scene.animations.find((each) => each.name === name);
    if (clip === undefined) return [`clip ${JSON.stringify(name)}`];
    return [...new Set(wanted.times.flatMap((_, i) => compareAt(scene, clip, facts, wanted, i)))].map(
      (problem) => `${problem} in clip ${JSON.stringify(name)}`,
    );
  });
}

function compareAt(scene: SceneModel, clip: ClipModel, facts: Facts, wanted: ClipFacts, i: number): string[] {
  const posed = new PosedScene(scene, clip, (wanted.times[i] ?? 0) - wanted.begin);
  const found: string[] = [];
  const reach = Math.max(0.01, ...wanted.nodes.flatMap(({ w }) => w.map(Math.abs)));
  for (const { node, w } of wanted.nodes) {
    const place = w.length === 3 ? w : w.slice(i * 3, i * 3 + 3);
    const title = facts.nodes[node]?.name ?? '';
    const errors = scene.nodes.flatMap((each, index) =>
      each.name === title ? [Math.max(...place.map((n, k) => Math.abs(n - (posed.world(index)[12 + k] ?? 0))))] : [],
    );
    // Old code pages change names; those nodes are compared at rest only.
    if (errors.length > 0 && Math.min(...errors) / reach >= 2e-4) found.push(`the place of ${JSON.stringify(title)}`);
  }
  return [...found, ...compareWeights(scene, posed, facts, wanted, i), ...compareBox(scene, posed, facts, wanted, i)];
}

/** Channels with one shape; others are shared between several targets. */
function compareWeights(scene: SceneModel, posed: PosedScene, facts: Facts, wanted: ClipFacts, i: number): string[] {
  return wanted.blendWeights.flatMap(({ channel, w }) => {
    const { name, shapes } = facts.blendChannels?.[channel] ?? { name: '', shapes: [] };
    if (shapes.length !== 1) return [];
    const weight = typeof w === 'number' ? w : ((w.length === 1 ? w[0] : w[i]) ?? 0);
    const full = shapes[0]?.fullWeight ?? 1;
    const ours = scene.nodes.flatMap(({ mesh }, index) => {
      const target = scene.meshes[mesh ?? -1]?.targetNames?.indexOf(name) ?? -1;
      return target < 0 ? [] : [posed.weights(index)[target] ?? 0];
    });
    const isSame = ours.length === 0 || ours.some((value) => Math.abs(value - weight / full) < 1e-3);
    return isSame ? [] : [`the weight of ${JSON.stringify(name)}`];
  });
}

/** Relative to the space that the clip covers. */
function compareBox(scene: SceneModel, posed: PosedScene, facts: Facts, wanted: ClipFacts, i: number): string[] {
  const box = wanted.boxes[i];
  if (!box?.every((n) => n !== null) || scene.meshes.length === 0) return [];
  const all = wanted.boxes.flatMap((each) => (each?.every((n) => n !== null) ? [each as readonly number[]] : []));
  const extent = [0, 1, 2].map(
    (k) => Math.max(...all.map((each) => each[k + 3] ?? 0)) - Math.min(...all.map((each) => each[k] ?? 0)),
  );
  const reach = Math.max(Math.hypot(...extent), sizeOf(facts));
  const tolerance = (maxInfluences(facts) > 4 ? 0.04 : 0.002) * reach + 1e-9;
  const ours = boxOf(posed.primitives(true));
  return box.every((n, k) => Math.abs((n ?? 0) - (ours[k] ?? 0)) <= tolerance) ? [] : ['the posed box'];
}
