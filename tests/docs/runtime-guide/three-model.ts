// The three.js example of docs/guide/runtime.md: the code between the two marks is printed there and run by a test.

// begin
import {
  type AssetLibrary,
  type Material,
  type MaterialExtras,
  materialExtras,
  NO_MATERIAL,
  unpackVertices,
} from '@assetc/formats';
import * as THREE from 'three';
import type { KTX2Loader } from 'three/addons/loaders/KTX2Loader.js';

export type LoadTexture = (bytes: Uint8Array) => Promise<THREE.Texture>;

/** In a browser: three transcodes UASTC to a format of the GPU. Color space and mips come from the file. */
export const ktx2Textures =
  (loader: KTX2Loader): LoadTexture =>
  (bytes) =>
    new Promise((resolve, reject) => loader.parse(new Uint8Array(bytes).buffer, resolve, reject));

export async function loadModel(library: AssetLibrary, name: string, loadTexture: LoadTexture): Promise<THREE.Mesh> {
  const mesh = await library.loadMesh(name);
  const rows = await library.loadMaterials(name);
  const extras = await library.loadMaterialExtras(name);
  const { positions, normals, tangents, uvs } = unpackVertices(mesh.vertices, mesh.version);
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new THREE.BufferAttribute(normals, 3));
  geometry.setAttribute('uv', new THREE.BufferAttribute(uvs, 2));
  if (mesh.version === 2 && mesh.hasTangents) geometry.setAttribute('tangent', new THREE.BufferAttribute(tangents, 4));
  geometry.setIndex(new THREE.BufferAttribute(mesh.indices, 1));
  // Submeshes without a material use one more row, after the last.
  const slotOf = (slot: number) => (slot === NO_MATERIAL ? rows.length : slot);
  if (mesh.version === 1) geometry.addGroup(0, mesh.indices.length, 0);
  else for (const sub of mesh.submeshes) geometry.addGroup(sub.firstIndex, sub.indexCount, slotOf(sub.materialSlot));
  const { sphereCenter, sphereRadius } = mesh.bounds;
  geometry.boundingSphere = new THREE.Sphere(new THREE.Vector3(...sphereCenter), sphereRadius);
  const usesOf = (row: number) => (extras === undefined ? {} : materialExtras(extras, row).textures);
  const materials = await Promise.all(rows.map((row, i) => toMaterial(library, row, usesOf(i), loadTexture)));
  return new THREE.Mesh(geometry, [...materials, new THREE.MeshStandardMaterial()]);
}

const WRAPS = {
  repeat: THREE.RepeatWrapping,
  clamp: THREE.ClampToEdgeWrapping,
  mirror: THREE.MirroredRepeatWrapping,
} as const;

async function toMaterial(
  library: AssetLibrary,
  row: Material,
  uses: MaterialExtras['textures'],
  loadTexture: LoadTexture,
) {
  // A texture is a hash, which the library resolves by the manifest. 0 means none.
  const texture = async (hash: bigint, slot: keyof MaterialExtras['textures']) => {
    if (hash === 0n) return null;
    const loaded = await loadTexture((await library.read(hash, 'texture')).bytes);
    // The .hmatx has sampler, transform and UV set of each use. Without an entry textures repeat; three would clamp.
    loaded.wrapS = WRAPS[uses[slot]?.wrapS ?? 'repeat'];
    loaded.wrapT = WRAPS[uses[slot]?.wrapT ?? 'repeat'];
    return loaded;
  };
  const [red = 1, green = 1, blue = 1, alpha = 1] = row.baseColorFactor;
  const material = new THREE.MeshStandardMaterial({
    color: new THREE.Color(red, green, blue),
    opacity: alpha,
    map: await texture(row.baseColorTex, 'baseColor'),
    metalness: row.metallicFactor,
    roughness: row.roughnessFactor,
    metalnessMap: await texture(row.metallicRoughnessTex, 'metallicRoughness'),
    normalMap: await texture(row.normalTex, 'normal'),
    normalScale: new THREE.Vector2(row.normalScale, row.normalScale),
    aoMap: await texture(row.occlusionTex, 'occlusion'),
    aoMapIntensity: row.occlusionStrength,
    emissive: new THREE.Color(...row.emissiveFactor),
    emissiveMap: await texture(row.emissiveTex, 'emissive'),
    side: row.doubleSided ? THREE.DoubleSide : THREE.FrontSide,
    transparent: row.alphaMode === 'BLEND',
    alphaTest: row.alphaMode === 'MASK' ? row.alphaCutoff : 0,
  });
  material.roughnessMap = material.metalnessMap;
  // Normal maps contain X and Y; the shader computes Z.
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace('#include <normal_fragment_maps>', rebuildZ());
  };
  return material;
}

export const rebuildZ = (): string =>
  THREE.ShaderChunk.normal_fragment_maps.replace(
    'mapN.xy *= normalScale;',
    'mapN.z = sqrt( max( 0.0, 1.0 - dot( mapN.xy, mapN.xy ) ) ); mapN.xy *= normalScale;',
  );
// end
