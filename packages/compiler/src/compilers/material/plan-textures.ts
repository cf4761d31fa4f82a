// Plans which images the materials in use need, and how each is encoded: by slot, or by first use if slots disagree.

import { type AlphaMeaning, modeOfUses, type TextureMode } from '../../model/image/texture-params.js';
import {
  EXTENSION_SLOTS,
  hidesByAlpha,
  type MaterialModel,
  type MaterialSlot,
  modeOfSlot,
  TEXTURE_SLOTS,
  usesAlphaOnly,
} from '../../model/scene/material.js';

export interface PlannedTexture {
  /** Index into the scene's images. */
  readonly image: number;
  readonly mode: TextureMode;
  /** The cutoff of the first masked material that uses the image's alpha. */
  readonly alphaCutoff: number | null;
  /** Undefined unless it is a color image. */
  readonly alpha: AlphaMeaning | undefined;
}

export interface ModeConflict {
  readonly image: number;
  readonly kept: TextureMode;
  readonly first: Use;
  readonly second: Use;
}

interface Use {
  readonly material: number;
  readonly slot: MaterialSlot;
}

/** `order`: the materials in use, row by row. Images are in order of first use; those of extensions come after the others. */
export function planTextures(
  materials: readonly MaterialModel[],
  order: readonly number[],
  onConflict: (conflict: ModeConflict) => void,
): readonly PlannedTexture[] {
  const uses = new Map<number, Use[]>();
  for (const slots of [TEXTURE_SLOTS, EXTENSION_SLOTS])
    for (const material of order)
      for (const slot of slots) {
        const image = materials[material]?.textures[slot]?.image;
        if (image === undefined) continue;
        const list = uses.get(image) ?? [];
        list.push({ material, slot });
        uses.set(image, list);
      }
  return [...uses].map(([image, list]) => {
    const deciding = decidingUses(list);
    const mode = modeOfUses(deciding.map(({ slot }) => modeOfSlot(slot)));
    const [first] = deciding;
    const second = deciding.find(({ slot }) => first !== undefined && modeOfSlot(slot) !== modeOfSlot(first.slot));
    if (first !== undefined && second !== undefined) onConflict({ image, kept: mode, first, second });
    const alpha = mode === 'color' ? alphaMeaning(materials, image, list) : undefined;
    return { image, mode, alphaCutoff: alphaCutoffOf(materials, list), alpha };
  });
}

/** Alpha is stored the same with color and linear data: a slot that uses only alpha accepts either. */
function decidingUses(uses: readonly Use[]): readonly Use[] {
  const others = uses.filter(({ slot }) => !usesAlphaOnly(slot));
  return others.some(({ slot }) => modeOfSlot(slot) !== 'normal') ? others : uses;
}

function alphaMeaning(materials: readonly MaterialModel[], image: number, uses: readonly Use[]): AlphaMeaning {
  const hides = ({ alphaMode, textures }: MaterialModel) =>
    hidesByAlpha(alphaMode, textures.baseColor?.image === image);
  const users = uses.flatMap(({ material }) => materials[material] ?? []);
  if (users.every(hides)) return 'hides';
  // If an image is used both ways, opacity takes precedence: its edges are visible.
  return uses.some(({ slot }) => usesAlphaOnly(slot)) && !users.some(hides) ? 'data' : 'ignored';
}

function alphaCutoffOf(materials: readonly MaterialModel[], uses: readonly Use[]): number | null {
  for (const { material, slot } of uses) {
    const model = materials[material];
    if (slot === 'baseColor' && model?.alphaMode === 'mask') return model.alphaCutoff;
  }
  return null;
}
