// Kinds that exist only for tests of the pipeline: small text assets that exercise every call of a compile's context.

import { FormatError } from '@assetc/formats';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { defineKind } from '../../kinds/define-kind.js';
import { embedKind } from '../../kinds/embed/embed-kind.js';
import type { BytesRef } from '../../model/kind/bytes-ref.js';
import type { Registry } from '../../model/kind/registry.js';
import { settingsGroup } from '../../model/kind/setting.js';

const toySettings = settingsGroup('toy', 'Settings of the toys.', {
  style: {
    type: { is: 'choice', values: ['plain', 'loud'] },
    default: 'plain',
    doc: 'Loud is upper case.',
    affects: 'bytes',
  },
  level: { type: { is: 'integer', min: 0, max: 9 }, default: 1, doc: 'Appears in the output.', affects: 'bytes' },
  shy: { type: { is: 'boolean' }, default: false, doc: 'Yields to references.', affects: 'nothing' },
  open: { type: { is: 'boolean' }, default: false, doc: 'Follows uses.', affects: 'nothing' },
});

const otherSettings = settingsGroup('other', 'Settings that no toy list declares.', {
  depth: { type: { is: 'integer', min: 0, max: 9 }, default: 3, doc: 'Depth of chunks.', affects: 'bytes' },
});

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const bytes = (value: string): Uint8Array => new TextEncoder().encode(value);

/** `*.list`: one command per line; the results of the commands become the output, `<base>.out`. */
export const listKind = defineKind({
  name: 'list',
  version: 1,
  settings: ['toy'],
  usesPath: true,
  match: ({ path, isFolder }) => !isFolder && path.toLowerCase().endsWith('.list'),
  base: (path) => path.replace(/\.[^./]*$/, ''),
  outputs: () => ['.out'],
  /** The words of `name` lines. */
  async codeNames(_path, read) {
    const names = [...text(read()).matchAll(/^name (.*)$/gm)].map(([, name = '']) => name);
    return names.length === 0 ? undefined : { lists: [{ of: 'clip', names }] };
  },
  async compile(context) {
    const lines = text(await context.read(context.path)).split('\n');
    const seen: string[] = [`${context.sourceRef} ${JSON.stringify(context.settings)}`];
    for (const line of lines) {
      const [command = '', argument = '', ...rest] = line.split(' ');
      const path = () => context.resolve(context.path, argument);
      const ref = (): BytesRef => {
        const [offset, length] = rest.map(Number);
        return { file: path(), ...(offset !== undefined && { offset }), ...(length !== undefined && { length }) };
      };
      if (command === 'include') seen.push(text(await context.read(path())));
      else if (command === 'try') seen.push(text((await context.tryRead(path())) ?? bytes('absent')));
      else if (command === 'exists') seen.push(`${await context.exists(path())}`);
      else if (command === 'dir') seen.push((await context.list(path())).join(','));
      else if (command === 'part') seen.push(text(await context.readRef(ref())));
      else if (command === 'of') seen.push(JSON.stringify(context.settingsOf(path(), ['toy'])));
      else if (command === 'for') seen.push(JSON.stringify(context.settingsFor(argument, ['toy'])));
      else if (command === 'use') seen.push(JSON.stringify((await context.mention(path(), rest.join(' '))) ?? null));
      else if (command === 'warn') context.warn({ code: 'shader/warning', message: line.slice(5), hint: 'None' });
      else if (command === 'fail')
        throw new AssetError({ code: 'shader/error', message: 'was reported to fail', hint: 'Do not' });
      else if (command === 'crash') throw new Error('was reported to crash');
      else if (command === 'malformed') throw new FormatError('bad-value', 7, 'was reported to be malformed');
      else if (command === 'derive' || command === 'share') {
        const [name = '', ...place] = rest;
        const [offset, length] = place.map(Number);
        const at: BytesRef = {
          file: path(),
          ...(offset !== undefined && { offset }),
          ...(length !== undefined && { length }),
        };
        const base = command === 'share' ? `tex/${name}` : `${context.base}/${name}`;
        context.derive({ kind: 'chunk', name, base, params: { at: { ...at }, prefix: '>' } });
      } else if (command === 'parallel') {
        const sums = new Float64Array(new SharedArrayBuffer(8 * Number(argument)));
        await context.parallel('square', Number(argument), { sums, failAt: Number(rest[0] ?? -1) });
        seen.push(sums.join(','));
      } else seen.push(line);
    }
    const out = seen.join('\n');
    const loud = context.settings.toy?.style === 'loud';
    context.emit({
      suffix: '.out',
      bytes: bytes(loud ? out.toUpperCase() : out),
      asset: { kind: 'mesh', colorspace: 'linear' },
    });
  },
});

interface ChunkParams {
  readonly at: BytesRef;
  readonly prefix: string;
}

const isChunkParams = (value: unknown): value is ChunkParams =>
  typeof value === 'object' && value !== null && 'at' in value && 'prefix' in value;

/** `*.chunk`, and derived assets of lists: prefixed bytes, independent of the path. Counts compiles. */
export const chunkCompiles = { count: 0 };

export const chunkKind = defineKind({
  name: 'chunk',
  version: 1,
  settings: ['other'],
  usesPath: false,
  match: ({ path, isFolder }) => !isFolder && path.endsWith('.chunk'),
  base: (path) => path.replace(/\.[^./]*$/, ''),
  outputs: () => ['.bin'],
  contentOf(params) {
    if (!isChunkParams(params)) throw new Error('chunk params were expected');
    return { identity: { prefix: params.prefix }, inputs: [params.at] };
  },
  yieldsToReferences: (settings) =>
    settings.toy?.shy === true ? { setting: 'toy.shy', keptBy: 'toy.shy: false' } : undefined,
  usage: {
    follows: (_, settings) => settings.toy?.open === true && settings.toy?.shy !== true,
    usesIn: (params) =>
      isChunkParams(params) && params.at.offset === undefined ? [{ file: params.at.file, use: params.prefix }] : [],
    settle(path, uses) {
      const [first] = uses;
      if (first === undefined) return undefined;
      const other = uses.find(({ use }) => use !== first.use);
      const message = `is ${first.use} of ${first.user} and ${other?.use} of ${other?.user}`;
      return {
        use: first.use,
        params: first.use === '' ? undefined : { at: { file: path }, prefix: first.use },
        warning: other === undefined ? undefined : { code: 'shader/warning', file: path, message, hint: 'None' },
      };
    },
  },
  listedAs: 'embed',
  async compile(context) {
    chunkCompiles.count++;
    const { params } = context;
    const own = params === undefined ? { at: { file: context.path }, prefix: '' } : params;
    if (!isChunkParams(own)) throw new Error('chunk params were expected');
    const content = text(await context.readRef(own.at));
    if (content.includes('warn')) context.warn({ code: 'shader/warning', message: 'the chunk warns', hint: 'None' });
    if (content.includes('fail'))
      throw new AssetError({ code: 'shader/error', message: 'was reported to fail', hint: 'Do not' });
    const out = bytes(`${own.prefix}${content}|${context.settings.other?.depth}`);
    context.emit({ suffix: '.bin', bytes: out, asset: { kind: 'embed', colorspace: 'linear' } });
  },
});

/** `*.box/`: the names and bytes of its files. */
const boxKind = defineKind({
  name: 'box',
  version: 1,
  settings: [],
  usesPath: false,
  match: ({ path, isFolder }) => isFolder && path.endsWith('.box'),
  base: (path) => path,
  outputs: () => ['.txt'],
  async compile(context) {
    const parts: string[] = [];
    for (const name of await context.list(context.path))
      parts.push(`${name}=${text(await context.read(`${context.path}/${name}`))}`);
    context.emit({ suffix: '.txt', bytes: bytes(parts.join(';')), asset: { kind: 'embed', colorspace: 'linear' } });
  },
});

function square(payload: { readonly sums: Float64Array; readonly failAt: number }, index: number): void {
  if (index === payload.failAt) throw new Error(`index ${index} was reported to fail`);
  payload.sums[index] = index * index;
}

export const toyRegistry: Registry = {
  kinds: [embedKind, listKind, chunkKind, boxKind],
  groups: [toySettings, otherSettings],
  tasks: { square: async () => square },
};
