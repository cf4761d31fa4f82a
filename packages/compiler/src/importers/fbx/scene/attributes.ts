// What models are: meshes, cameras, lights. NURBS and lines have no counterpart and are reported.

import type { CameraModel, LightModel } from '../../../model/scene/scene.js';
import { cameraValues, lightValues } from '../animation/animated-values.js';
import type { AnimatedValue } from '../animation/pointer-channels.js';
import type { FbxDocument, FbxObject } from '../document/fbx-document.js';
import type { ImportContext } from '../import-context.js';
import { readCamera } from './cameras.js';
import { readLight } from './lights.js';
import { type Quaternion, rotationOfEuler } from './rotation.js';
import type { SceneSpace } from './scene-space.js';

/** FBX cameras point along +X, lights along −Y; glTF's along −Z. */
const CAMERA_FACING = rotationOfEuler([0, -90, 0]);
const LIGHT_FACING = rotationOfEuler([-90, 0, 0]);

/** Shapes that are not polygons, in words. */
const CURVED: Readonly<Record<string, string>> = {
  Nurb: 'a NURBS surface',
  Nurbs: 'a NURBS surface',
  NurbsSurface: 'a NURBS surface',
  TrimNurbsSurface: 'a trimmed NURBS surface',
  NurbsCurve: 'a NURBS curve',
  Boundary: 'a boundary',
  Patch: 'a patch',
  Line: 'a line',
};

/** The light was reported when it was read at rest. */
const SILENT = { warn() {} };

export class Attributes {
  readonly cameras: CameraModel[] = [];
  readonly lights: LightModel[] = [];
  /** By model: the indices of its camera or light. */
  readonly #cameraOf = new Map<FbxObject, number>();
  readonly #lightOf = new Map<FbxObject, number>();
  /** What animation can change. */
  readonly values: AnimatedValue[] = [];

  constructor(context: ImportContext, document: FbxDocument, space: SceneSpace) {
    for (const model of document.objects) {
      if (model.kind !== 'Model') continue;
      for (const { object } of [
        ...document.childrenOf(model, 'NodeAttribute', ''),
        ...document.childrenOf(model, 'Geometry', ''),
      ]) {
        const curved = CURVED[object.subtype];
        if (curved !== undefined)
          context.warn(
            'fbx/unsupported',
            object.place,
            `${JSON.stringify(model.name)} is ${curved}; it is left out`,
            'Convert it to polygons before exporting.',
          );
        else if (object.subtype === 'Camera') {
          const index = this.cameras.push(readCamera(object, model.name, space)) - 1;
          this.#cameraOf.set(model, index);
          this.values.push(...cameraValues(index, object, model, (at) => readCamera(at, model.name, space)));
        } else if (object.subtype === 'Light') {
          const index = this.lights.push(readLight(context, object, model.name)) - 1;
          this.#lightOf.set(model, index);
          this.values.push(...lightValues(index, object, model, (at) => readLight(SILENT, at, model.name)));
        }
      }
    }
  }

  cameraOf(model: FbxObject): number | undefined {
    return this.#cameraOf.get(model);
  }

  lightOf(model: FbxObject): number | undefined {
    return this.#lightOf.get(model);
  }

  facingOf(model: FbxObject): Quaternion | undefined {
    if (this.#cameraOf.has(model)) return CAMERA_FACING;
    return this.#lightOf.has(model) ? LIGHT_FACING : undefined;
  }
}
