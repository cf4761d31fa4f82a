// Prints the build events that need no state of the reporter.

import type { BuildEvent } from '../../../index.js';
import { shownPath } from '../../session.js';
import type { Console } from '../console.js';
import { printable } from '../format-diagnostic.js';
import { formatBytes, formatCount, formatDuration, plural } from '../text/units.js';

type PrintedEvent = Exclude<
  BuildEvent,
  { readonly type: 'start' | 'asset-start' | 'asset' | 'progress' | 'diagnostic' | 'removed' | 'done' }
>;

export function printEvent(console: Console, cwd: string, event: PrintedEvent): void {
  switch (event.type) {
    case 'waiting': {
      const where = event.host === '' ? '' : ` on ${event.host}`;
      console.error(`waiting: process ${event.pid}${where} is building into ${shownPath(cwd, event.output)}`);
      break;
    }
    case 'discovered':
      if (console.verbose) console.line(`${plural(event.sources, 'source')}, ${plural(event.ignored, 'other file')}`);
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
    case 'code':
      if (event.written) console.note(`generated ${shownPath(cwd, event.path)}`);
      break;
    case 'pack': {
      const size = `${plural(event.entries, 'file')}, ${formatBytes(event.sizeBytes)}`;
      if (event.written) console.note(`packed ${shownPath(cwd, event.path)}: ${size}`);
      break;
    }
    case 'pack-references': {
      const { from, to, references } = event;
      console.note(`${from} needs ${to}: ${plural(references.length, 'reference')}, such as ${references[0] ?? ''}`);
      if (console.verbose) for (const reference of references) console.line(`  ${printable(reference)}`);
      break;
    }
    case 'verified':
      console.note(`verified ${plural(event.files, 'file')}`);
      break;
    case 'shared-cache':
      printSharedCache(console, event);
      break;
    case 'compared': {
      const outcome = event.differing === 0 ? 'no difference' : `${event.differing} came out differently`;
      console.note(`compiled ${plural(event.assets, 'asset')} twice: ${outcome}`);
      break;
    }
    case 'changed':
      printChanged(console, cwd, event.paths);
      break;
    case 'watching':
      console.note(console.paintOut(`watching ${shownPath(cwd, event.input)}; press Ctrl-C to stop`, 'dim'));
      break;
  }
}

function printSharedCache(
  console: Console,
  { server, taken, sent, sentBytes, waitedMs }: Extract<BuildEvent, { type: 'shared-cache' }>,
): void {
  if (taken + sent === 0) return;
  const counts = [`${plural(taken, 'asset')} restored`];
  if (sent > 0)
    counts.push(`${formatCount(sent)} sent (${formatBytes(sentBytes)})`, `waited ${formatDuration(waitedMs)}`);
  console.note(`shared cache ${printable(server)}: ${counts.join(', ')}`);
}

function printChanged(console: Console, cwd: string, paths: readonly string[]): void {
  const first = paths.slice(0, 3).map((path) => printable(shownPath(cwd, path)));
  const more = paths.length > 3 ? ` and ${formatCount(paths.length - 3)} more` : '';
  console.note(`${console.paintOut('changed', 'cyan')} ${first.join(', ')}${more}`);
}
