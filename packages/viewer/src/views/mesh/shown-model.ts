// A loaded model on a stage, drawn as a look defines: replaces materials, geometries and levels of its draws, and restores them. Frees what
// it makes.

import type { Hmesh } from '@assetc/formats';
import * as THREE from 'three';
import { OVERLAY_LAYER, type Stage } from '../stage/stage.js';
import { ClusterCut, type CutReport } from './clusters/cluster-cut.js';
import { cutFor } from './clusters/cut-for-view.js';
import { type Draw, drawsOf, isSurface, putBack, type SurfaceDraw } from './draws.js';
import { framePoints } from './frame-points.js';
import { INSPECTION_OF, type Look } from './look.js';
import { Overlay } from './overlays/overlay.js';
import { LINE_LENGTH, type LineKind, lineGeometry, lineMaterial, linesOn } from './overlays/vertex-lines.js';
import type { ViewedModel } from './plain-model.js';
import type { CompactErrors } from './surface/compact-errors.js';
import { type Inspection, type InspectMaterial, inspectMaterial } from './surface/inspect-material.js';
import { MaterialPool } from './surface/material-pool.js';
import { fullGeometry, indicesOf, MeshVertices, meshletGeometry } from './surface/part-geometry.js';
import { averageDensity, texelsOf } from './surface/texel-density.js';

const inspectionPool = new MaterialPool<InspectMaterial>();
const linePool = new MaterialPool<THREE.ShaderMaterial>();

export class ShownModel {
  readonly model: ViewedModel;
  readonly mesh: Hmesh;
  readonly #stage: Stage;
  readonly #vertices: MeshVertices;
  #draws: readonly Draw[];
  readonly #made = new Map<string, THREE.BufferGeometry>();
  readonly #cuts = new Map<number, ClusterCut>();
  readonly #inspecting: InspectMaterial[] = [];
  readonly #lineMaterials: THREE.ShaderMaterial[] = [];
  readonly #lines: THREE.Object3D[] = [];
  readonly #overlay: Overlay;
  /** Drawn indices by object, in the last frame. */
  readonly #drawnIndices = new Map<THREE.Object3D, number>();
  /** How far compact vertices would be from these, if known. */
  errors: CompactErrors | undefined;
  #radius: number | undefined;
  #look: Look | undefined;
  #cut: CutReport | undefined;

  constructor(stage: Stage, model: ViewedModel, mesh: Hmesh) {
    this.#stage = stage;
    this.#overlay = new Overlay(stage);
    this.model = model;
    this.mesh = mesh;
    this.#vertices = new MeshVertices(mesh);
    this.#draws = drawsOf(model);
    stage.scene.add(model.scene);
  }

  /** What the camera frames. */
  get points(): Float32Array {
    return framePoints(this.model);
  }

  get box(): THREE.Box3 {
    return new THREE.Box3().setFromArray(this.points);
  }

  /** Triangles, objects and cut of the last frame. */
  get drawn(): { readonly triangles: number; readonly draws: number; readonly cut: CutReport | undefined } {
    const shown = this.#draws.filter((draw) => isSurface(draw) && draw.object.visible);
    const triangles = shown.reduce((sum, draw) => sum + (this.#drawnIndices.get(draw.object) ?? 0) / 3, 0);
    return { triangles, draws: shown.length, cut: this.#cut };
  }

  /** Texels per unit, averaged over the model. */
  get density(): number {
    const own = this.#draws.map(({ object, geometry, material }) => ({ object, geometry, material }));
    return averageDensity(own);
  }

  show(look: Look): void {
    this.#putBack();
    this.#look = look;
    const inspection = INSPECTION_OF[look.surface];
    const usual = look.surface === 'density' ? this.density : 1;
    for (const draw of this.#draws) {
      draw.object.visible = look.only === undefined || draw.submesh === look.only;
      if (!isSurface(draw)) continue;
      if (inspection !== undefined) this.#inspect(draw, inspection, usual);
      const geometry = this.#geometryFor(look, draw.submesh);
      if (geometry !== undefined) draw.object.geometry = geometry;
      draw.object.onBeforeRender = this.#chooser(draw, look, geometry !== undefined);
    }
    this.#stage.ground = look.surface === 'overdraw' ? 0x000000 : undefined;
    this.#overlay.show(look, this.model.scene, this.#draws);
    if (look.normalLines) this.#addLines('normals', look);
    if (look.tangentLines && this.mesh.hasTangents) this.#addLines('tangents', look);
    this.#stage.invalidate();
  }

  /** Runs a change of the draws' materials, and applies the look again. */
  changeMaterials(change: () => void, look: Look): void {
    this.#putBack();
    change();
    this.#draws = drawsOf(this.model);
    this.show(look);
  }

  /** Call it before each frame: the cut follows the camera. */
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
      // Objects of one submesh share a geometry: they show the cut of the first.
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

  #inspect(draw: SurfaceDraw, inspection: Inspection, usualDensity: number): void {
    const { hasColors } = draw;
    const material = inspectionPool.take(`${inspection} ${hasColors}`, () => inspectMaterial(inspection, hasColors));
    material.uniforms.texels.value.set(...(texelsOf(draw) ?? [0, 0]));
    material.uniforms.usual.value = usualDensity;
    this.#inspecting.push(material);
    draw.object.material = material;
  }

  #geometryFor(look: Look, submesh: number): THREE.BufferGeometry | undefined {
    const { surface } = look;
    if (surface === 'meshlets')
      return this.#make(`meshlets ${submesh}`, () => meshletGeometry(this.#vertices, submesh));
    const level = look.level === 'auto' ? 0 : look.level;
    const { errors } = this;
    if (surface === 'compact' && errors !== undefined)
      return this.#make(`${look.errorOf} error ${submesh} ${level}`, () =>
        fullGeometry(this.#vertices, submesh, level, errors[look.errorOf].colors),
      );
    if (surface === 'tangents') {
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

  /** Adds lines to the vertices of the shown level; the finest if it is chosen automatically. */
  #addLines(kind: LineKind, look: Look): void {
    this.#radius ??= this.box.getBoundingSphere(new THREE.Sphere()).radius;
    const material = linePool.take(kind, () => lineMaterial(kind));
    material.uniforms.reach = { value: this.#radius * LINE_LENGTH };
    this.#lineMaterials.push(material);
    const level = look.level === 'auto' ? 0 : look.level;
    for (const { object, submesh } of this.#draws.filter(isSurface)) {
      const geometry = this.#make(`${kind} ${submesh} ${level}`, () =>
        lineGeometry(this.#vertices, submesh, indicesOf(this.mesh, submesh, level), kind),
      );
      const lines = linesOn(object, geometry, material);
      lines.layers.set(OVERLAY_LAYER);
      object.add(lines);
      this.#lines.push(lines);
    }
  }

  /** Chooses the level when the draw begins, and records what is drawn. */
  #chooser(draw: Draw, look: Look, isOwn: boolean): THREE.Object3D['onBeforeRender'] {
    const { levels, object, choose } = draw;
    const fixed = look.level === 'auto' ? undefined : levels[Math.min(look.level, levels.length - 1)];
    return (...args) => {
      const { geometry } = object;
      if (!isOwn && look.level === 'auto') choose.apply(object, args);
      else if (!isOwn) geometry.setDrawRange(fixed?.start ?? 0, fixed?.count ?? Number.POSITIVE_INFINITY);
      this.#drawnIndices.set(object, Math.min(geometry.drawRange.count, geometry.index?.count ?? 0));
    };
  }

  #putBack(): void {
    for (const draw of this.#draws) putBack(draw);
    for (const material of this.#inspecting.splice(0)) inspectionPool.release(material);
    for (const material of this.#lineMaterials.splice(0)) linePool.release(material);
    for (const each of this.#lines.splice(0)) each.removeFromParent();
    this.#overlay.clear();
    this.#stage.ground = undefined;
  }
}
