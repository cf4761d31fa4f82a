// Compiled files that break the rules of `audit:`.

import type { AuditRuleName } from '../../../packages/compiler/src/model/audit/audit-rules.js';
import { auditOf, CASES, entryOf } from '../../audits/audited.js';
import { codesOf, type Raise, type RowsOf } from '../raise.js';

const breaking =
  (rule: AuditRuleName): Raise =>
  async () =>
    codesOf(await auditOf(CASES[rule].fail, [entryOf(rule, CASES[rule].limits)]));

export const auditRows: RowsOf<'audit'> = {
  'audit/power-of-two': breaking('powerOfTwo'),
  'audit/multiple-of-4': breaking('multipleOf4'),
  'audit/texel-density': breaking('texelDensity'),
  'audit/uv-range': breaking('uvRange'),
  'audit/uv-overlap': breaking('uvOverlap'),
  'audit/non-manifold': breaking('nonManifold'),
  'audit/degenerate': breaking('degenerate'),
  'audit/triangles': breaking('triangles'),
  'audit/materials': breaking('materials'),
  'audit/dimensions': breaking('dimensions'),
  'audit/base-color': breaking('baseColor'),
  'audit/normal-map': breaking('normalMaps'),
  'audit/unused-attributes': breaking('unusedAttributes'),
  'audit/names': breaking('names'),
};
