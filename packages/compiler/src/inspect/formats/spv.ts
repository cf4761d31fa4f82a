// info and check for .spv: the header, that instructions tile the file, and the entry points.

import { FormatError, type Problem, Problems } from '@assetc/formats';
import { counted, type FileFormat } from '../file-format.js';

const MAGIC = 0x07230203;
const HEADER_WORDS = 5;
const OP_ENTRY_POINT = 15;

const STAGES: Readonly<Record<number, string>> = {
  0: 'vertex',
  1: 'tessellation control',
  2: 'tessellation evaluation',
  3: 'geometry',
  4: 'fragment',
  5: 'compute',
  6: 'kernel',
  5267: 'task (NV)',
  5268: 'mesh (NV)',
  5313: 'ray generation',
  5314: 'intersection',
  5315: 'any hit',
  5316: 'closest hit',
  5317: 'miss',
  5318: 'callable',
  5364: 'task',
  5365: 'mesh',
};

interface EntryPoint {
  readonly name: string;
  readonly stage: string;
}

interface Module {
  readonly version: string;
  readonly bound: number;
  readonly instructions: number;
  readonly entryPoints: readonly EntryPoint[];
}

export const spvFormat: FileFormat = {
  name: 'spv',
  extensions: ['.spv'],
  recognises: (bytes) =>
    bytes.byteLength >= 4 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === MAGIC,
  async validate(bytes) {
    const problems = new Problems();
    const module = problems.attempt('module', () => readModule(bytes));
    if (module !== undefined && module.entryPoints.length === 0)
      problems.add('missing', HEADER_WORDS * 4, 'OpEntryPoint', 'there is no entry point');
    return problems.list() satisfies readonly Problem[];
  },
  describe(bytes) {
    const { version, bound, instructions, entryPoints } = readModule(bytes);
    return {
      facts: { version, bound, instructions, entryPoints: entryPoints.map(({ name, stage }) => ({ name, stage })) },
      statements: [
        ...entryPoints.map(({ name, stage }) => `${stage} ${name}`),
        `SPIR-V ${version}`,
        counted(instructions, 'instruction'),
      ],
      totals: { shaders: entryPoints.length },
    };
  },
};

/** Throws FormatError and nothing else. */
function readModule(bytes: Uint8Array): Module {
  if (bytes.byteLength < HEADER_WORDS * 4) throw new FormatError('truncated', 0, 'the header needs 20 bytes');
  if (bytes.byteLength % 4 !== 0)
    throw new FormatError('truncated', bytes.byteLength, 'SPIR-V consists of whole words');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at: number) => view.getUint32(at, true);
  if (word(0) !== MAGIC) throw new FormatError('bad-magic', 0, 'not a SPIR-V module');
  const [major, minor] = [(word(4) >>> 16) & 255, (word(4) >>> 8) & 255];
  if (major !== 1 || minor > 6) throw new FormatError('bad-version', 4, `SPIR-V ${major}.${minor} is not known`);
  const bound = word(12);
  if (bound === 0) throw new FormatError('bad-value', 12, 'the bound of ids must not be 0');
  const entryPoints: EntryPoint[] = [];
  let instructions = 0;
  for (let at = HEADER_WORDS * 4; at < bytes.byteLength; instructions++) {
    const words = word(at) >>> 16;
    if (words === 0 || at + words * 4 > bytes.byteLength)
      throw new FormatError('bad-range', at, `an instruction of ${words} words does not fit`);
    if ((word(at) & 0xffff) === OP_ENTRY_POINT) entryPoints.push(readEntryPoint(bytes, view, at, words));
    at += words * 4;
  }
  return { version: `${major}.${minor}`, bound, instructions, entryPoints };
}

function readEntryPoint(bytes: Uint8Array, view: DataView, at: number, words: number): EntryPoint {
  if (words < 4) throw new FormatError('truncated', at, 'OpEntryPoint needs a stage, an id and a name');
  const model = view.getUint32(at + 4, true);
  const text = bytes.subarray(at + 12, at + words * 4);
  const end = text.indexOf(0);
  if (end < 0) throw new FormatError('bad-text', at + 12, 'the name of the entry point does not end');
  return { name: new TextDecoder().decode(text.subarray(0, end)), stage: STAGES[model] ?? `stage ${model}` };
}
