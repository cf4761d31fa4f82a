import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AssetError } from '../../../diagnostics/diagnostic.js';
import { parseJson } from './parse-json.js';

const parse = (text: string): unknown => parseJson('a.gltf', new TextEncoder().encode(text));

describe('parseJson', () => {
  it('accepts what JSON.parse accepts, with a byte order mark or zero padding', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(parse(text)).toEqual(JSON.parse(text));
        expect(parse(`\uFEFF${text}\0\0`)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('reports a mistake at or after the character that makes the text invalid', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), (value, at) => {
        const text = JSON.stringify(value, null, 1);
        const cut = text.slice(0, at % Math.max(1, text.length));
        const broken = `${cut}\u0001`;
        try {
          parse(broken);
          expect.fail('accepted');
        } catch (error) {
          if (!(error instanceof AssetError)) throw error;
          const { line = 0, column = 0 } = error.diagnostic.where ?? {};
          const offset =
            broken
              .split('\n')
              .slice(0, line - 1)
              .join('\n').length +
            (line > 1 ? 1 : 0) +
            column -
            1;
          expect(offset).toBeLessThanOrEqual(broken.length);
          expect(offset).toBeGreaterThanOrEqual(0);
          expect(error.diagnostic.code).toBe('gltf/bad-json');
        }
      }),
    );
  });
});
