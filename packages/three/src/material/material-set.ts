// The materials of one `.hmat`, with textures: each row once per draw shape that uses it.

import { DEFAULT_MATERIAL, type Hmatx, type Material, type MaterialExtras, materialExtras } from '@assetc/formats';
import * as THREE from 'three';
import type { Lease } from '../source/shared-assets.js';
import type { SharedTexture, TextureRequest } from '../texture/texture-store.js';
import { type AnyMaterial, type MaterialShape, makeMaterial } from './make-material.js';
import { SLOTS, type SlotUse, usesOf } from './material-slots.js';
import { rebuildNormals } from './rebuild-normals.js';

interface MaterialSources {
  readonly rows: readonly Material[];
  readonly extras: Hmatx | undefined;
  readonly names: readonly string[];
  /** The file of a texture. Throws if the manifest has none. */
  pathOf(texture: bigint): string;
  lease(request: TextureRequest): Promise<Lease<SharedTexture>>;
  /** Whether materials are made without a texture that failed for this reason. */
  mayOmit(reason: unknown): boolean;
}

interface Row {
  readonly row: Material;
  readonly extras: MaterialExtras;
  readonly textures: readonly (readonly [use: SlotUse, texture: SharedTexture])[];
}

const NO_EXTRAS: MaterialExtras = { textures: {} };

export class MaterialSet {
  readonly #rows: readonly Row[];
  readonly #names: readonly string[];
  readonly #leases: readonly Lease<SharedTexture>[];
  readonly #made = new Map<string, AnyMaterial>();
  /** Why textures are omitted. */
  readonly problems: readonly Error[];

  private constructor(
    rows: readonly Row[],
    names: readonly string[],
    leases: readonly Lease<SharedTexture>[],
    problems: readonly Error[],
  ) {
    this.#rows = rows;
    this.#names = names;
    this.#leases = leases;
    this.problems = problems;
  }

  /** Reads every texture. If one fails and may not be omitted, the others are released. */
  static async load(sources: MaterialSources): Promise<MaterialSet> {
    const jobs = sources.rows.map((row, i) => {
      const extras = sources.extras === undefined ? NO_EXTRAS : materialExtras(sources.extras, i);
      return { row, extras, uses: usesOf(row, extras).filter(({ slot }) => SLOTS[slot].properties.length > 0) };
    });
    const wanted = jobs.flatMap(({ uses }) => uses);
    const settled = await Promise.allSettled(wanted.map(async (use) => sources.lease(requestFor(use, sources))));
    const leases = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const reasons = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    const fatal = reasons.findIndex((reason) => !sources.mayOmit(reason));
    if (fatal >= 0) {
      for (const lease of leases) lease.release();
      throw reasons[fatal];
    }
    const textureOf = new Map(
      settled.map((each, i) => [wanted[i], each.status === 'fulfilled' ? each.value.value : undefined]),
    );
    const rows = jobs.map(({ row, extras, uses }) => ({
      row,
      extras,
      textures: uses.flatMap((use) => {
        const texture = textureOf.get(use);
        return texture === undefined ? [] : [[use, texture] as const];
      }),
    }));
    return new MaterialSet(rows, sources.names, leases, distinctErrors(reasons));
  }

  get length(): number {
    return this.#rows.length;
  }

  /** The texture files of its materials. */
  texturePaths(): readonly string[] {
    return [...new Set(this.#leases.map(({ value }) => value.path))];
  }

  /** Whether a normal map is used: only then tangents are needed. */
  wantsTangents(slot: number): boolean {
    const row = this.#rows[slot];
    if (row === undefined) return false;
    return row.extras.anisotropy !== undefined || row.textures.some(([use]) => use.slot === 'normal');
  }

  /** Row `slot`, or glTF's default beyond the last. The same object for equal shapes. */
  get(slot: number, shape: MaterialShape): AnyMaterial {
    const key = `${slot < this.#rows.length ? slot : 'none'} ${JSON.stringify(shape)}`;
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const material = this.make(slot, shape);
    this.#made.set(key, material);
    return material;
  }

  /** A new material, which the caller disposes of. */
  make(slot: number, shape: MaterialShape): AnyMaterial {
    const { row, extras, textures } = this.#rows[slot] ?? { row: DEFAULT_MATERIAL, extras: NO_EXTRAS, textures: [] };
    const material = makeMaterial(row, extras, shape);
    material.name = this.#names[slot] ?? '';
    for (const [use, { texture }] of textures)
      for (const property of SLOTS[use.slot].properties)
        if (property in material) Reflect.set(material, property, texture);
    const isTwo = (slotName: SlotUse['slot']): boolean =>
      textures.some(([use, { data }]) => use.slot === slotName && data.isTwoChannel);
    if (material instanceof THREE.MeshStandardMaterial) {
      rebuildNormals(material, { normal: isTwo('normal'), clearcoat: isTwo('clearcoatNormal') });
      turnDerivatives(material, shape);
    }
    return material;
  }

  dispose(): void {
    for (const material of this.#made.values()) material.dispose();
    this.#made.clear();
    for (const lease of this.#leases) lease.release();
  }
}

/** If three computes tangents by derivatives, it assumes that v grows upwards. It does so whenever the attribute is not used. */
function turnDerivatives(material: THREE.MeshStandardMaterial, { hasTangents }: MaterialShape): void {
  const isAnisotropic = material instanceof THREE.MeshPhysicalMaterial && material.anisotropy > 0;
  if (hasTangents && (material.normalMap !== null || isAnisotropic)) return;
  material.normalScale.y *= -1;
  if (material instanceof THREE.MeshPhysicalMaterial) material.clearcoatNormalScale.y *= -1;
}

/** A texture in several slots fails once for each. */
function distinctErrors(reasons: readonly unknown[]): readonly Error[] {
  const errors = reasons.map((reason) => (reason instanceof Error ? reason : new Error(String(reason))));
  return [...new Map(errors.map((error) => [error.message, error])).values()];
}

function requestFor(use: SlotUse, sources: MaterialSources): TextureRequest {
  const { isSrgb, isRed } = SLOTS[use.slot];
  return { path: sources.pathOf(use.texture), isSrgb, needsAllChannels: !isRed, use };
}
