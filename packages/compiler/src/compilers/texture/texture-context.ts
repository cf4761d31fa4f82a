// What every kind that makes textures asks of its context: its settings, and a place for what came of them.

import type { CompileContext } from '../../model/kind.js';
import { settingsIn } from '../../model/setting.js';
import type { TextureMode } from '../../model/texture-params.js';
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
  const colorspace = mode === 'color' ? 'srgb' : 'linear';
  context.emit({ suffix, bytes, asset: { kind: 'texture', colorspace } });
}
