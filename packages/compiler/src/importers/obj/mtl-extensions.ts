// The statements for clear coats, sheen and anisotropy that Blender and others write → extensions of glTF's materials.

import type { MaterialExtensions } from '../../model/material-extensions.js';
import type { MtlMaterial } from './parse-mtl.js';

/** MTL does not say how rough sheen is: as Blender has it by default. */
const SHEEN_ROUGHNESS = 0.5;

/** Those that change something: exporters write zeros for the rest. */
export function mtlExtensions({
  clearcoat = 0,
  coatRoughness = 0,
  sheen = 0,
  anisotropy = 0,
  anisotropyTurn = 0,
}: MtlMaterial): { readonly extensions?: MaterialExtensions } {
  const extensions: MaterialExtensions = {
    ...(clearcoat > 0
      ? { clearcoat: { factor: unit(clearcoat), roughness: unit(coatRoughness), normalScale: 1 } }
      : {}),
    ...(sheen > 0 ? { sheen: { roughness: SHEEN_ROUGHNESS, color: [unit(sheen), unit(sheen), unit(sheen)] } } : {}),
    ...(anisotropy > 0 ? { anisotropy: { strength: unit(anisotropy), rotation: anisotropyTurn * 2 * Math.PI } } : {}),
  };
  return Object.keys(extensions).length === 0 ? {} : { extensions };
}

export const unit = (x: number): number => Math.min(1, Math.max(0, x));
