// A loaded model on a stage, drawn as a look says: materials, geometries and levels of its draws are put in place, and put back. What is made here
// is freed here.

import type { Hmesh } from '@assetc/formats';
import type { AssetcDraw } from '@assetc/three';
import * as THREE from 'three';
import { OVERLAY_LAYER, type Stage } from '../stage/stage.js';
import { boundsOf } from './bounds.js';
import { ClusterCut, type CutReport } from './cluster-cut.js';
import { cutFor } from './cut-for-view.js';
import { HAIR_LENGTH, type HairKind, hairGeometry, hairMaterial, hairsOn } from './hairs.js';
import { type InspectMaterial, inspectMaterial } from './inspect-material.js';
import { INSPECTION_OF, type Look } from './look.js';
import { fullGeometry, indicesOf, MeshVertices, meshletGeometry } from './part-geometry.js';
import type { ViewedModel } from './plain-model.js';
import { SpareMaterials } from './spare-materials.js';
import { texelsOf, usualDensity } from './texel-density.js';

interface Draw extends AssetcDraw {
  readonly geometry: THREE.BufferGeometry;
  readonly material: THREE.Material | THREE.Material[];
  readonly choose: THREE.Object3D['onBeforeRender'];
  readonly hasColors: boolean;
}

const isSurface = <T extends AssetcDraw>(draw: T): draw is T & { object: THREE.Mesh; submesh: number } =>
  draw.object instanceof THREE.Mesh && draw.submesh !== undefined;

const drawsOf = (model: ViewedModel): readonly Draw[] =>
  model.draws.map((draw) => ({
    ...draw,
    geometry: draw.object.geometry,
    material: draw.object.material,
    choose: draw.object.onBeforeRender,
    hasColors: draw.object.geometry.hasAttribute('color'),
  }));

const inspections = new SpareMaterials<InspectMaterial>();
const hairs = new SpareMaterials<THREE.ShaderMaterial>();

export class ShownModel {
  readonly model: ViewedModel;
  readonly mesh: Hmesh;
  readonly #stage: Stage;
  readonly #vertices: MeshVertices;
  #draws: readonly Draw[];
  readonly #made = new Map<string, THREE.BufferGeometry>();
  readonly #cuts = new Map<number, ClusterCut>();
  readonly #inspecting: InspectMaterial[] = [];
  readonly #growing: THREE.ShaderMaterial[] = [];
  readonly #hairs: THREE.Object3D[] = [];
  #radius: number | undefined;
  #overlay: THREE.Group | undefined;
  #look: Look | undefined;
  #cut: CutReport | undefined;

  constructor(stage: Stage, model: ViewedModel, mesh: Hmesh) {
    this.#stage = stage;
    this.model = model;
    this.mesh = mesh;
    this.#vertices = new MeshVertices(mesh);
    this.#draws = drawsOf(model);
    stage.scene.add(model.scene);
  }

  get box(): THREE.Box3 {
    return new THREE.Box3().setFromObject(this.model.scene, true);
  }

  /** Triangles and objects of the last picture, as levels and cut were chosen for it. */
  get drawn(): { readonly triangles: number; readonly draws: number; readonly cut: CutReport | undefined } {
    const shown = this.#draws.filter((draw) => isSurface(draw) && draw.object.visible);
    const triangles = shown.reduce((sum, draw) => sum + (this.#drawnIndices.get(draw.object) ?? 0) / 3, 0);
    return { triangles, draws: shown.length, cut: this.#cut };
  }

  readonly #drawnIndices = new Map<THREE.Object3D, number>();

  /** Texels along one unit, over all of it. */
  get density(): number {
    const own = this.#draws.map(({ object, geometry, material }) => ({ object, geometry, material }));
    return usualDensity(own);
  }

  show(look: Look): void {
    this.#putBack();
    this.#look = look;
    const inspection = INSPECTION_OF[look.surface];
    const usual = look.surface === 'density' ? this.density : 1;
    for (const draw of this.#draws) {
      draw.object.visible = look.only === undefined || draw.submesh === look.only;
      if (!isSurface(draw)) continue;
      if (inspection !== undefined) {
        const { hasColors } = draw;
        const material = inspections.take(`${inspection} ${hasColors}`, () => inspectMaterial(inspection, hasColors));
        material.uniforms.texels.value.set(...(texelsOf(draw) ?? [0, 0]));
        material.uniforms.usual.value = usual;
        this.#inspecting.push(material);
        draw.object.material = material;
      }
      const geometry = this.#geometryFor(look, draw.submesh);
      if (geometry !== undefined) draw.object.geometry = geometry;
      draw.object.onBeforeRender = this.#chooser(draw, look, geometry !== undefined);
    }
    this.#stage.ground = look.surface === 'overdraw' ? 0x000000 : undefined;
    this.#showOverlay(look);
    if (look.normalLines) this.#grow('normals', look);
    if (look.tangentLines && this.mesh.hasTangents) this.#grow('tangents', look);
    this.#stage.invalidate();
  }

  /** Runs what gives draws other materials, and shows the look over those. */
  changeMaterials(change: () => void, look: Look): void {
    this.#putBack();
    change();
    this.#draws = drawsOf(this.model);
    this.show(look);
  }

  /** Before each picture: clusters follow the eye. */
  update(): void {
    const look = this.#look;
    this.#cut = undefined;
    if (look === undefined || (look.surface !== 'clusters' && look.surface !== 'levels')) return;
    const { clusters } = this.mesh;
    if (clusters === undefined) return;
    const { camera, heightPixels } = this.#stage;
    const chosen = cutFor(clusters, camera, heightPixels, look.level === 'auto' ? look.pixels : 0);
    const total = { clusters: 0, triangles: 0, byLevel: [] as number[] };
    const seen = new Set<number>();
    for (const draw of this.#draws.filter(isSurface)) {
      // Objects of one submesh share a geometry: the cut is that of the first.
      if (!draw.object.visible || seen.has(draw.submesh)) continue;
      seen.add(draw.submesh);
      const report = this.#cuts.get(draw.submesh)?.show(chosen(draw.object));
      total.clusters += report?.clusters ?? 0;
      total.triangles += report?.triangles ?? 0;
      for (const [level, count] of (report?.byLevel ?? []).entries())
        total.byLevel[level] = (total.byLevel[level] ?? 0) + count;
    }
    this.#cut = total;
  }

  dispose(): void {
    this.#putBack();
    for (const geometry of this.#made.values()) geometry.dispose();
    for (const cut of this.#cuts.values()) cut.geometry.dispose();
  }

  #geometryFor(look: Look, submesh: number): THREE.BufferGeometry | undefined {
    const { surface } = look;
    if (surface === 'meshlets')
      return this.#make(`meshlets ${submesh}`, () => meshletGeometry(this.#vertices, submesh));
    if (surface === 'tangents') {
      const level = look.level === 'auto' ? 0 : look.level;
      return this.#make(`full ${submesh} ${level}`, () => fullGeometry(this.#vertices, submesh, level));
    }
    if (surface !== 'clusters' && surface !== 'levels') return undefined;
    const cut = this.#cuts.get(submesh) ?? new ClusterCut(this.#vertices, submesh);
    this.#cuts.set(submesh, cut);
    cut.colorByLevel(surface === 'levels');
    return cut.geometry;
  }

  #make(key: string, make: () => THREE.BufferGeometry): THREE.BufferGeometry {
    const geometry = this.#made.get(key) ?? make();
    this.#made.set(key, geometry);
    return geometry;
  }

  /** Hairs of the vertices of the level that is shown; of the finest where the eye chooses. */
  #grow(kind: HairKind, look: Look): void {
    this.#radius ??= this.box.getBoundingSphere(new THREE.Sphere()).radius;
    const material = hairs.take(kind, () => hairMaterial(kind));
    material.uniforms.reach = { value: this.#radius * HAIR_LENGTH };
    this.#growing.push(material);
    const level = look.level === 'auto' ? 0 : look.level;
    for (const { object, submesh } of this.#draws.filter(isSurface)) {
      const geometry = this.#make(`${kind} ${submesh} ${level}`, () =>
        hairGeometry(this.#vertices, submesh, indicesOf(this.mesh, submesh, level), kind),
      );
      const grown = hairsOn(object, geometry, material);
      grown.layers.set(OVERLAY_LAYER);
      object.add(grown);
      this.#hairs.push(grown);
    }
  }

  /** Chooses the level as the draw begins, and notes what is drawn. */
  #chooser(draw: Draw, look: Look, isOwn: boolean): THREE.Object3D['onBeforeRender'] {
    const { levels, object, choose } = draw;
    return (...args) => {
      const { geometry } = object;
      if (!isOwn && look.level === 'auto') choose.apply(object, args);
      else if (!isOwn) {
        const { start = 0, count = Number.POSITIVE_INFINITY } =
          levels[Math.min(look.level as number, levels.length - 1)] ?? {};
        geometry.setDrawRange(start, count);
      }
      this.#drawnIndices.set(object, Math.min(geometry.drawRange.count, geometry.index?.count ?? 0));
    };
  }

  #showOverlay(look: Look): void {
    const group = new THREE.Group();
    if (look.bounds) group.add(...boundsOf(this.#draws.filter((draw) => draw.object.visible)));
    if (look.skeleton) {
      const helper = new THREE.SkeletonHelper(this.model.scene);
      const material = helper.material as THREE.LineBasicMaterial;
      material.depthTest = false;
      helper.renderOrder = 10;
      group.add(helper);
    }
    group.traverse((each) => each.layers.set(OVERLAY_LAYER));
    this.#overlay = group;
    this.#stage.scene.add(group);
    this.#stage.wireframe = look.wireframe ? this.#wire : undefined;
  }

  readonly #wire = new THREE.MeshBasicMaterial({
    wireframe: true,
    color: 0x000000,
    transparent: true,
    opacity: 0.45,
    depthWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: -1,
    polygonOffsetUnits: -1,
    toneMapped: false,
  });

  #putBack(): void {
    for (const { object, geometry, material, choose, levels } of this.#draws) {
      object.geometry = geometry;
      object.material = material;
      object.onBeforeRender = choose;
      object.visible = true;
      if (levels.length > 1) geometry.setDrawRange(0, levels[0]?.count ?? Number.POSITIVE_INFINITY);
    }
    for (const material of this.#inspecting.splice(0)) inspections.give(material);
    for (const material of this.#growing.splice(0)) hairs.give(material);
    for (const each of this.#hairs.splice(0)) each.removeFromParent();
    this.#overlay?.removeFromParent();
    this.#overlay?.traverse((each) => {
      if (!(each instanceof THREE.LineSegments)) return;
      each.geometry.dispose();
      each.material.dispose();
    });
    this.#overlay = undefined;
    this.#stage.wireframe = undefined;
    this.#stage.ground = undefined;
    this.#wire.dispose();
  }
}
