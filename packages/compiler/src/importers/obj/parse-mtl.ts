// MTL text → statements that matter to a material table, each with its line. Reading goes on past bad statements.

import type { DiagnosticCode } from '../../diagnostics/codes.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { utf8Bytes } from '../../model/text-encoding.js';
import { ByteCursor } from './byte-cursor.js';
import { isFloat, type MapStatement, readMap } from './map-statement.js';

export interface MtlMaterial {
  readonly name: string;
  readonly line: number;
  diffuse?: readonly [number, number, number];
  emissive?: readonly [number, number, number];
  opacity?: number;
  shininess?: number;
  roughness?: number;
  metallic?: number;
  clearcoat?: number;
  coatRoughness?: number;
  sheen?: number;
  anisotropy?: number;
  /** Of a whole turn. */
  anisotropyTurn?: number;
  ambientMap?: MapStatement;
  diffuseMap?: MapStatement;
  opacityMap?: MapStatement;
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
type NumberField =
  | 'opacity'
  | 'shininess'
  | 'roughness'
  | 'metallic'
  | 'clearcoat'
  | 'coatRoughness'
  | 'sheen'
  | 'anisotropy'
  | 'anisotropyTurn';
const NUMBERS: Readonly<Record<string, NumberField>> = {
  d: 'opacity',
  ns: 'shininess',
  pr: 'roughness',
  pm: 'metallic',
  pc: 'clearcoat',
  pcr: 'coatRoughness',
  ps: 'sheen',
  aniso: 'anisotropy',
  anisor: 'anisotropyTurn',
};
type MapSlot =
  | 'ambientMap'
  | 'diffuseMap'
  | 'opacityMap'
  | 'emissiveMap'
  | 'normalMap'
  | 'bumpMap'
  | 'roughnessMap'
  | 'metallicMap';
const MAPS: Readonly<Record<string, MapSlot>> = {
  map_ka: 'ambientMap',
  map_kd: 'diffuseMap',
  map_d: 'opacityMap',
  map_ke: 'emissiveMap',
  norm: 'normalMap',
  map_kn: 'normalMap',
  bump: 'bumpMap',
  map_bump: 'bumpMap',
  map_pr: 'roughnessMap',
  map_pm: 'metallicMap',
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
      complain(`a statement has ${length} bytes; the limit is ${LONGEST_STATEMENT_BYTES}`);
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
  const ambient = ambientAlone(materials.values());
  if (ambient !== undefined)
    problems.push({
      code: 'mtl/dropped-map',
      file,
      where: { line: ambient.line },
      message: 'map_Ka has no slot in the material table and was dropped',
    });
  return { materials: [...materials.values()], problems };
}

/** Where it shows what map_Kd shows, as exporters like to write it, nothing is lost: base colour is lit by light from all around, too. */
function ambientAlone(materials: Iterable<MtlMaterial>): MapStatement | undefined {
  for (const { ambientMap, diffuseMap } of materials)
    if (ambientMap !== undefined && ambientMap.file !== diffuseMap?.file) return ambientMap;
  return undefined;
}

/** Three numbers, or one that stands for all; spectral and CIE colours are not understood. */
function readColor(rest: string): readonly [number, number, number] | undefined {
  const parts = rest.split(/\s+/).map((part) => (part === '' ? Number.NaN : Number(part)));
  const [r, g = r, b = g] = parts;
  if (r === undefined || g === undefined || b === undefined || !parts.every(isFloat)) return undefined;
  return [r, g, b];
}
