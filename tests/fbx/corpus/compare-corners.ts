// Samples of corners: each is a vertex of the scene, with its normal, texture coordinates and color.

import { srgbToLinear } from '@assetc/kernels';
import { cofactors, determinant } from '../../../packages/compiler/src/model/math/matrix.js';
import type { SceneModel } from '../../../packages/compiler/src/model/scene/scene.js';
import { type Facts, type InstanceFacts, maxInfluences, sizeOf } from './facts.js';
import { type PosedPrimitive, PosedScene } from './posed-scene.js';

/** A vertex by its primitive and number. */
type Vertex = readonly [PosedPrimitive, number];

/** Vertices near a point, by a grid whose cells are as wide as the tolerance. */
class Neighbors {
  readonly #cells = new Map<string, Vertex[]>();
  readonly #tolerance: number;

  constructor(posed: readonly PosedPrimitive[], tolerance: number) {
    this.#tolerance = tolerance;
    for (const each of posed)
      for (let vertex = 0; vertex * 3 < each.positions.length; vertex++) {
        const key = this.#cellOf([0, 1, 2].map((row) => each.positions[vertex * 3 + row] ?? 0)).join();
        const cell = this.#cells.get(key);
        if (cell === undefined) this.#cells.set(key, [[each, vertex]]);
        else cell.push([each, vertex]);
      }
  }

  #cellOf(point: readonly number[]): number[] {
    return point.map((value) => Math.floor(value / this.#tolerance));
  }

  near(point: readonly number[]): readonly Vertex[] {
    const found: Vertex[] = [];
    const [x = 0, y = 0, z = 0] = this.#cellOf(point);
    for (let cell = 0; cell < 27; cell++) {
      const key = [x - 1 + (cell % 3), y - 1 + (Math.floor(cell / 3) % 3), z - 1 + Math.floor(cell / 9)].join();
      for (const vertex of this.#cells.get(key) ?? []) {
        const [{ positions }, at] = vertex;
        if (point.every((value, row) => Math.abs(value - (positions[at * 3 + row] ?? 0)) <= this.#tolerance))
          found.push(vertex);
      }
    }
    return found;
  }
}

/** Undefined if one of them is not a number. */
function tuple(list: readonly (number | null)[] | undefined, index: number, width: number): number[] | undefined {
  const numbers = list?.slice(index * width, index * width + width) ?? [];
  return numbers.length === width && numbers.every((n) => n !== null) ? (numbers as number[]) : undefined;
}

function normalOf(posed: PosedScene, [{ primitive, node }, vertex]: Vertex): number[] {
  const world = posed.world(node);
  const matrix = cofactors(world);
  const sign = Math.sign(determinant(world)) || 1;
  const out = [0, 1, 2].map((row) =>
    [0, 1, 2].reduce((sum, k) => sum + (matrix[k * 3 + row] ?? 0) * (primitive.normals?.[vertex * 3 + k] ?? 0), 0),
  );
  const length = Math.hypot(...out) || 1;
  return out.map((n) => (sign * n) / length);
}

/** What differs, in words; each once. */
export function compareCorners(scene: SceneModel, facts: Facts): string[] {
  const posed = new PosedScene(scene);
  const size = sizeOf(facts);
  const bind = new Neighbors(posed.primitives(false), size * 1e-4 + 1e-7);
  const isDeformed = facts.instances.some(({ corners }) => corners?.q !== undefined);
  // Four of more bones are kept: the rest pose differs a little.
  const slack = maxInfluences(facts) > 4 ? 100 : 1;
  const rest = isDeformed ? new Neighbors(posed.primitives(true), size * 1e-4 * slack + 1e-7) : undefined;
  const found = new Set<string>();
  for (const instance of facts.instances) {
    for (let i = 0; i * 3 < (instance.corners?.p.length ?? 0); i++)
      for (const problem of compareCorner(posed, bind, instance, i)) found.add(problem);
    for (let i = 0; rest !== undefined && i * 3 < (instance.corners?.q?.length ?? 0); i++) {
      const point = tuple(instance.corners?.q, i, 3);
      if (point !== undefined && rest.near(point).length === 0) found.add('deformed corners');
    }
  }
  return [...found];
}

function compareCorner(posed: PosedScene, bind: Neighbors, instance: InstanceFacts, i: number): string[] {
  const { corners, generatedNormals } = instance;
  const point = tuple(corners?.p, i, 3);
  if (point === undefined) return [];
  const hits = bind.near(point);
  if (hits.length === 0) return ['corners'];
  const found: string[] = [];
  const normal = generatedNormals === true ? undefined : tuple(corners?.n, i, 3);
  const isNormal = ([each, vertex]: Vertex): boolean => {
    const ours = normalOf(posed, [each, vertex]);
    return ours.reduce((sum, n, k) => sum + n * (normal?.[k] ?? 0), 0) > 0.995;
  };
  if (normal !== undefined && Math.hypot(...normal) > 0.5 && !hits.some(isNormal)) found.push('normals');
  const uv = tuple(corners?.uv, i, 2);
  const isUv = ([{ primitive }, vertex]: Vertex): boolean =>
    uv?.every((n, k) => {
      const ours = primitive.uvs?.[vertex * 2 + k] ?? Number.NaN;
      return Math.abs((k === 1 ? 1 - ours : ours) - n) < 1e-4 * Math.max(1, Math.abs(n));
    }) === true;
  if (uv !== undefined && !hits.some(isUv)) found.push('texture coordinates');
  const color = tuple(corners?.c, i, 4);
  const isColor = ([{ primitive }, vertex]: Vertex): boolean =>
    color?.every((n, k) => {
      const linear = k < 3 && n > 0 && n < 1 ? srgbToLinear(n) : n;
      return Math.abs((primitive.colors?.[vertex * 4 + k] ?? Number.NaN) - linear) < 1e-4;
    }) === true;
  if (color !== undefined && !hits.some(isColor)) found.push('colors');
  return found;
}
