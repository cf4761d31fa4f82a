// Numbers about a mesh.

import { clusterCount, type Hmesh } from '@assetc/formats';
import { formatCount, formatNumber } from '../../../format-size.js';
import { Facts, Panel } from '../../../parts/panel.js';

const number = (value: number): string => formatNumber(value, 4);

/** How vertices are stored, if not in the standard form, and what that changed. */
function formRows({ stored, desc }: Hmesh): readonly (readonly [string, string])[] {
  if (stored === undefined) return [];
  const { compact, streams } = stored;
  const split = streams.length > 1 ? ', positions in a stream of their own' : '';
  const form: readonly [string, string] = [
    'Vertex',
    `${desc.vertexStride} bytes, ${compact ? 'compact' : 'full'}${split}`,
  ];
  if (compact === undefined) return [form];
  const { step, positionError, normalError, uvError, weightError } = compact.grid;
  return [
    form,
    ['Grid step', number(step)],
    [
      'Largest errors',
      `position ${number(positionError)}, normal ${number(normalError)}°, uv ${number(uvError)}, weight ${number(weightError)}`,
    ],
  ];
}

/** Maps, and the triangles that need none because they have one state. */
function micromapsInWords({ maps, level, states, indices }: NonNullable<Hmesh['micromaps']>): string {
  const count = (index: number): string => formatCount(indices.filter((each) => each === index).length);
  const unknown = formatCount(indices.filter((each) => each < -2).length);
  return (
    `${formatCount(maps.length / 2)} of level ${level} with ${states} states; whole triangles: ` +
    `${count(-2)} opaque, ${count(-1)} transparent, ${unknown} unknown`
  );
}

export function MeshFacts({ mesh }: { readonly mesh: Hmesh }) {
  const { desc, bounds, skin, morphs, nodes, lines, colors, uvs1, clusters, meshletTriangleWords, micromaps } = mesh;
  const size = bounds.aabbMax.map((high, i) => number(high - (bounds.aabbMin[i] ?? 0)));
  const more: readonly (readonly [string, string])[] = [
    ...(clusters === undefined ? [] : [['Clusters', formatCount(clusterCount(clusters))] as const]),
    ...(skin === undefined ? [] : [['Joints', formatCount(skin.joints.length)] as const]),
    ...(morphs === undefined ? [] : [['Morph targets', formatCount(morphs.targets.length)] as const]),
    ...(nodes === undefined ? [] : [['Nodes', formatCount(nodes.length)] as const]),
    ...(lines === undefined ? [] : [['Points, lines', formatCount(lines.indices.length)] as const]),
    ...(micromaps === undefined ? [] : [['Opacity micromaps', micromapsInWords(micromaps)] as const]),
    ...formRows(mesh),
  ];
  const attributes = ['position', 'normal', 'uv'];
  if (mesh.hasTangents) attributes.push('tangent');
  if (uvs1 !== undefined) attributes.push('second uv');
  if (colors !== undefined) attributes.push(`color (${colors.format})`);
  if (skin !== undefined) attributes.push('joints, weights');
  return (
    <Panel title="Mesh" note={`${formatCount(desc.indexCount / 3)} triangles`}>
      <Facts
        rows={[
          ['Vertices', formatCount(desc.vertexCount)],
          ['Indices', `${formatCount(desc.indexCount)} of ${desc.indexWidth} bytes`],
          [
            'Meshlets',
            `${formatCount(desc.meshletCount)}${meshletTriangleWords === undefined ? '' : ', triangles also as words'}`,
          ],
          ...more,
          ['Attributes', attributes.join(', ')],
          ['Size', size.join(' × ')],
          ['Center', bounds.sphereCenter.map(number).join(', ')],
          ['Radius', number(bounds.sphereRadius)],
        ]}
      />
    </Panel>
  );
}
