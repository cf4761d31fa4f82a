// What a geometry loses, or has to be repaired.

import type { FbxObject } from '../document/fbx-document.js';
import type { ImportContext } from '../import-context.js';
import { type CornerValues, countBad } from './layer-element.js';
import type { FbxPolygons } from './polygons.js';

export function warnAboutBadIndices(
  context: ImportContext,
  object: FbxObject,
  { badCorners }: FbxPolygons,
  elements: readonly ({ readonly values: CornerValues } | undefined)[],
): void {
  const bad = elements.reduce((sum, element) => sum + (element?.values.badCorners ?? 0), badCorners);
  if (bad > 0)
    context.warn(
      'fbx/bad-index',
      object.place,
      `${bad} corners of ${JSON.stringify(object.name)} refer to values that do not exist`,
    );
}

export function warnAboutBadNumbers(
  context: ImportContext,
  object: FbxObject,
  { points }: FbxPolygons,
  elements: readonly ({ readonly values: CornerValues } | undefined)[],
): void {
  const bad = elements.reduce((sum, element) => sum + (element?.values.badNumbers ?? 0), countBad(points));
  if (bad > 0)
    context.warn(
      'fbx/not-finite',
      object.place,
      `${bad} coordinates of ${JSON.stringify(object.name)} are not finite numbers; they become 0`,
    );
}

export function warnAboutLines(
  context: ImportContext,
  object: FbxObject,
  { lineFaces, pointFaces }: { readonly lineFaces: number; readonly pointFaces: number },
): void {
  context.warn(
    'fbx/unsupported',
    object.place,
    `${JSON.stringify(object.name)} has ${lineFaces} lines and ${pointFaces} points as faces; they are left out`,
  );
}
