// The structs and constants of every format for languages without a reader of ours: packages/formats/layouts. Structs are packed, as in
// files, and their sizes and offsets are asserted by the language if it can.

import { formatSpecs } from '../../../packages/formats/src/layouts/format-specs.js';
import type { GeneratedFile } from '../generated-files.js';
import { writeCSharp } from './c-sharp.js';
import { writeOdin } from './odin.js';
import { writeZig } from './zig.js';

const FOLDER = 'packages/formats/layouts';

export const languageLayouts = (): readonly GeneratedFile[] => [
  { path: `${FOLDER}/AssetcLayouts.cs`, text: writeCSharp(formatSpecs) },
  { path: `${FOLDER}/assetc_layouts.zig`, text: writeZig(formatSpecs) },
  { path: `${FOLDER}/assetc_layouts.odin`, text: writeOdin(formatSpecs) },
];
