// The refs by which a mesh names its materials. A name is used only if it is unique within the source.

import { materialLeaves, materialRef } from '@assetc/formats';
import type { MaterialModel } from '../model/scene/material.js';

/** `materials`: all materials of the source, in source order. */
export function materialRefs(materials: readonly Pick<MaterialModel, 'name'>[], sourceRef: string): readonly bigint[] {
  return materialLeaves(materials.map(({ name }) => name)).map((leaf) => materialRef(sourceRef, leaf));
}
