// Imports FBX as a scene: meters, right-handed, Y up.

import type { SceneModel } from '../../model/scene/scene.js';
import { holdLimit, SCENE_LIMITS, type SceneLimits } from '../../model/scene/scene-limits.js';
import { visibilityValue } from './animation/animated-values.js';
import type { AnimatedValue } from './animation/pointer-channels.js';
import { readClips } from './animation/read-clips.js';
import type { FbxDocument } from './document/fbx-document.js';
import { readDocument } from './document/read-document.js';
import { parseFbx } from './file/parse-fbx.js';
import { MeshBuilder } from './geometry/mesh-builder.js';
import { type FbxContext, ImportContext } from './import-context.js';
import { NO_MATERIALS, readMaterials } from './materials/read-materials.js';
import { Attributes } from './scene/attributes.js';
import { buildNodes, type SceneNodes } from './scene/build-nodes.js';
import { readLodGroups } from './scene/lod-groups.js';
import { isHidden, nodeModels } from './scene/node-models.js';
import { readSpace } from './scene/scene-space.js';
import { SkinBuilder } from './scene/skins.js';

export interface FbxOptions {
  /** How many sets of texture coordinates and colors to read beyond the first. */
  readonly moreUvs?: number;
  readonly moreColors?: number;
  readonly morphs?: boolean;
  /** False if only shapes and motion are needed: neither materials nor images are read. */
  readonly materials?: boolean;
  /** Whether smoothing groups and hard edges make normals if the file has none. */
  readonly smoothing?: boolean;
  /** Whether each node will get a copy of its mesh; the total is checked against the limits. */
  readonly merge?: boolean;
  readonly limits?: SceneLimits;
}

export async function importFbx(outer: FbxContext, options: FbxOptions): Promise<SceneModel> {
  const context = new ImportContext(outer);
  const bytes = await outer.read(context.path);
  const document = readDocument(parseFbx(context.path, bytes), context.path);
  checkElements(document, options.limits ?? SCENE_LIMITS, context.path);
  const space = readSpace(document.settings);
  const attributes = new Attributes(context, document, space);
  const built = buildNodes(document, space, (model) => attributes.facingOf(model));
  const { materials, images, materialsOf, values } =
    options.materials === false ? NO_MATERIALS : await readMaterials(outer, context, document, bytes);
  const meshes = new MeshBuilder(context, document, space, materialsOf, {
    limits: SCENE_LIMITS,
    merge: true,
    ...options,
  });
  const placed = meshes.place(built);
  const skins = new SkinBuilder(built.nodes.length, (bone) => built.ofModel.get(bone), space);
  for (const { node, skin } of placed.values()) if (skin !== undefined) skins.add(node, skin);
  const posed = [...built.nodes, ...skins.helpers];
  const morphs = [...placed.values()].filter(({ channels }) => channels.length > 0);
  const animations = readClips({
    document,
    nodes: posed,
    morphs,
    values: [...attributes.values, ...values, ...visibilityValues(built)],
    context,
  });
  const nodes = nodeModels(posed, { file: context.path, built, attributes, placed, skins });
  const lodGroups = readLodGroups(document, built);
  return {
    meshes: meshes.list,
    nodes,
    roots: nodes.flatMap(({ parent }, index) => (parent === undefined ? [index] : [])),
    skins: skins.list,
    materials,
    images,
    animations,
    cameras: attributes.cameras,
    lights: attributes.lights,
    ...(lodGroups.length === 0 ? {} : { lodGroups }),
  };
}

/** Of each model, where its mesh and children are. */
const visibilityValues = ({ ofModel }: SceneNodes): readonly AnimatedValue[] =>
  [...ofModel].map(([model, node]) => visibilityValue(node, model, isHidden));

function checkElements({ objects }: FbxDocument, limits: SceneLimits, file: string): void {
  for (const kind of ['Model', 'Geometry', 'Material', 'Texture', 'Deformer', 'AnimationStack']) {
    const count = objects.reduce((sum, object) => sum + (object.kind === kind ? 1 : 0), 0);
    const where = objects.find((object) => object.kind === kind)?.place ?? {};
    holdLimit('fbx/too-large', limits, 'maxElements', count, `objects of the kind ${kind}`, { file, where });
  }
}
