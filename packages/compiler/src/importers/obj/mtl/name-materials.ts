// Maps the names of usemtl to rows of the material table. A name that no library defines gets a plain row: files often come without their
// library, and the names still separate their parts.

import type { CompileContext } from '../../../model/kind/compile-context.js';
import type { MaterialModel } from '../../../model/scene/material.js';
import type { ObjText } from '../obj-text.js';
import { plainMaterial } from './mtl-materials.js';

/** What exporters write for faces without a material. */
const NO_MATERIAL = ['None', '(null)'];

interface NamedMaterials {
  /** Defined materials first. */
  readonly materials: readonly MaterialModel[];
  /** For each material name of the OBJ file, its row in the table; −1 for none. */
  readonly numbers: Int32Array;
}

/** `isComplete`: every library exists; otherwise a warning about missing materials was reported already. */
export function nameMaterials(
  context: Pick<CompileContext, 'path' | 'warn'>,
  { materialNames }: Pick<ObjText, 'materialNames'>,
  defined: readonly MaterialModel[],
  isComplete: boolean,
): NamedMaterials {
  const materials = [...defined];
  const known = new Map(defined.map((material, index) => [material.name, index]));
  const numbers = Int32Array.from(materialNames, ({ name, line }) => {
    const number = known.get(name);
    if (number !== undefined) return number;
    if (NO_MATERIAL.includes(name)) return -1;
    if (isComplete)
      context.warn({
        code: 'obj/undefined-material',
        file: context.path,
        where: { line },
        message: `material "${name}" is not defined; its faces get a plain material with that name`,
      });
    return materials.push(plainMaterial(name)) - 1;
  });
  return { materials, numbers };
}
