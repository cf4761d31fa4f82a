// The results of assetc.h for files, by the program verdict.c, and their differences from the SDK.

import { expect } from 'vitest';
import { run } from './c-compiler.js';
import { type CFormat, FORMATS } from './formats.js';

function sdkVerdict(format: CFormat, bytes: Uint8Array): string {
  const [first] = format.validate(bytes);
  return first === undefined ? 'ok 0' : `${first.code} ${first.offset}`;
}

/** One line per file; the text after the offset is removed. */
export function cVerdicts(
  program: string,
  number: number,
  files: readonly Uint8Array[],
): readonly { verdict: string; field: string }[] {
  const stream = new Uint8Array(files.reduce((sum, { length }) => sum + 8 + length, 0));
  const view = new DataView(stream.buffer);
  let at = 0;
  for (const bytes of files) {
    view.setUint32(at, number, true);
    view.setUint32(at + 4, bytes.length, true);
    stream.set(bytes, at + 8);
    at += 8 + bytes.length;
  }
  const { status, stdout, stderr } = run(program, [], stream);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const lines = stdout.split('\n').slice(0, -1);
  expect(lines.length).toBe(files.length);
  return lines.map((line) => {
    const [code = '', offset = '', ...field] = line.split(' ');
    return { verdict: `${code} ${offset}`, field: field.join(' ') };
  });
}

export function differences(program: string, format: CFormat, files: readonly Uint8Array[]): readonly string[] {
  const verdicts = cVerdicts(program, FORMATS.indexOf(format), files);
  return files.flatMap((bytes, i) => {
    const sdk = sdkVerdict(format, bytes);
    const c = verdicts[i];
    if (c?.verdict === sdk) return [];
    return [`#${i}: C ${c?.verdict} (${c?.field}), SDK ${sdk} (${format.validate(bytes)[0]?.field})`];
  });
}
