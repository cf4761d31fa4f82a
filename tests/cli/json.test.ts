// --json: every line of every command is an event as documented in docs/guide/json-events.md.

import { afterAll, describe, expect, it } from 'vitest';
import { eventProblem } from '../../packages/compiler/src/cli/print/json/event-problem.js';
import { eventsOf, Project, png } from './testing/run-cli.js';

const project = new Project({
  'assetc.yml': 'embed: ["*.json"]\nbogus: 1\npresets: { small: { output: small, texture: { maxSize: 4 } } }\n',
  'assets/brick.png': png(),
  'assets/scene.json': '{}',
});
afterAll(() => project.dispose());

const events = (...args: string[]) => {
  const run = project.run([...args, '--json']);
  const list = eventsOf(run.stdout);
  expect(list.map(eventProblem).filter((problem) => problem !== undefined)).toEqual([]);
  return { ...run, list, types: list.map(({ type }) => type) };
};

describe('--json', () => {
  it('tells of a build from start to done, and of diagnostics on both streams', () => {
    const { code, list, types, stderr } = events('--pack', '--verify', '--explain');
    expect(code).toBe(0);
    expect(types).toEqual(
      expect.arrayContaining([
        'start',
        'discovered',
        'planned',
        'plan',
        'asset',
        'progress',
        'manifest',
        'pack',
        'verified',
      ]),
    );
    expect(types[0]).toBe('diagnostic');
    expect(stderr).toContain('unknown key "bogus"');
    expect(list.at(-1)).toMatchObject({ type: 'done', status: 'ok', built: 2, cached: 0, failed: 0, removed: 0 });
    expect(list.find(({ type, id }) => type === 'asset' && id === 'brick.png')).toMatchObject({
      kind: 'texture',
      status: 'built',
      outputs: ['brick.ktx2'],
    });
  });

  it('tells of a failure', () => {
    project.write('assets/broken.png', 'no image');
    const { code, list } = events();
    expect(code).toBe(1);
    expect(list.at(-1)).toMatchObject({ type: 'done', status: 'failed', failed: 1 });
    expect(list).toContainEqual(
      expect.objectContaining({
        type: 'diagnostic',
        diagnostic: expect.objectContaining({ severity: 'error', file: 'broken.png' }),
      }),
    );
    project.remove('assets/broken.png');
  });

  it('tells of wrong usage, of a source that is none and of strictness', () => {
    const usage = (list: readonly Record<string, unknown>[]) =>
      list.flatMap(({ diagnostic }) => (JSON.stringify(diagnostic)?.includes('"cli/usage"') ? [diagnostic] : []));
    const unknown = events('assets/nothing.png');
    expect(unknown.code).toBe(2);
    expect(usage(unknown.list)).toMatchObject([
      { severity: 'error', message: 'there is no source assets/nothing.png' },
    ]);
    expect(usage(events('--bogus').list)).toMatchObject([{ message: "unknown option '--bogus'" }]);
    const strict = events('--strict');
    expect(strict.code).toBe(2);
    expect(strict.list).toContainEqual(
      expect.objectContaining({
        diagnostic: expect.objectContaining({
          code: 'cli/strict',
          message: '1 warning, which --strict treats as a failure',
        }),
      }),
    );
  });

  it('tells of sizes, of a build that has nothing to do as well', () => {
    const reported = events('--report');
    expect(reported.code).toBe(0);
    expect(reported.types.slice(-2)).toEqual(['done', 'report']);
    const sizeBytes = project.read('runtime/brick.ktx2').length;
    expect(reported.list.at(-1)).toMatchObject({
      output: project.path('runtime'),
      files: 2,
      sourceBytes: png().length + 2,
      sizeBytes: sizeBytes + 2,
      kinds: [
        { kind: 'texture', assets: 1, files: 1, sourceBytes: png().length, sizeBytes },
        { kind: 'embed', assets: 1, files: 1, sourceBytes: 2, sizeBytes: 2 },
      ],
      largest: [
        { path: 'brick.ktx2', asset: 'brick.png', kind: 'texture', sizeBytes },
        { path: 'scene.json', asset: 'scene.json', packedBytes: null },
      ],
      supercompress: { measured: 1, measuredBytes: sizeBytes, unmeasured: 0 },
    });
    const again = events('--report');
    expect(again.list.find(({ type }) => type === 'done')).toMatchObject({ built: 0, cached: 2 });
    expect(again.list.at(-1)).toEqual(reported.list.at(-1));
  });

  it('tells of a plan', () => {
    const { list } = events('--dry-run', '--no-cache');
    expect(list).toContainEqual(expect.objectContaining({ type: 'plan', id: 'brick.png', action: 'build' }));
  });

  it('tells of presets', () => {
    expect(events('--list-presets').list.at(-1)).toEqual({
      type: 'preset',
      name: 'small',
      output: project.path('small'),
      default: false,
    });
  });

  it('tells of files and totals', () => {
    project.run(['--pack']);
    const { list } = events('info');
    expect(list).toContainEqual(
      expect.objectContaining({
        type: 'file',
        path: 'brick.ktx2',
        format: 'ktx2',
        facts: expect.objectContaining({ width: 8, height: 8, mips: 4, format: 'UASTC', usedBy: [] }),
      }),
    );
    expect(list.at(-1)).toMatchObject({ type: 'totals', files: 3 });
  });

  it('tells of a check, of packs, of causes, of unpacking and of cleaning', () => {
    expect(events('check').list.at(-1)).toMatchObject({ type: 'checked', ok: true, errors: 0, files: 3 });
    expect(events('pack', 'info').types).toEqual(expect.arrayContaining(['pack-layout', 'pack-kind', 'pack-entry']));
    expect(events('why', 'brick.png').list.at(-1)).toMatchObject({ type: 'why', id: 'brick.png', wouldRebuild: false });
    expect(events('pack', 'extract', 'runtime.hpack', '-o', 'out').types).toEqual([
      'extracted',
      'extracted',
      'extracted',
    ]);
    expect(events('clean').list.at(-1)).toMatchObject({ type: 'cleaned', output: project.path('runtime') });
  });

  it('tells of what init creates', () => {
    const empty = new Project();
    const list = eventsOf(empty.run(['init', '--json']).stdout);
    empty.dispose();
    expect(list).toEqual([
      { type: 'created', path: 'assetc.yml' },
      { type: 'created', path: 'assets' },
    ]);
  });
});
