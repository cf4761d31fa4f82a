// Numbers about a mesh.

import { clusterCount, type Hmesh } from '@assetc/formats';
import { formatCount } from '../../format-size.js';
import { Facts, Panel } from '../../parts/panel.js';

const number = (value: number): string => String(Number(value.toPrecision(4)));

export function MeshFacts({ mesh }: { readonly mesh: Hmesh }) {
  const { desc, bounds, skin, morphs, nodes, lines, colors, uvs1, clusters, meshletTriangleWords } = mesh;
  const size = bounds.aabbMax.map((high, i) => number(high - (bounds.aabbMin[i] ?? 0)));
  const more: readonly (readonly [string, string])[] = [
    ...(clusters === undefined ? [] : [['Clusters', formatCount(clusterCount(clusters))] as const]),
    ...(skin === undefined ? [] : [['Joints', formatCount(skin.joints.length)] as const]),
    ...(morphs === undefined ? [] : [['Morph targets', formatCount(morphs.targets.length)] as const]),
    ...(nodes === undefined ? [] : [['Nodes', formatCount(nodes.length)] as const]),
    ...(lines === undefined ? [] : [['Points, lines', formatCount(lines.indices.length)] as const]),
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
