// One showing of a model: a group that stays, and what hangs below it, which a reload replaces.

import { LibraryError, variantRow } from '@assetc/formats';
import * as THREE from 'three';
import { makeClips } from '../animation/make-clips.js';
import { texturesIn } from '../animation/material-properties.js';
import type { AnyMaterial, MaterialShape } from '../material/make-material.js';
import { SLOTS } from '../material/material-slots.js';
import type { Lease } from '../source/shared-assets.js';
import { DrawMaker, type LevelSettings } from './draws.js';
import type { ModelAsset } from './model-asset.js';
import { type ModelTree, rowOf, TreeBuilder } from './model-tree.js';

/** One object of a model that draws something: for tools that look at it, or draw it in ways of their own. */
export interface AssetcDraw {
  readonly object: THREE.Mesh | THREE.LineSegments | THREE.Points;
  /** Of the file; undefined for lines and points. */
  readonly submesh: number | undefined;
  /** The row of its material. */
  readonly materialSlot: number;
  /** Where levels lie in the index of its geometry, the mesh itself first, and how far each strays from it, in its units. */
  readonly levels: readonly { readonly start: number; readonly count: number; readonly error: number }[];
}

/**
 * A model as `AssetcLoader.loadModel` gives it: a tree of its own, which shares geometries, materials and textures with others of the same
 * file. Free it with `dispose()`.
 *
 * @example
 * const fox = await loader.loadModel('models/fox');
 * scene.add(fox.scene);
 * const mixer = new THREE.AnimationMixer(fox.scene);
 * mixer.clipAction(fox.animations[0]).play();
 */
export class AssetcModel {
  /** What to add to a scene. It stays the same object when the file is loaded again. */
  readonly scene = new THREE.Group();
  #lease: Lease<ModelAsset>;
  #tree: ModelTree;
  #animations: readonly THREE.AnimationClip[];
  #own: AnyMaterial[] = [];
  #ownTextures: THREE.Texture[] = [];
  #variant: string | undefined;
  readonly #levels: LevelSettings;
  readonly #onDispose: (model: AssetcModel) => void;

  /** @internal */
  constructor(lease: Lease<ModelAsset>, levels: LevelSettings, onDispose: (model: AssetcModel) => void) {
    this.#lease = lease;
    this.#levels = levels;
    this.#onDispose = onDispose;
    [this.#tree, this.#animations] = this.#build();
  }

  /** Of the mesh, below the output folder: `models/fox.hmesh`. */
  get path(): string {
    return this.#lease.value.path;
  }

  /** Clips of joints, morph weights, nodes, materials, cameras and lights, for a mixer on `scene`. */
  get animations(): readonly THREE.AnimationClip[] {
    return this.#animations;
  }

  /** Cameras of the source, where its nodes are. */
  get cameras(): readonly THREE.Camera[] {
    return this.#tree.cameras.flat();
  }

  /** Lights of the source, where its nodes are. */
  get lights(): readonly THREE.Light[] {
    return this.#tree.lights.flat();
  }

  /** The objects that stand for the nodes of its `.hscene`, in their order; none where it has none. Others after a reload. */
  get nodes(): readonly THREE.Object3D[] {
    return this.#tree.nodes;
  }

  /** What it draws. Others after a reload. */
  get draws(): readonly AssetcDraw[] {
    return this.#tree.draws.map(({ object, submesh, slot, levels }) => ({
      object,
      submesh,
      materialSlot: slot,
      levels,
    }));
  }

  /** Names of the variants of its materials. */
  get variants(): readonly string[] {
    return this.#lease.value.model.materialExtras?.variants?.names ?? [];
  }

  /** Shows a variant; undefined is the look without any. RangeError where there is none of that name. */
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

  /** Takes it out of its scene and gives back what it holds; the last holder's frees the GPU's memory. */
  dispose(): void {
    this.scene.removeFromParent();
    this.#clear();
    this.#lease.release();
    this.#onDispose(this);
  }

  /** @internal Shows another state of the same file. */
  replace(lease: Lease<ModelAsset>): void {
    const old = this.#lease;
    this.#clear();
    this.#lease = lease;
    [this.#tree, this.#animations] = this.#build();
    if (this.#variant !== undefined && this.variants.includes(this.#variant)) this.setVariant(this.#variant);
    old.release();
  }

  /** Names of its bones, in the order of the joints of the file; none where it has no skin. */
  get boneNames(): readonly string[] {
    return this.#tree.bones.map(({ name }) => name);
  }

  /** @internal */
  get texturePaths(): readonly string[] {
    return this.#lease.value.materials.texturePaths();
  }

  #build(): [ModelTree, readonly THREE.AnimationClip[]] {
    const asset = this.#lease.value;
    const maker = (names: ConstructorParameters<typeof DrawMaker>[1]) =>
      new DrawMaker(asset, names, this.#levels, (slot, shape) => this.#materialOf(slot, shape));
    const tree = new TreeBuilder(asset, maker).build();
    const byRow = (row: number): readonly AnyMaterial[] => this.#own.filter((each) => this.#rows.get(each) === row);
    const clips = makeClips(asset, tree, byRow);
    this.scene.name = asset.path.replace(/\.hmesh$/, '');
    this.scene.add(...tree.group.children);
    // Skinning and sorting look at where things are before anyone has drawn them.
    this.scene.updateMatrixWorld(true);
    return [tree, clips];
  }

  readonly #rows = new Map<AnyMaterial, number>();
  readonly #ownByKey = new Map<string, AnyMaterial>();

  /** Materials that a clip changes are this showing's own; so are the textures whose transform it moves. */
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

/** Older meshes have one draw and no more. */
export function refuseOlder(path: string): never {
  throw new LibraryError(`${path}: meshes of version 1 are for other engines; compile it with mesh.format: hmesh`);
}
