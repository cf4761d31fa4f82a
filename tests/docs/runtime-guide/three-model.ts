// The three.js example of docs/guide/runtime.md: what lies between the two marks is printed there and run by a test.

// begin
import { type AssetLibrary, type Material, NO_MATERIAL, unpackVertices } from '@assetc/formats';
import * as THREE from 'three';
import type { KTX2Loader } from 'three/addons/loaders/KTX2Loader.js';

export type LoadTexture = (bytes: Uint8Array) => Promise<THREE.Texture>;

/** In a browser: three transcodes UASTC to what the GPU can sample. Colour space and mips come from the file. */
export const ktx2Textures =
  (loader: KTX2Loader): LoadTexture =>
  (bytes) =>
    new Promise((resolve, reject) => loader.parse(new Uint8Array(bytes).buffer, resolve, reject));

export async function loadModel(library: AssetLibrary, name: string, loadTexture: LoadTexture): Promise<THREE.Mesh> {
  const mesh = await library.loadMesh(name);
  const rows = await library.loadMaterials(name);
  const { positions, normals, tangents, uvs } = unpackVertices(mesh.vertices, mesh.version);
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new THREE.BufferAttribute(normals, 3));
  geometry.setAttribute('uv', new THREE.BufferAttribute(uvs, 2));
  if (mesh.version === 2 && mesh.hasTangents) geometry.setAttribute('tangent', new THREE.BufferAttribute(tangents, 4));
  geometry.setIndex(new THREE.BufferAttribute(mesh.indices, 1));
  // The row after the last stands for submeshes without a material.
  const slotOf = (slot: number) => (slot === NO_MATERIAL ? rows.length : slot);
  if (mesh.version === 1) geometry.addGroup(0, mesh.indices.length, 0);
  else for (const sub of mesh.submeshes) geometry.addGroup(sub.firstIndex, sub.indexCount, slotOf(sub.materialSlot));
  const { sphereCenter, sphereRadius } = mesh.bounds;
  geometry.boundingSphere = new THREE.Sphere(new THREE.Vector3(...sphereCenter), sphereRadius);
  const materials = await Promise.all(rows.map((row) => toMaterial(library, row, loadTexture)));
  return new THREE.Mesh(geometry, [...materials, new THREE.MeshStandardMaterial()]);
}

async function toMaterial(library: AssetLibrary, row: Material, loadTexture: LoadTexture) {
  // A texture is a hash; the manifest knows its file. 0 means none.
  const texture = async (hash: bigint) => {
    if (hash === 0n) return null;
    const loaded = await loadTexture((await library.read(hash, 'texture')).bytes);
    // How a source samples is not in the files; glTF repeats unless it says otherwise, three clamps.
    loaded.wrapS = THREE.RepeatWrapping;
    loaded.wrapT = THREE.RepeatWrapping;
    return loaded;
  };
  const [red = 1, green = 1, blue = 1, alpha = 1] = row.baseColorFactor;
  const material = new THREE.MeshStandardMaterial({
    color: new THREE.Color(red, green, blue),
    opacity: alpha,
    map: await texture(row.baseColorTex),
    metalness: row.metallicFactor,
    roughness: row.roughnessFactor,
    metalnessMap: await texture(row.metallicRoughnessTex),
    normalMap: await texture(row.normalTex),
    normalScale: new THREE.Vector2(row.normalScale, row.normalScale),
    aoMap: await texture(row.occlusionTex),
    aoMapIntensity: row.occlusionStrength,
    emissive: new THREE.Color(...row.emissiveFactor),
    emissiveMap: await texture(row.emissiveTex),
    side: row.doubleSided ? THREE.DoubleSide : THREE.FrontSide,
    transparent: row.alphaMode === 'BLEND',
    alphaTest: row.alphaMode === 'MASK' ? row.alphaCutoff : 0,
  });
  material.roughnessMap = material.metalnessMap;
  // Normal maps hold X and Y; Z follows from them.
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
