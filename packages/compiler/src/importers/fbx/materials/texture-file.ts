// Finds the image of a texture: embedded in the file, at its relative path, or by its name next to the model. Absolute paths are those
// of another machine: only their file name is used. Nothing outside the input is read.

import { AssetError } from '../../../diagnostics/diagnostic.js';
import { IMAGE_EXTENSION } from '../../../model/image/image-names.js';
import type { BytesRef } from '../../../model/kind/bytes-ref.js';
import type { FbxDocument, FbxObject } from '../document/fbx-document.js';
import { splitName } from '../document/object-name.js';
import { childOf, type FbxNode, textOf } from '../file/fbx-node.js';
import type { FbxContext } from '../import-context.js';

/** Where artists and programs put images, relative to the model. `.fbm` is where programs unpack embedded media. */
const FOLDERS = ['', 'textures/', 'Textures/', 'texture/', 'images/', 'maps/', '../textures/', '../Textures/', '../'];

export interface FoundFile {
  readonly ref: BytesRef;
  /** For messages and to recognize normal maps. */
  readonly name: string;
}

export class TextureFiles {
  readonly #context: FbxContext;
  readonly #document: FbxDocument;
  /** The bytes of the file. */
  readonly #bytes: Uint8Array;
  readonly #videos: readonly FbxObject[];
  readonly #found = new Map<FbxObject, FoundFile | undefined>();
  readonly #byPath = new Map<string, string | undefined>();

  constructor(context: FbxContext, document: FbxDocument, bytes: Uint8Array) {
    this.#context = context;
    this.#document = document;
    this.#bytes = bytes;
    this.#videos = document.objects.filter(({ kind }) => kind === 'Video');
  }

  /** Undefined if there is no such image. `texture`: an object of the kind Texture. */
  async find(texture: FbxObject): Promise<FoundFile | undefined> {
    if (this.#found.has(texture)) return this.#found.get(texture);
    const found = await this.#search(texture);
    this.#found.set(texture, found);
    return found;
  }

  /** The name that the texture gives its image; empty if it has none. */
  nameOf(texture: FbxObject): string {
    return lastPart(this.#pathsOf(texture)[0] ?? '');
  }

  async #search(texture: FbxObject): Promise<FoundFile | undefined> {
    const name = this.nameOf(texture);
    for (const video of this.#videosOf(texture)) {
      const ref = this.#embedded(childOf(video.node, 'Content'), name);
      if (ref !== undefined) return { ref, name };
    }
    for (const path of this.#pathsOf(texture)) {
      if (!this.#byPath.has(path)) this.#byPath.set(path, await this.#locate(path));
      const file = this.#byPath.get(path);
      if (file !== undefined) return { ref: { file }, name: file };
    }
    return undefined;
  }

  /** Connected, named, or with the same path: some programs connect a copy without the data. */
  #videosOf(texture: FbxObject): readonly FbxObject[] {
    const connected = this.#document.childrenOf(texture, 'Video').map(({ object }) => object);
    const { name } = splitName(textOf(texture.node, 'Media') ?? '');
    const path = textOf(texture.node, 'RelativeFilename') || textOf(texture.node, 'FileName');
    const others = this.#videos.filter(
      ({ name: own, node }) =>
        (connected.length === 0 && name !== '' && own === name) ||
        (path !== undefined &&
          path !== '' &&
          [textOf(node, 'RelativeFilename'), textOf(node, 'Filename')].includes(path)),
    );
    return [...new Set([...connected, ...others])];
  }

  /** Relative paths first, then absolute ones. */
  #pathsOf(texture: FbxObject): readonly string[] {
    const objects = [texture, ...this.#videosOf(texture)];
    const paths = [
      ...objects.flatMap(({ node }) => [textOf(node, 'RelativeFilename')]),
      ...objects.map(({ properties }) => properties.text('RelPath')),
      ...objects.flatMap(({ node }) => [textOf(node, 'FileName'), textOf(node, 'Filename')]),
      ...objects.map(({ properties }) => properties.text('Path')),
    ];
    return [...new Set(paths.flatMap((path) => (path === undefined || path === '' ? [] : path.replaceAll('\\', '/'))))];
  }

  /** Raw bytes of a binary file, or base64 in a text. Undefined if there are none, or they are no supported image. */
  #embedded(content: FbxNode | undefined, name: string): BytesRef | undefined {
    const file = this.#context.path;
    const bytes = content?.values.find((value) => value instanceof Uint8Array);
    if (bytes !== undefined && bytes.buffer === this.#bytes.buffer) {
      const offset = bytes.byteOffset - this.#bytes.byteOffset;
      return isImage(bytes, name) ? { file, offset, length: bytes.length } : undefined;
    }
    const text = content?.values.find((value) => typeof value === 'string' && value.length > 0);
    if (content === undefined || typeof text !== 'string') return undefined;
    const start = Buffer.from(text.slice(0, 64), 'base64');
    if (!isImage(start, name)) return undefined;
    return { file, pointer: `base64:${content.start}+${content.end - content.start}` };
  }

  async #locate(path: string): Promise<string | undefined> {
    const isAbsolute = /^(?:[A-Za-z]:|\/|[a-z]+:\/\/)/.test(path);
    const name = lastPart(path);
    const model = lastPart(this.#context.path).replace(/\.[^.]*$/, '');
    const folders = [...FOLDERS, `${model}.fbm/`];
    const candidates = [...(isAbsolute ? [] : [path]), ...folders.map((folder) => folder + name)];
    // Formats that are not read are often shipped next to one that is.
    const others = IMAGE_EXTENSION.test(name)
      ? []
      : ['png', 'jpg', 'tga'].flatMap((extension) =>
          folders.slice(0, 3).map((folder) => `${folder}${name.replace(/\.[^.]*$/, '')}.${extension}`),
        );
    for (const candidate of [...candidates, ...others]) {
      const found = this.#resolve(candidate);
      if (found !== undefined && IMAGE_EXTENSION.test(found) && (await this.#context.exists(found))) return found;
    }
    return undefined;
  }

  /** Undefined outside the input. */
  #resolve(reference: string): string | undefined {
    try {
      return this.#context.resolve(this.#context.path, reference);
    } catch (error) {
      if (error instanceof AssetError) return undefined;
      throw error;
    }
  }
}

const SIGNATURES = ['\x89PNG', '\xff\xd8\xff', 'RIFF', 'qoif', 'BM'];

/** By the first bytes. TGA has no signature: its name decides. AVIF starts with the size of a box. */
function isImage(bytes: Uint8Array, name: string): boolean {
  if (bytes.length < 16) return false;
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return SIGNATURES.some((mark) => start.startsWith(mark)) || start.slice(4, 8) === 'ftyp' || /\.tga$/i.test(name);
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
