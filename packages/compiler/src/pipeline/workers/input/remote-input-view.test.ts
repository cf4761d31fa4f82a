import { describe, expect, it } from 'vitest';
import type { Kind } from '../../../model/kind/kind.js';
import type { Registry } from '../../../model/kind/registry.js';
import { digestBytes } from '../../cache/digest.js';
import { InputFolder } from '../../discover/input-folder.js';
import { SettingsResolver } from '../../discover/settings-resolver.js';
import { MemoryHost } from '../../testing/memory-host.js';
import { rule, testConfig } from '../../testing/memory-project.js';
import { listKind, toyRegistry } from '../../testing/toy-registry.js';
import { inlineExecutor } from '../inline-executor.js';
import type { Job, JobResult } from '../job.js';
import type { RemoteInputIndex, RemoteInputs } from './remote-inputs.js';

const EMPTY: RemoteInputIndex = { files: [], parts: [], existence: [], listings: [], mentions: [], layers: null };
const bytes = (text: string) => new TextEncoder().encode(text);
const signal = new AbortController().signal;

function executorOver(files: Readonly<Record<string, string>>, registry: Registry = toyRegistry) {
  const host = new MemoryHost();
  const config = testConfig({ layers: [rule('b.list', { toy: { level: 7 } })] });
  for (const [path, text] of Object.entries(files)) host.put(`${config.input}/${path}`, text);
  const input = new InputFolder(host, { root: config.input, exclude: [] });
  return inlineExecutor(registry, input, config, new SettingsResolver(config, registry));
}

const jobOf = (world?: RemoteInputs): Job => ({
  kind: 'list',
  source: 'a.list',
  name: undefined,
  base: 'a',
  params: undefined,
  settings: { toy: { style: 'plain', level: 1 } },
  knownFiles: [],
  ...(world !== undefined && { world }),
});

const worldOf = (index: Partial<RemoteInputIndex>, ...texts: string[]): RemoteInputs => ({
  index: { ...EMPTY, ...index },
  blobs: new Map(texts.map((text) => [digestBytes(bytes(text)), bytes(text)])),
});
const file = (path: string, text: string) => ({ path, digest: digestBytes(bytes(text)), sizeBytes: text.length });
const resultOf = ({ outputs, dependencies, failed, diagnostics }: JobResult) => ({
  outputs: outputs.map((output) => Buffer.from(output.bytes).toString()),
  dependencies,
  failed,
  diagnostics,
});

/** On the machine's own disk everything is other than in the job. */
const elsewhere = executorOver({ 'a.list': 'include secret', secret: 'of this machine', 'b.list': 'x', 'd/other': '' });

describe('a job with a world', () => {
  const source = [
    'include inc.txt',
    'try gone.txt',
    'exists there.bin',
    'exists missing.bin',
    'dir d',
    'part big.bin 2 3',
    'of b.list',
    'for tex_0',
    'use b.list normal',
    'use missing.bin normal',
  ].join('\n');
  const files = {
    'a.list': source,
    'inc.txt': 'included',
    'there.bin': '',
    'd/x': '1',
    'big.bin': '0123456',
    'b.list': '',
  };
  const whole: Partial<RemoteInputIndex> = {
    files: [file('a.list', source), file('inc.txt', 'included')],
    parts: [
      {
        ref: { file: 'big.bin', offset: 2, length: 3 },
        ...file('', '234'),
        fileDigest: digestBytes(bytes('0123456')),
      },
    ],
    existence: [
      { path: 'gone.txt', exists: false },
      { path: 'there.bin', exists: true },
      { path: 'missing.bin', exists: false },
    ],
    listings: [{ folder: 'd', names: ['x'] }],
    mentions: [
      { path: 'b.list', claim: { kind: 'list', source: 'b.list' } },
      { path: 'missing.bin', claim: null },
    ],
    layers: [rule('b.list', { toy: { level: 7 } })],
  };

  it('gives what the disk that it was taken from gives, with the same dependencies', async () => {
    const here = await executorOver(files).run(jobOf(), signal);
    const there = await elsewhere.run(jobOf(worldOf(whole, source, 'included', '234')), signal);
    expect(here.failed).toBe(false);
    expect(resultOf(there)).toEqual(resultOf(here));
    expect(resultOf(here).outputs[0]).toContain('"level":7');
  });

  it.each([
    ['files', 'a.list', { type: 'file', path: 'a.list' }],
    ['files', 'inc.txt', { type: 'file', path: 'inc.txt' }],
    ['existence', 'gone.txt', { type: 'file', path: 'gone.txt' }],
    ['existence', 'there.bin', { type: 'existence', path: 'there.bin' }],
    ['existence', 'missing.bin', { type: 'existence', path: 'missing.bin' }],
    ['listings', 'd', { type: 'listing', folder: 'd' }],
    ['parts', 'big.bin', { type: 'part', ref: { file: 'big.bin', offset: 2, length: 3 } }],
    ['mentions', 'b.list', { type: 'mention', path: 'b.list' }],
    ['layers', '', { type: 'settings' }],
  ] as const)('reports what it needs if its %s lack %s', async (list, name, need) => {
    const index = { ...EMPTY, ...whole };
    const without = {
      ...index,
      [list]: list === 'layers' ? null : index[list].filter((one) => !JSON.stringify(one).includes(`"${name}"`)),
    };
    const result = await elsewhere.run(jobOf(worldOf(without, source, 'included', '234')), signal);
    expect(result).toMatchObject({ failed: true, needs: [need], outputs: [], dependencies: [], diagnostics: [] });
  });

  it('cuts a part out of a file that it holds whole', async () => {
    const text = 'part big.bin 2 3';
    const index = { files: [file('a.list', text), file('big.bin', '0123456')] };
    const result = await elsewhere.run(jobOf(worldOf(index, text, '0123456')), signal);
    expect(resultOf(result).outputs[0]).toMatch(/234$/);
  });

  it('reports what it needs even if the kind caught the exception', async () => {
    const careless: Kind = {
      ...listKind,
      async compile(context) {
        const found = await context.tryRead('maybe').catch(() => undefined);
        context.emit({ suffix: '.out', bytes: bytes(found === undefined ? 'nothing' : 'something') });
      },
    };
    const executor = executorOver({ maybe: 'of this machine' }, { ...toyRegistry, kinds: [careless] });
    expect(await executor.run(jobOf(worldOf({})), signal)).toMatchObject({
      failed: true,
      outputs: [],
      needs: [{ type: 'file', path: 'maybe' }],
    });
  });
});
