// Writes `.hvar`.

import { encodeNameTable } from '../core/name-table.js';
import { viewOf } from '../core/struct.js';
import { HVAR_MAGIC, HVAR_VERSION, HvarAxis, HvarHeader, HvarModule } from './layout.js';
import type { Hvar } from './model.js';
import { validateHvar } from './validate.js';

/** Encodes the variants of a shader. Throws a plain Error for a model that cannot be stored. */
export function encodeHvar({ axes, entries, modules, cells }: Hvar): Uint8Array {
  checkDistinct(
    'macros',
    axes.map(({ name }) => name),
  );
  checkDistinct('entry points', entries);
  for (const { name, values } of axes) checkDistinct(`values of ${name}`, values);
  const names = encodeNameTable([
    ...axes.map(({ name }) => name),
    ...axes.flatMap(({ values }) => values),
    ...entries,
    ...modules.map(({ path }) => path),
  ]);
  const modulesAt = HvarHeader.size + axes.length * HvarAxis.size;
  const cellsAt = modulesAt + modules.length * HvarModule.size;
  const bytes = new Uint8Array(cellsAt + cells.length * 4 + names.length);
  let stride = 1;
  for (const [i, { values }] of [...axes.entries()].reverse()) {
    HvarAxis.write(bytes, HvarHeader.size + i * HvarAxis.size, { valueCount: values.length, stride });
    stride *= values.length;
  }
  if (cells.length !== entries.length * stride) throw new Error(`there must be ${entries.length * stride} cells`);
  HvarHeader.write(bytes, 0, {
    magic: HVAR_MAGIC,
    version: HVAR_VERSION,
    axisCount: axes.length,
    valueCount: axes.reduce((sum, { values }) => sum + values.length, 0),
    entryCount: entries.length,
    moduleCount: modules.length,
    combinationCount: stride,
    reserved: 0,
  });
  for (const [i, { hash }] of modules.entries()) HvarModule.write(bytes, modulesAt + i * HvarModule.size, { hash });
  const view = viewOf(bytes);
  for (const [i, cell] of cells.entries()) view.setUint32(cellsAt + i * 4, cell, true);
  bytes.set(names, cellsAt + cells.length * 4);
  const [problem] = validateHvar(bytes);
  if (problem !== undefined) throw new Error(`the variants cannot be written: ${problem.field} ${problem.message}`);
  return bytes;
}

function checkDistinct(what: string, names: readonly string[]): void {
  if (new Set(names).size < names.length) throw new Error(`two ${what} are equal`);
}
