import { describe, expect, it } from 'vitest';
import { candidateNames, scanReferences } from './scan-references.js';

const found = (text: string, language: 'slang' | 'glsl' = 'slang') =>
  scanReferences(text, language).map((reference) => ({
    is: reference.is,
    spelled: reference.name,
    text: text.slice(reference.start, reference.end),
    files: candidateNames(reference),
  }));

describe('references of a shader', () => {
  it('are includes, imports and __includes, with their positions', () => {
    expect(
      found('#include "a b.slangh" // x\n  #  include <c>\nimport d.e;\n__include "f";\n__exported import g_h ;'),
    ).toEqual([
      { is: 'include', spelled: 'a b.slangh', text: '"a b.slangh"', files: ['a b.slangh'] },
      { is: 'include', spelled: 'c', text: '<c>', files: ['c'] },
      { is: 'import', spelled: 'd.e', text: 'd.e', files: ['d/e.slang'] },
      { is: 'import', spelled: 'f', text: '"f"', files: ['f.slang', 'f'] },
      { is: 'import', spelled: 'g_h', text: 'g_h', files: ['g_h.slang', 'g-h.slang'] },
    ]);
  });

  it('are not found in comments, strings and names', () => {
    const text =
      '// #include "a"\n/* import b;\n#include "c" */\nstring s = "import d;";\nint important; float __imports;\n';
    expect(found(text)).toEqual([]);
  });

  it('are only includes in GLSL', () => {
    expect(found('#include "a.glsl"\nimport b;', 'glsl').map(({ spelled }) => spelled)).toEqual(['a.glsl']);
  });

  it('have no name if a macro provides it', () => {
    expect(found('#include FILE\n')).toEqual([{ is: 'include', spelled: undefined, text: 'FILE', files: [] }]);
  });
});
