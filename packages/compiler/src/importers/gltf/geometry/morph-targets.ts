// Reads the morph targets of a primitive. Values that are not finite become zero, as in other attributes. If a target cannot be
// read, the primitive loses all of its targets, but the model is kept.

import { AssetError } from '../../../diagnostics/diagnostic.js';
import { plural } from '../../../diagnostics/plural.js';
import type { MorphTargetModel } from '../../../model/scene/scene.js';
import type { Accessors } from '../file/accessor.js';
import { UNSIGNED_INT } from '../file/component-types.js';
import { replaceNonFinite } from '../file/finite.js';
import type { GltfFile } from '../file/gltf-file.js';
import type { JsonNode } from '../file/json-node.js';

const MODEL_KEYS = { POSITION: 'positions', NORMAL: 'normals', TANGENT: 'tangents' } as const;
type Attribute = keyof typeof MODEL_KEYS;
const isSupported = (name: string): name is Attribute => Object.hasOwn(MODEL_KEYS, name);
const DROPPED_HINT =
  'Only positions, normals and tangents of morph targets are stored. Remove the attribute if you do not need it.';

/** The attributes of the primitive that targets change. */
interface BaseAttributes {
  readonly names: readonly string[];
  readonly vertexCount: number;
}

export async function readTargets(
  file: GltfFile,
  accessors: Accessors,
  primitive: JsonNode,
  base: BaseAttributes,
): Promise<readonly MorphTargetModel[]> {
  const targets: MorphTargetModel[] = [];
  try {
    for (const target of primitive.get('targets')?.items() ?? [])
      targets.push(await readTarget(file, accessors, target, base));
  } catch (error) {
    if (!(error instanceof AssetError)) throw error;
    warnAboutTargets(file, error);
    return [];
  }
  return targets;
}

/** Warns why targets are left out. */
function warnAboutTargets(file: GltfFile, { diagnostic }: AssetError): void {
  const { where, message } = diagnostic;
  file.context.warn({
    code: 'gltf/bad-morph-targets',
    file: file.context.path,
    ...(where === undefined ? {} : { where }),
    message: `the morph targets of a primitive are left out: ${message}`,
  });
}

async function readTarget(
  file: GltfFile,
  accessors: Accessors,
  target: JsonNode,
  { names, vertexCount }: BaseAttributes,
): Promise<MorphTargetModel> {
  const model: { -readonly [key in keyof MorphTargetModel]: MorphTargetModel[key] } = {};
  for (const name of target.keys()) {
    if (!isSupported(name)) {
      file.warnOnce(
        'gltf/dropped-attribute',
        target,
        `${name} of morph targets is dropped`,
        `target ${name}`,
        DROPPED_HINT,
      );
      continue;
    }
    if (!names.includes(name)) {
      file.warnOnce(
        'gltf/dropped-attribute',
        target,
        `${name} of morph targets is dropped: the primitive has no ${name}`,
        `target ${name}`,
        `Export the mesh with ${name}, or remove it from the targets.`,
      );
      continue;
    }
    const info = accessors.info(target.require(name), ['VEC3']);
    if (info.component.code === UNSIGNED_INT)
      info.node.require('componentType').fail('gltf/bad-accessor', `${name} cannot consist of 32-bit integers`);
    if (info.count !== vertexCount)
      info.node
        .require('count')
        .fail(
          'gltf/bad-accessor',
          `${name} of a morph target has ${plural(info.count, 'element')}, but POSITION has ${vertexCount}`,
        );
    const { values, count } = replaceNonFinite(await accessors.floats(info));
    if (count > 0)
      file.warnOnce(
        'gltf/repaired-attribute',
        info.node,
        `${plural(count, 'number')} of ${name} of a morph target ${count === 1 ? 'is not finite and is' : 'are not finite and are'} replaced`,
        `target ${name}`,
      );
    model[MODEL_KEYS[name]] = values;
  }
  return model;
}
