import { describe, expect, it } from 'vitest';
import { clean } from './clean.js';
import { hostError } from './testing/memory-file.js';
import { MemoryProject } from './testing/memory-project.js';

/** Another program has `file` open, as Windows shows it. */
function hold(project: MemoryProject, file: string): void {
  project.host.onOperation = (operation, path) => {
    if (operation === 'remove' && path.endsWith(file)) throw hostError('EBUSY', path);
  };
}

describe('an output that cannot be removed', () => {
  it('fails the build without a pack, and goes with the next build', async () => {
    const project = new MemoryProject({ 'a.json': '1', 'b.json': '2', 'c.json': '3' }, { pack: true });
    await project.build();
    for (const source of ['a.json', 'b.json']) project.delete(source);
    hold(project, '/runtime/a.json');
    const result = await project.build();
    expect(result).toMatchObject({ status: 'failed', removed: 1 });
    expect(result.diagnostics).toEqual([
      {
        code: 'build/remove-failed',
        severity: 'error',
        message: 'a.json could not be removed (EBUSY)',
        hint: 'Check the permissions of the output folder, and on Windows whether another program has the file open. Then build again.',
      },
    ]);
    expect(Object.keys(project.outputs())).toEqual(['a.json', 'assets.hman', 'c.json']);
    expect(project.events.some(({ type }) => type === 'pack')).toBe(false);
    project.host.onOperation = undefined;
    expect(await project.build()).toMatchObject({ status: 'ok', removed: 1, pack: 'written' });
    expect(Object.keys(project.outputs())).toEqual(['assets.hman', 'c.json']);
  });

  it.each(['/runtime/a.json', '/runtime/assets.hman', '/project/runtime.hpack'])(
    'is known to the next clean: %s',
    async (file) => {
      const project = new MemoryProject({ 'a.json': '1', 'b.json': '2' }, { pack: true });
      await project.build();
      hold(project, file);
      const first = await clean({ config: project.config }, project.host);
      expect(first).toMatchObject({ removed: 3, diagnostics: [{ code: 'build/remove-failed', severity: 'error' }] });
      project.host.onOperation = undefined;
      expect(await clean({ config: project.config }, project.host)).toMatchObject({ removed: 2, diagnostics: [] });
      expect(Object.keys(project.host.tree('/project')).filter((path) => path.startsWith('runtime'))).toEqual([]);
    },
  );
});
