// Routes requests by path.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { FormatError } from '@assetc/formats';
import type { UiIndex, UiMeshForms, UiOverview } from '@assetc/viewer/api';
import type { Config } from '../config/config.js';
import { errorCode, type Host } from '../pipeline/host/host.js';
import type { EditDesk } from './edit/edit-desk.js';
import { routeEdit } from './edit/route-edit.js';
import { assetReport } from './facts/asset-report.js';
import type { Audits } from './facts/audit.js';
import type { KnownFacts } from './facts/file-facts.js';
import type { MeshForms } from './facts/mesh-forms.js';
import type { OutputRecords } from './facts/output-records.js';
import { overviewOf } from './facts/overview.js';
import type { PluginDescriptions } from './facts/plugin-descriptions.js';
import { statusOf } from './facts/status.js';
import { answer, answerFile, answerJson, BYTES, refuse } from './http/answer.js';
import type { LiveStream } from './http/live-stream.js';
import { type Refusal, refusalOf } from './http/request-guard.js';
import { sitePathOf } from './http/site-path.js';
import type { LiveBuilds } from './live-builds.js';
import type { Page } from './page.js';
import type { SourcePictures } from './recompile/source-picture.js';
import type { Suggestions } from './recompile/suggestions.js';
import type { ServedOutput } from './served-output.js';

export interface Site {
  readonly host: Host;
  readonly output: ServedOutput;
  readonly page: Page | undefined;
  /** The project whose output it is. */
  readonly config: Config | undefined;
  /** Only for a folder. */
  readonly records: OutputRecords | undefined;
  readonly facts: KnownFacts;
  /** Only with records. */
  readonly forms: MeshForms | undefined;
  readonly pictures: SourcePictures | undefined;
  /** Files that plug-ins describe. */
  readonly pluginDescriptions: PluginDescriptions;
  readonly live: { readonly stream: LiveStream; readonly builds: LiveBuilds } | undefined;
  readonly audits: Audits;
  /** Of a project. */
  readonly suggestions?: Suggestions | undefined;
  /** Titles of outputs below `other/`. */
  readonly others?: readonly string[] | undefined;
  /** If rules of the project can be changed. */
  readonly desk?: EditDesk | undefined;
  /** Another output below `<folder>/<id>/`, with an `api/` of its own: of a trial, or one to compare with. */
  readonly inner?: ((folder: string, id: string) => Site | undefined) | undefined;
}

const isEdit = ([first, second]: readonly string[]): boolean => first === 'api' && second === 'edit';

const NOT_THERE: Refusal = { status: 404, message: 'there is no such file' };

/** Rejects only for our own bugs. */
export async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  site: Site,
  port: number,
): Promise<void> {
  const parts = sitePathOf(request.url ?? '');
  const refusal = refusalOf(request, port, site.desk !== undefined && parts !== undefined && isEdit(parts));
  if (refusal !== undefined) return refuse(response, refusal);
  if (parts === undefined) return refuse(response, { status: 400, message: 'this is not a path' });
  try {
    await route(request, response, site, parts);
  } catch (error) {
    if (response.headersSent) return void response.destroy();
    const code = errorCode(error);
    // The file vanished or cannot be read, or the pack is malformed.
    if (code !== undefined) return refuse(response, { status: 404, message: `it cannot be read (${code})` });
    if (error instanceof FormatError) return refuse(response, { status: 404, message: error.message });
    response.destroy();
    throw error;
  }
}

async function route(
  request: IncomingMessage,
  response: ServerResponse,
  site: Site,
  parts: readonly string[],
): Promise<void> {
  const [first = 'index.html', ...rest] = parts;
  if (first === 'api') return routeApi(request, response, site, rest);
  const [id = '', ...below] = rest;
  const inner = site.inner?.(first, id);
  // The page is served once.
  if (inner !== undefined)
    return below[0] === 'api' || below[0] === 'files'
      ? route(request, response, inner, below)
      : refuse(response, NOT_THERE);
  const file = first === 'files' ? site.output.find(rest) : site.page?.find([first, ...rest].join('/'));
  if (file !== undefined) return answerFile(request, response, file);
  const isUnbuilt = site.page === undefined && parts.length === 0;
  refuse(response, isUnbuilt ? { status: 404, message: 'the page is missing: run "npm run build"' } : NOT_THERE);
}

async function routeApi(
  request: IncomingMessage,
  response: ServerResponse,
  site: Site,
  [name = '', ...rest]: readonly string[],
): Promise<void> {
  if (name === 'events' && rest.length === 0 && site.live !== undefined)
    return site.live.stream.connect(request, response, site.live.builds.now);
  if (name === 'edit' && site.desk !== undefined) return routeEdit(request, response, site.desk, rest);
  if (name === 'source') return answerPicture(request, response, site, rest.join('/'));
  const life = new AbortController();
  response.once('close', () => life.abort());
  const found = await apiValue(site, name, rest.join('/'), life.signal);
  if (found === undefined) refuse(response, NOT_THERE);
  else answerJson(request, response, found);
}

async function answerPicture(
  request: IncomingMessage,
  response: ServerResponse,
  { pictures }: Site,
  path: string,
): Promise<void> {
  const asked = new URLSearchParams(request.url?.split('?')[1] ?? '');
  const [layer, face] = ['layer', 'face'].map((name) => Number(asked.get(name) ?? 0));
  if (pictures === undefined || layer === undefined || face === undefined) return refuse(response, NOT_THERE);
  if (![layer, face].every((n) => Number.isInteger(n) && n >= 0))
    return refuse(response, { status: 400, message: 'layer and face are whole numbers' });
  const picture = await pictures.picture({ path, layer, face });
  if ('because' in picture) refuse(response, { status: 404, message: picture.because });
  else answer(request, response, BYTES, picture);
}

async function apiValue(site: Site, name: string, rest: string, gone: AbortSignal): Promise<object | null | undefined> {
  const { host, output, config, records } = site;
  if (name === 'index.json' && rest === '') return indexOf(site);
  if (name === 'overview.json' && rest === '') return overviewFor(site);
  if (name === 'audit.json' && rest === '' && config?.audits !== undefined)
    return site.audits.of(output, config.audits);
  if (name === 'suggestions' && (rest === 'first.json' || rest === 'all.json') && config !== undefined) {
    const part = rest === 'all.json' ? 'all' : 'first';
    return records && site.suggestions?.of(config, records, JSON.stringify(output.files()), gone, part);
  }
  if (name === 'status.json' && rest === '') return statusOf(site);
  if (name === 'description' && rest.endsWith('.json'))
    return site.pluginDescriptions.describe(output, rest.slice(0, -'.json'.length));
  if (name === 'forms' && rest.endsWith('.json')) return formsOf(site, rest.slice(0, -'.json'.length));
  if (name === 'asset' && rest.endsWith('.json') && config !== undefined && records !== undefined) {
    const path = rest.slice(0, -'.json'.length);
    if (output.find(path.split('/')) === undefined) return undefined;
    return (await assetReport(host, config, records, path)) ?? null;
  }
  return undefined;
}

/** Null if the mesh cannot be measured. */
async function formsOf({ output, records, forms }: Site, path: string): Promise<UiMeshForms | null | undefined> {
  const file = output.files().find((each) => each.path === path);
  if (file === undefined || records === undefined || forms === undefined) return undefined;
  return (await forms.of(path, file.version, records)) ?? null;
}

async function overviewFor({ output, records, facts }: Site): Promise<UiOverview> {
  const versions = new Map(output.files().map(({ path, version }) => [path, version]));
  // The entries of a pack change with the pack.
  const versionOf = (path: string) => versions.get(output.type === 'pack' ? output.title : path) ?? '';
  const tree = await output.open();
  try {
    return await overviewOf({ tree, versionOf, facts, records });
  } finally {
    tree.close();
  }
}

async function indexOf({
  output,
  config,
  live,
  records,
  forms,
  pluginDescriptions,
  desk,
  others = [],
  suggestions,
}: Site): Promise<UiIndex> {
  const { title, type } = output;
  return {
    title,
    ...(type === 'pack' ? { pack: title } : {}),
    files: output.files(),
    live: live !== undefined,
    record: config !== undefined,
    sources: config !== undefined,
    described: await pluginDescriptions.suffixes(),
    ...(forms === undefined ? {} : { forms: true }),
    ...(desk === undefined ? {} : { edit: true }),
    ...(others.length === 0 ? {} : { others }),
    ...(config?.audits === undefined ? {} : { audit: true }),
    ...(config === undefined || suggestions === undefined ? {} : { suggestions: true }),
    ...(records === undefined ? {} : { isFailed: records.isFailed }),
  };
}
