// Which images the materials in use need, and how each is to be encoded: by slot, and by first use where slots disagree.

import { type MaterialModel, SLOT_MODES, TEXTURE_SLOTS, type TextureSlot } from '../../model/material.js';
import { modeOfUses, type TextureMode } from '../../model/texture-params.js';

export interface PlannedTexture {
  /** Into the scene's images. */
  readonly image: number;
  readonly mode: TextureMode;
  /** Of the first masked material that shows the image's alpha. */
  readonly alphaCutoff: number | null;
}

export interface ModeConflict {
  readonly image: number;
  readonly kept: TextureMode;
  readonly first: { readonly material: number; readonly slot: TextureSlot };
  readonly second: { readonly material: number; readonly slot: TextureSlot };
}

interface Use {
  readonly material: number;
  readonly slot: TextureSlot;
}

/** `order`: the materials in use, row by row. Images come in order of first use. */
export function planTextures(
  materials: readonly MaterialModel[],
  order: readonly number[],
  onConflict: (conflict: ModeConflict) => void,
): readonly PlannedTexture[] {
  const uses = new Map<number, Use[]>();
  for (const material of order)
    for (const slot of TEXTURE_SLOTS) {
      const image = materials[material]?.textures[slot];
      if (image === undefined) continue;
      const list = uses.get(image) ?? [];
      list.push({ material, slot });
      uses.set(image, list);
    }
  return [...uses].map(([image, list]) => {
    const mode = modeOfUses(list.map(({ slot }) => SLOT_MODES[slot]));
    const [first] = list;
    const second = list.find(({ slot }) => first !== undefined && SLOT_MODES[slot] !== SLOT_MODES[first.slot]);
    if (first !== undefined && second !== undefined) onConflict({ image, kept: mode, first, second });
    return { image, mode, alphaCutoff: alphaCutoffOf(materials, list) };
  });
}

function alphaCutoffOf(materials: readonly MaterialModel[], uses: readonly Use[]): number | null {
  for (const { material, slot } of uses) {
    const model = materials[material];
    if (slot === 'baseColor' && model?.alphaMode === 'mask') return model.alphaCutoff;
  }
  return null;
}
