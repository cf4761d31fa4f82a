// The parts of a site that follow from an output and its project: of the output that is served, of trials, and of outputs next to it.

import type { Config } from '../config/config.js';
import type { PluginFormat } from '../inspect/plugin-formats.js';
import type { BuildEnvironment } from '../pipeline/build-environment.js';
import { Audits } from './facts/audit.js';
import { KnownFacts } from './facts/file-facts.js';
import { type MeasureMesh, MeshForms } from './facts/mesh-forms.js';
import { OutputRecords } from './facts/output-records.js';
import { pluginDescriptions } from './facts/plugin-descriptions.js';
import { SourcePictures } from './recompile/source-picture.js';
import type { ServedOutput } from './served-output.js';
import type { Site } from './site.js';

export interface SiteParts {
  readonly environment: BuildEnvironment;
  readonly formatsOf: (config: Config | undefined) => Promise<readonly PluginFormat[]>;
  readonly loadMeasure: () => Promise<MeasureMesh>;
}

type OutputParts = Pick<Site, 'host' | 'output' | 'records' | 'facts' | 'forms' | 'audits'>;
type ConfigParts = Pick<Site, 'config' | 'pictures' | 'pluginDescriptions'>;

export function outputParts(output: ServedOutput, { environment, loadMeasure }: SiteParts): OutputParts {
  const { host } = environment;
  const records = output.type === 'folder' ? new OutputRecords(host, output.path) : undefined;
  return {
    host,
    output,
    records,
    facts: new KnownFacts(),
    audits: new Audits(),
    forms: records && new MeshForms(host, output.path, loadMeasure),
  };
}

/** A project of another output is none. */
export function configParts(
  { output, records }: OutputParts,
  project: Config | undefined,
  { environment, formatsOf }: SiteParts,
): ConfigParts {
  const config = records !== undefined && project?.output === output.path ? project : undefined;
  return {
    config,
    pictures: config && records && new SourcePictures(environment, config, records),
    pluginDescriptions: pluginDescriptions(formatsOf(project)),
  };
}

/** An output below another site: it has no page of its own. */
export function innerSite(output: ServedOutput, config: Config | undefined, parts: SiteParts): Site {
  const own = outputParts(output, parts);
  return { ...own, ...configParts(own, config, parts), page: undefined, live: undefined };
}
