// The rules of `.hvar`, for the decoder and the validator.

import { readNameTable } from '../core/name-table.js';
import type { Problems } from '../core/problem.js';
import { pathProblem } from '../core/relative-path.js';
import { viewOf } from '../core/struct.js';
import { manifestHash } from '../hman/manifest-hash.js';
import { hashToHex } from '../refs/hash-ref.js';
import { HvarAxis, HvarHeader, HvarModule, MAX_COMBINATIONS, NO_MODULE } from './layout.js';
import type { Hvar, VariantAxis, VariantModule } from './model.js';

/** Undefined if a problem prevents reading on. */
export function readHvar(bytes: Uint8Array, problems: Problems): Hvar | undefined {
  const header = HvarHeader.inspect(bytes, 0, problems);
  if (header === undefined) return undefined;
  const { axisCount, valueCount, entryCount, moduleCount, combinationCount } = header;
  const modulesAt = HvarHeader.size + axisCount * HvarAxis.size;
  const cellsAt = modulesAt + moduleCount * HvarModule.size;
  const cellCount = entryCount * combinationCount;
  const namesAt = cellsAt + cellCount * 4;
  if (namesAt > bytes.byteLength) {
    problems.add('truncated', bytes.byteLength, 'HvarHeader', `the tables need ${namesAt} bytes`);
    return undefined;
  }
  const counts = checkAxes(bytes, header, problems);
  if (counts === undefined) return undefined;
  checkCells(bytes, cellsAt, cellCount, moduleCount, problems);
  const nameCount = axisCount + valueCount + entryCount + moduleCount;
  const names = readNameTable(bytes, namesAt, bytes.byteLength - namesAt, nameCount, 'names', problems);
  if (names === undefined) return undefined;
  let next = axisCount;
  const axes = counts.map((count, i): VariantAxis => {
    next += count;
    return { name: names[i] ?? '', values: names.slice(next - count, next) };
  });
  const paths = names.slice(next + entryCount);
  const modules = paths.map((path, i) => checkModule(bytes, modulesAt + i * HvarModule.size, i, path, problems));
  const cells = new Uint32Array(cellCount);
  const view = viewOf(bytes);
  for (let i = 0; i < cellCount; i++) cells[i] = view.getUint32(cellsAt + i * 4, true);
  return { axes, entries: names.slice(next, next + entryCount), modules, cells };
}

/** The number of values of each axis. Strides are checked from the last axis to the first. */
function checkAxes(
  bytes: Uint8Array,
  { axisCount, valueCount, combinationCount }: { axisCount: number; valueCount: number; combinationCount: number },
  problems: Problems,
): readonly number[] | undefined {
  const counts = new Array<number>(axisCount).fill(0);
  let stride = 1;
  let values = 0;
  for (let i = axisCount - 1; i >= 0; i--) {
    const at = HvarHeader.size + i * HvarAxis.size;
    const axis = HvarAxis.inspect(bytes, at, problems, `axes[${i}]`);
    if (axis === undefined) return undefined;
    if (axis.stride !== stride) problems.add('bad-value', at + 4, `axes[${i}].stride`, `must be ${stride}`);
    counts[i] = axis.valueCount;
    values += axis.valueCount;
    stride *= axis.valueCount;
    if (stride > MAX_COMBINATIONS) {
      problems.add('bad-value', at, `axes[${i}].valueCount`, `makes more than ${MAX_COMBINATIONS} combinations`);
      return undefined;
    }
  }
  const atValues = HvarHeader.offsetOf('valueCount');
  if (values !== valueCount) problems.add('bad-value', atValues, 'HvarHeader.valueCount', `must be ${values}`);
  const atCount = HvarHeader.offsetOf('combinationCount');
  if (stride !== combinationCount)
    problems.add('bad-value', atCount, 'HvarHeader.combinationCount', `must be ${stride}`);
  return values === valueCount && stride === combinationCount ? counts : undefined;
}

function checkCells(bytes: Uint8Array, at: number, count: number, moduleCount: number, problems: Problems): void {
  const view = viewOf(bytes);
  for (let i = 0; i < count; i++) {
    const cell = view.getUint32(at + i * 4, true);
    if (cell >= moduleCount && cell !== NO_MODULE)
      problems.add('bad-range', at + i * 4, `cells[${i}]`, `is ${cell}, must be below ${moduleCount}`);
  }
}

function checkModule(bytes: Uint8Array, at: number, i: number, path: string, problems: Problems): VariantModule {
  const hash = viewOf(bytes).getBigUint64(at, true);
  const wanted = pathProblem(path);
  if (wanted !== undefined) problems.add('bad-value', at, `modules[${i}].path`, `must be ${wanted}`);
  else if (hash !== manifestHash('shader', path))
    problems.add('bad-value', at, `modules[${i}].hash`, `must be ${hashToHex(manifestHash('shader', path))}`);
  return { path, hash };
}
