// The parts of a compile context that every kind with textures uses: its settings and outputs.

import { decodeKtx2, readQualityNote } from '@assetc/formats';
import { isKtx2 } from '@assetc/formats/layouts';
import { describeUnreached } from '../../model/image/describe-quality.js';
import type { TextureMode } from '../../model/image/texture-params.js';
import type { CompileContext } from '../../model/kind/compile-context.js';
import type { Output } from '../../model/kind/output.js';
import { settingsIn } from '../../model/kind/setting.js';
import { sharesLevels } from './compile-texture.js';
import { type TextureSettings, textureSettings } from './settings.js';

export const textureSettingsOf = (context: CompileContext): TextureSettings =>
  settingsIn(context.settings, textureSettings);

/** How an image of this mode is read: color information in a file has no meaning for data. */
export const readOptions = (
  settings: TextureSettings,
  mode: TextureMode,
): { readonly limit: number; readonly colors: 'read' | 'as-is' } => ({
  limit: settings.limit,
  colors: mode === 'color' && settings.profile === 'apply' ? 'read' : 'as-is',
});

export function emitTexture(context: CompileContext, bytes: Uint8Array, mode: TextureMode, suffix = '.ktx2'): void {
  warnOfQuality(context, bytes);
  context.emit(outputOf(bytes, mode, suffix));
}

const outputOf = (bytes: Uint8Array, mode: TextureMode, suffix: string): Output => ({
  suffix,
  bytes,
  asset: { kind: 'texture', colorspace: mode === 'color' ? 'srgb' : 'linear' },
});

/** A texture whose encoding was chosen by a number contains a note about it. */
function warnOfQuality(context: CompileContext, bytes: Uint8Array): void {
  const note = isKtx2(bytes) ? readQualityNote(decodeKtx2(bytes)) : undefined;
  if (note !== undefined && !note.reached)
    context.warn({ code: 'texture/quality-unreached', file: context.path, message: describeUnreached(note) });
}

/** Another preset with the same levels in another encoding. */
export interface OtherEncoding {
  /** Index into the context's otherPresets. */
  readonly index: number;
  readonly settings: TextureSettings;
}

export function otherEncodings(context: CompileContext): readonly OtherEncoding[] {
  // What is chosen by a number, and its warnings, depend on the preset.
  if (typeof textureSettingsOf(context).quality !== 'string') return [];
  const ownSettings = context.settings[textureSettings.name] ?? {};
  return context.otherPresets.flatMap((values, index) =>
    sharesLevels(ownSettings, values[textureSettings.name] ?? {}) &&
    typeof settingsIn(values, textureSettings).quality === 'string'
      ? [{ index, settings: settingsIn(values, textureSettings) }]
      : [],
  );
}

/** Emits the context's own file, then one for each of the other encodings. */
export function emitTextures(
  context: CompileContext,
  files: readonly Uint8Array[],
  encodings: readonly OtherEncoding[],
  mode: TextureMode,
  suffix = '.ktx2',
): void {
  const [ownFile, ...otherFiles] = files;
  if (ownFile === undefined || otherFiles.length !== encodings.length) throw new Error('a file is missing');
  emitTexture(context, ownFile, mode, suffix);
  for (const [i, bytes] of otherFiles.entries())
    context.emitForPreset(encodings[i]?.index ?? -1, outputOf(bytes, mode, suffix));
}
