// The lines of those events of a build that need nothing but themselves to be told.

import type { BuildEvent } from '../index.js';
import type { Console } from './console.js';
import { printable } from './format-diagnostic.js';
import { shown } from './session.js';
import { formatBytes, formatCount, formatDuration, plural } from './units.js';

type Told = Exclude<
  BuildEvent,
  { readonly type: 'start' | 'asset-start' | 'asset' | 'progress' | 'diagnostic' | 'removed' | 'done' }
>;

export function tellEvent(console: Console, cwd: string, event: Told): void {
  switch (event.type) {
    case 'waiting': {
      const where = event.host === '' ? '' : ` on ${event.host}`;
      console.error(`waiting: process ${event.pid}${where} is building into ${shown(cwd, event.output)}`);
      break;
    }
    case 'discovered':
      if (console.verbose)
        console.line(`${plural(event.sources, 'source')}, ${plural(event.ignored, 'file')} that nobody compiles`);
      break;
    case 'planned':
      if (console.verbose) console.line(`${plural(event.assets, 'asset')}, ${formatCount(event.toBuild)} to build`);
      break;
    case 'plan':
    case 'plan-removal':
      break;
    case 'manifest':
      if (console.verbose && event.written)
        console.line(`wrote ${event.path}: ${plural(event.entries, 'entry', 'entries')}`);
      break;
    case 'pack': {
      const size = `${plural(event.entries, 'file')}, ${formatBytes(event.sizeBytes)}`;
      if (event.written) console.note(`packed ${shown(cwd, event.path)}: ${size}`);
      break;
    }
    case 'verified':
      console.note(`verified ${plural(event.files, 'file')}`);
      break;
    case 'shared-cache':
      tellSharedCache(console, event);
      break;
    case 'compared': {
      const outcome = event.differing === 0 ? 'no difference' : `${event.differing} came out differently`;
      console.note(`compiled ${plural(event.assets, 'asset')} twice: ${outcome}`);
      break;
    }
    case 'changed':
      tellChanged(console, cwd, event.paths);
      break;
    case 'watching':
      console.note(console.paintOut(`watching ${shown(cwd, event.input)}; Ctrl-C ends`, 'dim'));
      break;
  }
}

function tellSharedCache(
  console: Console,
  { server, taken, sent, sentBytes, waitedMs }: Extract<BuildEvent, { type: 'shared-cache' }>,
): void {
  if (taken + sent === 0) return;
  const counts = [`${plural(taken, 'asset')} taken`];
  if (sent > 0)
    counts.push(`${formatCount(sent)} sent (${formatBytes(sentBytes)})`, `waited ${formatDuration(waitedMs)}`);
  console.note(`shared cache ${printable(server)}: ${counts.join(', ')}`);
}

function tellChanged(console: Console, cwd: string, paths: readonly string[]): void {
  const first = paths.slice(0, 3).map((path) => printable(shown(cwd, path)));
  const more = paths.length > 3 ? ` and ${formatCount(paths.length - 3)} more` : '';
  console.note(`${console.paintOut('changed', 'cyan')} ${first.join(', ')}${more}`);
}
