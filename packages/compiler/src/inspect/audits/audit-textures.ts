// The textures of an output, by the refs of materials, with the slots that use them. Each is opened once for its header.

import { decodeHmat, type Ktx2 } from '@assetc/formats';
import type { AssetTree } from '../asset-tree.js';
import { decodeOrSkip } from '../checks/decode-or-skip.js';
import { textureHashes } from '../texture-users.js';
import { openTexture } from './texel-measures.js';

type Role = 'baseColor' | 'normal';

interface TextureSize {
  readonly width: number;
  readonly height: number;
  /** It is a 3D texture: a lookup table, which has no blocks and no levels. */
  readonly isTable: boolean;
}

export class AuditTextures {
  readonly #tree: AssetTree;
  readonly #paths = new Map<bigint, string>();
  readonly #sizes = new Map<string, TextureSize>();
  #roles: Promise<ReadonlyMap<string, ReadonlySet<Role>>> | undefined;

  constructor(tree: AssetTree) {
    this.#tree = tree;
    for (const { path } of tree.files) for (const hash of textureHashes(path)) this.#paths.set(hash, path);
  }

  /** Undefined if the output does not contain it. */
  pathOf(ref: bigint): string | undefined {
    return ref === 0n ? undefined : this.#paths.get(ref);
  }

  async open(path: string): Promise<Ktx2> {
    const ktx = openTexture(await this.#tree.read(path));
    this.#sizes.set(path, { width: ktx.pixelWidth, height: ktx.pixelHeight, isTable: ktx.pixelDepth > 0 });
    return ktx;
  }

  async sizeOf(path: string): Promise<TextureSize> {
    const known = this.#sizes.get(path);
    if (known !== undefined) return known;
    await this.open(path);
    return this.sizeOf(path);
  }

  /** What materials use a texture for. */
  async rolesOf(path: string): Promise<ReadonlySet<Role>> {
    this.#roles ??= this.#findRoles();
    return (await this.#roles).get(path) ?? new Set();
  }

  async #findRoles(): Promise<ReadonlyMap<string, ReadonlySet<Role>>> {
    const roles = new Map<string, Set<Role>>();
    const add = (ref: bigint, role: Role): void => {
      const path = this.pathOf(ref);
      if (path === undefined) return;
      const known = roles.get(path) ?? new Set();
      roles.set(path, known.add(role));
    };
    for (const { path } of this.#tree.files.filter((file) => file.path.endsWith('.hmat')))
      for (const { baseColorTex, normalTex } of decodeOrSkip(decodeHmat, await this.#tree.read(path)) ?? []) {
        add(baseColorTex, 'baseColor');
        add(normalTex, 'normal');
      }
    return roles;
  }
}
