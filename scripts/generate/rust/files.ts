// The generated files of the Rust crate.

import { formatSpecs } from '../../../packages/formats/src/layouts/format-specs.js';
import type { GeneratedFile } from '../generated-files.js';
import { rustLayouts } from './rust-layouts.js';
import { rustChunkNames, rustKtx2Formats, rustSceneProperties, rustUnicode } from './rust-tables.js';

const FOLDER = 'packages/formats/rust/src/generated';

export const rustFiles = (): readonly GeneratedFile[] => [
  { path: `${FOLDER}/layouts.rs`, text: rustLayouts(formatSpecs) },
  { path: `${FOLDER}/chunk_names.rs`, text: rustChunkNames() },
  { path: `${FOLDER}/ktx2_formats.rs`, text: rustKtx2Formats() },
  { path: `${FOLDER}/unicode.rs`, text: rustUnicode() },
  { path: `${FOLDER}/scene_properties.rs`, text: rustSceneProperties() },
];
