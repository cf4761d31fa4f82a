// What info and check know of other runtimes' files, in the order in which totals list them.

import type { FileFormat } from './file-format.js';
import { galiFormat } from './galileo/gali-file.js';
import { assetFiles } from './vkguide/asset-files.js';

export const runtimeFiles: readonly FileFormat[] = [galiFormat, ...assetFiles];
