// Every format's layouts and constants, for the documentation pages and the C header. One line a format.

import type { FormatSpec } from '../core/format-spec.js';
import { galiSpec } from '../galileo/gali-spec.js';
import { hanimSpec } from '../hanim/layout.js';
import { hfontSpec } from '../hfont/hfont-spec.js';
import { hmanSpec } from '../hman/hman-spec.js';
import { hmatSpec } from '../hmat/layout.js';
import { hmeshSpec } from '../hmesh/layout.js';
import { hpackSpec } from '../hpack/hpack-spec.js';
import { ktx2Spec } from '../ktx2/ktx2-spec.js';
import { vkguideSpec } from '../vkguide/vkguide-spec.js';

export const formatSpecs: readonly FormatSpec[] = [
  hmeshSpec,
  hmatSpec,
  hanimSpec,
  hmanSpec,
  hpackSpec,
  ktx2Spec,
  hfontSpec,
  vkguideSpec,
  galiSpec,
];
