// What every kind that makes textures asks of its context: its settings, and a place for what came of them.

import type { CompileContext } from '../../model/compile-context.js';
import type { Output } from '../../model/output.js';
import { settingsIn } from '../../model/setting.js';
import type { TextureMode } from '../../model/texture-params.js';
import { sharesLevels } from './compile-texture.js';
import { type TextureSettings, textureSettings } from './settings.js';

export const textureSettingsOf = (context: CompileContext): TextureSettings =>
  settingsIn(context.settings, textureSettings);

/** The mode that a setting asks for, else what the name or the slot says. */
export const modeOf = (settings: TextureSettings, otherwise: TextureMode): TextureMode =>
  settings.role === 'auto' ? otherwise : settings.role;

/** How an image of this mode is to be read: what a file says of its colours means nothing for data. */
export const readingOf = (
  settings: TextureSettings,
  mode: TextureMode,
): { readonly limit: number; readonly colors: 'read' | 'as-is' } => ({
  limit: settings.limit,
  colors: mode === 'color' && settings.profile === 'apply' ? 'read' : 'as-is',
});

export function emitTexture(context: CompileContext, bytes: Uint8Array, mode: TextureMode, suffix = '.ktx2'): void {
  context.emit(outputOf(bytes, mode, suffix));
}

const outputOf = (bytes: Uint8Array, mode: TextureMode, suffix: string): Output => ({
  suffix,
  bytes,
  asset: { kind: 'texture', colorspace: mode === 'color' ? 'srgb' : 'linear' },
});

/** Another preset that has the same levels in another encoding. */
export interface OtherEncoding {
  /** Into the context's others. */
  readonly index: number;
  readonly settings: TextureSettings;
}

export function otherEncodings(context: CompileContext): readonly OtherEncoding[] {
  const own = context.settings[textureSettings.name] ?? {};
  return context.otherPresets.flatMap((values, index) =>
    sharesLevels(own, values[textureSettings.name] ?? {})
      ? [{ index, settings: settingsIn(values, textureSettings) }]
      : [],
  );
}

/** The context's own file first, then one for each of the others. */
export function emitTextures(
  context: CompileContext,
  files: readonly Uint8Array[],
  others: readonly OtherEncoding[],
  mode: TextureMode,
  suffix = '.ktx2',
): void {
  const [own, ...further] = files;
  if (own === undefined || further.length !== others.length) throw new Error('a file is missing');
  emitTexture(context, own, mode, suffix);
  for (const [i, bytes] of further.entries())
    context.emitForPreset(others[i]?.index ?? -1, outputOf(bytes, mode, suffix));
}
