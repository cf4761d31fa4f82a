// Writes ranges of submeshes and lines as meshes of glTF. Primitives of one mesh share their morph targets and weights, so a range
// whose submeshes do not becomes several meshes.

import { fnv1a64, type Hmatx, type Hmesh, type MeshNames } from '@assetc/formats';
import type { GlbBuilder } from './glb-builder.js';
import { type GltfPrimitive, type Json, named, shortFloats } from './gltf-json.js';
import type { HmeshPrimitives } from './hmesh-primitives.js';
import type { JoinedClip } from './model-files.js';
import { type PrimitiveGrid, writePrimitive } from './write-primitive.js';

export interface DrawRange {
  readonly firstSubmesh: number;
  readonly submeshCount: number;
  readonly firstLine: number;
  readonly lineCount: number;
}

export interface WrittenMesh {
  readonly mesh: number;
  /** Rows of its morph targets, as those of its first primitive. */
  readonly firstTarget: number;
  readonly targetCount: number;
}

interface MeshSources {
  readonly mesh: Hmesh;
  readonly names: MeshNames;
  readonly materialExtras: Hmatx | undefined;
  readonly clips: readonly JoinedClip[];
}

interface Group extends Omit<WrittenMesh, 'mesh'> {
  readonly signature: string;
  readonly name: string;
  readonly primitives: GltfPrimitive[];
}

export class MeshWriter {
  readonly #builder: GlbBuilder;
  readonly #sources: MeshSources;
  readonly #primitives: HmeshPrimitives;
  readonly #written = new Map<string, readonly WrittenMesh[]>();
  readonly #motions: readonly string[];

  constructor(builder: GlbBuilder, sources: MeshSources, primitives: HmeshPrimitives) {
    this.#builder = builder;
    this.#sources = sources;
    this.#primitives = primitives;
    this.#motions = motionsOf(sources);
  }

  /** The grid of positions; meshes of instances are not on it. */
  get grid(): PrimitiveGrid | undefined {
    return this.#primitives.grid;
  }

  /** Equal ranges give the same meshes. `extras` are written with new ones. */
  write(range: DrawRange, isSkinned: boolean, extras?: Json, isInstanced = false): readonly WrittenMesh[] {
    const key = [
      range.firstSubmesh,
      range.submeshCount,
      range.firstLine,
      range.lineCount,
      isSkinned,
      isInstanced,
    ].join();
    const known =
      this.#written.get(key) ?? this.#groups(range, isSkinned, !isInstanced).map((group) => this.#push(group, extras));
    this.#written.set(key, known);
    return known;
  }

  #groups(range: DrawRange, isSkinned: boolean, isOnGrid: boolean): readonly Group[] {
    const groups: Group[] = [];
    const add = (group: Omit<Group, 'primitives'>, primitive: GltfPrimitive): void => {
      const same = groups.find(({ signature }) => signature === group.signature);
      if (same === undefined) groups.push({ ...group, primitives: [primitive] });
      else same.primitives.push(primitive);
    };
    for (let i = range.firstSubmesh; i < range.firstSubmesh + range.submeshCount; i++) {
      const data = this.#primitives.submesh(i, isSkinned, isOnGrid);
      if (data !== undefined) add(this.#groupOf(i), this.#withVariants(writePrimitive(this.#builder, data), i));
    }
    const name = this.#sources.names.submeshes[range.firstSubmesh] ?? '';
    for (let i = range.firstLine; i < range.firstLine + range.lineCount; i++) {
      const data = this.#primitives.lines(i, isSkinned, isOnGrid);
      const plain = { signature: '', name: range.submeshCount === 0 ? '' : name, firstTarget: 0, targetCount: 0 };
      if (data !== undefined) add(plain, writePrimitive(this.#builder, data));
    }
    return groups;
  }

  #groupOf(submesh: number): Omit<Group, 'primitives'> {
    const { mesh, names } = this.#sources;
    const name = names.submeshes[submesh] ?? '';
    const { firstTarget, targetCount } = mesh.morphs?.ranges[submesh] ?? { firstTarget: 0, targetCount: 0 };
    const rows = Array.from({ length: targetCount }, (_, i) => firstTarget + i);
    const targets = rows.map((row) => [
      names.targets[row] ?? '',
      mesh.morphs?.targets[row]?.defaultWeight ?? 0,
      this.#motions[row] ?? '',
    ]);
    return { signature: targetCount === 0 ? '' : JSON.stringify(targets), name, firstTarget, targetCount };
  }

  #push({ name, primitives, firstTarget, targetCount }: Group, extras: Json | undefined): WrittenMesh {
    const { mesh, names } = this.#sources;
    const targets = mesh.morphs?.targets.slice(firstTarget, firstTarget + targetCount) ?? [];
    const targetNames = names.targets.slice(firstTarget, firstTarget + targetCount);
    const own = extras !== null && typeof extras === 'object' && !Array.isArray(extras) ? extras : undefined;
    const kept = targetNames.some((each) => each !== '') ? { ...own, targetNames } : extras;
    const index = this.#builder.lists.meshes.push({
      ...named(name),
      primitives,
      ...(targets.length === 0 ? {} : { weights: shortFloats(targets.map(({ defaultWeight }) => defaultWeight)) }),
      ...(kept === undefined ? {} : { extras: kept }),
    });
    return { mesh: index - 1, firstTarget, targetCount };
  }

  #withVariants(primitive: GltfPrimitive, submesh: number): GltfPrimitive {
    const maps = this.#sources.materialExtras?.variants?.maps.filter((map) => map.submesh === submesh) ?? [];
    if (maps.length === 0) return primitive;
    const rows = [...new Set(maps.map(({ row }) => row))];
    const mappings = rows.map((row) => ({
      material: row,
      variants: maps.filter((map) => map.row === row).map(({ variant }) => variant),
    }));
    return { ...primitive, extensions: { KHR_materials_variants: { mappings } } };
  }
}

/** For each row of morph targets, what clips do to its weight; equal motions give equal texts. */
function motionsOf({ mesh, clips }: MeshSources): readonly string[] {
  const motions: string[] = (mesh.morphs?.targets ?? []).map(() => '');
  for (const [i, { weights }] of clips.entries())
    for (const { target, interpolation, times, values } of weights)
      motions[target] += `${i} ${interpolation} ${hashOf(times)} ${hashOf(values)};`;
  return motions;
}

const hashOf = ({ buffer, byteOffset, byteLength }: Float32Array): bigint =>
  fnv1a64(new Uint8Array(buffer, byteOffset, byteLength));
