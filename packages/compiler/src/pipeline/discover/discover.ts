// Walks the input once and lists the sources, each with the kind that claims it. Sorted by code unit, so that nothing
// depends on the order in which a file system lists names.

import type { Config } from '../../config/config.js';
import { AssetError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Kind } from '../../model/kind/kind.js';
import type { Registry } from '../../model/kind/registry.js';
import type { Host } from '../host/host.js';
import { type Entry, type InputFolder, unreadable } from './input-folder.js';
import { SettingsResolver } from './settings-resolver.js';
import { Siblings, SourceFinder } from './source-finder.js';

export interface Source {
  readonly path: string;
  readonly isFolder: boolean;
  readonly kind: Kind;
}

export interface Discovery {
  readonly sources: readonly Source[];
  /** Folders that were listed, the input itself excepted. */
  readonly folders: readonly string[];
  /** Files that no kind claims, sorted by path. */
  readonly skipped: readonly string[];
  /** Those of them that a setting could make sources. */
  readonly optional: readonly string[];
  /** Sources and skipped files that were reached through a link, and dangling links. */
  readonly linked: ReadonlySet<string>;
  /** Entries that could not be read: errors, each of which fails the build. */
  readonly problems: readonly Diagnostic[];
}

const REFUSED: Readonly<Record<NonNullable<Entry['refused']>, { message: string; hint: string }>> = {
  'link-leaves-input': {
    message: 'is a link to a place outside the input folder',
    hint: 'Copy its target into the input folder.',
  },
  'link-loop': { message: 'is a link to a folder that contains it', hint: 'Remove the link.' },
  'dangling-link': {
    message: 'is a link to a file that does not exist',
    hint: 'Restore the file that the link points to, or remove the link.',
  },
  'name-not-utf8': {
    message: 'has a name that is not UTF-8 (\ufffd replaces invalid bytes), so it cannot be opened',
    hint: 'Rename it. On Linux, convmv renames whole folders.',
  },
  'too-many-links': {
    message: 'is one of more than 10000 folders reached through links',
    hint: 'Replace links to folders with links to files, or exclude the folder that contains them.',
  },
};

/** Undefined if there is an input folder. */
export function inputProblem(host: Host, { input }: Config): Diagnostic | undefined {
  if (host.stat(input)?.type === 'folder') return undefined;
  const message = `the input folder ${input} does not exist`;
  const hint = 'Create it, or set `input` in assetc.yml to the folder that contains the sources.';
  return { code: 'build/no-input', severity: 'error', message, hint };
}

function twoClaims(file: string, kind: Kind, rival: Kind): Diagnostic {
  const names = [kind, rival].map(({ name, plugin }) => `${plugin} (${name})`).join(' and ');
  return new AssetError({ code: 'plugin/two-claims', file, message: `is claimed by two plug-ins: ${names}` })
    .diagnostic;
}

export function discover(input: InputFolder, config: Config, registry: Registry): Discovery {
  const sources: Source[] = [];
  const problems: Diagnostic[] = [];
  const finder = new SourceFinder(input, config, registry, new SettingsResolver(config, registry));
  const folders: string[] = [];
  const skipped: string[] = [];
  const optional: string[] = [];
  const linked = new Set<string>();

  const visit = (folder: string, ancestors: readonly string[], isBelowLink: boolean): void => {
    let children: readonly Entry[];
    try {
      children = input.children(folder, ancestors).entries;
    } catch (error) {
      problems.push(unreadable(folder === '' ? '.' : folder, error).diagnostic);
      return;
    }
    const siblings = new Siblings(children);
    for (const entry of children) {
      if (finder.isProduct(entry)) continue;
      const kind = finder.kindOf(entry, siblings);
      const rival = kind?.plugin === undefined ? undefined : finder.rivalOf(entry, kind);
      const isLinked = isBelowLink || entry.isLink === true;
      if (isLinked || entry.refused !== undefined) linked.add(entry.path);
      if (entry.refused !== undefined) {
        // A link that no kind claims is an ordinary skipped file.
        if (kind === undefined && !entry.isFolder) skipped.push(entry.path);
        // Reported once: a recursive tree has thousands of them.
        else if (entry.refused !== 'too-many-links' || !problems.some((p) => p.code === 'build/too-many-links')) {
          const { message, hint } = REFUSED[entry.refused];
          problems.push(new AssetError({ code: `build/${entry.refused}`, file: entry.path, message, hint }).diagnostic);
        }
      } else if (kind !== undefined && rival !== undefined) problems.push(twoClaims(entry.path, kind, rival));
      else if (kind !== undefined) sources.push({ path: entry.path, isFolder: entry.isFolder, kind });
      else if (entry.isFolder) {
        folders.push(entry.path);
        visit(entry.path, [...ancestors, entry.path], isLinked);
      } else {
        skipped.push(entry.path);
        if (finder.isOptional(entry)) optional.push(entry.path);
      }
    }
  };
  visit('', [''], false);
  return { sources, folders, skipped, optional, linked, problems };
}
