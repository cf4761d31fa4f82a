// Applies KHR_texture_transform to texture coordinates if possible: it must be the same for all textures of a material, not animated, and all other
// materials of the same vertices must agree. Otherwise it stays in the material.

import { movesNothing, NO_TRANSFORM, type TextureTransform } from '../../../model/image/texture-use.js';
import { sineAndCosine } from '../../../model/math/sine.js';
import type { MaterialModel } from '../../../model/scene/material.js';
import type { MeshModel, PrimitiveModel, SceneModel } from '../../../model/scene/scene.js';

export function bakeTextureTransforms(scene: SceneModel): SceneModel {
  const transforms = scene.materials.map(commonTransform);
  if (!transforms.some((each) => each !== undefined && !movesNothing(each))) return scene;
  const primitives = scene.meshes.flatMap(({ primitives: shown, lines = [] }) => [...shown, ...lines]);
  const transformedUvs = new TransformedUvs();
  rejectConflicts(primitives, scene.materials, transforms, transformedUvs);
  const bake = <P extends Omit<PrimitiveModel, 'targets'>>(primitive: P): P => {
    const [transform] = materialsOf(primitive).flatMap((material) => transforms[material] ?? []);
    if (transform === undefined || movesNothing(transform)) return primitive;
    const sets = setsOf(primitive, scene.materials);
    const { uvs, moreUvs } = primitive;
    return {
      ...primitive,
      uvs: uvs !== undefined && sets.has(0) ? transformedUvs.get(uvs, transform) : uvs,
      ...(moreUvs === undefined
        ? {}
        : { moreUvs: moreUvs.map((more, i) => (sets.has(i + 1) ? transformedUvs.get(more, transform) : more)) }),
    };
  };
  return {
    ...scene,
    meshes: scene.meshes.map(
      (mesh): MeshModel => ({
        ...mesh,
        primitives: mesh.primitives.map(bake),
        ...(mesh.lines === undefined ? {} : { lines: mesh.lines.map(bake) }),
      }),
    ),
    materials: scene.materials.map((material, i) => {
      const transform = transforms[i];
      return transform === undefined || movesNothing(transform) ? material : withoutTransforms(material);
    }),
  };
}

/** The transform of all textures of a material; NO_TRANSFORM if they differ; undefined if it has no textures. */
function commonTransform({ textures, movesTextures }: MaterialModel): TextureTransform | undefined {
  const [first, ...others] = Object.values(textures).map(({ transform = NO_TRANSFORM }) => transform);
  if (first === undefined) return undefined;
  return movesTextures === true || others.some((other) => !isEqual(first, other)) ? NO_TRANSFORM : first;
}

/**
 * Cancels transforms if the materials of a primitive disagree, or its coordinates cannot be transformed: for all materials that are connected
 * by primitives, since each has one row for all of its vertices.
 */
function rejectConflicts(
  primitives: readonly PrimitiveModel[],
  materials: readonly MaterialModel[],
  transforms: (TextureTransform | undefined)[],
  baked: TransformedUvs,
): void {
  const groups = new MaterialGroups(materials.length);
  const rejectedGroups = new Set<number>();
  const textured = primitives.map((primitive) => ({
    primitive,
    texturedMaterials: materialsOf(primitive).filter((material) => transforms[material] !== undefined),
  }));
  for (const { texturedMaterials } of textured)
    for (const material of texturedMaterials) groups.join(texturedMaterials[0] ?? material, material);
  for (const { primitive, texturedMaterials } of textured) {
    const [first, ...others] = texturedMaterials.flatMap((material) => transforms[material] ?? []);
    if (first === undefined || (movesNothing(first) && others.every(movesNothing))) continue;
    const agrees = others.every((other) => isEqual(first, other)) && canTransform(primitive, materials, first, baked);
    if (!agrees) rejectedGroups.add(groups.rootOf(texturedMaterials[0] ?? 0));
  }
  for (const material of transforms.keys())
    if (transforms[material] !== undefined && rejectedGroups.has(groups.rootOf(material)))
      transforms[material] = NO_TRANSFORM;
}

/** Union-find over materials that must agree. */
class MaterialGroups {
  readonly #parents: Int32Array;

  constructor(count: number) {
    this.#parents = Int32Array.from({ length: count }, (_, i) => i);
  }

  rootOf(index: number): number {
    let at = index;
    for (let up = this.#parents[at] ?? at; up !== at; up = this.#parents[at] ?? at) {
      this.#parents[at] = this.#parents[up] ?? up;
      at = up;
    }
    return at;
  }

  join(a: number, b: number): void {
    this.#parents[this.rootOf(a)] = this.rootOf(b);
  }
}

function canTransform(
  primitive: PrimitiveModel,
  materials: readonly MaterialModel[],
  transform: TextureTransform,
  baked: TransformedUvs,
): boolean {
  for (const set of setsOf(primitive, materials)) {
    const uvs = set === 0 ? primitive.uvs : primitive.moreUvs?.[set - 1];
    if (uvs === undefined || !baked.isFinite(uvs, transform)) return false;
  }
  return true;
}

const materialsOf = ({ material, variants = [] }: PrimitiveModel): readonly number[] => [
  ...(material === undefined ? [] : [material]),
  ...variants.map((variant) => variant.material),
];

/** The coordinate sets that the textures of a primitive use. */
function setsOf(primitive: PrimitiveModel, materials: readonly MaterialModel[]): ReadonlySet<number> {
  const uses = materialsOf(primitive).flatMap((material) => Object.values(materials[material]?.textures ?? {}));
  return new Set(uses.map(({ uvSet = 0 }) => uvSet));
}

function withoutTransforms({ textures, ...material }: MaterialModel): MaterialModel {
  const plain = Object.entries(textures).map(([slot, { transform: _, ...use }]) => [slot, use]);
  return { ...material, textures: Object.fromEntries(plain) };
}

const isEqual = (a: TextureTransform, b: TextureTransform): boolean =>
  a.offset[0] === b.offset[0] &&
  a.offset[1] === b.offset[1] &&
  a.scale[0] === b.scale[0] &&
  a.scale[1] === b.scale[1] &&
  a.rotation === b.rotation;

/** Caches transformed arrays: primitives may share one. */
class TransformedUvs {
  readonly #cache = new Map<Float32Array, Map<string, Float32Array>>();

  get(uvs: Float32Array, transform: TextureTransform): Float32Array {
    const byTransform = this.#cache.get(uvs) ?? new Map<string, Float32Array>();
    this.#cache.set(uvs, byTransform);
    const key = JSON.stringify(transform);
    const baked = byTransform.get(key) ?? applyTransform(uvs, transform);
    byTransform.set(key, baked);
    return baked;
  }

  isFinite(uvs: Float32Array, transform: TextureTransform): boolean {
    const baked = this.get(uvs, transform);
    for (let i = 0; i < baked.length; i++) if (!Number.isFinite(baked[i])) return false;
    return true;
  }
}

function applyTransform(uvs: Float32Array, { offset, scale, rotation }: TextureTransform): Float32Array {
  const { sine, cosine } = sineAndCosine(rotation);
  const baked = new Float32Array(uvs.length);
  for (let i = 0; i < uvs.length; i += 2) {
    const u = (uvs[i] ?? 0) * scale[0];
    const v = (uvs[i + 1] ?? 0) * scale[1];
    baked[i] = offset[0] + cosine * u + sine * v;
    baked[i + 1] = offset[1] - sine * u + cosine * v;
  }
  return baked;
}
