// The joints of a model as bones: a slim octahedron from each joint to its children, drawn over the model.

import * as THREE from 'three';

/** Where a bone is thickest, and how thick it is there, in parts of its length. */
const THICKEST = 0.14;
const THICKNESS = 0.075;
/** A joint without children gets a bone of this part of its parent's. */
const TIP = 0.4;

/** From the origin to (0, 1, 0); each side with a brightness, so that its shape is visible without light. */
function boneGeometry(): THREE.BufferGeometry {
  const ring = [0, 1, 2, 3].map((i) => {
    const turn = (i * Math.PI) / 2;
    return new THREE.Vector3(Math.cos(turn) * THICKNESS, THICKEST, Math.sin(turn) * THICKNESS);
  });
  const [start, end] = [new THREE.Vector3(), new THREE.Vector3(0, 1, 0)];
  const points: THREE.Vector3[] = [];
  const shades: number[] = [];
  for (const [i, corner] of ring.entries()) {
    const next = ring[(i + 1) % 4] ?? corner;
    points.push(start, next, corner, corner, next, end);
    const shade = [1, 0.72, 0.55, 0.8][i] ?? 1;
    for (let k = 0; k < 6; k++) shades.push(shade, shade, shade);
  }
  const geometry = new THREE.BufferGeometry().setFromPoints(points);
  geometry.setAttribute('color', new THREE.Float32BufferAttribute(shades, 3));
  return geometry;
}

interface BoneEnds {
  readonly from: THREE.Object3D;
  readonly to: THREE.Object3D | undefined;
  readonly parent: THREE.Object3D | undefined;
}

/** A bone for each pair of joint and child, and one for each last joint. */
function bonesOf(model: THREE.Object3D): readonly BoneEnds[] {
  const found: BoneEnds[] = [];
  model.traverse((from) => {
    if (!(from instanceof THREE.Bone)) return;
    const children = from.children.filter((child) => child instanceof THREE.Bone);
    const parent = from.parent instanceof THREE.Bone ? from.parent : undefined;
    if (children.length === 0) found.push({ from, to: undefined, parent });
    for (const to of children) found.push({ from, to, parent });
  });
  return found;
}

const UP = new THREE.Vector3(0, 1, 0);

/** Add it to the scene after the model, whose joints it follows. */
export class Bones extends THREE.InstancedMesh<THREE.BufferGeometry, THREE.MeshBasicMaterial> {
  readonly #ends: readonly BoneEnds[];

  constructor(model: THREE.Object3D) {
    const ends = bonesOf(model);
    const material = new THREE.MeshBasicMaterial({
      vertexColors: true,
      color: 0x8fb4ff,
      transparent: true,
      opacity: 0.88,
      depthTest: false,
      depthWrite: false,
      toneMapped: false,
    });
    super(boneGeometry(), material, ends.length);
    this.#ends = ends;
    this.frustumCulled = false;
    this.renderOrder = 10;
  }

  override updateMatrixWorld(force?: boolean): void {
    this.#place();
    super.updateMatrixWorld(force);
  }

  #place(): void {
    const [start, end, along] = [new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3()];
    const [turn, size, matrix] = [new THREE.Quaternion(), new THREE.Vector3(), new THREE.Matrix4()];
    for (const [i, { from, to, parent }] of this.#ends.entries()) {
      start.setFromMatrixPosition(from.matrixWorld);
      if (to !== undefined) along.subVectors(end.setFromMatrixPosition(to.matrixWorld), start);
      else if (parent !== undefined)
        along.subVectors(start, end.setFromMatrixPosition(parent.matrixWorld)).multiplyScalar(TIP);
      else along.set(0, 0, 0);
      const length = along.length();
      turn.setFromUnitVectors(UP, length > 0 ? along.normalize() : UP);
      this.setMatrixAt(i, matrix.compose(start, turn, size.setScalar(length)));
    }
    this.instanceMatrix.needsUpdate = true;
  }

  override dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
    super.dispose();
  }
}
