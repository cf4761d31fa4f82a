// Image files that are compiled as models and materials use them. What alpha means in a color image always follows from its uses. Its role does if
// `texture.standalone` is all, and neither the image's name nor the configuration sets it.

import { textureSettings } from '../../compilers/texture/settings.js';
import { isTextureMode } from '../../model/image/image-names.js';
import { type ImageUse, useOf, wordsOf } from '../../model/image/image-use.js';
import { ALPHA_MEANINGS, modeOfUses, type TextureMode } from '../../model/image/texture-params.js';
import type { BytesRef } from '../../model/kind/bytes-ref.js';
import type { ResolvedSettings } from '../../model/kind/setting.js';
import { settingsIn } from '../../model/kind/setting.js';
import type { SourceUse, Usage } from '../../model/kind/usage.js';
import type { Json } from '../../model/text/json.js';

interface UserOfImage extends ImageUse {
  readonly user: string;
}

interface TextureSources {
  /** Whether the name or the configuration sets the role. */
  hasExplicitRole(path: string, settings: ResolvedSettings): boolean;
  /** The mode of a source that nothing uses. */
  modeOf(path: string, settings: ResolvedSettings): TextureMode;
  /** The params of a source with such a use. */
  paramsFor(path: string, use: ImageUse, settings: ResolvedSettings): Json;
}

export function textureUsage({ hasExplicitRole, modeOf, paramsFor }: TextureSources): Usage {
  const roleFollows = (path: string, settings: ResolvedSettings): boolean =>
    settingsIn(settings, textureSettings).standalone === 'all' && !hasExplicitRole(path, settings);
  return {
    follows: (path, settings) => roleFollows(path, settings) || modeOf(path, settings) === 'color',
    usesIn,
    settle(path, uses, settings) {
      const known = uses.flatMap(readUse);
      if (known.length === 0) return undefined;
      const ownMode = modeOf(path, settings);
      const followsRole = roleFollows(path, settings);
      const mode = followsRole ? modeOfUses(known.map((one) => one.mode)) : ownMode;
      const alpha = mode === 'color' ? sharedAlpha(known) : undefined;
      if (!followsRole && alpha === undefined) return undefined;
      const use = { mode, alpha };
      const isSameWithout = mode === 'color' && alpha === undefined;
      return {
        use: wordsOf(use),
        params: isSameWithout ? undefined : paramsFor(path, use, settings),
        warning: followsRole ? disagreement(path, known, mode) : undefined,
      };
    },
  };
}

/** Colors are hidden only if all users hide them. One user that does not state it leaves it open, unless another shows them. */
function sharedAlpha(users: readonly UserOfImage[]): ImageUse['alpha'] {
  const colors = users.filter(({ mode }) => mode === 'color');
  if (colors.some(({ alpha }) => alpha === 'ignored')) return 'ignored';
  return colors.length > 0 && colors.every(({ alpha }) => alpha === 'hides') ? 'hides' : undefined;
}

function readUse({ user, use }: SourceUse): readonly UserOfImage[] {
  const read = useOf(use);
  return read === undefined ? [] : [{ user, ...read }];
}

function usesIn(params: Json): readonly { readonly file: string; readonly use: string }[] {
  const { mode, alpha, image } = asRecord(params);
  const { whole, roughness, metallic, color, opacity } = asRecord(image);
  if (!isTextureMode(mode)) return [];
  const meaning = ALPHA_MEANINGS.find((one) => one === alpha);
  const use = wordsOf({ mode, alpha: meaning === 'data' ? 'ignored' : meaning });
  return [
    ...wholeFile(whole).map((file) => ({ file, use })),
    // The alpha of these files is not used.
    ...[roughness, metallic, color].flatMap(wholeFile).map((file) => ({ file, use: mode })),
    ...wholeFile(opacity).map((file) => ({ file, use: 'linear' })),
  ];
}

function disagreement(path: string, uses: readonly UserOfImage[], kept: TextureMode) {
  const users = new Map<TextureMode, string>();
  for (const { user, mode } of uses) if (!users.has(mode)) users.set(mode, user);
  if (users.size < 2) return undefined;
  const [[mode, first] = ['color', ''], ...others] = users;
  const rest = others.map(([use, user]) => `, ${user === first ? '' : `${user} `}as ${use}`).join('');
  const message = `${first} uses it as ${mode}${rest}; it is encoded as ${kept}`;
  return { code: 'texture/two-roles', file: path, message } as const;
}

/** Records may contain anything: unknown data names no file. */
function wholeFile(ref: Json | undefined): readonly string[] {
  const { file, pointer, offset, length }: Partial<Record<keyof BytesRef, Json>> = asRecord(ref);
  const isPart = pointer !== undefined || offset !== undefined || length !== undefined;
  return typeof file !== 'string' || isPart ? [] : [file];
}

const asRecord = (json: Json | undefined): { readonly [key: string]: Json } =>
  typeof json === 'object' && json !== null && !isList(json) ? json : {};

const isList = (json: Json): json is readonly Json[] => Array.isArray(json);
