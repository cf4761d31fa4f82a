// The name of a texture in the shared store: FNV-1a 64 over mode, image bytes and the settings that are not built in.

import { Fnv1a64 } from '@assetc/formats';
import type { BytesRef } from '../../model/bytes-ref.js';
import type { SettingsGroup, SettingValue } from '../../model/setting.js';
import { makingOf, partsOf, type TextureMode, type TextureParams } from '../../model/texture-params.js';

const MODE_BYTES: { readonly [mode in TextureMode]: number } = { color: 0, linear: 1, normal: 2, grayscale: 3 };

/**
 * `resolved` are those settings that affect bytes. What `alphaCoverage: auto` comes to for a masked material is its cutoff, which changes
 * the texels and so counts as a setting that differs.
 */
export async function sharedTextureRef(
  { mode, image, alphaCutoff, alphaIsData, alphaBlends, ignoresProfile }: TextureParams,
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
    // Which map is which must count: one file may serve as roughness here and as metallic there.
    hash.update(Uint8Array.of((image.roughness === null ? 0 : 1) + (image.metallic === null ? 0 : 2)));
    for (const ref of [image.roughness, image.metallic]) if (ref !== null) hash.update(await readRef(ref));
  }
  // The same image gives other texels where its profile counts than in a glTF model.
  if (mode === 'color' && ignoresProfile === undefined) hash.update(new TextEncoder().encode('profile'));
  if (alphaIsData !== undefined) hash.update(new TextEncoder().encode('alpha is data'));
  // Blocks of UASTC, and so of ASTC, are the same either way.
  const isWeighed = resolved.target !== undefined && resolved.target !== 'universal' && resolved.target !== 'astc';
  if (alphaBlends !== undefined && isWeighed) hash.update(new TextEncoder().encode('alpha blends'));
  const different = Object.keys(settings)
    .filter((name) => JSON.stringify(settings[name]) !== JSON.stringify(builtIn.settings[name]?.default))
    .sort();
  if (different.length > 0)
    hash.update(
      new TextEncoder().encode(JSON.stringify(Object.fromEntries(different.map((name) => [name, settings[name]])))),
    );
  return hash.digest();
}
