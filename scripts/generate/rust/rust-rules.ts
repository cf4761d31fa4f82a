// Translates the rules of the declarations into Rust conditions.

import type { LaidField, Rule } from '../../../packages/formats/src/core/struct.js';
import { rustField, rustType } from './rust-names.js';

/** Rules that only one field has, by `Struct.field`, as a condition on `self`. */
const OWN_RULES: Readonly<Record<string, string>> = {
  'HfontHeader.descent': 'self.descent.is_finite() && self.descent <= 0.0',
  'HfontHeader.distanceRange': 'self.distance_range.is_finite() && self.distance_range > 0.0',
  'HfontHeader.edgeValue': 'self.edge_value > 0.0 && self.edge_value < 1.0',
  'HmatRow.flags': 'self.flags & !7 == 0 && self.flags & HMAT_ALPHA_MODE_MASK != HMAT_ALPHA_MODE_MASK',
  'HmatxTextureRow.texture': 'self.texture != 0',
  'HsceneInstanceRow.rotation': 'is_rotation(self.rotation)',
  'HsceneNodeRow.rotation': 'is_rotation(self.rotation)',
};

/** The lines that check one field; none if every value is valid. */
export function fieldRule(struct: string, { name, offset, field: { type, check } }: LaidField): readonly string[] {
  if (check === undefined) return [];
  const key = `${struct}.${name}`;
  const own = OWN_RULES[key];
  if ((own === undefined) === (check.rule === undefined))
    throw new Error(`${key}: a field has either a declared rule or one in OWN_RULES`);
  const value = `self.${rustField(name)}`;
  const rust = rustType(type.c);
  let condition = own ?? '';
  if (check.rule !== undefined && type.count === 1) condition = conditionOf(check.rule, value, rust);
  if (check.rule !== undefined && type.count > 1) {
    const one = conditionOf(check.rule, 'v', rust);
    condition = one === '' ? '' : `${value}.iter().all(|&v| ${one})`;
  }
  if (condition === '') return [];
  const code = name === 'magic' ? 'BadMagic' : name === 'version' ? 'BadVersion' : 'BadValue';
  return [`        rule(${condition}, ErrorCode::${code}, at${offset > 0 ? ` + ${offset}` : ''}, "${key}")?;`];
}

/** Returns an empty string if every value of the type is valid. */
function conditionOf([name, ...numbers]: Rule, v: string, type: string): string {
  const literal = (n: number | bigint | undefined): string => {
    if (n === undefined || (type === 'f32' && n !== 0)) throw new Error(`the rule ${name} cannot compare with ${n}`);
    return type === 'f32' ? '0.0' : `${n}`;
  };
  const [first] = numbers;
  switch (name) {
    case 'is':
      return `${v} == ${literal(first)}`;
    case 'oneOf':
      return `matches!(${v}, ${pattern(numbers.map(literal))})`;
    case 'atLeast':
      return type.startsWith('u') && (first ?? 0) <= 0 ? '' : `${v} >= ${literal(first)}`;
    case 'atMost':
      return `${v} <= ${literal(first)}`;
    case 'multipleOf':
      return `${v} % ${literal(first)} == 0`;
    case 'finite':
      return `${v}.is_finite()`;
    case 'notNegative':
      return `${v} >= 0.0 && ${v}.is_finite()`;
    case 'zero':
      return `${v} == ${literal(0)}`;
  }
}

/** Alternatives, as a range if they are consecutive. */
function pattern(values: readonly string[]): string {
  const isRange = values.length > 2 && values.every((value, i) => Number(value) === Number(values[0]) + i);
  return isRange ? `${values[0]}..=${values.at(-1)}` : values.join(' | ');
}
