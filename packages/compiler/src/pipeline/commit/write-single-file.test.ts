import { describe, expect, it } from 'vitest';
import { hostError } from '../testing/memory-file.js';
import { MemoryHost } from '../testing/memory-host.js';
import { writeSingleFile } from './write-single-file.js';

const bytes = new TextEncoder().encode('new');

describe('writeAlone', () => {
  it('makes the folders above, syncs before it renames, and leaves nothing next to the file', async () => {
    const host = new MemoryHost();
    const operations: string[] = [];
    host.onOperation = (operation) => operations.push(operation);
    await writeSingleFile(host, '/some/where/a.pfb', bytes);
    expect(host.tree('/some')).toEqual({ 'where/a.pfb': 'new' });
    expect(operations).toEqual(['make-folder', 'create', 'write', 'sync', 'rename']);
  });

  it.each(['create', 'write', 'sync', 'rename'] as const)(
    'leaves the old file and nothing else where %s fails',
    async (failing) => {
      const host = new MemoryHost();
      host.put('/where/a.pfb', 'old');
      host.onOperation = (operation, path) => {
        if (operation === failing) throw hostError('ENOSPC', path);
      };
      await expect(writeSingleFile(host, '/where/a.pfb', bytes)).rejects.toMatchObject({ code: 'ENOSPC' });
      expect(host.tree('/where')).toEqual({ 'a.pfb': 'old' });
    },
  );

  it('replaces what a killed write left', async () => {
    const host = new MemoryHost();
    host.onOperation = (operation, path) => {
      if (operation === 'rename' || operation === 'remove') throw hostError('EIO', path);
    };
    host.folders.add('/where');
    await expect(writeSingleFile(host, '/where/a.pfb', bytes)).rejects.toMatchObject({ code: 'EIO' });
    expect(Object.keys(host.tree('/where'))).toEqual([expect.stringMatching(/^\.assetc-tmp-/)]);
    host.onOperation = undefined;
    await writeSingleFile(host, '/where/a.pfb', bytes);
    expect(host.tree('/where')).toEqual({ 'a.pfb': 'new' });
  });
});
