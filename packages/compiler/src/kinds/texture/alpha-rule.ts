// What alpha means for the mips of a color image, for `assetc why`.

import { modeOf, type TextureSettings } from '../../compilers/texture/settings.js';
import type { TextureParams } from '../../model/image/texture-params.js';

const RULES = {
  hides: 'mips weigh color by alpha: every material that uses the image masks or blends by it',
  ignored: 'mips do not weigh color by alpha: a material that uses the image ignores it',
  data: 'mips do not weigh color by alpha: materials use it as data',
} as const;

export function alphaRule({ mode, alpha }: TextureParams, settings: TextureSettings): readonly string[] {
  if (modeOf(settings, mode) !== 'color') return [];
  return [alpha === undefined ? 'mips weigh color by alpha: no material uses the image' : RULES[alpha]];
}
