// Loads a material table with its extended fields, names, and texture files.

import {
  decodeHmat,
  decodeHmatx,
  decodeHmesh,
  type Hmatx,
  hashToHex,
  MATERIAL_EXTENSIONS,
  MATERIAL_TEXTURE_SLOTS,
  type Material,
  type MaterialExtras,
  type MaterialTextureSlot,
  type MaterialTextureUse,
  materialExtras,
  TEXTURE_SLOTS,
} from '@assetc/formats';
import { resolveHashes } from '../../store/resolve-hashes.js';
import type { Store } from '../../store/store.js';

export interface TextureInSlot {
  readonly slot: MaterialTextureSlot;
  readonly hash: string;
  /** Undefined if the manifest has no such texture, or its file is missing. */
  readonly path: string | undefined;
  /** How it is sampled; undefined for the default. */
  readonly use: MaterialTextureUse | undefined;
}

export interface MaterialRow {
  readonly name: string;
  readonly material: Material;
  readonly extras: MaterialExtras | undefined;
  readonly textures: readonly TextureInSlot[];
  /** Names of its extensions. */
  readonly extensions: readonly (typeof MATERIAL_EXTENSIONS)[number][];
}

/** `props.hmat` and `props.hmatx` are one table. */
export const tableOf = (path: string): string => path.replace(/\.hmatx?$/, '');

export async function loadMaterials(store: Store, path: string): Promise<readonly MaterialRow[]> {
  const table = tableOf(path);
  const readIf = async <T>(name: string, decode: (bytes: Uint8Array) => T): Promise<T | undefined> =>
    store.find(name) === undefined ? undefined : decode(await store.read(name));
  const [rows, extras, names, paths] = await Promise.all([
    store.read(`${table}.hmat`).then(decodeHmat),
    readIf(`${table}.hmatx`, decodeHmatx),
    // Version 1 meshes have no names. The mesh's own view reports a broken mesh.
    readIf(`${table}.hmesh`, decodeHmesh).then(
      (mesh) => mesh?.names?.materials ?? [],
      () => [],
    ),
    texturePaths(store),
  ]);
  return rows.map((material, row) => describe(material, row, names[row] ?? '', extras, paths));
}

async function texturePaths(store: Store): Promise<ReadonlyMap<bigint, string>> {
  const resolved = [...(await resolveHashes(store)).values()];
  return new Map(resolved.filter(({ path }) => store.find(path) !== undefined).map(({ hash, path }) => [hash, path]));
}

function describe(
  material: Material,
  row: number,
  name: string,
  hmatx: Hmatx | undefined,
  paths: ReadonlyMap<bigint, string>,
): MaterialRow {
  const extras = hmatx === undefined ? undefined : materialExtras(hmatx, row);
  const textures = MATERIAL_TEXTURE_SLOTS.flatMap((slot, i): TextureInSlot[] => {
    const field = TEXTURE_SLOTS[i];
    const use = extras?.textures[slot];
    const hash = use?.texture ?? (field === undefined ? 0n : material[field]);
    return hash === 0n ? [] : [{ slot, hash: hashToHex(hash), path: paths.get(hash), use }];
  });
  const extensions = MATERIAL_EXTENSIONS.filter((each) => extras?.[each] !== undefined);
  return { name: name === '' ? `material ${row}` : name, material, extras, textures, extensions };
}
