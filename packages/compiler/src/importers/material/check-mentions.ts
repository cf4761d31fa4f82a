// The textures that a hand-written material names, checked against the input and against their roles.

import { AssetError } from '../../diagnostics/diagnostic.js';
import { IMAGE_EXTENSION } from '../../model/image-names.js';
import type { Claim, CompileContext } from '../../model/kind.js';
import { SLOT_MODES, type TextureSlot } from '../../model/material.js';
import { followsUses, modeOfSource } from '../../model/mode-of-source.js';
import type { TextureMode } from '../../model/texture-params.js';
import type { HandMaterial, TextureMention } from './parse-mat.js';

type Context = Pick<CompileContext, 'path' | 'exists' | 'mention' | 'settingsOf' | 'warn'>;

/** Roles that a slot may hold without looking wrong. */
const FITTING: Readonly<Record<TextureSlot, readonly TextureMode[]>> = {
  baseColor: ['color'],
  metallicRoughness: ['linear'],
  normal: ['normal'],
  occlusion: ['linear', 'grayscale'],
  emissive: ['color'],
};

/** Checks every mention of every material; throws at the first that names no image of the input. */
export async function checkMentions(context: Context, materials: readonly HandMaterial[]): Promise<void> {
  for (const material of materials) {
    for (const mention of material.mentions) {
      await checkMention(context, material, mention);
    }
  }
}

async function checkMention(
  context: Context,
  material: HandMaterial,
  { slot, path, where }: TextureMention,
): Promise<void> {
  const file = context.path;
  if (!IMAGE_EXTENSION.test(path))
    throw new AssetError({
      code: 'material/not-a-texture',
      file,
      where,
      message: `${path} in slot ${slot} is not an image`,
    });
  if (path.startsWith('/') || path.split('/').includes('..') || !(await context.exists(path)))
    throw new AssetError({
      code: 'material/missing-texture',
      file,
      where,
      message: `${path} is not in the input folder`,
    });
  const claim = await context.mention(path, SLOT_MODES[slot]);
  if (claim?.kind !== 'texture' || claim.source !== path)
    throw new AssetError({
      code: 'material/missing-texture',
      file,
      where,
      message: `${path} gives no texture: ${whyNot(path, claim)}`,
      hint: 'Name an image that is compiled on its own, or let this one be: see exclude and embed in assetc.yml',
    });
  const role = modeOfSource(context, path);
  if (!FITTING[slot].includes(role) && !followsUses(context, path))
    context.warn({
      code: 'material/role-mismatch',
      file,
      where,
      message: `${path} is encoded as ${role}, but material "${material.name}" uses it as ${slot}`,
    });
}

function whyNot(path: string, claim: Claim | undefined): string {
  if (claim === undefined) return 'it is excluded or hidden';
  return claim.source === path ? `it is compiled as ${claim.kind}` : `it is a part of ${claim.source}`;
}
