// The layouts and constants of every format of ours, for the documentation pages and the C header. One line per format.

import type { FormatSpec } from '../core/format-spec.js';
import { hanimSpec } from '../hanim/spec.js';
import { hclipSpec } from '../hclip/spec.js';
import { hfontSpec } from '../hfont/spec.js';
import { hmanSpec } from '../hman/spec.js';
import { hmatSpec } from '../hmat/spec.js';
import { hmatxSpec } from '../hmatx/spec.js';
import { hmeshSpec } from '../hmesh/spec.js';
import { hpackSpec } from '../hpack/spec.js';
import { hpackzSpec } from '../hpackz/spec.js';
import { hpatchSpec } from '../hpatch/spec.js';
import { hsceneSpec } from '../hscene/spec.js';
import { hvarSpec } from '../hvar/spec.js';
import { ktx2Spec } from '../ktx2/spec.js';

/** Every format of ours, for programs that generate bindings or pages from the declarations. */
export const formatSpecs: readonly FormatSpec[] = [
  hmeshSpec,
  hmatSpec,
  hmatxSpec,
  hsceneSpec,
  hanimSpec,
  hclipSpec,
  hmanSpec,
  hpackSpec,
  hpackzSpec,
  hpatchSpec,
  ktx2Spec,
  hfontSpec,
  hvarSpec,
];
