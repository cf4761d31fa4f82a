// Names for constants and types. A name depends only on what it names, except when two things would get the same one: then both get a part
// of the hash of their key, so that neither changes its meaning silently.

import { fnv1a64, hashToHex } from '@assetc/formats';

const HASH_DIGITS = 8;

/** ASCII letters and digits with single underscores: `Wall brick-2` → `Wall_brick_2`. Other letters become their code point. */
export function plainWord(text: string): string {
  const ascii = text.normalize('NFC').replaceAll(/\P{ASCII}/gu, (letter) => `_U${hex(letter)}_`);
  const word = ascii.replaceAll(/[^A-Za-z0-9]+/g, '_').replaceAll(/^_+|_+$/g, '');
  return word === '' ? 'unnamed' : word;
}

const hex = (letter: string): string => (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');

/** Text inside a comment of one line. Nothing in it can end the comment, or continue the line as a backslash and trigraphs do in C. */
export const commentText = (text: string): string =>
  text
    .replaceAll(/[^ -~]/gu, '_')
    .replaceAll(/[\\?]/g, '_')
    .replaceAll('*/', '* /');

/** `models/armChair` → `MODELS_ARM_CHAIR` */
export const upperName = (text: string): string =>
  plainWord(text.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')).toUpperCase();

/** Names of vertex inputs. Slang names them after the parameter, too: `input.position` → `position`, unless there are two. */
export function inputNames(
  inputs: readonly { readonly name: string; readonly location: number }[],
  styled: (name: string) => string,
): readonly string[] {
  const short = inputs.map(({ name }) => styled(name.slice(name.lastIndexOf('.') + 1)));
  const unique = inputs.map(({ name }, i) => {
    const own = short[i] ?? '';
    return short.indexOf(own) === short.lastIndexOf(own) ? own : styled(name);
  });
  const keyOf = (i: number): string => `${inputs[i]?.location} ${inputs[i]?.name} ${i}`;
  const names = distinctNames(unique.map((name, i) => [keyOf(i), name] as const));
  return inputs.map((_, i) => names.get(keyOf(i)) ?? '');
}

/** `sky/fragment` → `SkyFragment`, `2d/sprite` → `_2dSprite` */
export function typeName(text: string): string {
  const words = plainWord(text).split('_');
  const name = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
  return /^\d/.test(name) ? `_${name}` : name;
}

/** A name of a member: as the source has it, if the language allows. */
export function memberName(text: string, reserved: ReadonlySet<string>): string {
  const word = text.replaceAll(/[^A-Za-z0-9_]/g, '_');
  const name = word === '' ? 'unnamed' : /^\d/.test(word) ? `_${word}` : word;
  return reserved.has(name) ? `${name}_` : name;
}

/** By key, the name that it wants, or a longer one if another key wants the same. */
export function distinctNames(wanted: Iterable<readonly [key: string, name: string]>): ReadonlyMap<string, string> {
  const all = [...wanted];
  const uses = new Map<string, Set<string>>();
  for (const [key, name] of all) uses.set(name, (uses.get(name) ?? new Set()).add(key));
  return new Map(
    all.map(([key, name]) => [key, (uses.get(name)?.size ?? 0) < 2 ? name : `${name}_${hashDigits(key)}`]),
  );
}

/** Of the exact text: `hashRef` would give `Run` and `RUN` the same digits. */
const hashDigits = (key: string): string => hashToHex(fnv1a64(new TextEncoder().encode(key))).slice(0, HASH_DIGITS);

/** The names of a list as keys: repeated and empty ones get their index. */
export function indexedNames(names: readonly string[]): readonly { readonly key: string; readonly index: number }[] {
  const seen = new Set<string>();
  return names.map((name, index) => {
    const key = name === '' || seen.has(name) ? `${name}#${index}` : name;
    seen.add(key);
    return { key, index };
  });
}
