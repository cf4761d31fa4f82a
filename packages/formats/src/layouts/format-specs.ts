// Every format's layouts and constants, for the documentation pages and the C header. One line a format.

import type { FormatSpec } from '../core/format-spec.js';
import { galiSpec } from '../galileo/spec.js';
import { hanimSpec } from '../hanim/spec.js';
import { hfontSpec } from '../hfont/spec.js';
import { hmanSpec } from '../hman/spec.js';
import { hmatSpec } from '../hmat/spec.js';
import { hmatxSpec } from '../hmatx/spec.js';
import { hmeshSpec } from '../hmesh/spec.js';
import { hpackSpec } from '../hpack/spec.js';
import { hsceneSpec } from '../hscene/spec.js';
import { ktx2Spec } from '../ktx2/spec.js';
import { vkguideSpec } from '../vkguide/spec.js';

/** Every format, for those who generate bindings or pages from the declarations. */
export const formatSpecs: readonly FormatSpec[] = [
  hmeshSpec,
  hmatSpec,
  hmatxSpec,
  hsceneSpec,
  hanimSpec,
  hmanSpec,
  hpackSpec,
  ktx2Spec,
  hfontSpec,
  vkguideSpec,
  galiSpec,
];
