// Every format's layouts and constants, for the documentation pages and the C header. One line a format.

import type { FormatSpec } from './core/format-spec.js';

export const formatSpecs: readonly FormatSpec[] = [];
