// Draws the demo's scene from a finished pack alone, the way an engine would load it: hash → path → bytes → typed views.

import { AssetLibrary, type Material, openPack, unpackVertices, type VertexAttributes } from '@assetc/formats';
import { openFileSource } from '@assetc/formats/node';
import { encodePng } from '../assets/png.js';
import { drawSurface, type Light, type Surface, type SurfaceMaterial, type View } from './draw-surface.js';
import { glowOf } from './glow.js';
import { type ImageLight, loadImageLight } from './image-light.js';
import { type Beacon, develop, drawBeams, drawSky, grade } from './light-to-picture.js';
import { loadCube, loadGrade, loadSampled } from './load-texture.js';
import { compose, lookAt, multiply, normalize, perspective, type Vector } from './matrix.js';
import { poseVertices, transform } from './pose.js';
import { canvas } from './raster.js';
import type { SampledTexture } from './sampled-texture.js';
import { ShadowMap } from './shadow-map.js';
import { drawText } from './text.js';

interface SceneObject {
  readonly mesh: string;
  readonly position: Vector;
  readonly turn?: number;
  readonly scale?: number;
  readonly clip?: string;
  readonly time?: number;
}

interface Scene {
  readonly camera: { readonly eye: Vector; readonly target: Vector; readonly fovDegrees: number };
  readonly sun: { readonly direction: Vector; readonly color: Vector };
  readonly beacon: Beacon;
  readonly sky: string;
  readonly light: string;
  readonly grade: string;
  readonly title: { readonly text: string; readonly font: string };
  readonly objects: readonly SceneObject[];
}

const WIDTH = 1600;
const HEIGHT = 900;
const SUPERSAMPLING = 2;

/** Returns a PNG. */
export async function renderPreview(packFile: string): Promise<Uint8Array> {
  const source = await openFileSource(packFile);
  try {
    return await render(await AssetLibrary.open(await openPack(source)));
  } finally {
    await source.close();
  }
}

async function render(library: AssetLibrary): Promise<Uint8Array> {
  const { bytes } = await library.read('scene/level.json');
  const scene = JSON.parse(new TextDecoder().decode(bytes)) as Scene;
  const sky = await loadCube(library, scene.sky);
  const image = await loadImageLight(library, scene.light, 'assetc/dfg.ktx2');
  const surfaces = (await Promise.all(scene.objects.map((object) => loadObject(library, object)))).flat();
  const picture = await draw(scene, sky, image, surfaces, await loadGrade(library, scene.grade));
  await letter(library, picture, scene.title);
  return encodePng({ width: WIDTH, height: HEIGHT, channels: 3, data: picture }, 6);
}

const MIRROR = Float32Array.of(1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

async function draw(
  scene: Scene,
  sky: Light['sky'],
  image: ImageLight,
  surfaces: readonly Surface[],
  table: { readonly rgba: Uint8Array; readonly size: number },
): Promise<Uint8Array> {
  const { eye, fovDegrees } = scene.camera;
  const camera = lookAt(eye, scene.camera.target);
  const viewProjection = multiply(perspective(fovDegrees, WIDTH / HEIGHT), camera);
  const forward: Vector = [-(camera[2] ?? 0), -(camera[6] ?? 0), -(camera[10] ?? 0)];
  const sun = normalize(scene.sun.direction);
  const light: Light = { sun, sunColor: scene.sun.color, sky, image, shadow: new ShadowMap(sun) };
  const isWater = ({ material }: Surface) => material.alphaMode === 'blend';
  const solid = surfaces.filter((surface) => !isWater(surface));
  for (const surface of solid) light.shadow.draw(surface);

  const size = [WIDTH * SUPERSAMPLING, HEIGHT * SUPERSAMPLING] as const;
  const below: View = {
    // Ripples blur it anyway: a quarter of the pixels is enough.
    target: canvas(WIDTH, HEIGHT),
    viewProjection: multiply(viewProjection, MIRROR),
    // Surfaces stay in place; the camera moves below the water.
    eye: [eye[0], -eye[1], eye[2]],
    forward,
    reflection: undefined,
  };
  for (const surface of solid) drawSurface(below, surface, light);
  const view: View = { target: canvas(...size), viewProjection, eye, forward, reflection: below.target };
  for (const surface of solid) drawSurface(view, surface, light);
  drawSky(view.target, camera, fovDegrees, sky);
  for (const surface of surfaces.filter(isWater)) drawSurface(view, surface, light);
  drawBeams(view.target, camera, fovDegrees, eye, scene.beacon);
  const developed = develop(view.target, SUPERSAMPLING, glowOf(view.target, SUPERSAMPLING));
  return grade(developed, table.rgba, table.size);
}

async function letter(library: AssetLibrary, picture: Uint8Array, title: Scene['title']): Promise<void> {
  const font = await library.loadFont(title.font);
  const [atlas] = (await loadSampled(library, font.atlasTex)).levels;
  if (atlas === undefined) throw new Error('the font has no atlas');
  drawText(picture, WIDTH, title.text, font, atlas, {
    x: 60,
    y: HEIGHT - 84,
    pixelsPerEm: 104,
    color: [255, 240, 218],
  });
  const line = 'compiled, packed and drawn from one file';
  drawText(picture, WIDTH, line, font, atlas, { x: 66, y: HEIGHT - 44, pixelsPerEm: 25, color: [242, 222, 204] });
}

async function loadObject(library: AssetLibrary, object: SceneObject): Promise<Surface[]> {
  const name = object.mesh.replace(/\.hmesh$/, '');
  const mesh = await library.loadMesh(object.mesh);
  if (mesh.version !== 2) throw new Error(`${object.mesh} has an older version`);
  const materials = await Promise.all(
    (await library.loadMaterials(`${name}.hmat`)).map((row) => loadMaterial(library, row)),
  );
  let vertices = unpackVertices(mesh.vertices);
  if (mesh.skin !== undefined) {
    const clips = await library.loadAnimation(`${name}.hanim`);
    vertices = poseVertices(
      vertices,
      mesh.skin,
      clips.find((clip) => clip.name === object.clip),
      object.time ?? 0,
    );
  }
  const placed = place(vertices, object);
  return mesh.submeshes.map(({ firstIndex, indexCount, materialSlot }) => {
    const material = materials[materialSlot];
    if (material === undefined) throw new Error(`${object.mesh} names material ${materialSlot}`);
    return { ...placed, indices: mesh.indices, firstIndex, indexCount, material };
  });
}

function place(vertices: VertexAttributes, { position, turn = 0, scale = 1 }: SceneObject): VertexAttributes {
  const matrix = compose(position, [0, Math.sin(turn / 2), 0, Math.cos(turn / 2)], [scale, scale, scale]);
  const positions = new Float32Array(vertices.positions.length);
  const normals = new Float32Array(vertices.normals.length);
  const tangents = Float32Array.from(vertices.tangents);
  for (let v = 0; v < positions.length / 3; v++) {
    transform(matrix, vertices.positions, positions, v * 3, v * 3, 1);
    transform(matrix, vertices.normals, normals, v * 3, v * 3, 0);
    transform(matrix, vertices.tangents, tangents, v * 4, v * 4, 0);
  }
  return { positions, normals, tangents, uvs: vertices.uvs };
}

const ALPHA_MODES = { OPAQUE: 'opaque', MASK: 'mask', BLEND: 'blend' } as const;

async function loadMaterial(library: AssetLibrary, row: Material): Promise<SurfaceMaterial> {
  const texture = (hash: bigint): Promise<SampledTexture> | undefined =>
    hash === 0n ? undefined : loadSampled(library, hash);
  return {
    ...row,
    alphaMode: ALPHA_MODES[row.alphaMode],
    baseColor: await texture(row.baseColorTex),
    normal: await texture(row.normalTex),
  };
}
