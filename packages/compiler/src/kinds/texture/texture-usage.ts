// Image files that are compiled as models and materials use them: if `texture.standalone` is all, and neither the
// image's name nor the configuration sets its role.

import { textureSettings } from '../../compilers/texture/settings.js';
import { isTextureMode } from '../../model/image/image-names.js';
import { modeOfUses, type TextureMode } from '../../model/image/texture-params.js';
import type { BytesRef } from '../../model/kind/bytes-ref.js';
import type { ResolvedSettings } from '../../model/kind/setting.js';
import { settingsIn } from '../../model/kind/setting.js';
import type { SourceUse, Usage } from '../../model/kind/usage.js';
import type { Json } from '../../model/text/json.js';

interface ModeUse extends SourceUse {
  readonly use: TextureMode;
}

const isModeUse = (use: SourceUse): use is ModeUse => isTextureMode(use.use);

interface TextureSources {
  /** Whether the name or the configuration sets the role. */
  hasExplicitRole(path: string, settings: ResolvedSettings): boolean;
  /** The params of a source in a mode. */
  paramsFor(path: string, mode: TextureMode, settings: ResolvedSettings): Json;
}

export const textureUsage = ({ hasExplicitRole: saysItself, paramsFor }: TextureSources): Usage => ({
  follows: (path, settings) =>
    settingsIn(settings, textureSettings).standalone === 'all' && !saysItself(path, settings),
  usesIn(params) {
    const { mode, image } = asRecord(params);
    const { whole, roughness, metallic, color, opacity } = asRecord(image);
    if (!isTextureMode(mode)) return [];
    return [
      ...[whole, roughness, metallic, color].flatMap(wholeFile).map((file) => ({ file, use: mode })),
      ...wholeFile(opacity).map((file) => ({ file, use: 'linear' })),
    ];
  },
  settle(path, uses, settings) {
    const known = uses.filter(isModeUse);
    if (known.length === 0) return undefined;
    const use = modeOfUses(known.map((one) => one.use));
    return {
      use,
      params: use === 'color' ? undefined : paramsFor(path, use, settings),
      warning: disagreement(path, known, use),
    };
  },
});

function disagreement(path: string, uses: readonly ModeUse[], kept: TextureMode) {
  const users = new Map<TextureMode, string>();
  for (const { user, use } of uses) if (!users.has(use)) users.set(use, user);
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
