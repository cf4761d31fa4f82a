// Converts MTL statements for clear coat, sheen and anisotropy, as Blender and others write them, to glTF material extensions.

import type { MaterialExtensions } from '../../../model/scene/material-extensions.js';
import type { MtlMaterial } from './parse-mtl.js';

/** MTL has no sheen roughness; this is Blender's default. */
const SHEEN_ROUGHNESS = 0.5;

/** Only extensions that have an effect: exporters write zeros for the rest. */
export function mtlExtensions({
  clearcoat = 0,
  coatRoughness = 0,
  sheen = 0,
  anisotropy = 0,
  anisotropyTurns = 0,
}: MtlMaterial): { readonly extensions?: MaterialExtensions } {
  const extensions: MaterialExtensions = {
    ...(clearcoat > 0
      ? { clearcoat: { factor: clampUnit(clearcoat), roughness: clampUnit(coatRoughness), normalScale: 1 } }
      : {}),
    ...(sheen > 0
      ? { sheen: { roughness: SHEEN_ROUGHNESS, color: [clampUnit(sheen), clampUnit(sheen), clampUnit(sheen)] } }
      : {}),
    ...(anisotropy > 0
      ? { anisotropy: { strength: clampUnit(anisotropy), rotation: anisotropyTurns * 2 * Math.PI } }
      : {}),
  };
  return Object.keys(extensions).length === 0 ? {} : { extensions };
}

export const clampUnit = (x: number): number => Math.min(1, Math.max(0, x));
