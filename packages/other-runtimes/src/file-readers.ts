// How `info` and `check` read the files of other runtimes.

import type { FormatReader } from 'assetc/runtime-contract';
import { galiReader } from './galileo/runtime/gali-file.js';
import { assetReaders } from './vkguide/runtime/asset-files.js';

/** By the name that `info` shows for the format. */
export const fileReaders: ReadonlyMap<string, FormatReader> = new Map([['gali', galiReader], ...assetReaders]);
