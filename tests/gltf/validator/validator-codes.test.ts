// Every error of Khronos' validator has a file. A build reports it, or the fixture states why not.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { validateBytes } from 'gltf-validator';
import { describe, expect, it } from 'vitest';
import { realProject } from '../../diagnostics/raise.js';
import { compileModel } from '../../support/compile-model.js';
import { dataErrors } from './data-errors.js';
import { glbErrors } from './glb-errors.js';
import { linkErrors } from './link-errors.js';
import { attribute, ONE, skinned } from './parts.js';
import { schemaErrors } from './schema-errors.js';
import { semanticErrors } from './semantic-errors.js';

const fixtures = { ...schemaErrors, ...semanticErrors, ...linkErrors, ...dataErrors, ...glbErrors };

describe("an error of Khronos' validator", () => {
  it.each(Object.entries(fixtures))(
    '%s is reported, or silent for a reason',
    async (code, { source, codes, reason }) => {
      const isText = typeof source === 'string';
      const { issues } = await validateBytes(isText ? new TextEncoder().encode(source) : source, {
        format: isText ? 'gltf' : 'glb',
        externalResourceFunction: (uri) => Promise.reject(new Error(`${uri} does not exist`)),
      });
      expect(issues.messages.filter(({ severity }) => severity === 0).map((issue) => issue.code)).toContain(code);
      const { diagnostics } = await realProject({ [isText ? 'a.gltf' : 'a.glb']: source }).build();
      expect([...new Set(diagnostics.map((diagnostic) => diagnostic.code))]).toEqual(codes);
      expect(codes.length === 0).toBe(reason !== undefined);
    },
  );

  it('has a file', () => {
    const list = readFileSync(createRequire(import.meta.url).resolve('gltf-validator/ISSUES.md'), 'utf8');
    const errors = [...list.matchAll(/^\|(\w+)\|.*\|Error\|$/gm)].map(([, code]) => code);
    expect(errors.length).toBeGreaterThan(100);
    expect(Object.keys(fixtures).sort()).toEqual(errors.sort());
  });
});

it.each<[string, Uint8Array]>([
  ['ACCESSOR_WEIGHTS_NON_NORMALIZED', skinned(new Uint8Array(12), ONE).glb()],
  ['ACCESSOR_VECTOR3_NON_UNIT', attribute('NORMAL', new Float32Array(9).fill(Math.sqrt(1 / 3)), 'VEC3')],
])('%s compiles to the same mesh as the valid file', async (code, valid) => {
  const meshOf = async (source: string | Uint8Array) =>
    (await compileModel({ path: 'a.glb', input: { 'a.glb': source } })).context.output('.hmesh');
  expect(await meshOf(fixtures[code]?.source ?? '')).toEqual(await meshOf(valid));
});

it('keeps colors above 1', async () => {
  const source = dataErrors.ACCESSOR_NON_CLAMPED?.source ?? '';
  const { mesh } = await compileModel({ path: 'a.glb', input: { 'a.glb': source } });
  const [red, ...others] = mesh.colors?.values ?? [];
  expect([mesh.colors?.format, red, Math.max(...others)]).toEqual(['float16', 0x4000, 0x3c00]);
});
