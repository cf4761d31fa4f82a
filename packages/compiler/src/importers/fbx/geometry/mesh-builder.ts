// The meshes of a scene: each geometry is read once, and built once for each set of materials and geometric transform that models use it
// with.

import { compose, isIdentity } from '../../../model/math/matrix.js';
import type { Matrix, MeshModel } from '../../../model/scene/scene.js';
import { holdLimit, type SceneLimits } from '../../../model/scene/scene-limits.js';
import type { FbxDocument, FbxObject } from '../document/fbx-document.js';
import { childOf, numbersOf } from '../file/fbx-node.js';
import type { ImportContext } from '../import-context.js';
import type { SceneNodes } from '../scene/build-nodes.js';
import { restWorld } from '../scene/rest-world.js';
import { rotationOfEuler } from '../scene/rotation.js';
import { convertPose, type SceneSpace } from '../scene/scene-space.js';
import type { RestPlaces } from './bind-matrix.js';
import { type BlendChannel, readChannels } from './blend-shapes.js';
import { buildMesh } from './build-mesh.js';
import type { GeometryData } from './geometry-data.js';
import { readGeometry } from './read-geometry.js';
import { readSkin, type SkinData } from './skin.js';

export interface PlacedMesh {
  /** Into the nodes. */
  readonly node: number;
  /** Into the meshes. */
  readonly mesh: number;
  readonly skin: SkinData | undefined;
  readonly channels: readonly BlendChannel[];
}

interface MeshOptions {
  readonly moreUvs?: number;
  readonly moreColors?: number;
  readonly morphs?: boolean;
  readonly smoothing?: boolean;
  readonly merge: boolean;
  readonly limits: SceneLimits;
}

interface Geometry {
  readonly data: GeometryData;
  readonly skin: SkinData | undefined;
  readonly channels: readonly BlendChannel[];
  readonly meshes: Map<string, number>;
}

export class MeshBuilder {
  readonly list: MeshModel[] = [];
  readonly #context: ImportContext;
  readonly #document: FbxDocument;
  readonly #space: SceneSpace;
  readonly #materialsOf: (model: FbxObject) => readonly (number | undefined)[];
  readonly #options: MeshOptions;
  readonly #geometries = new Map<FbxObject, Geometry>();
  #triangles = 0;
  #submeshes = 0;
  #deltas = 0;

  constructor(
    context: ImportContext,
    document: FbxDocument,
    space: SceneSpace,
    materialsOf: (model: FbxObject) => readonly (number | undefined)[],
    options: MeshOptions,
  ) {
    this.#context = context;
    this.#document = document;
    this.#space = space;
    this.#materialsOf = materialsOf;
    this.#options = options;
  }

  /** By node. */
  place({ nodes, ofModel }: SceneNodes): ReadonlyMap<number, PlacedMesh> {
    const placed = new Map<number, PlacedMesh>();
    const root = compose([0, 0, 0], this.#space.rotation, [1, 1, 1]);
    const worldOf = (node: number | undefined) => (node === undefined ? root : restWorld(nodes, node));
    for (const [model, node] of ofModel) {
      const link = this.#document.childrenOf(model, 'Geometry', '').find(({ object }) => isMesh(object));
      if (link === undefined) continue;
      const geometry = this.#geometry(link.object, {
        mesh: () => worldOf(node),
        bone: (bone) => worldOf(bone === undefined ? undefined : ofModel.get(bone)),
      });
      if (geometry.data.indices.length === 0) continue;
      placed.set(node, { node, mesh: this.#mesh(geometry, model), skin: geometry.skin, channels: geometry.channels });
    }
    return placed;
  }

  #geometry(object: FbxObject, rest: RestPlaces): Geometry {
    const known = this.#geometries.get(object);
    if (known !== undefined) return known;
    const { moreUvs = 0, moreColors = 0, morphs = false, smoothing = true, limits } = this.#options;
    const at = { file: this.#context.path, where: object.place };
    const corners = numbersOf(childOf(object.node, 'PolygonVertexIndex')).length;
    holdLimit('mesh/too-large', limits, 'maxTriangles', Math.floor(corners / 3), 'triangles', at);
    const data = readGeometry(this.#context, object, this.#space, {
      uvSets: 1 + moreUvs,
      colorSets: 1 + moreColors,
      normals: smoothing,
    });
    const geometry = {
      data,
      skin: readSkin(this.#context, this.#document, object, data.points.length / 3, this.#space, rest),
      channels: morphs ? readChannels(this.#document, object) : [],
      meshes: new Map<string, number>(),
    };
    this.#geometries.set(object, geometry);
    return geometry;
  }

  #mesh(geometry: Geometry, model: FbxObject): number {
    const materials = this.#materialsOf(model);
    const transform = this.#geometricTransform(model);
    const key = `${materials.join(',')} ${transform === undefined ? '' : transform.join(',')}`;
    const known = geometry.meshes.get(key);
    this.#hold(geometry, known === undefined, model);
    if (known !== undefined) return known;
    const { data, skin, channels } = geometry;
    const name = data.object.name || model.name;
    const mesh = buildMesh(data, { materials, transform, skin, channels, space: this.#space, name });
    this.#submeshes += mesh.primitives.length;
    const index = this.list.push(mesh) - 1;
    geometry.meshes.set(key, index);
    return index;
  }

  /** Checks the limits before a mesh is built, or, if nodes are merged, used again. */
  #hold({ data, channels }: Geometry, isNew: boolean, model: FbxObject): void {
    const { limits, merge } = this.#options;
    if (!isNew && !merge) return;
    const at = { file: this.#context.path, where: model.place };
    const targets = channels.reduce((sum, { shapes }) => sum + shapes.length, 0);
    this.#triangles += data.indices.length / 3;
    this.#deltas += targets * data.vertexCount;
    holdLimit('mesh/too-large', limits, 'maxTriangles', this.#triangles, 'triangles', at);
    holdLimit('mesh/too-large', limits, 'maxDeltas', this.#deltas, 'vertices of morph targets', at);
    holdLimit('mesh/too-large', limits, 'maxSubmeshes', this.#submeshes, 'submeshes', at);
  }

  /** Of the geometry only: children do not inherit it. */
  #geometricTransform({ properties }: FbxObject): Matrix | undefined {
    const pose = {
      translation: properties.vector('GeometricTranslation') ?? ([0, 0, 0] as const),
      rotation: rotationOfEuler(properties.vector('GeometricRotation') ?? [0, 0, 0]),
      scale: properties.vector('GeometricScaling') ?? ([1, 1, 1] as const),
    };
    const { translation, rotation, scale } = convertPose(this.#space, pose, false);
    const matrix = compose(translation, rotation, scale);
    return isIdentity(matrix) ? undefined : matrix;
  }
}

const isMesh = ({ subtype, node }: FbxObject): boolean =>
  (subtype === 'Mesh' || subtype === '') && childOf(node, 'Vertices') !== undefined;
