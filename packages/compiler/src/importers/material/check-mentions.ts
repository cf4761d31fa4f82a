// Checks the textures that a .mat material names: they must exist in the input and fit their slots.

import { AssetError } from '../../diagnostics/diagnostic.js';
import { IMAGE_EXTENSION } from '../../model/image/image-names.js';
import { wordsOf } from '../../model/image/image-use.js';
import type { TextureMode } from '../../model/image/texture-params.js';
import type { Claim, CompileContext } from '../../model/kind/compile-context.js';
import { followsUses, modeOfSource } from '../../model/mode-of-source.js';
import { hidesByAlpha, type MaterialSlot, modeOfSlot, usesAlphaOnly } from '../../model/scene/material.js';
import type { MatMaterial } from './parse-mat.js';
import type { TextureMention } from './texture-mentions.js';

type Context = Pick<CompileContext, 'path' | 'exists' | 'mention' | 'settingsOf' | 'warn'>;

/** Slots that use a single channel: a grayscale image fits them too. */
const SINGLE_CHANNEL_SLOTS: ReadonlySet<MaterialSlot> = new Set([
  'occlusion',
  'clearcoat',
  'iridescence',
  'transmission',
]);

/** Whether an image with that role renders correctly in a slot. */
function fits(slot: MaterialSlot, role: TextureMode): boolean {
  if (role === modeOfSlot(slot) || (role === 'grayscale' && SINGLE_CHANNEL_SLOTS.has(slot))) return true;
  // Alpha is the same in color and in linear data.
  return role === 'color' && usesAlphaOnly(slot);
}

/** Checks every mention of every material; throws at the first that does not name an image of the input. */
export async function checkMentions(context: Context, materials: readonly MatMaterial[]): Promise<void> {
  for (const material of materials) {
    for (const mention of material.mentions) {
      await checkMention(context, material, mention);
    }
  }
}

async function checkMention(
  context: Context,
  material: MatMaterial,
  { slot, path, where, isInBase }: TextureMention,
): Promise<void> {
  // The end of the build compares these with the base.
  if (isInBase === true) return;
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
  const isBaseColor = material.mentions.some((one) => one.slot === 'baseColor' && one.path === path);
  const alpha = hidesByAlpha(material.alphaMode, isBaseColor) ? 'hides' : 'ignored';
  const claim = await context.mention(path, wordsOf({ mode: modeOfSlot(slot), alpha }));
  if (claim?.kind !== 'texture' || claim.source !== path)
    throw new AssetError({
      code: 'material/missing-texture',
      file,
      where,
      message: `${path} does not become a texture: ${whyNot(path, claim)}`,
      hint: 'Name an image that is compiled on its own, or change exclude or embed in assetc.yml so that this one is.',
    });
  const role = modeOfSource(context, path);
  if (!fits(slot, role) && !followsUses(context, path))
    context.warn({
      code: 'material/role-mismatch',
      file,
      where,
      message: `${path} is encoded as ${role}, but material "${material.name}" uses it as ${slot}`,
    });
}

function whyNot(path: string, claim: Claim | undefined): string {
  if (claim === undefined) return 'it is excluded or hidden';
  return claim.source === path ? `it is compiled as ${claim.kind}` : `it is part of ${claim.source}`;
}
