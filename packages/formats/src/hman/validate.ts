// Every rule of `.hman` that the file alone can break, the key rule of each kind included.

import { type Problem, Problems } from '../core/problem.js';
import { pathProblem } from '../core/relative-path.js';
import { readText } from '../core/text.js';
import { hashToHex } from '../refs/hash-ref.js';
import { ASSET_KINDS, HmanEntryHead, HmanHeader } from './layout.js';
import { manifestHash, obeysManifestRule } from './manifest-hash.js';

/** Returns every rule of docs/formats/hman.md that the file alone breaks. */
export function validateHman(bytes: Uint8Array): readonly Problem[] {
  const problems = new Problems();
  const header = HmanHeader.inspect(bytes, 0, problems);
  if (header === undefined) return problems.list();
  let at = HmanHeader.size;
  let before: bigint | undefined;
  for (let i = 0; i < header.count; i++) {
    const field = `entries[${i}]`;
    const head = HmanEntryHead.inspect(bytes, at, problems, field);
    if (head === undefined) return problems.list();
    if (before !== undefined && head.hash <= before) {
      const same = head.hash === before;
      const message = same ? `${hashToHex(head.hash)} occurs twice` : `must be larger than ${hashToHex(before)}`;
      problems.add(same ? 'duplicate' : 'bad-order', at, `${field}.hash`, message);
    }
    before = head.hash;
    const pathStart = at + HmanEntryHead.size;
    if (pathStart + head.pathLen > bytes.byteLength) {
      problems.add('truncated', pathStart, `${field}.path`, `needs ${head.pathLen} bytes`);
      return problems.list();
    }
    at = pathStart + head.pathLen;
    const kind = ASSET_KINDS[head.kind];
    if (kind !== undefined && head.colorspace > 1) {
      const place = pathStart - HmanEntryHead.size + HmanEntryHead.offsetOf('colorspace');
      problems.add('bad-value', place, `${field}.colorspace`, 'must be at most 1');
    }
    const path = problems.attempt(`${field}.path`, () => readText(bytes, pathStart, at, 'path'));
    if (path === undefined) continue;
    const wanted = pathProblem(path);
    if (wanted !== undefined) {
      problems.add('bad-value', pathStart, `${field}.path`, `${JSON.stringify(path)} must be ${wanted}`);
    }
    if (kind !== undefined && !obeysManifestRule({ hash: head.hash, kind, colorspace: 'linear', path })) {
      const key = hashToHex(manifestHash(kind, path));
      problems.add('bad-value', pathStart - HmanEntryHead.size, `${field}.hash`, `must be ${key} for ${kind} ${path}`);
    }
  }
  if (at < bytes.byteLength) {
    problems.add('trailing-bytes', at, 'file', `${bytes.byteLength - at} bytes follow the last entry`);
  }
  return problems.list();
}
