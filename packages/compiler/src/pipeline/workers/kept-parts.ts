// Parts of jobs that earlier builds made, in the user's content store. A job whose work falls into parts (the variants of a shader) then
// makes only those whose inputs changed.

import type { Kind } from '../../model/kind/kind.js';
import type { Json } from '../../model/text/json.js';
import { canonicalJson } from '../cache/canonical-json.js';
import { type ContentStore, DiskStore } from '../cache/content-store.js';
import { digestText } from '../cache/digest.js';
import type { Host } from '../host/host.js';

/** The content store, as threads open it. */
export interface PartsPlace {
  readonly dir: string;
  readonly maxBytes: number;
}

/** Opens the store when the first job asks for it. */
export function partsIn(host: Host, { dir, maxBytes }: PartsPlace): () => ContentStore {
  let store: ContentStore | undefined;
  return () => {
    store ??= new DiskStore(host, dir, maxBytes);
    return store;
  };
}

/** Another version of the kind makes other parts. */
export const partKey = ({ name, version }: Pick<Kind, 'name' | 'version'>, inputs: Json): string =>
  digestText(canonicalJson([name, version, inputs]));
