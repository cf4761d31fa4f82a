// Cameras. FBX states the field of view in several ways; glTF has the vertical one.

import { atan2Turns } from '../../../model/math/arctangent.js';
import { sineAndCosine } from '../../../model/math/sine.js';
import type { CameraModel } from '../../../model/scene/scene.js';
import type { FbxObject } from '../document/fbx-document.js';
import type { SceneSpace } from './scene-space.js';

/** Values of `ApertureMode`. */
const [HORIZONTAL_AND_VERTICAL, HORIZONTAL, VERTICAL, FOCAL_LENGTH] = [0, 1, 2, 3];
const MILLIMETERS_PER_INCH = 25.4;
/** What `OrthoZoom` 1 shows, in units of the file. */
const ORTHO_EXTENT = 30;

/** `attribute`: with the properties of the camera. */
export function readCamera(attribute: FbxObject, name: string, space: SceneSpace): CameraModel {
  const { properties } = attribute;
  const number = (key: string, fallback: number): number => properties.number(key) ?? fallback;
  // Version 6 has shorter names.
  const width = number('AspectWidth', number('AspectW', 0));
  const height = number('AspectHeight', number('AspectH', 0));
  const aspect = width > 0 && height > 0 ? (width / height) * number('PixelAspectRatio', 1) : 4 / 3;
  const znear = Math.max(0, number('NearPlane', 10) * space.unit);
  const zfar = number('FarPlane', 4000) * space.unit;
  if (number('CameraProjectionType', 0) === 1) {
    const extent = Math.abs(number('OrthoZoom', 1)) * ORTHO_EXTENT * space.unit || 1;
    return {
      is: 'orthographic',
      name,
      xmag: extent / 2,
      ymag: extent / 2,
      znear,
      zfar: zfar > znear ? zfar : znear + 1,
    };
  }
  const tangent = verticalTangent(number, aspect);
  const yfov = atan2Turns(tangent, 1) * 4 * Math.PI;
  const isValid = yfov > 1e-6 && yfov < Math.PI;
  return {
    is: 'perspective',
    name,
    yfov: isValid ? yfov : Math.PI / 4,
    aspect,
    znear: znear > 0 ? znear : 0.01,
    zfar: zfar > znear ? zfar : undefined,
  };
}

/** The tangent of half the vertical field of view. */
function verticalTangent(number: (key: string, fallback: number) => number, aspect: number): number {
  const fov = number('FieldOfView', 40);
  const mode = number('ApertureMode', VERTICAL);
  if (mode === HORIZONTAL_AND_VERTICAL) return tangentOf(number('FieldOfViewY', fov));
  if (mode === VERTICAL) return tangentOf(fov);
  if (mode === HORIZONTAL) return tangentOf(fov) / aspect;
  if (mode !== FOCAL_LENGTH) return tangentOf(fov);
  const film = filmHeight(number, aspect);
  const focal = number('FocalLength', 0);
  return focal > 0 ? (film * MILLIMETERS_PER_INCH) / (2 * focal) : tangentOf(fov);
}

/** Inches of the film that the height of the picture shows, by `GateFit`. */
function filmHeight(number: (key: string, fallback: number) => number, aspect: number): number {
  const [width, height] = [number('FilmWidth', 0.816), number('FilmHeight', 0.612)];
  const squeezed = width * number('FilmSqueezeRatio', 1);
  const byWidth = squeezed / aspect;
  const isWider = aspect > squeezed / height;
  switch (number('GateFit', 0)) {
    case 2:
      return byWidth;
    case 3:
      return isWider ? byWidth : height;
    case 4:
      return isWider ? height : byWidth;
    default:
      return height;
  }
}

function tangentOf(degrees: number): number {
  const { sine, cosine } = sineAndCosine((degrees * Math.PI) / 360);
  return sine / cosine;
}
