// The text of a depfile: which files and folders a target was made from, in the syntax that Make, Ninja and CMake read. Their syntaxes
// differ in rare characters. Where no spelling suits all, the one is used with which a tool at worst builds too often.

import { compareText } from '../host/source-path.js';

/** Ninja ends a name at any other character, letters outside ASCII excepted. Percent and equals signs have a meaning in Make. */
const OTHER_THAN_NINJAS = /[^\w+,/:.~(){}@[\]! #$\\\u0080-\uffff-]/;

/** Backslashes before these are part of an escape sequence. */
const ESCAPED = /(\\*)([ #:])/g;

/** A drive of Windows: its colon is read as it is. */
const DRIVE = /^[a-zA-Z]:(?=\/)/;

/** Whether Ninja or Make cannot read the name, however it is spelled. They find no such file then, and build every time. */
export const isUnreadableName = (path: string): boolean =>
  OTHER_THAN_NINJAS.test(path) || /\\[#:]/.test(path) || path.includes('\r');

function escapeName(path: string): string {
  const drive = DRIVE.exec(path)?.[0] ?? '';
  const escaped = path
    .slice(drive.length)
    // Make cannot read these, however they are escaped. The name then leads nowhere, so every build starts assetc.
    .replaceAll(/[\t\r\n;|*?%=]/g, '_')
    .replaceAll(ESCAPED, (_, slashes: string, special: string) => `${slashes}${slashes}\\${special}`)
    .replaceAll('$', '$$$$');
  // Make takes a name that ends like this for a member of an archive.
  return drive + (/\(.*\)$/.test(escaped) ? `${escaped}/.` : escaped);
}

/**
 * `target`: as the build file spells it. `inputs`: with forward slashes, in any order. The inputs also get an empty rule, so that Make builds
 * again, and does not fail, if one is removed.
 */
export function formatDepfile(target: string, inputs: Iterable<string>): string {
  const sorted = [...new Set(inputs)].sort(compareText);
  const names = sorted.map(escapeName);
  const rule = [`${escapeName(target)}:`, ...names].join(' \\\n  ');
  return names.length === 0 ? `${rule}\n` : `${rule}\n\n${names.join(' \\\n  ')}:\n`;
}
