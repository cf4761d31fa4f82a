// What all instances of a model share: its decoded files, geometries, materials and clips.

import type { Hmesh, Hscene, Model } from '@assetc/formats';
import { BufferGeometry } from 'three';
import type { MaterialSet } from '../material/material-set.js';
import { MeshAttributes } from '../mesh/mesh-attributes.js';
import { type DrawGeometry, lineGeometry, submeshGeometry } from '../mesh/submesh-geometry.js';

export class ModelAsset {
  readonly path: string;
  readonly mesh: Hmesh;
  readonly scene: Hscene | undefined;
  readonly model: Model;
  readonly materials: MaterialSet;
  readonly #attributes: MeshAttributes;
  readonly #wantsLevels: boolean;
  readonly #draws = new Map<string, DrawGeometry | undefined>();
  readonly #levels = new Map<number, readonly BufferGeometry[]>();

  constructor(model: Model, mesh: Hmesh, materials: MaterialSet, wantsLevels: boolean) {
    this.path = model.path;
    this.model = model;
    this.mesh = mesh;
    this.scene = model.scene;
    this.materials = materials;
    this.#attributes = new MeshAttributes(mesh);
    this.#wantsLevels = wantsLevels;
  }

  submesh(index: number, isSkinned: boolean): DrawGeometry | undefined {
    return this.#draw(`submesh ${index} ${isSkinned}`, () => {
      const slots = [this.mesh.submeshes[index]?.materialSlot ?? 0, ...this.#variantRows(index)];
      const wantsTangents = slots.some((slot) => this.materials.wantsTangents(slot));
      return submeshGeometry(this.#attributes, index, { isSkinned, wantsTangents, wantsLevels: this.#wantsLevels });
    });
  }

  lines(index: number, isSkinned: boolean): DrawGeometry | undefined {
    return this.#draw(`lines ${index} ${isSkinned}`, () => lineGeometry(this.#attributes, index, isSkinned));
  }

  /** The levels of detail of a submesh as separate geometries that share its vertices. */
  levelGeometries(index: number): readonly BufferGeometry[] {
    const known = this.#levels.get(index);
    if (known !== undefined) return known;
    const made = this.submesh(index, false);
    const geometries = (made?.levels ?? []).slice(1).map(({ start, count }) => {
      const geometry = new BufferGeometry().copy(made?.geometry ?? new BufferGeometry());
      for (const [name, attribute] of Object.entries(made?.geometry.attributes ?? {}))
        geometry.setAttribute(name, attribute);
      geometry.setIndex(made?.geometry.index ?? null);
      geometry.setDrawRange(start, count);
      return geometry;
    });
    this.#levels.set(index, geometries);
    return geometries;
  }

  dispose(): void {
    for (const made of this.#draws.values()) made?.geometry.dispose();
    for (const geometry of [...this.#levels.values()].flat()) geometry.dispose();
    this.#draws.clear();
    this.#levels.clear();
    this.materials.dispose();
  }

  #draw(key: string, make: () => DrawGeometry | undefined): DrawGeometry | undefined {
    if (this.#draws.has(key)) return this.#draws.get(key);
    const made = make();
    this.#draws.set(key, made);
    return made;
  }

  #variantRows(submesh: number): readonly number[] {
    const maps = this.model.materialExtras?.variants?.maps ?? [];
    return maps.filter((map) => map.submesh === submesh).map(({ row }) => row);
  }
}
