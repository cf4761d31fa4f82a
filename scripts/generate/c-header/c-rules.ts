// Translates the rules of the declarations into C: one function per struct that checks its fields, only for structs
// that a part of the header inspects.

import type { LaidField, Layout, Rule } from '../../../packages/formats/src/core/struct.js';
import { OTHER_RULES } from '../../../packages/other-runtimes/c/header-parts.js';
import { readerOf, snake } from './c-names.js';

/** Rules that only one field has, by `Struct.field`, as a C condition on `v`, or on v0, v1, … for an array. */
const OWN_RULES: Readonly<Record<string, string>> = {
  'HfontHeader.descent': 'assetc_impl_finite(v) && v <= 0.0f',
  'HfontHeader.distanceRange': 'assetc_impl_finite(v) && v > 0.0f',
  'HfontHeader.edgeValue': 'v > 0.0f && v < 1.0f',
  'HmatRow.flags': '(v & ~UINT32_C(7)) == 0 && (v & ASSETC_HMAT_ALPHA_MODE_MASK) != ASSETC_HMAT_ALPHA_MODE_MASK',
  'HmatxTextureRow.texture': 'v != 0',
  'HsceneInstanceRow.rotation': 'assetc_impl_is_rotation(v0, v1, v2, v3)',
  'HsceneNodeRow.rotation': 'assetc_impl_is_rotation(v0, v1, v2, v3)',
  ...OTHER_RULES,
};

export const inspectorName = (layout: Layout): string => `assetc_impl_inspect_${snake(layout.name)}`;

/** Reports the same code at the same offset as the validators of the SDK. */
export function inspector(layout: Layout): readonly string[] {
  const ruled = layout.fields.filter(({ field }) => field.check !== undefined);
  return [
    `static int ${inspectorName(layout)}(const AssetcImplFile *file, uint64_t at) {`,
    ...(ruled.length > 0 ? ['  const unsigned char *p;'] : []),
    `  if (!assetc_impl_fits(file, at, ${layout.size}u, "${layout.name}")) return 0;`,
    ...(ruled.length > 0 ? ['  p = file->bytes + at;'] : []),
    ...ruled.flatMap((laid) => fieldRule(layout.name, laid)),
    '  return 1;',
    '}',
  ];
}

function fieldRule(struct: string, { name, offset, field: { type, check } }: LaidField): readonly string[] {
  const reader = readerOf(type.c);
  const size = type.size / type.count;
  const key = `${struct}.${name}`;
  const names = type.count === 1 ? ['v'] : Array.from({ length: type.count }, (_, i) => `v${i}`);
  const own = OWN_RULES[key];
  const rule = check?.rule;
  if ((own === undefined) === (rule === undefined))
    throw new Error(`${key}: a field has either a declared rule or one in OWN_RULES`);
  const conditions = own !== undefined ? [own] : names.map((v) => condition(rule as Rule, v, type.c));
  const needed = conditions.filter((each) => each !== '');
  if (needed.length === 0) return [];
  const code = name === 'magic' ? 'BAD_MAGIC' : name === 'version' ? 'BAD_VERSION' : 'BAD_VALUE';
  return [
    '  {',
    ...names.map((v, i) => `    ${type.c} ${v} = assetc_read_${reader}(p + ${offset + i * size}u);`),
    `    if (!(${needed.length === 1 ? needed[0] : needed.map((each) => `(${each})`).join(' && ')}))`,
    `      return assetc_impl_fail(file, ASSETC_ERROR_${code}, at + ${offset}u, "${key}");`,
    '  }',
  ];
}

/** Returns an empty string if every value of the type is valid. */
function condition([name, ...numbers]: Rule, v: string, type: string): string {
  const isFloat = type === 'float';
  const literal = (n: number | bigint | undefined): string => {
    if (n === undefined || (isFloat && n !== 0)) throw new Error(`the rule ${name} cannot compare a ${type} with ${n}`);
    return isFloat ? '0.0f' : type.startsWith('u') ? `${type === 'uint64_t' ? 'UINT64_C' : 'UINT32_C'}(${n})` : `${n}`;
  };
  switch (name) {
    case 'is':
    case 'oneOf':
      return numbers.map((n) => `${v} == ${literal(n)}`).join(' || ');
    case 'atLeast':
      return type.startsWith('u') && (numbers[0] ?? 0) <= 0 ? '' : `${v} >= ${literal(numbers[0])}`;
    case 'atMost':
      return `${v} <= ${literal(numbers[0])}`;
    case 'multipleOf':
      return `${v} % ${literal(numbers[0])} == 0`;
    case 'finite':
      return `assetc_impl_finite(${v})`;
    case 'notNegative':
      return `${v} >= 0.0f && assetc_impl_finite(${v})`;
    case 'zero':
      return `${v} == ${literal(0)}`;
  }
}
