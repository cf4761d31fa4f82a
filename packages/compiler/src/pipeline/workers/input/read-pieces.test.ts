import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { BytesRef } from '../../../model/kind/bytes-ref.js';
import type { Kind } from '../../../model/kind/kind.js';
import { BLOCK_BYTES } from '../../host/file-blocks.js';
import { MemoryProject } from '../../testing/memory-project.js';
import { listKind, toyRegistry } from '../../testing/toy-registry.js';

const large = Buffer.alloc(BLOCK_BYTES * 2 + 77, 'abcdefghijklm');
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Writes what it reads in pieces. `during` is called between two pieces. */
function pieceKind(ref: Omit<BytesRef, 'file'>, during: () => void = () => {}): Kind {
  return {
    ...listKind,
    async compile(context) {
      const digest = await context.readPieces({ file: 'a.list', ...ref }, async (source) => {
        const parts = [source.read(0, 10), source.read(source.sizeBytes - 3, 3)];
        during();
        for (let at = 0; at < source.sizeBytes; at += 1_000_003)
          parts.push(source.read(at, Math.min(1_000_003, source.sizeBytes - at)));
        return sha(Buffer.concat(parts));
      });
      context.emit({ suffix: '.out', bytes: Buffer.from(digest) });
    },
  };
}

const expected = (bytes: Uint8Array) => sha(Buffer.concat([bytes.subarray(0, 10), bytes.subarray(-3), bytes]));

function projectOf(kind: Kind): MemoryProject {
  const project = new MemoryProject({ 'a.list': large.toString('latin1') });
  project.registry = { ...toyRegistry, kinds: [kind] };
  return project;
}

describe('a source that is read in pieces', () => {
  it.each([
    ['a large file', {}, large],
    ['a part of one', { offset: 5, length: BLOCK_BYTES + 9 }, large.subarray(5, BLOCK_BYTES + 14)],
    ['a small part', { offset: 5, length: 100 }, large.subarray(5, 105)],
  ])('gives the bytes of %s, and is recorded', async (_, ref, wanted) => {
    const project = projectOf(pieceKind(ref));
    expect(await project.build()).toMatchObject({ status: 'ok', built: 1 });
    expect(project.output('a.out')).toBe(expected(wanted));
    expect(await project.build()).toMatchObject({ built: 0 });
    project.write('a.list', `abcdefghXjklm${large.toString('latin1', 13)}`);
    expect(await project.build()).toMatchObject({ status: 'ok', built: 1 });
  });

  it('is the same when it is read twice, even if the bytes returned first were changed', async () => {
    const kind: Kind = {
      ...listKind,
      async compile(context) {
        (await context.read('a.list')).fill(0);
        project.write('a.list', 'another');
        (await context.read('a.list')).fill(0);
        context.emit({
          suffix: '.out',
          bytes: await context.readPieces({ file: 'a.list' }, async (s) => s.read(0, 3)),
        });
      },
    };
    const project = new MemoryProject({ 'a.list': 'abc' });
    project.registry = { ...toyRegistry, kinds: [kind] };
    expect(await project.build()).toMatchObject({ status: 'ok', built: 1 });
    expect(project.output('a.out')).toBe('abc');
    expect(await project.build()).toMatchObject({ built: 1 });
  });

  it('is refused where it changes meanwhile', async () => {
    const project = projectOf(
      pieceKind({}, () => {
        project.host.clock += 5;
        project.write('a.list', '.'.repeat(large.length));
      }),
    );
    expect(await project.build()).toMatchObject({ status: 'failed' });
    expect(JSON.stringify(project.events)).toContain('changed while it was being read');
  });
});
