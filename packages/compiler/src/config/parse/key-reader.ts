// Reads keys of assetc.yml by their declared types. A value of another type is reported and treated as absent.

import { posix, win32 } from 'node:path';

import { nearest } from '../../diagnostics/nearest.js';
import type { Mapping, Tree } from '../../diagnostics/yaml-tree.js';
import type { SettingValue } from '../../model/kind/setting.js';
import type { FileKey } from '../file-keys.js';
import { parseByteSize } from './byte-size.js';
import { checkValue } from './check-value.js';
import type { Complaints } from './complaints.js';
import { describeTree } from './describe-value.js';

/** Keys that are read only at the top level. */
export const TOP_ONLY = [
  'input',
  'pack',
  'packs',
  'packOrder',
  'packInfo',
  'licenses',
  'base',
  'remove',
  'preset',
  'manifest',
  'embed',
  'exclude',
  'plugins',
  'memory',
  'budget',
  'timeLimit',
  'cache',
  'warnings',
  'codegen',
  'audit',
  'default',
  'presets',
];

/** Windows accepts both kinds of slash. No path of an asset contains a backslash, so a file means the same on every system. */
export const withSlashes = (path: string): string => path.replaceAll('\\', '/');

export class KeyReader {
  readonly complaints: Complaints;
  readonly #groupNames: readonly string[];
  readonly #platform: string;

  constructor(complaints: Complaints, groupNames: readonly string[], platform: string) {
    this.complaints = complaints;
    this.#groupNames = groupNames;
    this.#platform = platform;
  }

  value(
    map: Mapping | undefined,
    key: string,
    label: string,
    { type }: Pick<FileKey, 'type'>,
  ): SettingValue | undefined {
    const tree = map?.entries.get(key)?.value;
    if (tree === undefined || (isEmpty(tree) && (type.is === 'list' || type.is === 'map' || type.is === 'record')))
      return undefined;
    const checked = checkValue(type, tree);
    if ('value' in checked) return checked.value;
    for (const { code, at, inner, message, hint } of checked.misfits)
      this.complaints.error(code, at, `${label}${inner} ${message}`, hint);
    return undefined;
  }

  text(map: Mapping | undefined, key: string, label: string, declared: Pick<FileKey, 'type'>): string | undefined {
    const value = this.value(map, key, label, declared);
    return typeof value === 'string' ? value : undefined;
  }

  glob(map: Mapping | undefined, key: string, label: string): string | undefined {
    const glob = this.text(map, key, label, { type: { is: 'text' } });
    return glob === undefined ? undefined : withSlashes(glob);
  }

  folder(map: Mapping | undefined, key: string, path: string | undefined): string | undefined {
    if (path === undefined) return undefined;
    const at = map?.entries.get(key)?.value.at;
    const isForeign = this.#platform !== 'win32' && win32.isAbsolute(path) && !posix.isAbsolute(path);
    if (path.trim() === '' || path.includes('\0'))
      this.complaints.error('config/wrong-type', at, `${key} must name a folder`);
    else if (isForeign)
      this.complaints.error('config/windows-path', at, `${key} is ${JSON.stringify(path)}, a path of Windows`);
    else return withSlashes(path);
    return undefined;
  }

  byteSize(map: Mapping | undefined, key: string, label: string, declared: Pick<FileKey, 'type'>): number | undefined {
    const size = this.value(map, key, label, declared);
    const bytes = typeof size === 'string' ? parseByteSize(size) : typeof size === 'number' ? size : undefined;
    if (typeof size === 'string' && bytes === undefined)
      this.complaints.error(
        'config/wrong-type',
        map?.entries.get(key)?.value.at,
        `${label} must be a size, not the text ${JSON.stringify(size)}`,
        'Write bytes, or a number with a unit: 500 MB, 10 GB, 8 GiB.',
      );
    return bytes;
  }

  /** An empty mapping (everything in it commented out) counts as absent. */
  mapping(tree: Tree | undefined, label: string): Mapping | undefined {
    if (tree === undefined || isEmpty(tree)) return undefined;
    if (tree.is === 'map') return tree;
    const message = `${label} must be a mapping (key: value), not ${describeTree(tree)}`;
    this.complaints.error('config/wrong-type', tree.at, message);
    return undefined;
  }

  /** Warns about keys that are not among these. */
  onlyKnown(map: Mapping | undefined, known: readonly string[], place: string): void {
    for (const [key, { keyAt }] of map?.entries ?? []) if (!known.includes(key)) this.unknown(key, keyAt, known, place);
  }

  unknown(key: string, at: number, known: readonly string[], place: string): void {
    const where = place === 'top' ? '' : ` in ${place}`;
    const isGroup = this.#groupNames.includes(key);
    if (place === 'top' && isGroup) {
      this.complaints.warn(
        'config/misplaced-key',
        at,
        `${key} is not allowed here`,
        `Move it to default: or a preset.`,
      );
    } else if (place === 'top' && key === 'rules') {
      this.complaints.warn(
        'config/misplaced-key',
        at,
        'rules are not allowed here',
        'Move them to default: or a preset.',
      );
    } else if (place !== 'top' && TOP_ONLY.includes(key)) {
      const hint = 'Move it to the top level of the file.';
      this.complaints.warn('config/misplaced-key', at, `${key} is not allowed${where}`, hint);
    } else {
      const meant = nearest(key, known);
      const hint = meant === undefined ? `Known keys here: ${known.join(', ')}.` : `Did you mean ${meant}?`;
      this.complaints.warn('config/unknown-key', at, `unknown key ${JSON.stringify(key)}${where}`, hint);
    }
  }
}

/** The key has no value, for example because it is commented out. */
export const isEmpty = (tree: Tree): boolean => tree.is === 'scalar' && tree.value === null;
