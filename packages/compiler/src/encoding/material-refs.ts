// The refs by which a mesh names its materials: a name counts only where no other of the source has it.

import { materialLeaves, materialRef } from '@assetc/formats';
import type { MaterialModel } from '../model/material.js';

/** `materials`: all of the source, in source order. */
export function materialRefs(materials: readonly Pick<MaterialModel, 'name'>[], sourceRef: string): readonly bigint[] {
  return materialLeaves(materials.map(({ name }) => name)).map((leaf) => materialRef(sourceRef, leaf));
}
