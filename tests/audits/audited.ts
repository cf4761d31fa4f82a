// Sources that pass and break each rule of `audit:`, and what a check reports of their outputs.

import type { Diagnostic } from '../../packages/compiler/src/diagnostics/diagnostic.js';
import { checkPath } from '../../packages/compiler/src/inspect/check-path.js';
import {
  AUDIT_RULES,
  type AuditEntry,
  type AuditLevel,
  type AuditRuleDoc,
  type AuditRuleName,
} from '../../packages/compiler/src/model/audit/audit-rules.js';
import { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { realProject, type Sources } from '../diagnostics/raise.js';
import { makePng } from '../support/png.js';

/** An entry with the limits of the table, some replaced. */
export function entryOf(
  rule: AuditRuleName,
  limits: AuditEntry['limits'] = {},
  level: AuditLevel = 'warn',
  match?: string,
): AuditEntry {
  const declared: AuditRuleDoc['limits'] = AUDIT_RULES[rule].limits;
  const defaults = Object.fromEntries(Object.entries(declared).map(([name, limit]) => [name, limit.default]));
  return { rule, level, match, limits: { ...defaults, ...limits } };
}

/** What audits report, without the findings of other checks. */
export async function auditOf(sources: Sources, entries: readonly AuditEntry[]): Promise<readonly Diagnostic[]> {
  const project = realProject(sources, { texture: { standalone: 'all' } });
  const { status, diagnostics: problems } = await project.build();
  if (status !== 'ok') throw new Error(problems.map(({ message }) => message).join());
  const result = await checkPath(project.host, '/project/runtime', { audits: entries });
  return result?.diagnostics.filter(({ code }) => code.startsWith('audit/')) ?? [];
}

interface Shape {
  readonly positions: readonly number[];
  readonly uvs: readonly number[];
  readonly indices: readonly number[];
}

/** One square of one meter in the plane, with the whole texture. */
const QUAD: Shape = {
  positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0],
  uvs: [0, 0, 1, 0, 0, 1, 1, 1],
  indices: [0, 1, 2, 1, 3, 2],
};
/** Two squares next to each other; the second has the texture of the first, or the rest of it. */
const pair = (isMirrored: boolean): Shape => ({
  positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 2, 0, 0, 3, 0, 0, 2, 1, 0, 3, 1, 0],
  uvs: [0, 0, 0.5, 0, 0, 1, 0.5, 1, ...(isMirrored ? [0, 0, 0.5, 0, 0, 1, 0.5, 1] : [0.5, 0, 1, 0, 0.5, 1, 1, 1])],
  indices: [0, 1, 2, 1, 3, 2, 4, 5, 6, 5, 7, 6],
});
const scaled = (shape: Shape, by: number): Shape => ({ ...shape, positions: shape.positions.map((p) => p * by) });

interface ModelOptions {
  readonly shape?: Shape;
  readonly texture?: string;
  readonly normals?: string;
  readonly factor?: readonly number[];
  readonly attributes?: Readonly<Record<string, readonly [Float32Array, string]>>;
  /** How many materials, each with its own copy of the shape. */
  readonly copies?: number;
}

/** Copies are one below the other, so that no two are equal. */
export function model({ shape = QUAD, texture, normals, factor, attributes = {}, copies = 1 }: ModelOptions): string {
  const builder = new GltfBuilder();
  for (const uri of [texture, normals])
    if (uri !== undefined) builder.list('textures', { source: builder.list('images', { uri }) });
  const primitives = Array.from({ length: copies }, (_, copy) => {
    const material = builder.list('materials', {
      name: `material ${copy}`,
      pbrMetallicRoughness: {
        metallicFactor: 0,
        baseColorFactor: factor ?? [0.5, 0.5, 0.5 - copy / 100, 1],
        ...(texture === undefined ? {} : { baseColorTexture: { index: 0 } }),
      },
      ...(normals === undefined ? {} : { normalTexture: { index: texture === undefined ? 0 : 1 } }),
    });
    const positions = Float32Array.from(shape.positions, (p, i) => (i % 3 === 2 ? p + copy : p));
    return {
      attributes: {
        POSITION: builder.accessor(positions, 'VEC3'),
        TEXCOORD_0: builder.accessor(Float32Array.from(shape.uvs), 'VEC2'),
        ...Object.fromEntries(
          Object.entries(attributes).map(([name, [data, type]]) => [name, builder.accessor(data, type)]),
        ),
      },
      indices: builder.accessor(Uint16Array.from(shape.indices), 'SCALAR'),
      material,
    };
  });
  const [first = {}, ...others] = primitives;
  builder.node({ mesh: builder.mesh(first, ...others) });
  return builder.gltf();
}

const flat = (width: number, height: number, ...color: readonly [number, number, number]): Uint8Array =>
  makePng(width, height, () => [...color, 255]);
const GRAY = flat(128, 128, 120, 128, 140);

interface Case {
  readonly pass: Sources;
  readonly fail: Sources;
  readonly limits?: AuditEntry['limits'];
  /** Of the failing file. */
  readonly file: string;
  readonly message: string;
}

const mesh = (pass: ModelOptions, fail: ModelOptions, message: string, more: Partial<Case> = {}): Case => ({
  pass: { 'a.gltf': model(pass), 'gray.png': GRAY },
  fail: { 'a.gltf': model(fail), 'gray.png': GRAY },
  file: 'a.hmesh',
  message,
  ...more,
});

const white = (alpha: number) => Float32Array.from({ length: 16 }, (_, i) => (i % 4 === 3 ? alpha : 1));

/** A pass and a failure of each rule, at its limit where it has one. */
export const CASES: { readonly [Rule in AuditRuleName]: Case } = {
  powerOfTwo: {
    pass: { 'a.png': flat(64, 32, 1, 2, 3) },
    fail: { 'a.png': flat(64, 48, 1, 2, 3) },
    file: 'a.ktx2',
    message: 'it has 64 × 48 texels',
  },
  multipleOf4: {
    pass: { 'a.png': flat(12, 20, 1, 2, 3) },
    fail: { 'a.png': flat(12, 18, 1, 2, 3) },
    file: 'a.ktx2',
    message: 'it has 12 × 18 texels',
  },
  texelDensity: mesh(
    { texture: 'gray.png' },
    { texture: 'gray.png', shape: scaled(QUAD, 4) },
    'material 0 has 32 texels per meter of a/tex_0.ktx2, not 64 to 4096',
  ),
  uvRange: mesh(
    {},
    { shape: { ...QUAD, uvs: [0, 0, 1.5, 0, 0, 1, 1.5, 1] } },
    '2 vertices have texture coordinates outside 0 to 1',
  ),
  uvOverlap: mesh(
    { shape: pair(false) },
    { shape: pair(true) },
    '100.0 % of the area that material 0 covers in texture space is covered more than once',
  ),
  nonManifold: mesh(
    {},
    {
      shape: {
        positions: [0, 0, 0, 0, 1, 0, 1, 0, 0, -1, 0.5, 0, 0, 0.5, 1],
        uvs: [0, 0, 0, 1, 0.2, 0, 0.3, 0.5, 0.6, 0.5],
        indices: [0, 1, 2, 1, 0, 3, 0, 1, 4],
      },
    },
    '1 edge belongs to more than two triangles',
  ),
  degenerate: mesh(
    {},
    {
      shape: {
        positions: [...QUAD.positions, 2, 0, 0],
        uvs: [...QUAD.uvs, 0.5, 0.5],
        indices: [...QUAD.indices, 0, 1, 4],
      },
    },
    '1 triangles have no area',
  ),
  triangles: mesh({}, { shape: pair(false) }, 'it has 4 triangles, 2 more than allowed', { limits: { max: 2 } }),
  materials: mesh({ copies: 2 }, { copies: 3 }, 'it has 3 materials; at most 2 are allowed', { limits: { max: 2 } }),
  dimensions: mesh({}, { shape: scaled(QUAD, 150) }, 'its longest side is 150 meters, not 0.01 to 100'),
  baseColor: {
    pass: { 'a.gltf': model({ texture: 'b.png' }), 'b.png': GRAY },
    fail: { 'a.gltf': model({ texture: 'b.png' }), 'b.png': flat(128, 128, 9, 8, 7) },
    file: 'a/tex_0.ktx2',
    message: '100.0 % of its texels are darker than 30 or brighter than 243',
  },
  normalMaps: {
    pass: { 'a.gltf': model({ normals: 'b.png' }), 'b.png': flat(64, 64, 180, 180, 235) },
    fail: { 'a.gltf': model({ normals: 'b.png' }), 'b.png': flat(64, 64, 250, 250, 128) },
    file: 'a/tex_0.ktx2',
    message: '100.0 % of its normals do not have a length of one',
  },
  unusedAttributes: mesh(
    { attributes: { COLOR_0: [white(0.5), 'VEC4'] } },
    { attributes: { COLOR_0: [white(1), 'VEC4'] } },
    'all its vertex colors are white',
  ),
  names: {
    pass: { 'stone_wall.png': GRAY },
    fail: { 'Stone wall.png': GRAY },
    file: 'Stone wall.ktx2',
    message: 'the path does not match ^[a-z0-9][a-z0-9_./-]*$',
  },
};
