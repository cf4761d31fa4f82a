// The inspector's server: a page on 127.0.0.1 that shows an output folder or a pack. It serves only the page, the output, its record, and
// pictures that the record names as sources. It only reads, unless `edit` is set: then it also writes rules into assetc.yml.

import { createServer, type Server } from 'node:http';
import type { UiFile } from '@assetc/viewer/api';
import type { Config } from '../config/config.js';
import type { PluginFormat } from '../inspect/plugin-formats.js';
import type { BuildEnvironment } from '../pipeline/build-environment.js';
import type { Host } from '../pipeline/host/host.js';
import { EditDesk } from './edit/edit-desk.js';
import type { MeasureMesh } from './facts/mesh-forms.js';
import { ConnectionTurns } from './http/connection-turns.js';
import { LiveStream } from './http/live-stream.js';
import { LiveBuilds } from './live-builds.js';
import { openPage } from './page.js';
import { configParts, innerSite, outputParts, type SiteParts } from './project-site.js';
import { type MeasureSizes, Suggestions } from './recompile/suggestions.js';
import { type ServedOutput, servedFolder, servedOutput } from './served-output.js';
import { handle, type Site } from './site.js';
import type { ServeUiOptions, UiServer } from './ui-server.js';

/** Returns undefined if the path does not exist. Rejects if the port is taken. */
export async function startUi(
  options: ServeUiOptions,
  environment: BuildEnvironment,
  formatsOf: (config: Config | undefined) => Promise<readonly PluginFormat[]>,
  loadMeasure: () => Promise<MeasureMesh>,
  measureSizes: MeasureSizes,
): Promise<UiServer | undefined> {
  const { host, executors } = environment;
  const { path } = options;
  const output = servedOutput(host, path) ?? (options.live === true ? servedFolder(host, path) : undefined);
  if (output === undefined) return undefined;
  const live = options.live === true ? liveParts(host, path, output.files()) : undefined;
  const parts: SiteParts = { environment, formatsOf, loadMeasure };
  const own = outputParts(output, parts);
  const desk = openDesk(options, own.records, environment, (config) => take(config));
  const others = (options.others ?? []).flatMap((each) => servedOutput(host, each) ?? []);
  let site: Site = {
    ...own,
    ...configParts(own, options.config, parts),
    page: openPage(host),
    live,
    desk,
    inner: innerSites(others, desk, parts),
    others: others.map(({ title }) => title),
    suggestions: new Suggestions(measureSizes),
  };
  const take = (config: Config): void => {
    site = { ...site, ...configParts(own, config, parts) };
  };
  const turns = new ConnectionTurns();
  const server = createServer((request, response) =>
    turns.take(request, response, () => void handle(request, response, site, portOf(server))),
  );
  await listen(server, options.port ?? 0);
  const port = portOf(server);
  return {
    url: `http://127.0.0.1:${port}/`,
    // Behind the #, so that no request contains it.
    ...(desk === undefined ? {} : { editUrl: `http://127.0.0.1:${port}/#/?edit=${desk.token}` }),
    port,
    follow: (event) => live?.builds.follow(event),
    reconfigure(config) {
      desk?.reconfigure(config);
      take(config);
    },
    fail: (diagnostics) => live?.builds.fail(diagnostics),
    async close() {
      live?.stream.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await desk?.close();
      await executors.dispose();
    },
  };
}

/** Finds the site of a trial or of another output, by its folder and its name there. */
function innerSites(others: readonly ServedOutput[], desk: EditDesk | undefined, parts: SiteParts): Site['inner'] {
  const { host } = parts.environment;
  const otherSites = others.map((other) => innerSite(other, undefined, parts));
  const trials = new Map<string, Site>();
  return (folder, id) => {
    if (folder === 'other') return /^\d+$/.test(id) ? otherSites[Number(id)] : undefined;
    const trial = folder === 'trial' ? desk?.trial(id) : undefined;
    if (trial === undefined) return undefined;
    const known = trials.get(id) ?? innerSite(servedFolder(host, trial.config.output), trial.config, parts);
    trials.clear();
    trials.set(id, known);
    return known;
  };
}

function openDesk(
  { config, edit }: ServeUiOptions,
  records: Site['records'],
  environment: BuildEnvironment,
  onConfig: (config: Config) => void,
): EditDesk | undefined {
  if (edit === undefined || records === undefined || config === undefined) return undefined;
  const loadConfig = async (): Promise<Config | undefined> => {
    const loaded = await edit.loadConfig();
    if (loaded !== undefined) onConfig(loaded);
    return loaded;
  };
  return new EditDesk({ ...edit, loadConfig }, environment, records, config);
}

function liveParts(host: Host, output: string, files: readonly UiFile[]): Site['live'] {
  const stream = new LiveStream();
  return { stream, builds: new LiveBuilds(host, output, files, (event) => stream.publish(event)) };
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
