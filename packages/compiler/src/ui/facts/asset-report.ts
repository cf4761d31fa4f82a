// Describes the asset that wrote a file: the data of `assetc why`, with the reason and time of its last build.

import type { UiAsset } from '@assetc/viewer/api';
import type { Config } from '../../config/config.js';
import type { Host } from '../../pipeline/host/host.js';
import { type WhyReport, why } from '../../pipeline/report/why.js';
import type { OutputRecords } from './output-records.js';

/** Undefined if no asset wrote the file. If several would, the recorded one. */
export async function assetReport(
  host: Host,
  config: Config,
  records: OutputRecords,
  path: string,
): Promise<UiAsset | undefined> {
  const recorded = records.ofOutput(path);
  if (recorded === undefined) return undefined;
  const reports = await why({ config, path }, host);
  const report = reports.find(({ id }) => id === recorded.id);
  return report === undefined ? undefined : { ...describe(report), ...recorded.report() };
}

function describe(report: WhyReport): Omit<UiAsset, 'why' | 'milliseconds' | 'diagnostics' | 'sources'> {
  const isSet = ({ origin }: WhyReport['settings'][number]) => origin !== 'built-in';
  const settings = [...report.settings.filter(isSet), ...report.settings.filter((setting) => !isSet(setting))];
  return {
    id: report.id,
    source: report.source,
    kind: report.kind,
    ...(report.takenFor === null ? {} : { takenFor: report.takenFor }),
    outputs: report.outputs.map(({ path }) => path),
    settings: settings.map(({ name, value, origin }) => ({ name, value: JSON.stringify(value), from: origin })),
    dependencies: distinct(report.dependencies),
    derived: report.derived,
    would: report.wouldRebuild ? report.reasons : [],
  };
}

/** Settings of one asset may be read more than once. Duplicates are not shown. */
function distinct(dependencies: WhyReport['dependencies']): WhyReport['dependencies'] {
  return [...new Map(dependencies.map((each) => [JSON.stringify(each), each])).values()];
}
