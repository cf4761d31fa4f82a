// Normal maps contain X and Y; the shader computes Z. Three does this only for formats with two channels, and only in later versions. For
// ASTC, BC7 and RGBA8 it reads blue.

import { type Material, ShaderChunk, type WebGLProgramParametersWithUniforms } from 'three';

interface Chunk {
  readonly include: string;
  readonly text: string;
}

function withZ(name: 'normal_fragment_maps' | 'clearcoat_normal_fragment_maps', vector: string, scale: string): Chunk {
  const line = `${vector}.xy *= ${scale};`;
  const text = ShaderChunk[name];
  if (!text.includes(line)) throw new Error(`three's shader chunk ${name} has changed: it does not contain ${line}`);
  const z = `${vector}.z = sqrt( max( 0.0, 1.0 - dot( ${vector}.xy, ${vector}.xy ) ) );`;
  return { include: `#include <${name}>`, text: text.replace(line, `${z} ${line}`) };
}

/** Which of a material's normal maps have two channels. */
interface TwoChannelMaps {
  readonly normal: boolean;
  readonly clearcoat: boolean;
}

/** Changes the material's shader, which then has its own program. */
export function rebuildNormals(material: Material, { normal, clearcoat }: TwoChannelMaps): void {
  if (!normal && !clearcoat) return;
  const chunks = [
    ...(normal ? [withZ('normal_fragment_maps', 'mapN', 'normalScale')] : []),
    ...(clearcoat ? [withZ('clearcoat_normal_fragment_maps', 'clearcoatMapN', 'clearcoatNormalScale')] : []),
  ];
  material.onBeforeCompile = (shader: WebGLProgramParametersWithUniforms) => {
    for (const { include, text } of chunks) shader.fragmentShader = shader.fragmentShader.replace(include, text);
  };
  const key = `assetc normals ${normal} ${clearcoat}`;
  material.customProgramCacheKey = () => key;
}
