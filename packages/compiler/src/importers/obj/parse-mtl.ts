// MTL text → statements that matter to a material table, each with its line. Reading goes on past bad statements.

import type { DiagnosticCode } from '../../diagnostics/codes.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { utf8Bytes } from '../../model/text-encoding.js';
import { ByteCursor } from './byte-cursor.js';

export interface MapStatement {
  /** As written, with forward slashes. */
  readonly file: string;
  readonly line: number;
  /** `-bm`, the strength of a bump or normal map; 1 where absent. */
  readonly multiplier: number;
  /** `-o` and `-s`: where coordinates go, as OBJ counts them, from the bottom. */
  readonly offset: readonly [number, number];
  readonly scale: readonly [number, number];
  /** `-clamp on`. */
  readonly clamps: boolean;
}

export interface MtlMaterial {
  readonly name: string;
  readonly line: number;
  diffuse?: readonly [number, number, number];
  emissive?: readonly [number, number, number];
  opacity?: number;
  shininess?: number;
  roughness?: number;
  metallic?: number;
  diffuseMap?: MapStatement;
  emissiveMap?: MapStatement;
  normalMap?: MapStatement;
  bumpMap?: MapStatement;
  roughnessMap?: MapStatement;
  metallicMap?: MapStatement;
}

interface MtlText {
  readonly materials: readonly MtlMaterial[];
  readonly problems: readonly Omit<Diagnostic, 'severity'>[];
}

const COLORS: Readonly<Record<string, 'diffuse' | 'emissive'>> = { kd: 'diffuse', ke: 'emissive' };
const NUMBERS: Readonly<Record<string, 'opacity' | 'shininess' | 'roughness' | 'metallic'>> = {
  d: 'opacity',
  ns: 'shininess',
  pr: 'roughness',
  pm: 'metallic',
};
type MapSlot = 'diffuseMap' | 'emissiveMap' | 'normalMap' | 'bumpMap' | 'roughnessMap' | 'metallicMap';
const MAPS: Readonly<Record<string, MapSlot>> = {
  map_kd: 'diffuseMap',
  map_ke: 'emissiveMap',
  norm: 'normalMap',
  map_kn: 'normalMap',
  bump: 'bumpMap',
  map_bump: 'bumpMap',
  map_pr: 'roughnessMap',
  map_pm: 'metallicMap',
};
/** How many arguments an option of a map takes: exactly, or up to three numbers. */
const OPTIONS: Readonly<Record<string, number | 'numbers'>> = {
  '-blendu': 1,
  '-blendv': 1,
  '-boost': 1,
  '-bm': 1,
  '-cc': 1,
  '-clamp': 1,
  '-imfchan': 1,
  '-mm': 2,
  '-texres': 1,
  '-type': 1,
  '-o': 'numbers',
  '-s': 'numbers',
  '-t': 'numbers',
};

/** A longer statement is none; its text is not even looked at. */
const LONGEST_STATEMENT_BYTES = 4096;

export function parseMtl(bytes: Uint8Array, file: string): MtlText {
  const materials = new Map<string, MtlMaterial>();
  const problems: Omit<Diagnostic, 'severity'>[] = [];
  const dropped = new Set<string>();
  const cursor = new ByteCursor(utf8Bytes(bytes));
  let material: MtlMaterial | undefined;
  for (; !cursor.atEnd; cursor.nextLine()) {
    if (!cursor.skipBlanks()) continue;
    const { line } = cursor;
    const complain = (message: string, code: DiagnosticCode = 'mtl/bad-value') =>
      problems.push({ code, file, where: { line }, message });
    const length = cursor.restEnd() - cursor.at;
    if (length > LONGEST_STATEMENT_BYTES) {
      complain(`a statement of ${length} bytes; the limit is ${LONGEST_STATEMENT_BYTES}`);
      continue;
    }
    const spelled = cursor.token();
    const keyword = spelled.toLowerCase();
    const rest = cursor.restOfLine();
    if (keyword === 'newmtl') {
      material = { name: rest, line };
      if (rest === '') complain('newmtl has no name');
      if (materials.has(rest)) complain(`material "${rest}" is defined twice`, 'mtl/duplicate-material');
      else materials.set(rest, material);
      continue;
    }
    if (material === undefined) continue;
    const color = COLORS[keyword];
    const number = NUMBERS[keyword];
    const map = MAPS[keyword];
    if (color !== undefined) {
      const value = readColor(rest);
      if (value === undefined) complain(`${spelled} needs one or three numbers, not "${rest}"`);
      else material[color] = value;
    } else if (number !== undefined || keyword === 'tr') {
      const value = Number(rest.replace(/^-halo\s+/, '').split(/\s+/)[0] || 'none');
      if (!isFloat(value)) complain(`${spelled} needs a number, not "${rest}"`);
      else if (number === undefined) material.opacity ??= 1 - value;
      else material[number] = value;
    } else if (map !== undefined) {
      const statement = readMap(rest, line);
      if (statement === undefined) complain(`${spelled} names no file`);
      else material[map] = statement;
    } else if (/^(map_|disp$|decal$|refl$)/.test(keyword) && !dropped.has(keyword)) {
      dropped.add(keyword);
      complain(`${spelled} has no slot in the material table and was dropped`, 'mtl/dropped-map');
    }
  }
  return { materials: [...materials.values()], problems };
}

/** Material tables hold 32-bit floats. */
const isFloat = (value: number): boolean => Number.isFinite(Math.fround(value));

/** Three numbers, or one that stands for all; spectral and CIE colours are not understood. */
function readColor(rest: string): readonly [number, number, number] | undefined {
  const parts = rest.split(/\s+/).map((part) => (part === '' ? Number.NaN : Number(part)));
  const [r, g = r, b = g] = parts;
  if (r === undefined || g === undefined || b === undefined || !parts.every(isFloat)) return undefined;
  return [r, g, b];
}

function readMap(rest: string, line: number): MapStatement | undefined {
  const isNumber = (text: string) => text !== '' && isFloat(Number(text));
  let tail = rest;
  const given = new Map<string, readonly string[]>();
  const take = (): string => {
    const [word = ''] = /^\S*/.exec(tail) ?? [];
    tail = tail.slice(word.length).trimStart();
    return word;
  };
  for (;;) {
    const [word = ''] = /^\S*/.exec(tail) ?? [];
    const takes = OPTIONS[word.toLowerCase()];
    if (takes === undefined) break;
    take();
    const wanted = takes === 'numbers' ? 3 : takes;
    const values: string[] = [];
    for (let i = 0; i < wanted; i++) {
      const [next = ''] = /^\S*/.exec(tail) ?? [];
      if (takes === 'numbers' && !isNumber(next)) break;
      values.push(take());
    }
    given.set(word.toLowerCase(), values);
  }
  const file = tail
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('\\', '/')
    .trim();
  const number = (option: string, at: number, absent: number): number => {
    const text = given.get(option)?.[at] ?? '';
    return isNumber(text) ? Number(text) : absent;
  };
  if (file === '') return undefined;
  return {
    file,
    line,
    multiplier: number('-bm', 0, 1),
    offset: [number('-o', 0, 0), number('-o', 1, 0)],
    scale: [number('-s', 0, 1), number('-s', 1, 1)],
    clamps: given.get('-clamp')?.[0]?.toLowerCase() === 'on',
  };
}
