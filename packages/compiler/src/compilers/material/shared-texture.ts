// Computes the name of a texture in the shared store: FNV-1a 64 over mode, image bytes and the settings that differ from the built-in ones.

import { Fnv1a64 } from '@assetc/formats';
import { makingOf, partsOf, type TextureMode, type TextureParams } from '../../model/image/texture-params.js';
import type { BytesRef } from '../../model/kind/bytes-ref.js';
import type { SettingsGroup, SettingValue } from '../../model/kind/setting.js';

const MODE_BYTES: { readonly [mode in TextureMode]: number } = { color: 0, linear: 1, normal: 2, grayscale: 3 };

/**
 * `resolved`: the settings that affect bytes. For a masked material, `alphaCoverage: auto` resolves to its cutoff, which changes the texels and so
 * counts as a different setting.
 */
export async function sharedTextureRef(
  { mode, image, alphaCutoff, alpha, ignoresProfile }: TextureParams,
  resolved: { readonly [setting: string]: SettingValue },
  builtIn: Pick<SettingsGroup, 'settings'>,
  readRef: (ref: BytesRef) => Promise<Uint8Array>,
): Promise<bigint> {
  const settings =
    alphaCutoff === null || resolved.alphaCoverage === false ? resolved : { ...resolved, alphaCoverage: alphaCutoff };
  const hash = new Fnv1a64().update(Uint8Array.of(MODE_BYTES[mode]));
  if ('whole' in image) {
    hash.update(await readRef(image.whole));
  } else if (!('roughness' in image)) {
    const shape = partsOf(image).length > 1 ? { parts: partsOf(image).map((ref) => ref !== null) } : {};
    hash.update(new TextEncoder().encode(JSON.stringify({ ...makingOf(image), ...shape })));
    for (const ref of partsOf(image)) if (ref !== null) hash.update(await readRef(ref));
  } else {
    // Which map is which must count: the same file may be roughness in one material and metallic in another.
    hash.update(Uint8Array.of((image.roughness === null ? 0 : 1) + (image.metallic === null ? 0 : 2)));
    for (const ref of [image.roughness, image.metallic]) if (ref !== null) hash.update(await readRef(ref));
  }
  // Outside glTF models the color profile counts, so the same image gives different texels.
  if (mode === 'color' && ignoresProfile === undefined) hash.update(new TextEncoder().encode('profile'));
  if (alpha === 'data') hash.update(new TextEncoder().encode('alpha is data'));
  if (alpha === 'hides') hash.update(new TextEncoder().encode('alpha blends'));
  const different = Object.keys(settings)
    .filter((name) => JSON.stringify(settings[name]) !== JSON.stringify(builtIn.settings[name]?.default))
    .sort();
  if (different.length > 0)
    hash.update(
      new TextEncoder().encode(JSON.stringify(Object.fromEntries(different.map((name) => [name, settings[name]])))),
    );
  return hash.digest();
}
