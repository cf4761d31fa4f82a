import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codes, isDiagnosticCode } from './codes.js';
import { remedyOf } from './remedy-of.js';

const all = Object.entries(codes);

describe('the table of codes', () => {
  it('names codes area/what', () => {
    for (const [code] of all) expect(code).toMatch(/^[a-z]+\/[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it('has a file for every area, which declares the codes of that area and no others', async () => {
    const files = readdirSync(new URL('./codes/', import.meta.url)).sort();
    const areas = [...new Set(all.map(([code]) => code.slice(0, code.indexOf('/'))))].sort();
    expect(files).toEqual(areas.map((area) => `${area}.ts`));
    for (const area of areas) {
      const declared = Object.values(await import(`./codes/${area}.ts`)).flatMap((table) => Object.keys(Object(table)));
      expect(declared.sort()).toEqual(
        all
          .map(([code]) => code)
          .filter((code) => code.startsWith(`${area}/`))
          .sort(),
      );
    }
  });

  it('says what happened and what to do, in sentences', () => {
    for (const [code, { summary, remedy }] of all) {
      expect(summary, code).toMatch(/^\S.{15,}\.$/);
      expect(remedy, code).toMatch(/^[A-Z].{8,}\.$/);
    }
  });

  it('has a remedy for every code, also where a file declares several areas', () => {
    for (const [code, { remedy }] of all) expect(isDiagnosticCode(code) && remedyOf(code), code).toBe(remedy);
    expect(remedyOf('mtl/bad-value')).toBe('Correct the line in the message.');
    expect(remedyOf('internal/worker')).toContain('-j');
  });

  it('does not take what every object has for a code', () => {
    expect(['toString', '__proto__', 'build', 'build/', ''].filter(isDiagnosticCode)).toEqual([]);
  });
});
