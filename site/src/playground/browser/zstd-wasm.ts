// Zstandard with its wasm from a file of the site.

import * as zstd from '@bokuweb/zstd-wasm';
import address from './zstd.wasm';

export * from '@bokuweb/zstd-wasm';

/** The types are those for Node, where it takes no address. */
const start: (address: string) => Promise<void> = zstd.init;

export const init = (): Promise<void> => start(new URL(address, import.meta.url).href);
