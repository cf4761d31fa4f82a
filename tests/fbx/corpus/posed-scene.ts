// A scene at a time of a clip, or at rest: matrices of nodes, weights of morph targets, and where every vertex is.

import { compose, multiply } from '../../../packages/compiler/src/model/math/matrix.js';
import type { ClipModel, NodeChannel } from '../../../packages/compiler/src/model/scene/animation.js';
import type { Matrix, PrimitiveModel, SceneModel } from '../../../packages/compiler/src/model/scene/scene.js';

function valueAt({ times, values, interpolation, path }: NodeChannel, time: number): number[] {
  const width = values.length / times.length;
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

export interface PosedPrimitive {
  readonly primitive: PrimitiveModel;
  /** Into the nodes. */
  readonly node: number;
  /** In the world, 3 per vertex. */
  readonly positions: Float64Array;
}

/** `clip` undefined: at rest. */
export class PosedScene {
  readonly #scene: SceneModel;
  readonly #channels = new Map<string, NodeChannel>();
  readonly #time: number;
  readonly #worlds: (Matrix | undefined)[] = [];

  constructor(scene: SceneModel, clip?: ClipModel, time = 0) {
    this.#scene = scene;
    this.#time = time;
    for (const channel of clip?.channels ?? []) this.#channels.set(`${channel.node} ${channel.path}`, channel);
  }

  world(index: number): Matrix {
    const known = this.#worlds[index];
    const node = this.#scene.nodes[index];
    if (known !== undefined || node === undefined) return known ?? new Float64Array(16);
    const at = (path: 'translation' | 'rotation' | 'scale'): readonly number[] => {
      const channel = this.#channels.get(`${index} ${path}`);
      return channel === undefined ? (node.rest?.[path] ?? []) : valueAt(channel, this.#time);
    };
    const local = compose(at('translation'), at('rotation'), at('scale'));
    const world = node.parent === undefined ? local : multiply(this.world(node.parent), local);
    this.#worlds[index] = world;
    return world;
  }

  weights(index: number): readonly number[] {
    const node = this.#scene.nodes[index];
    const channel = this.#channels.get(`${index} weights`);
    if (channel !== undefined) return valueAt(channel, this.#time);
    return node?.weights ?? this.#scene.meshes[node?.mesh ?? -1]?.weights ?? [];
  }

  /** `isDeformed`: with skins and morph targets. */
  primitives(isDeformed: boolean): readonly PosedPrimitive[] {
    return this.#scene.nodes.flatMap(({ mesh }, node) =>
      mesh === undefined
        ? []
        : (this.#scene.meshes[mesh]?.primitives ?? []).map((primitive) => ({
            primitive,
            node,
            positions: this.#place(primitive, node, isDeformed),
          })),
    );
  }

  #place(primitive: PrimitiveModel, node: number, isDeformed: boolean): Float64Array {
    const local = isDeformed ? this.#morph(primitive, node) : Float64Array.from(primitive.positions);
    const skin = isDeformed ? this.#scene.skins[this.#scene.nodes[node]?.skin ?? -1] : undefined;
    const { joints, weights } = primitive;
    if (skin === undefined || joints === undefined || weights === undefined)
      return local.map((_, i) => pointIn(this.world(node), local, i - (i % 3), i % 3));
    const matrices = skin.joints.map((joint, i) =>
      multiply(this.world(joint), Float64Array.from(skin.inverseBinds.subarray(i * 16, i * 16 + 16))),
    );
    const out = new Float64Array(local.length);
    for (let at = 0; at < local.length; at += 3) {
      const first = (at / 3) * 4;
      const total = [0, 1, 2, 3].reduce((sum, k) => sum + (weights[first + k] ?? 0), 0) || 1;
      for (let k = first; k < first + 4; k++) {
        const weight = (weights[k] ?? 0) / total;
        const matrix = matrices[joints[k] ?? 0];
        if (weight === 0 || matrix === undefined) continue;
        for (let row = 0; row < 3; row++)
          out[at + row] = (out[at + row] ?? 0) + weight * pointIn(matrix, local, at, row);
      }
    }
    return out;
  }

  #morph({ positions, targets = [] }: PrimitiveModel, node: number): Float64Array {
    const out = Float64Array.from(positions);
    for (const [i, weight] of this.weights(node).entries()) {
      const deltas = targets[i]?.positions;
      if (weight === 0 || deltas === undefined) continue;
      for (let k = 0; k < out.length; k++) out[k] = (out[k] ?? 0) + weight * (deltas[k] ?? 0);
    }
    return out;
  }
}

const pointIn = (m: Matrix, points: Float64Array, at: number, row: number): number =>
  (m[row] ?? 0) * (points[at] ?? 0) +
  (m[4 + row] ?? 0) * (points[at + 1] ?? 0) +
  (m[8 + row] ?? 0) * (points[at + 2] ?? 0) +
  (m[12 + row] ?? 0);

/** Min and max of all triangles. */
export function boxOf(posed: readonly PosedPrimitive[]): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (const { primitive, positions } of posed)
    for (const vertex of primitive.indices)
      for (let row = 0; row < 3; row++) {
        const value = positions[vertex * 3 + row] ?? 0;
        if (value < (box[row] ?? 0)) box[row] = value;
        if (value > (box[3 + row] ?? 0)) box[3 + row] = value;
      }
  return box;
}
