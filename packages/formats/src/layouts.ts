// Every format's layouts and constants, for the documentation pages and the C header. One line a format.

import type { FormatSpec } from './core/format-spec.js';
import { hanimSpec } from './hanim/layout.js';
import { hmatSpec } from './hmat/layout.js';
import { hmeshSpec } from './hmesh/layout.js';

export const formatSpecs: readonly FormatSpec[] = [hmeshSpec, hmatSpec, hanimSpec];
