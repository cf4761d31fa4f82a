// naga's GLSL has no combined `sampler2D` in uniforms. Each declaration is written as a texture and a sampler on the line where it stood,
// and a macro joins them at every use; afterwards the two are one binding again in the SPIR-V (encoding/spirv/combine-samplers.ts).

import type { SamplerPair } from '../../encoding/spirv/combine-samplers.js';

export interface SplitSource {
  readonly text: string;
  readonly pairs: readonly SamplerPair[];
  readonly macros: { readonly [name: string]: string };
}

/** Where the samplers lie until they are merged away: a set that no device has. */
const SCRATCH_SET = 1000;
const DECLARATION =
  /\blayout\s*\(([^)]*)\)\s*uniform\s+(?:(?:lowp|mediump|highp)\s+)?([iu]?)sampler(1D|2D|3D|Cube|2DArray|CubeArray|2DMS)(Shadow)?\s+(\w+)\s*;/g;

export function splitSamplers(source: string): SplitSource {
  const pairs: SamplerPair[] = [];
  const macros: Record<string, string> = {};
  const text = source.replaceAll(
    DECLARATION,
    (whole, layout: string, sign: string, shape: string, shadow: string | undefined, name: string) => {
      const binding = numberOf(layout, 'binding');
      if (binding === undefined) return whole;
      const set = numberOf(layout, 'set') ?? 0;
      const texture = `assetc_texture_${name}`;
      const sampler = `assetc_sampler_${name}`;
      const scratch = { set: SCRATCH_SET, binding: pairs.length };
      pairs.push({ name, set, binding, scratch });
      macros[name] = `${sign}sampler${shape}${shadow ?? ''}(${texture}, ${sampler})`;
      return (
        `layout(set=${set}, binding=${binding}) uniform ${sign}texture${shape} ${texture}; ` +
        `layout(set=${scratch.set}, binding=${scratch.binding}) uniform sampler${shadow ?? ''} ${sampler};`
      );
    },
  );
  return { text, pairs, macros };
}

const numberOf = (layout: string, key: string): number | undefined => {
  const digits = new RegExp(`\\b${key}\\s*=\\s*(\\d+)`).exec(layout)?.[1];
  return digits === undefined ? undefined : Number(digits);
};
