import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../index.js';
import { formatDiagnostic, printable } from './format-diagnostic.js';

const plain = (text: string) => text;
const diagnostic = (more: Partial<Diagnostic>): Diagnostic => ({
  code: 'gltf/bad-index',
  severity: 'error',
  message: 'accessor 7 does not exist',
  ...more,
});

describe('formatDiagnostic', () => {
  it.each<[string, Partial<Diagnostic>, string]>([
    [
      'line and column',
      { file: 'a.yml', where: { line: 3, column: 5 } },
      'a.yml:3:5: error gltf/bad-index: accessor 7 does not exist',
    ],
    ['a line', { file: 'a.obj', where: { line: 3 } }, 'a.obj:3: error gltf/bad-index: accessor 7 does not exist'],
    [
      'a pointer',
      { file: 'a.gltf', where: { pointer: '/meshes/0' } },
      'a.gltf#/meshes/0: error gltf/bad-index: accessor 7 does not exist',
    ],
    [
      'a byte',
      { file: 'a.png', where: { offset: 12 } },
      'a.png (byte 12): error gltf/bad-index: accessor 7 does not exist',
    ],
    ['a file', { file: 'a.png' }, 'a.png: error gltf/bad-index: accessor 7 does not exist'],
    ['nothing', {}, 'assetc: error gltf/bad-index: accessor 7 does not exist'],
    [
      'a hint',
      { severity: 'warning', hint: 'Do so' },
      'assetc: warning gltf/bad-index: accessor 7 does not exist\n  hint: Do so',
    ],
  ])('with %s', (_, more, text) => {
    expect(formatDiagnostic(diagnostic(more), plain)).toBe(text);
  });

  it('escapes control characters in file names', () => {
    expect(formatDiagnostic(diagnostic({ file: 'a\u001B[2J\r.png' }), plain)).toContain('a\\x1b[2J\\x0d.png');
    expect(printable('Ünï❤\tcode')).toBe('Ünï❤\tcode');
  });
});
