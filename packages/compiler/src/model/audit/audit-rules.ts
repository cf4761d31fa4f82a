// The rules that `audit:` of assetc.yml can turn on, with their limits. Parser, schema, guide and error pages derive from this table.

/** A limit of a rule. A number's default is infinite if it does not limit. */
export type AuditLimit =
  | { readonly is: 'number'; readonly default: number; readonly doc: string }
  | { readonly is: 'text'; readonly default: string; readonly doc: string };

export interface AuditRuleDoc {
  /** Of its diagnostics. */
  readonly code: `audit/${string}`;
  readonly doc: string;
  readonly limits: { readonly [name: string]: AuditLimit };
}

const number = (value: number, doc: string): AuditLimit => ({ is: 'number', default: value, doc });

export const AUDIT_RULES = {
  powerOfTwo: { code: 'audit/power-of-two', doc: 'Widths and heights of textures are powers of two.', limits: {} },
  multipleOf4: {
    code: 'audit/multiple-of-4',
    doc: 'Widths and heights of textures are multiples of four, the size of a block on the GPU.',
    limits: {},
  },
  texelDensity: {
    code: 'audit/texel-density',
    doc: 'Texels per meter of base color textures, for each material of a mesh.',
    limits: { min: number(64, 'Texels per meter.'), max: number(4096, 'Texels per meter.') },
  },
  uvRange: { code: 'audit/uv-range', doc: 'Texture coordinates are between 0 and 1.', limits: {} },
  uvOverlap: {
    code: 'audit/uv-overlap',
    doc: 'Triangles of one material do not overlap in texture space. Measured on a grid of 256 × 256.',
    limits: { maxShare: number(0.01, 'Of the covered area.') },
  },
  nonManifold: {
    code: 'audit/non-manifold',
    doc: 'No edge belongs to more than two triangles of a submesh. Open edges are allowed.',
    limits: { max: number(0, 'Edges.') },
  },
  degenerate: {
    code: 'audit/degenerate',
    doc: 'No triangle has two equal corners or no area.',
    limits: { max: number(0, 'Triangles.') },
  },
  triangles: {
    code: 'audit/triangles',
    doc: 'Triangles of a mesh, in its finest level.',
    limits: { max: number(100_000, 'Triangles.') },
  },
  materials: { code: 'audit/materials', doc: 'Materials of a mesh.', limits: { max: number(10, 'Materials.') } },
  dimensions: {
    code: 'audit/dimensions',
    doc: 'The longest side of a mesh, in meters.',
    limits: { min: number(0.01, 'Meters.'), max: number(100, 'Meters.') },
  },
  baseColor: {
    code: 'audit/base-color',
    doc: 'The brightest channel of base colors, from 0 to 255 in sRGB: darker than coal or brighter than snow is not physical. Metals without a texture are not checked.',
    limits: {
      min: number(30, 'Code.'),
      max: number(243, 'Code.'),
      maxShare: number(0.05, 'Of the texels, that may be outside.'),
    },
  },
  normalMaps: {
    code: 'audit/normal-map',
    doc: 'Normals in normal maps have a length of one.',
    limits: { maxShare: number(0.02, 'Of the texels, that may differ by more than a tenth.') },
  },
  unusedAttributes: {
    code: 'audit/unused-attributes',
    doc: 'Meshes have no second texture coordinates that no texture uses, and no vertex colors that are all white.',
    limits: {},
  },
  names: {
    code: 'audit/names',
    doc: 'Paths of compiled files match a pattern.',
    limits: {
      pattern: { is: 'text', default: '^[a-z0-9][a-z0-9_./-]*$', doc: 'A regular expression.' },
    },
  },
} as const satisfies Readonly<Record<string, AuditRuleDoc>>;

export type AuditRuleName = keyof typeof AUDIT_RULES;

export const AUDIT_LEVELS = ['off', 'warn', 'error'] as const;
export type AuditLevel = (typeof AUDIT_LEVELS)[number];

/** An entry of `audit:`. Of several for a rule, the last that matches a file counts. */
export interface AuditEntry {
  readonly rule: AuditRuleName;
  readonly level: AuditLevel;
  /** A glob for output paths. If undefined, all files. */
  readonly match: string | undefined;
  /** Every limit of the rule. */
  readonly limits: { readonly [name: string]: number | string };
}
