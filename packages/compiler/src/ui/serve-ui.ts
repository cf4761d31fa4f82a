// The inspector's server: a page on 127.0.0.1 that shows an output folder or a pack. It only reads, and serves only the
// page, the output, its record, and pictures that the record names as sources.

import { createServer, type Server } from 'node:http';
import type { UiFile } from '@assetc/viewer/api';
import type { Config } from '../config/config.js';
import type { PluginFormat } from '../inspect/plugin-formats.js';
import type { BuildEnvironment } from '../pipeline/build-environment.js';
import type { Host } from '../pipeline/host/host.js';
import { ConnectionTurns } from './connection-turns.js';
import { KnownFacts } from './file-facts.js';
import { LiveBuilds } from './live-builds.js';
import { LiveStream } from './live-stream.js';
import { type MeasureMesh, MeshForms } from './mesh-forms.js';
import { OutputRecords } from './output-records.js';
import { openPage } from './page.js';
import { pluginDescriptions } from './plugin-descriptions.js';
import { servedFolder, servedOutput } from './served-output.js';
import { handle, type Site } from './site.js';
import { SourcePictures } from './source-picture.js';
import type { ServeUiOptions, UiServer } from './ui-server.js';

/** Returns undefined if the path does not exist. Rejects if the port is taken. */
export async function startUi(
  options: ServeUiOptions,
  environment: BuildEnvironment,
  formatsOf: (config: Config | undefined) => Promise<readonly PluginFormat[]>,
  loadMeasure: () => Promise<MeasureMesh>,
): Promise<UiServer | undefined> {
  const { host, executors } = environment;
  const { path } = options;
  const output = servedOutput(host, path) ?? (options.live === true ? servedFolder(host, path) : undefined);
  if (output === undefined) return undefined;
  const records = output.type === 'folder' ? new OutputRecords(host, path) : undefined;
  const live = options.live === true ? liveParts(host, path, output.files()) : undefined;
  const projectParts = (project: Config | undefined): Pick<Site, 'config' | 'pictures' | 'pluginDescriptions'> => {
    const config = records !== undefined && project?.output === path ? project : undefined;
    return {
      config,
      pictures: config && records && new SourcePictures(environment, config, records),
      pluginDescriptions: pluginDescriptions(formatsOf(project)),
    };
  };
  let site: Site = {
    host,
    output,
    page: openPage(host),
    records,
    facts: new KnownFacts(),
    forms: records && new MeshForms(host, path, loadMeasure),
    live,
    ...projectParts(options.config),
  };
  const turns = new ConnectionTurns();
  const server = createServer((request, response) =>
    turns.take(request, response, () => void handle(request, response, site, portOf(server))),
  );
  await listen(server, options.port ?? 0);
  const port = portOf(server);
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    follow: (event) => live?.builds.follow(event),
    reconfigure(config) {
      site = { ...site, ...projectParts(config) };
    },
    fail: (diagnostics) => live?.builds.fail(diagnostics),
    async close() {
      live?.stream.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await executors.dispose();
    },
  };
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
