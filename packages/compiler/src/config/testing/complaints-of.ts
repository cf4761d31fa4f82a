// Parses configurations with the test groups, and formats their diagnostics, one line each.

import { expect } from 'vitest';
import { readYaml } from '../../diagnostics/yaml-tree.js';
import { parseConfig } from '../parse/parse-config.js';
import { testGroups } from './groups.js';

export const parse = (text: string) => parseConfig(readYaml(new TextEncoder().encode(text)), 'assetc.yml', testGroups);

export const complaintsOf = (text: string) =>
  parse(text).diagnostics.map(
    (d) => `${d.where?.line}:${d.where?.column} ${d.severity} ${d.code}: ${d.message} | ${d.hint}`,
  );

/** The only diagnostic. */
export const complaint = (text: string) => {
  const all = complaintsOf(text);
  expect(all).toHaveLength(1);
  return all[0];
};
