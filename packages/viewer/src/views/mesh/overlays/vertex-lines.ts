// Normals or tangents as lines: one on each vertex, moved by skin, morph targets and instances like the surface.

import { morphTargetAt } from '@assetc/formats';
import * as THREE from 'three';
import type { MeshVertices } from '../surface/part-geometry.js';

export type LineKind = 'normals' | 'tangents';

/** As a share of the radius of the model's bounds. */
export const LINE_LENGTH = 0.04;
/** More would hide the model: then only every second, third, … vertex has one. */
const MAX_LINES = 60_000;

const VERTEX = `
#include <common>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
attribute float tip;
attribute float hand;
uniform float reach;
varying float vTip;
varying float vHand;
void main() {
  #include <beginnormal_vertex>
  #include <morphnormal_vertex>
  #include <skinbase_vertex>
  #include <skinnormal_vertex>
  #include <begin_vertex>
  #include <morphtarget_vertex>
  #include <skinning_vertex>
  mat4 toWorld = modelMatrix;
  #ifdef USE_INSTANCING
  toWorld = modelMatrix * instanceMatrix;
  #endif
  mat3 turn = mat3( toWorld );
  #ifdef ACROSS
  turn = transpose( inverse( turn ) );
  #endif
  vec4 place = toWorld * vec4( transformed, 1.0 );
  vec3 way = turn * objectNormal;
  place.xyz += tip * reach * way / max( length( way ), 1e-20 );
  gl_Position = projectionMatrix * viewMatrix * place;
  vTip = tip;
  vHand = hand;
}`;

const FRAGMENT = `
uniform vec3 color;
uniform vec3 otherColor;
varying float vTip;
varying float vHand;
void main() {
  gl_FragColor = vec4( mix( 0.55, 1.0, vTip ) * ( vHand < 0.0 ? otherColor : color ), 1.0 );
}`;

/** Tangents with negative handedness use the second color. */
const LINE_COLORS: Readonly<Record<LineKind, readonly [number, number]>> = {
  normals: [0x2fb4ff, 0x2fb4ff],
  tangents: [0xff9d2e, 0xff4fa3],
};

const colorOf = (hex: number): THREE.Color => new THREE.Color().setHex(hex, THREE.LinearSRGBColorSpace);

/** Its uniform `reach` is the length of the lines. */
export function lineMaterial(kind: LineKind): THREE.ShaderMaterial {
  const [color, otherColor] = LINE_COLORS[kind];
  return new THREE.ShaderMaterial({
    uniforms: { reach: { value: 1 }, color: { value: colorOf(color) }, otherColor: { value: colorOf(otherColor) } },
    // Normals stay perpendicular to a scaled surface; tangents stay in it.
    defines: kind === 'normals' ? { ACROSS: '' } : {},
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    toneMapped: false,
  });
}

/** Every how many vertices one has a line. */
const vertexStep = (vertexCount: number): number => Math.max(1, Math.ceil(vertexCount / MAX_LINES));

/** Two vertices per line, root and tip, for the vertices in `indices`. */
export function lineGeometry(
  all: MeshVertices,
  submesh: number,
  indices: ArrayLike<number>,
  kind: LineKind,
): THREE.BufferGeometry {
  const step = vertexStep(all.mesh.desc.vertexCount);
  const used = [...new Set(Array.from(indices))].filter((vertex) => vertex % step === 0);
  const pairs = new Uint32Array(used.length * 2);
  for (const [i, vertex] of used.entries()) pairs.fill(vertex, i * 2, i * 2 + 2);
  const geometry = all.pick(pairs);
  const tangents = geometry.getAttribute('tangent');
  const hand = Float32Array.from(pairs, (_, i) => (kind === 'tangents' ? tangents.getW(i) : 1));
  if (kind === 'tangents') {
    const ways = new Float32Array(pairs.length * 3);
    for (let i = 0; i < pairs.length; i++) ways.set([tangents.getX(i), tangents.getY(i), tangents.getZ(i)], i * 3);
    // Three applies skins to the attribute with this name.
    geometry.setAttribute('normal', new THREE.BufferAttribute(ways, 3));
  }
  geometry.deleteAttribute('tangent');
  geometry.deleteAttribute('uv');
  geometry.setAttribute('hand', new THREE.BufferAttribute(hand, 1));
  const tips = Float32Array.from(pairs, (_, i) => i % 2);
  geometry.setAttribute('tip', new THREE.BufferAttribute(tips, 1));
  morphLines(geometry, all, submesh, used, kind);
  return geometry;
}

/** Targets in the order of the draw's geometry: they share weights. */
function morphLines(
  geometry: THREE.BufferGeometry,
  { mesh, step }: MeshVertices,
  submesh: number,
  used: readonly number[],
  kind: LineKind,
): void {
  const { morphs } = mesh;
  const range = morphs?.ranges[submesh];
  if (morphs === undefined || range === undefined || range.targetCount === 0) return;
  const at = new Map(used.map((vertex, i) => [vertex, i]));
  const spread = (vertices: Uint32Array, deltas: Float32Array | undefined): THREE.BufferAttribute => {
    const values = new Float32Array(used.length * 6);
    for (let i = 0; deltas !== undefined && i < vertices.length; i++) {
      const line = at.get(vertices[i] ?? 0);
      if (line === undefined) continue;
      const delta = deltas.subarray(i * 3, i * 3 + 3);
      values.set(delta, line * 6);
      values.set(delta, line * 6 + 3);
    }
    return new THREE.BufferAttribute(values, 3);
  };
  const targets = Array.from({ length: range.targetCount }, (_, i) => morphTargetAt(morphs, range.firstTarget + i));
  geometry.morphTargetsRelative = true;
  geometry.morphAttributes.position = targets.map(({ vertices, positions }) =>
    spread(
      vertices,
      positions.map((delta) => delta / step),
    ),
  );
  geometry.morphAttributes.normal = targets.map(({ vertices, normals, tangents }) =>
    spread(vertices, kind === 'normals' ? normals : tangents),
  );
}

/** Three draws any object with these flags as lines, so that skins and instances move the lines like the mesh. */
const AS_LINES = { isMesh: false, isLine: true, isLineSegments: true };

/** Lines of an object, to be added as its child. */
export function linesOn(object: THREE.Mesh, geometry: THREE.BufferGeometry, material: THREE.Material): THREE.Object3D {
  const lines = sameKind(object, geometry, material);
  // Joints may move it outside its bounds.
  lines.frustumCulled = false;
  if (object.morphTargetInfluences !== undefined) lines.morphTargetInfluences = object.morphTargetInfluences;
  return lines;
}

function sameKind(
  object: THREE.Mesh,
  geometry: THREE.BufferGeometry,
  material: THREE.Material,
): THREE.LineSegments | THREE.Mesh {
  if (object instanceof THREE.SkinnedMesh) {
    const skinned = new THREE.SkinnedMesh(geometry, material);
    skinned.bindMode = object.bindMode;
    skinned.bind(object.skeleton, object.bindMatrix);
    return Object.assign(skinned, AS_LINES);
  }
  if (object instanceof THREE.InstancedMesh) {
    const instanced = new THREE.InstancedMesh(geometry, material, 0);
    instanced.instanceMatrix = object.instanceMatrix;
    instanced.count = object.count;
    return Object.assign(instanced, AS_LINES);
  }
  return new THREE.LineSegments(geometry, material);
}
