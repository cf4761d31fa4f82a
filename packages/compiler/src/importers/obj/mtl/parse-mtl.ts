// Parses MTL text to the statements that matter for materials, each with its line. Continues after invalid statements.

import type { DiagnosticCode } from '../../../diagnostics/codes.js';
import type { Diagnostic } from '../../../diagnostics/diagnostic.js';
import { isUtf16, utf8Bytes } from '../../../model/text/text-encoding.js';
import { ByteCursor } from '../byte-cursor.js';
import { fitsFloat32, type MapStatement, readMap } from './map-statement.js';

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
  /** As a fraction of a full turn. */
  anisotropyTurns?: number;
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
  | 'anisotropyTurns';
const NUMBERS: Readonly<Record<string, NumberField>> = {
  d: 'opacity',
  ns: 'shininess',
  pr: 'roughness',
  pm: 'metallic',
  pc: 'clearcoat',
  pcr: 'coatRoughness',
  ps: 'sheen',
  aniso: 'anisotropy',
  anisor: 'anisotropyTurns',
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

/** A longer statement is rejected without decoding its text. */
const MAX_STATEMENT_BYTES = 4096;

export function parseMtl(bytes: Uint8Array, file: string): MtlText {
  const materials = new Map<string, MtlMaterial>();
  const problems: Omit<Diagnostic, 'severity'>[] = [];
  const dropped = new Set<string>();
  const cursor = new ByteCursor(utf8Bytes(bytes));
  if (isUtf16(bytes))
    problems.push({ code: 'obj/utf-16', file, message: 'the file is UTF-16 text, which most programs cannot read' });
  let material: MtlMaterial | undefined;
  for (; !cursor.atEnd; cursor.nextLine()) {
    if (!cursor.skipBlanks()) continue;
    const { line } = cursor;
    const report = (message: string, code: DiagnosticCode = 'mtl/bad-value') =>
      problems.push({ code, file, where: { line }, message });
    const length = cursor.restEnd() - cursor.at;
    if (length > MAX_STATEMENT_BYTES) {
      report(`a statement has ${length} bytes; the limit is ${MAX_STATEMENT_BYTES}`);
      continue;
    }
    const keywordText = cursor.token();
    const keyword = keywordText.toLowerCase();
    const rest = cursor.restOfLine();
    if (keyword === 'newmtl') {
      material = { name: rest, line };
      if (rest === '') report('newmtl has no name');
      if (materials.has(rest)) report(`material "${rest}" is defined twice`, 'mtl/duplicate-material');
      else materials.set(rest, material);
      continue;
    }
    if (material === undefined) continue;
    const color = COLORS[keyword];
    const number = NUMBERS[keyword];
    const map = MAPS[keyword];
    if (color !== undefined) {
      const value = readColor(rest);
      if (value === undefined) report(`${keywordText} needs one or three numbers, not "${rest}"`);
      else material[color] = value;
    } else if (number !== undefined || keyword === 'tr') {
      const value = Number(rest.replace(/^-halo\s+/, '').split(/\s+/)[0] || 'none');
      if (!fitsFloat32(value)) report(`${keywordText} needs a number, not "${rest}"`);
      else if (number === undefined) material.opacity ??= 1 - value;
      else material[number] = value;
    } else if (map !== undefined) {
      const statement = readMap(rest, line);
      if (statement === undefined) report(`${keywordText} names no file`);
      else material[map] = statement;
    } else if (/^(map_|disp$|decal$|refl$)/.test(keyword) && !dropped.has(keyword)) {
      dropped.add(keyword);
      report(`${keywordText} has no slot in the material table and was dropped`, 'mtl/dropped-map');
    }
  }
  const ambientMap = unmatchedAmbientMap(materials.values());
  if (ambientMap !== undefined)
    problems.push({
      code: 'mtl/dropped-map',
      file,
      where: { line: ambientMap.line },
      message: 'map_Ka has no slot in the material table and was dropped',
    });
  return { materials: [...materials.values()], problems };
}

/** The first ambient map that differs from the diffuse map. If both are the same, as exporters often write, nothing is lost: ambient light also lights the base color. */
function unmatchedAmbientMap(materials: Iterable<MtlMaterial>): MapStatement | undefined {
  for (const { ambientMap, diffuseMap } of materials)
    if (ambientMap !== undefined && ambientMap.file !== diffuseMap?.file) return ambientMap;
  return undefined;
}

/** Three numbers, or one for all channels; spectral and CIE colors are not supported. */
function readColor(rest: string): readonly [number, number, number] | undefined {
  const parts = rest.split(/\s+/).map((part) => (part === '' ? Number.NaN : Number(part)));
  const [r, g = r, b = g] = parts;
  if (r === undefined || g === undefined || b === undefined || !parts.every(fitsFloat32)) return undefined;
  return [r, g, b];
}
