import { describe, expect, it } from 'vitest';
import type { CompileContext } from '../../model/kind/compile-context.js';
import type { Kind } from '../../model/kind/kind.js';
import { MemoryProject } from '../testing/memory-project.js';
import { chunkKind, listKind, toyRegistry } from '../testing/toy-registry.js';

/** Writes what it reads, then what `more` makes of how often it has been called. */
function projectOf(more: (run: number, context: CompileContext) => unknown): MemoryProject {
  let run = 0;
  const kind: Kind = {
    ...listKind,
    async compile(context) {
      await listKind.compile(context);
      await more(run++, context);
    },
  };
  const project = new MemoryProject({ 'a.list': 'one', 'b.json': '{}', 'c.chunk': 'chunk' });
  project.registry = { ...toyRegistry, kinds: toyRegistry.kinds.map((own) => (own === listKind ? kind : own)) };
  return project;
}

const emit = (context: CompileContext, suffix: string, text: string): void =>
  context.emit({ suffix, bytes: new TextEncoder().encode(text) });

describe('compiling everything twice', () => {
  it('finds nothing where outputs follow from what was read, and writes nothing again', async () => {
    const project = projectOf((_, context) => emit(context, '.more', 'same'));
    const clean = projectOf((_, context) => emit(context, '.more', 'same'));
    await clean.build();
    const writes: string[] = [];
    let compared = false;
    project.host.onOperation = (operation, path) => {
      if (operation === 'rename') writes.push(path);
    };
    const result = await project.build({ twice: true });
    compared = project.events.some((event) => event.type === 'compared' && event.assets === 3 && event.differing === 0);
    expect({ status: result.status, compared }).toEqual({ status: 'ok', compared: true });
    expect(writes.filter((path) => path === '/project/runtime/a.out')).toHaveLength(1);
    expect(project.outputs()).toEqual(clean.outputs());
  });

  it.each<[string, (run: number, context: CompileContext) => unknown, string]>([
    [
      'the first byte that differs, and both lengths',
      (run, context) => emit(context, '.more', `same, then ${'x'.repeat(run)}`),
      'a.more differs when it is compiled again from byte 11 on (11 and 12 bytes)',
    ],
    [
      'one byte among many',
      (run, context) => emit(context, '.more', `0123456789${run}123456789`),
      'a.more differs when it is compiled again from byte 10 on (20 and 20 bytes)',
    ],
    [
      'an output that comes only once',
      (run, context) => run === 0 && emit(context, '.more', ''),
      'a.more is not written when a.list is compiled again',
    ],
    [
      'an output that comes only the second time',
      (run, context) => run === 1 && emit(context, '.more', ''),
      'a.more is written only when a.list is compiled again',
    ],
    [
      'a reference that differs',
      (run, context) => context.emit({ suffix: '.more', bytes: new Uint8Array(0), refersTo: [BigInt(run)] }),
      'a.more is listed differently when a.list is compiled again',
    ],
    [
      'a warning that differs',
      (run, context) => context.warn({ code: 'shader/warning', message: `run ${run}`, hint: 'None' }),
      'the warnings of a.list differ when it is compiled again',
    ],
    [
      'what is handed to other kinds',
      (run, context) =>
        context.derive({
          kind: 'chunk',
          name: 'x',
          base: 'a/x',
          params: { at: { file: 'c.chunk' }, prefix: `${run}` },
        }),
      'the derived assets of a.list differ when it is compiled again',
    ],
    [
      'a failure',
      (run) => {
        if (run === 1) throw new Error('enough');
      },
      'a.list compiled once and failed the second time: internal error: Error: enough',
    ],
  ])('tells %s', async (_, more, message) => {
    const project = projectOf(more);
    const { status, diagnostics } = await project.build({ twice: true });
    expect(status).toBe('failed');
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toMatchObject([
      { code: 'build/differs', file: 'a.list', message: expect.stringContaining(message) },
    ]);
  });

  it.each<[string, (context: CompileContext) => void, string]>([
    ['an output', (context) => emit(context, '.more', context.path), 'c.more differs when it is compiled again'],
    [
      'a message',
      (context) => context.warn({ code: 'shader/warning', message: `${context.path} is odd` }),
      'the warnings of c.chunk differ when it is compiled again',
    ],
    [
      'a failure',
      (context) => {
        if (!context.path.endsWith('.chunk')) throw new Error('no chunk');
      },
      'c.chunk compiled once and failed the second time: internal error: Error: no chunk',
    ],
  ])(
    'compiles a kind without usesPath under another name, and finds %s that depends on it',
    async (_, more, message) => {
      const kind: Kind = {
        ...chunkKind,
        async compile(context) {
          await chunkKind.compile(context);
          more(context);
        },
      };
      const project = new MemoryProject({ 'c.chunk': 'chunk' });
      project.registry = { ...toyRegistry, kinds: toyRegistry.kinds.map((own) => (own === chunkKind ? kind : own)) };
      const { diagnostics } = await project.build({ twice: true });
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toMatchObject([
        { code: 'build/differs', file: 'c.chunk', message: expect.stringContaining(message) },
      ]);
    },
  );

  it('compares the warnings of a kind without usesPath as they would be under its name', async () => {
    const kind: Kind = {
      ...chunkKind,
      async compile(context) {
        await chunkKind.compile(context);
        context.warn({ code: 'shader/warning', message: 'is a chunk', onlyFor: ['chunk'] });
        context.warn({ code: 'shader/warning', message: 'is a lump', onlyFor: ['lump'] });
        context.warn({ code: 'shader/warning', message: 'is odd', where: { offset: 3 } });
      },
    };
    const project = new MemoryProject({ 'c.chunk': 'chunk', 'a.list': 'derive c.chunk x 1 3' });
    project.registry = { ...toyRegistry, kinds: toyRegistry.kinds.map((own) => (own === chunkKind ? kind : own)) };
    const { status, diagnostics } = await project.build({ twice: true });
    expect(status).toBe('ok');
    expect(diagnostics.map(({ file, message }) => `${file} ${message}`).sort()).toEqual([
      'a.list is odd',
      'c.chunk is a chunk',
      'c.chunk is odd',
    ]);
  });

  it('holds what stood already against a compile of now', async () => {
    const project = projectOf((run, context) => emit(context, '.more', `${run}`));
    expect(await project.build()).toMatchObject({ status: 'ok', built: 3 });
    const { status, built, diagnostics } = await project.build({ twice: true });
    expect({ status, built }).toEqual({ status: 'failed', built: 0 });
    expect(diagnostics).toMatchObject([{ code: 'build/differs', message: expect.stringContaining('(1 and 1 bytes)') }]);
  });

  it('blames no kind for a source that was saved in between', async () => {
    const project = projectOf((run) => {
      if (run === 0) project.write('a.list', 'two');
    });
    const { diagnostics } = await project.build({ twice: true });
    expect(diagnostics).toMatchObject([{ code: 'build/vanished', file: 'a.list' }]);
  });
});
