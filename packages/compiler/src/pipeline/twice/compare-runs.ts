// Compares an asset's record of its first compile with the result of a second one.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Asset } from '../asset.js';
import { canonicalJson } from '../cache/canonical-json.js';
import type { AssetRecord, Dependency } from '../cache/record.js';
import { outputPathOf } from '../commit/output-path.js';
import type { MadeOutput } from '../execute/made-output.js';
import type { JobOutput, JobResult } from '../workers/job.js';
import { firstDifference } from './first-difference.js';

/** The bytes that the first compile wrote. Undefined if they cannot be read. */
type ReadOutput = (path: string) => Uint8Array | undefined;

/** What is compared of a compile. */
type ComparedRun = Pick<AssetRecord, 'dependencies' | 'derived' | 'diagnostics'> & {
  readonly outputs: readonly MadeOutput[];
};

/** Empty if both are equal. */
export function compareRuns(asset: Asset, first: AssetRecord, second: JobResult, read: ReadOutput): Diagnostic[] {
  const changed = changedBetween(first.dependencies, second);
  if (changed !== undefined) {
    const message = 'changed while the build was running, so its two results cannot be compared';
    return [{ code: 'build/vanished', severity: 'error', file: changed, message, hint: 'Run the build again.' }];
  }
  return findDifferences(asset, first, second, read).map((message) => ({
    code: 'build/differs',
    severity: 'error',
    file: asset.source,
    message,
  }));
}

/** One sentence each. Meaningless if files were changed in between. */
export function findDifferences(
  asset: Asset,
  first: ComparedRun,
  second: JobResult,
  read: ReadOutput,
): readonly string[] {
  if (second.failed) {
    const [cause] = second.diagnostics.filter(({ severity }) => severity === 'error');
    return [`${asset.id} compiled once and failed the second time: ${cause?.message ?? 'no message'}`];
  }
  const found = outputDifferences(asset, first.outputs, [...second.outputs, ...second.copies], read);
  if (sorted(first.derived) !== sorted(second.derived))
    found.push(`the derived assets of ${asset.id} differ when it is compiled again`);
  if (sorted(first.diagnostics) !== sorted(second.diagnostics))
    found.push(`the warnings of ${asset.id} differ when it is compiled again`);
  return found;
}

function outputDifferences(
  asset: Asset,
  before: readonly MadeOutput[],
  after: readonly (MadeOutput & Partial<JobOutput>)[],
  read: ReadOutput,
): string[] {
  const found: string[] = [];
  for (const output of before) {
    const path = outputPathOf(asset, output);
    const again = after.find(({ suffix }) => suffix === output.suffix);
    if (again === undefined) found.push(`${path} is not written when ${asset.id} is compiled again`);
    else if (again.digest !== output.digest) found.push(contentDifference(path, output, again, read));
    else if (listing(again) !== listing(output))
      found.push(`${path} is listed differently when ${asset.id} is compiled again`);
  }
  for (const output of after)
    if (!before.some(({ suffix }) => suffix === output.suffix))
      found.push(`${outputPathOf(asset, output)} is written only when ${asset.id} is compiled again`);
  return found;
}

function contentDifference(
  path: string,
  before: MadeOutput,
  after: MadeOutput & Partial<JobOutput>,
  read: ReadOutput,
): string {
  const old = after.bytes === undefined ? undefined : read(path);
  const at = old === undefined || after.bytes === undefined ? undefined : firstDifference(old, after.bytes);
  const where = at === undefined ? '' : ` from byte ${at} on`;
  return `${path} differs when it is compiled again${where} (${before.sizeBytes} and ${after.sizeBytes} bytes)`;
}

const listing = ({ asset, refersTo }: MadeOutput): string => canonicalJson([asset ?? null, refersTo ?? []]);

/** The order in which things were found does not count. */
const sorted = (list: readonly object[]): string => list.map(canonicalJson).sort().join();

/** A file that both read with different content: the user saved it meanwhile. */
export function changedBetween(first: readonly Dependency[], { dependencies, reads }: JobResult): string | undefined {
  const digests = new Map(first.flatMap(fileDigest));
  const again = [...dependencies.flatMap(fileDigest), ...reads.map(({ path, digest }) => [path, digest] as const)];
  return again.find(([path, digest]) => (digests.get(path) ?? digest) !== digest)?.[0];
}

function fileDigest(dependency: Dependency): readonly (readonly [path: string, digest: string])[] {
  if (dependency.type === 'bytes') return [[dependency.path, dependency.digest]];
  return dependency.type === 'part' ? [[dependency.ref.file, dependency.fileDigest]] : [];
}
