// Generates assetc.slang, assetc.glsl and assetc.wgsl: the layouts that GPUs read, from the declarations, and the functions of
// functions.wgsl. packages/formats/src/shaders has the same texts as strings.

import { readFileSync } from 'node:fs';
import type { FormatSpec } from '../../../packages/formats/src/core/format-spec.js';
import { hfontSpec } from '../../../packages/formats/src/hfont/spec.js';
import { hmatSpec } from '../../../packages/formats/src/hmat/spec.js';
import { hmeshSpec } from '../../../packages/formats/src/hmesh/spec.js';
import type { GeneratedFile } from '../generated-files.js';
import { structIn } from './shader-structs.js';
import { constantIn, declaration, type ShaderDialect, translate } from './translate.js';

const HEAD = `// assetc: how shaders read compiled assets. Generated from the layouts; do not edit. Guide: docs/guide/shaders.md
// Structs have the offsets and strides of the files in storage buffers (std430, scalar, WGSL's storage). They consist of 32-bit
// members, because vectors of three would be padded. Do not use them in uniform buffers.
`;
const SOURCES: readonly (readonly [FormatSpec, layouts: readonly string[], constants: readonly string[]])[] = [
  [
    hmeshSpec,
    [
      'GpuVertex',
      'GpuSkinVertex',
      'VertexGrid',
      'CompactVertex',
      'CompactPosition',
      'CompactAttributes',
      'CompactSkinVertex',
      'CompactSkinVertexWide',
      'SplitPosition',
      'SplitAttributes',
      'GpuJoint',
      'SubMesh',
      'MeshLod',
      'Meshlet',
      'MeshletBounds',
      'Cluster',
      'ClusterGroup',
    ],
    ['NO_MATERIAL', 'NO_GROUP', 'CLUSTER_SLOPPY'],
  ],
  [hmatSpec, ['HmatRow'], ['FLAG_DOUBLE_SIDED', 'ALPHA_MODE_SHIFT']],
  [hfontSpec, ['GpuGlyph'], []],
];
const VIEW: readonly (readonly [name: string, type: string, doc: string])[] = [
  ['eye', 'vec3f', 'In the space of the mesh.'],
  ['pixelsPerUnit', 'f32', 'Height of the viewport / (2 tan(fovY / 2)). Not multiplied by the scale of the model.'],
  ['maxPixels', 'f32', 'Maximum error on the screen.'],
  ['pageCount', 'u32', 'Loaded pages, from the first; 0xffffffff for all.'],
];

function clusterView(dialect: ShaderDialect): string {
  const end = dialect === 'wgsl' ? ',' : ';';
  return [
    '// The view of a mesh. It may also be in a uniform buffer.',
    'struct AssetcClusterView {',
    ...VIEW.map(([name, type, doc]) => `  ${declaration(dialect, name, type)}${end} // ${doc}`),
    dialect === 'wgsl' ? '}' : '};',
    '',
  ].join('\n');
}

function headerText(dialect: ShaderDialect): string {
  const functions = readFileSync('scripts/generate/shader-headers/functions.wgsl', 'utf8');
  const constants = SOURCES.flatMap(([spec, , names]) =>
    names.map((name) => {
      const found = spec.constants.find((constant) => constant.name === name);
      if (found === undefined) throw new Error(`${spec.prefix} has no ${name}`);
      return constantIn(dialect, `ASSETC_${spec.prefix}_${name}`, `${found.value}u`);
    }),
  );
  const structs = SOURCES.flatMap(([spec, names]) =>
    names.map((name) => {
      const layout = spec.layouts.find((candidate) => candidate.name === name);
      if (layout === undefined) throw new Error(`${spec.page} has no ${name}`);
      return structIn(dialect, layout);
    }),
  );
  const body = [...constants, '', ...structs, clusterView(dialect), translate(dialect, functions)].join('\n');
  const guard = `ASSETC_${dialect.toUpperCase()}`;
  return dialect === 'wgsl' ? `${HEAD}\n${body}` : `${HEAD}\n#ifndef ${guard}\n#define ${guard}\n\n${body}\n#endif\n`;
}

const DOCS: { readonly [dialect in ShaderDialect]: string } = {
  slang: 'The text of `assetc.slang`, which shaders include or import.',
  glsl: 'The text of `assetc.glsl`, which shaders include.',
  wgsl: 'The text of `assetc.wgsl`. WGSL has no include: put it before the text of a shader.',
};

/** Every header as a file and as a string in a module. */
export function shaderHeaders(): readonly GeneratedFile[] {
  return (['slang', 'glsl', 'wgsl'] as const).flatMap((dialect) => {
    const text = headerText(dialect);
    if (/[`\\]|\$\{/.test(text)) throw new Error(`assetc.${dialect} cannot be a template string`);
    const name = `assetc${dialect[0]?.toUpperCase()}${dialect.slice(1)}`;
    const module = `// Generated from the layouts by npm run generate; do not edit.\n\n/** ${DOCS[dialect]} */\nexport const ${name} = \`${text}\`;\n`;
    return [
      { path: `packages/formats/shaders/assetc.${dialect}`, text },
      { path: `packages/formats/src/shaders/${dialect}-header.ts`, text: module },
    ];
  });
}
