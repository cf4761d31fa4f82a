// The on-disk structs of `.hvar`, the variants of a shader: which defines mean which module.

import { u32, u64 } from '../core/scalar.js';
import { atLeast, field, fourcc, is, struct } from '../core/struct.js';

/** The bytes HVAR. */
export const HVAR_MAGIC = fourcc('HVAR');
export const HVAR_VERSION = 1;
/** Combinations of one file; readers reject more. */
export const MAX_COMBINATIONS = 1 << 16;
/** A cell of a combination that was not compiled. */
export const NO_MODULE = 0xffffffff;

/** Starts the file. */
export const HvarHeader = struct('HvarHeader', 32, 'Starts the file.', {
  magic: field(u32, 'The bytes "HVAR".', is(HVAR_MAGIC)),
  version: field(u32, 'Readers reject any other.', is(HVAR_VERSION)),
  axisCount: field(u32, 'Macros; one HvarAxis for each follows.', atLeast(1)),
  valueCount: field(u32, 'Values of all macros.'),
  entryCount: field(u32, 'Entry points.'),
  moduleCount: field(u32, 'Modules; one HvarModule for each follows the axes.'),
  combinationCount: field(u32, 'Product of the valueCounts of the axes, at most 65536.'),
  reserved: field(u32, '0.', is(0)),
});

/** A macro. */
export const HvarAxis = struct('HvarAxis', 8, 'A macro that varies.', {
  valueCount: field(u32, 'Its values.', atLeast(1)),
  stride: field(
    u32,
    'Combinations from one value to the next: the product of the valueCounts of the axes that follow.',
  ),
});

/** A module. */
export const HvarModule = struct('HvarModule', 8, 'A module. Its path is among the names.', {
  hash: field(u64, 'The key of its path in the manifest, as a shader.'),
});
