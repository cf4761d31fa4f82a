// Normals or tangents as lines: a hair on each vertex, bent by skin, morph targets and instances as the surface below it is.

import { morphTargetAt } from '@assetc/formats';
import * as THREE from 'three';
import type { MeshVertices } from './part-geometry.js';

export type HairKind = 'normals' | 'tangents';

/** Of the radius of the model's bounds. */
export const HAIR_LENGTH = 0.04;
/** More would be a fur that shows nothing: then only each second, third, … vertex has one. */
const MOST_HAIRS = 60_000;

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

/** Tangents of a negative handedness have the second one. */
const HAIR_COLORS: Readonly<Record<HairKind, readonly [number, number]>> = {
  normals: [0x2fb4ff, 0x2fb4ff],
  tangents: [0xff9d2e, 0xff4fa3],
};

const colorOf = (hex: number): THREE.Color => new THREE.Color().setHex(hex, THREE.LinearSRGBColorSpace);

/** Its uniform `reach` is the length of the hairs. */
export function hairMaterial(kind: HairKind): THREE.ShaderMaterial {
  const [color, otherColor] = HAIR_COLORS[kind];
  return new THREE.ShaderMaterial({
    uniforms: { reach: { value: 1 }, color: { value: colorOf(color) }, otherColor: { value: colorOf(otherColor) } },
    // Normals stand across their surface, however it is scaled; tangents lie in it.
    defines: kind === 'normals' ? { ACROSS: '' } : {},
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    toneMapped: false,
  });
}

/** Every how many-th vertex has a hair, so that there are not too many over all. */
const hairStep = (vertexCount: number): number => Math.max(1, Math.ceil(vertexCount / MOST_HAIRS));

/** Two vertices a hair, root and tip, for the vertices that these indices name. */
export function hairGeometry(
  all: MeshVertices,
  submesh: number,
  indices: ArrayLike<number>,
  kind: HairKind,
): THREE.BufferGeometry {
  const step = hairStep(all.mesh.desc.vertexCount);
  const used = [...new Set(Array.from(indices))].filter((vertex) => vertex % step === 0);
  const pairs = new Uint32Array(used.length * 2);
  for (const [i, vertex] of used.entries()) pairs.fill(vertex, i * 2, i * 2 + 2);
  const geometry = all.pick(pairs);
  const tangents = geometry.getAttribute('tangent');
  const hand = Float32Array.from(pairs, (_, i) => (kind === 'tangents' ? tangents.getW(i) : 1));
  if (kind === 'tangents') {
    const ways = new Float32Array(pairs.length * 3);
    for (let i = 0; i < pairs.length; i++) ways.set([tangents.getX(i), tangents.getY(i), tangents.getZ(i)], i * 3);
    // Under the name by which three turns what a skin turns.
    geometry.setAttribute('normal', new THREE.BufferAttribute(ways, 3));
  }
  geometry.deleteAttribute('tangent');
  geometry.deleteAttribute('uv');
  geometry.setAttribute('hand', new THREE.BufferAttribute(hand, 1));
  const tips = Float32Array.from(pairs, (_, i) => i % 2);
  geometry.setAttribute('tip', new THREE.BufferAttribute(tips, 1));
  morphHairs(geometry, all, submesh, used, kind);
  return geometry;
}

/** Targets in the order in which the draw's own geometry has them: weights are shared with it. */
function morphHairs(
  geometry: THREE.BufferGeometry,
  { mesh }: MeshVertices,
  submesh: number,
  used: readonly number[],
  kind: HairKind,
): void {
  const { morphs } = mesh;
  const range = morphs?.ranges[submesh];
  if (morphs === undefined || range === undefined || range.targetCount === 0) return;
  const at = new Map(used.map((vertex, i) => [vertex, i]));
  const spread = (vertices: Uint32Array, deltas: Float32Array | undefined): THREE.BufferAttribute => {
    const values = new Float32Array(used.length * 6);
    for (let i = 0; deltas !== undefined && i < vertices.length; i++) {
      const hair = at.get(vertices[i] ?? 0);
      if (hair === undefined) continue;
      const delta = deltas.subarray(i * 3, i * 3 + 3);
      values.set(delta, hair * 6);
      values.set(delta, hair * 6 + 3);
    }
    return new THREE.BufferAttribute(values, 3);
  };
  const targets = Array.from({ length: range.targetCount }, (_, i) => morphTargetAt(morphs, range.firstTarget + i));
  geometry.morphTargetsRelative = true;
  geometry.morphAttributes.position = targets.map(({ vertices, positions }) => spread(vertices, positions));
  geometry.morphAttributes.normal = targets.map(({ vertices, normals, tangents }) =>
    spread(vertices, kind === 'normals' ? normals : tangents),
  );
}

/** Three draws what says so as lines, whatever else it is: so a skin and instances move hairs as they move the mesh. */
const AS_LINES = { isMesh: false, isLine: true, isLineSegments: true };

/** Hairs on an object, to be put below it: they stand where it stands. */
export function hairsOn(object: THREE.Mesh, geometry: THREE.BufferGeometry, material: THREE.Material): THREE.Object3D {
  const hairs = sameKind(object, geometry, material);
  // Where joints carry it nobody knows before they do.
  hairs.frustumCulled = false;
  if (object.morphTargetInfluences !== undefined) hairs.morphTargetInfluences = object.morphTargetInfluences;
  return hairs;
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
