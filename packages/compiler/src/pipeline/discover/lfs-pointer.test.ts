import { describe, expect, it } from 'vitest';
import { MemoryProject } from '../testing/memory-project.js';

const POINTER = `version https://git-lfs.github.com/spec/v1
oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
size 12345
`;

describe('Git LFS pointers', () => {
  it('are refused as sources, as files that a source refers to and as embeds, with the remedy', async () => {
    const project = new MemoryProject({
      'source.list': POINTER,
      'parent.list': 'include child.txt',
      'child.txt': POINTER,
      'kept.json': POINTER,
      'fine.list': 'plain',
    });
    const result = await project.build();
    const pointers = result.diagnostics.filter(({ code }) => code === 'build/lfs-pointer');
    expect(pointers.map(({ file }) => file).sort()).toEqual(['child.txt', 'kept.json', 'source.list']);
    expect(pointers[0]?.message).toContain('12345 bytes');
    expect(result.diagnostics.length).toBe(3);
  });

  it('are reported from text that merely speaks of them', async () => {
    const project = new MemoryProject({ 'a.list': 'version https://git-lfs.github.com/spec/v1 is the first line' });
    expect((await project.build()).diagnostics).toEqual([]);
  });
});
