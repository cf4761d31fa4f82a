// One instance of a model: a group that stays, and objects below it, which a reload replaces.

import { type CompressedClip, LibraryError, variantRow } from '@assetc/formats';
import * as THREE from 'three';
import { makeClips } from '../animation/make-clips.js';
import { texturesIn } from '../animation/material-properties.js';
import type { AssetcRig } from '../animation/rig.js';
import type { AnyMaterial, MaterialShape } from '../material/make-material.js';
import { SLOTS } from '../material/material-slots.js';
import type { Lease } from '../source/shared-assets.js';
import { DrawMaker, type LevelSettings } from './draws.js';
import type { ModelAsset } from './model-asset.js';
import { type ModelTree, rowOf, TreeBuilder } from './model-tree.js';

/** One object of a model that draws something, for tools that inspect it or draw it differently. */
export interface AssetcDraw {
  readonly object: THREE.Mesh | THREE.LineSegments | THREE.Points;
  /** Submesh of the file; undefined for lines and points. */
  readonly submesh: number | undefined;
  /** The row of its material. */
  readonly materialSlot: number;
  /** Ranges of the levels of detail in the geometry's index, the full mesh first, and the deviation of each, in units of the mesh. */
  readonly levels: readonly { readonly start: number; readonly count: number; readonly error: number }[];
}

/**
 * A model, loaded by `AssetcLoader.loadModel`. Its object tree is its own; geometries, materials and textures are shared with other
 * instances of the same file. Free it with `dispose()`.
 *
 * @example
 * const fox = await loader.loadModel('models/fox');
 * scene.add(fox.scene);
 * const mixer = new THREE.AnimationMixer(fox.scene);
 * mixer.clipAction(fox.animations[0]).play();
 */
export class AssetcModel {
  /** Add this to a scene. It stays the same object after a reload. */
  readonly scene = new THREE.Group();
  #lease: Lease<ModelAsset>;
  #tree: ModelTree;
  #animations: readonly THREE.AnimationClip[] | undefined;
  #own: AnyMaterial[] = [];
  #ownTextures: THREE.Texture[] = [];
  #variant: string | undefined;
  #rig: AssetcRig | undefined;
  readonly #levels: LevelSettings;
  readonly #onDispose: (model: AssetcModel) => void;

  /** @internal */
  constructor(lease: Lease<ModelAsset>, levels: LevelSettings, onDispose: (model: AssetcModel) => void) {
    this.#lease = lease;
    this.#levels = levels;
    this.#onDispose = onDispose;
    this.#tree = this.#build();
  }

  /** Path of the mesh in the output folder: `models/fox.hmesh`. */
  get path(): string {
    return this.#lease.value.path;
  }

  /** Why textures are missing from it, with `missingTextures: 'omit'`. */
  get problems(): readonly Error[] {
    return this.#lease.value.materials.problems;
  }

  /**
   * Clips of joints, morph weights, nodes, materials, cameras and lights, for a mixer on `scene`. Made on first use: a `ClipPlayer` needs none of
   * them.
   */
  get animations(): readonly THREE.AnimationClip[] {
    this.#animations ??= this.#makeClips();
    return this.#animations;
  }

  /** Clips of the `.hclip`, for a `ClipPlayer`; empty without one. */
  get compressedClips(): readonly CompressedClip[] {
    return this.#lease.value.model.compressedClips;
  }

  /** The skeleton and morph targets that clips move. A reload replaces it. */
  get rig(): AssetcRig {
    const { mesh } = this.#lease.value;
    const { bones, draws } = this.#tree;
    this.#rig ??= { mesh, bones, draws };
    return this.#rig;
  }

  /** Cameras of the source, placed at their nodes. */
  get cameras(): readonly THREE.Camera[] {
    return this.#tree.cameras.flat();
  }

  /** Lights of the source, placed at their nodes. */
  get lights(): readonly THREE.Light[] {
    return this.#tree.lights.flat();
  }

  /** The objects for the nodes of its `.hscene`, in order; empty without one. A reload replaces them. */
  get nodes(): readonly THREE.Object3D[] {
    return this.#tree.nodes;
  }

  /** The objects that draw something. A reload replaces them. */
  get draws(): readonly AssetcDraw[] {
    return this.#tree.draws.map(({ object, submesh, slot, levels }) => ({
      object,
      submesh,
      materialSlot: slot,
      levels,
    }));
  }

  /** Names of its material variants. */
  get variants(): readonly string[] {
    return this.#lease.value.model.materialExtras?.variants?.names ?? [];
  }

  /** Shows a variant; undefined shows none. Throws a RangeError if there is no such variant. */
  setVariant(name: string | undefined): void {
    const { materialExtras } = this.#lease.value.model;
    const variant = name === undefined ? -1 : this.variants.indexOf(name);
    if (name !== undefined && variant < 0)
      throw new RangeError(`${this.path} has no variant ${name}; it has ${this.variants.join(', ') || 'none'}`);
    this.#variant = name;
    for (const { object, slot, submesh, shape } of this.#tree.draws) {
      if (submesh === undefined) continue;
      const row = materialExtras === undefined ? undefined : variantRow(materialExtras, variant, submesh);
      object.material = this.#materialOf(row ?? slot, shape);
    }
  }

  /** Removes it from its scene and releases its resources. GPU memory is freed with the last user. */
  dispose(): void {
    this.scene.removeFromParent();
    this.#clear();
    this.#lease.release();
    this.#onDispose(this);
  }

  /**
   * @internal Shows a new version of the same file.
   */
  replace(lease: Lease<ModelAsset>): void {
    const old = this.#lease;
    this.#clear();
    this.#lease = lease;
    this.#animations = undefined;
    this.#tree = this.#build();
    if (this.#variant !== undefined && this.variants.includes(this.#variant)) this.setVariant(this.#variant);
    old.release();
  }

  /** Names of its bones, in the order of the joints of the file; empty without a skin. */
  get boneNames(): readonly string[] {
    return this.#tree.bones.map(({ name }) => name);
  }

  /** @internal */
  get texturePaths(): readonly string[] {
    return this.#lease.value.materials.texturePaths();
  }

  #makeClips(): readonly THREE.AnimationClip[] {
    const byRow = (row: number): readonly AnyMaterial[] => this.#own.filter((each) => this.#rows.get(each) === row);
    const clips = makeClips(this.#lease.value, this.#tree, byRow);
    // Objects that clips drive on behalf of materials, lights and cameras.
    for (const driver of [...this.#tree.group.children]) this.scene.add(driver);
    return clips;
  }

  #build(): ModelTree {
    const asset = this.#lease.value;
    const maker = (names: ConstructorParameters<typeof DrawMaker>[1]) =>
      new DrawMaker(asset, names, this.#levels, (slot, shape) => this.#materialOf(slot, shape));
    const tree = new TreeBuilder(asset, maker).build();
    this.scene.name = asset.path.replace(/\.hmesh$/, '');
    this.scene.add(...tree.group.children);
    // Skinning and sorting need world matrices before the first frame.
    this.scene.updateMatrixWorld(true);
    this.#rig = undefined;
    return tree;
  }

  readonly #rows = new Map<AnyMaterial, number>();
  readonly #ownByKey = new Map<string, AnyMaterial>();

  /** Materials that a clip changes belong to this instance; so do textures whose transform a clip changes. */
  #materialOf(slot: number, shape: MaterialShape): AnyMaterial {
    const { materials, scene } = this.#lease.value;
    const row = rowOf(slot);
    const channels = (scene?.clips ?? []).flatMap((clip) => clip.channels);
    const animated = channels.filter(({ target, index }) => target === 'material' && index === row);
    if (animated.length === 0) return materials.get(row, shape);
    const key = `${row} ${JSON.stringify(shape)}`;
    const known = this.#ownByKey.get(key);
    if (known !== undefined) return known;
    const material = materials.make(row, shape);
    for (const slotName of Object.keys(SLOTS) as (keyof typeof SLOTS)[])
      if (animated.some(({ property }) => property.startsWith(`textures.${slotName}.`)))
        this.#ownTexture(material, slotName);
    this.#own.push(material);
    this.#rows.set(material, row);
    this.#ownByKey.set(key, material);
    return material;
  }

  #ownTexture(material: AnyMaterial, slot: keyof typeof SLOTS): void {
    const [texture] = texturesIn(material, slot);
    if (texture === undefined) return;
    const own = texture.clone();
    own.matrixAutoUpdate = true;
    this.#ownTextures.push(own);
    for (const property of SLOTS[slot].properties) if (property in material) Reflect.set(material, property, own);
  }

  #clear(): void {
    this.scene.clear();
    this.#tree.skeleton?.dispose();
    for (const { object } of this.#tree.draws) if (object instanceof THREE.InstancedMesh) object.dispose();
    for (const light of this.#tree.lights.flat()) light.dispose();
    for (const material of this.#own) material.dispose();
    for (const texture of this.#ownTextures) texture.dispose();
    this.#own = [];
    this.#ownTextures = [];
    this.#rows.clear();
    this.#ownByKey.clear();
  }
}

/** Version 1 meshes have only one draw. */
export function rejectVersion1(path: string): never {
  throw new LibraryError(`${path}: meshes of version 1 are for other engines; compile it with mesh.format: hmesh`);
}
