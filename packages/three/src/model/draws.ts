// The draws of a mesh as objects of three: one per submesh and per range of lines. Instances of the model share geometries and materials.

import { LibraryError } from '@assetc/formats';
import * as THREE from 'three';
import type { AnyMaterial, MaterialShape } from '../material/make-material.js';
import { chooseLevels, distanceFor } from '../mesh/choose-level.js';
import { fromGridUnits } from '../mesh/mesh-attributes.js';
import type { DrawGeometry, LevelRange } from '../mesh/submesh-geometry.js';
import type { ModelAsset } from './model-asset.js';
import type { UniqueNames } from './unique-names.js';

/** Ranges of submeshes and lines. */
export interface DrawRange {
  readonly firstSubmesh: number;
  readonly submeshCount: number;
  readonly firstLine: number;
  readonly lineCount: number;
}

/** How levels of detail are used. */
export interface LevelSettings {
  /** `screen`: chosen on each frame by their error in pixels. `objects`: a `THREE.LOD`. `off`: never. */
  readonly lods: 'screen' | 'objects' | 'off';
  readonly pixels: () => number;
}

export interface ShownDraw {
  readonly object: THREE.Mesh | THREE.LineSegments | THREE.Points;
  readonly slot: number;
  /** Undefined for lines and points. */
  readonly submesh: number | undefined;
  readonly shape: MaterialShape;
  readonly levels: readonly LevelRange[];
}

interface About {
  readonly isSkinned: boolean;
  readonly name: string;
  readonly extras?: object;
  /** Ten floats each: translation, rotation, scale. */
  readonly instances?: Float32Array | undefined;
}

/** For `THREE.LOD`, which only uses distances: assumes a picture of this height and field of view. */
const SCREEN = { height: 1080, degrees: 50 };

export class DrawMaker {
  readonly #asset: ModelAsset;
  readonly #names: UniqueNames;
  readonly #levels: LevelSettings;
  readonly #materialOf: (slot: number, shape: MaterialShape) => AnyMaterial;
  skeleton: THREE.Skeleton | undefined;

  constructor(
    asset: ModelAsset,
    names: UniqueNames,
    levels: LevelSettings,
    materialOf: (slot: number, shape: MaterialShape) => AnyMaterial,
  ) {
    this.#asset = asset;
    this.#names = names;
    this.#levels = levels;
    this.#materialOf = materialOf;
  }

  show(range: DrawRange, parent: THREE.Object3D, about: About): readonly ShownDraw[] {
    const draws: ShownDraw[] = [];
    for (let i = range.firstSubmesh; i < range.firstSubmesh + range.submeshCount; i++) {
      const made = this.#asset.submesh(i, about.isSkinned);
      if (made !== undefined) draws.push(...this.#triangles(made, i, parent, about));
    }
    for (let i = range.firstLine; i < range.firstLine + range.lineCount; i++) {
      const made = this.#asset.lines(i, about.isSkinned);
      if (made !== undefined) draws.push(this.#lines(made, i, parent, about));
    }
    return draws;
  }

  #triangles(made: DrawGeometry, submesh: number, parent: THREE.Object3D, about: About): readonly ShownDraw[] {
    const { mesh } = this.#asset;
    const slot = mesh.submeshes[submesh]?.materialSlot ?? 0;
    const hasTangents = made.geometry.hasAttribute('tangent');
    const shape: MaterialShape = { kind: 'triangles', hasColors: made.hasColors, hasTangents, isFlat: made.isFlat };
    const name = mesh.names?.submeshes[submesh] || about.name;
    const make = (geometry: THREE.BufferGeometry): THREE.Mesh => {
      const object = this.#mesh(geometry, made, this.#materialOf(slot, shape), about);
      object.name = this.#names.give(name, `mesh_${submesh}`);
      Object.assign(object.userData, about.extras);
      if (made.targetCount > 0) this.#morph(object, submesh);
      return object;
    };
    const first = make(made.geometry);
    const draw = { object: first, slot, submesh, shape, levels: made.levels };
    const isPlain = !about.isSkinned && made.targetCount === 0 && about.instances === undefined;
    if (this.#levels.lods === 'objects' && isPlain && made.levels.length > 1) {
      const others = this.#asset.levelGeometries(submesh).map((geometry) => make(geometry));
      parent.add(this.#lod([first, ...others], made));
      return [draw, ...others.map((object) => ({ ...draw, object }))];
    }
    if (this.#levels.lods === 'screen') this.#chooseLevels(first, made, isPlacedByGrid(made, about));
    parent.add(first);
    return [draw];
  }

  /** The scale of an object in steps of a grid also scales errors. */
  #chooseLevels(object: THREE.Mesh, { geometry, grid, levels, sphere }: DrawGeometry, isPlaced: boolean): void {
    const step = isPlaced ? (grid?.step ?? 1) : 1;
    const own = levels.map((level) => ({ ...level, error: level.error / step }));
    chooseLevels(object, own, (isPlaced ? geometry.boundingSphere : undefined) ?? sphere, this.#levels.pixels);
  }

  #lod(meshes: readonly THREE.Mesh[], { levels }: DrawGeometry): THREE.LOD {
    const lod = new THREE.LOD();
    lod.name = this.#names.give(`${meshes[0]?.name}_lod`, 'lod');
    for (const [i, mesh] of meshes.entries()) {
      const error = levels[i]?.error ?? 0;
      lod.addLevel(mesh, distanceFor(error, this.#levels.pixels(), SCREEN.height, SCREEN.degrees));
    }
    return lod;
  }

  #mesh(geometry: THREE.BufferGeometry, made: DrawGeometry, material: AnyMaterial, about: About): THREE.Mesh {
    const { isSkinned, instances } = about;
    const place = made.grid ? fromGridUnits(made.grid) : new THREE.Matrix4();
    if (isSkinned) {
      const object = new THREE.SkinnedMesh(geometry, material);
      if (this.skeleton === undefined) throw new LibraryError(`${this.#asset.path}: a skin without joints`);
      object.bind(this.skeleton, place);
      // Joints may move it outside its sphere at rest: culling would hide it. The sphere is for sorting.
      object.frustumCulled = false;
      object.boundingSphere = made.sphere.clone();
      object.boundingBox = made.box.clone();
      return object;
    }
    if (instances === undefined) return placed(new THREE.Mesh(geometry, material), made);
    const count = instances.length / 10;
    const object = new THREE.InstancedMesh(geometry, material, count);
    const [matrix, position, turn, scale] = [
      new THREE.Matrix4(),
      new THREE.Vector3(),
      new THREE.Quaternion(),
      new THREE.Vector3(),
    ];
    for (let i = 0; i < count; i++) {
      position.fromArray(instances, i * 10);
      turn.fromArray(instances, i * 10 + 3).normalize();
      scale.fromArray(instances, i * 10 + 7);
      object.setMatrixAt(i, matrix.compose(position, turn, scale).multiply(place));
    }
    return object;
  }

  /** Sets names of targets, and their weights at rest. */
  #morph(object: THREE.Mesh, submesh: number): void {
    const { morphs, names } = this.#asset.mesh;
    const range = morphs?.ranges[submesh];
    if (morphs === undefined || range === undefined) return;
    object.morphTargetInfluences = [];
    object.morphTargetDictionary = {};
    for (let i = 0; i < range.targetCount; i++) {
      object.morphTargetInfluences.push(morphs.targets[range.firstTarget + i]?.defaultWeight ?? 0);
      const name = names?.targets[range.firstTarget + i] ?? '';
      object.morphTargetDictionary[name === '' ? String(i) : name] = i;
    }
  }

  #lines(made: DrawGeometry, index: number, parent: THREE.Object3D, about: About): ShownDraw {
    const range = this.#asset.mesh.lines?.ranges[index];
    const slot = range?.materialSlot ?? 0;
    const kind = range?.mode ?? 'points';
    const shape: MaterialShape = { kind, hasColors: made.hasColors, hasTangents: false, isFlat: false };
    const material = this.#materialOf(slot, shape);
    const object = placed(
      kind === 'points' ? new THREE.Points(made.geometry, material) : new THREE.LineSegments(made.geometry, material),
      made,
    );
    object.name = this.#names.give(about.name, `${kind}_${index}`);
    parent.add(object);
    return { object, slot, submesh: undefined, shape, levels: made.levels };
  }
}

/** Whether an object itself has the scale and the offset of the grid: skins have them in the bind matrix, instances in their matrices. */
const isPlacedByGrid = ({ grid }: DrawGeometry, { isSkinned, instances }: About): boolean =>
  grid !== undefined && !isSkinned && instances === undefined;

/** Nodes and clips move its parent, so an object that draws may have a transform of its own. */
function placed<T extends THREE.Object3D>(object: T, { grid }: DrawGeometry): T {
  if (grid === undefined) return object;
  object.position.fromArray([...grid.offset]);
  object.scale.setScalar(grid.step);
  return object;
}
