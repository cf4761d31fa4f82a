// Physically based shaders: Arnold's and Maya's standard surface, Stingray PBS, 3ds Max's Physical, PBR and glTF materials.

import type { AlphaMode, MaterialModel } from '../../../model/scene/material.js';
import type { ShaderValues } from './shader-values.js';
import { clampColor, clampUnit, type Maps, positive, type Surface, scaled } from './surface.js';

/** Whether the material has values of such a shader. */
export const isShader = (values: ShaderValues): boolean => values.has('basecolor') || values.has('basecolormap');

const ALPHA_MODES: readonly AlphaMode[] = ['opaque', 'mask', 'blend'];

/** Reflects all light at every angle, as a specular color does. */
const MAX_REFRACTION = 1000;

export function shaderSurface(values: ShaderValues): Surface {
  const base = scaled(values.color('basecolor') ?? [1, 1, 1], values.number('baseweight', 'base') ?? 1);
  const strength = values.number('emission', 'emissiveintensity') ?? 1;
  const emissive = values.color('emissioncolor', 'emitcolor', 'emissive') ?? [0, 0, 0];
  const opacity = values.color('opacity');
  const scale = values.pair('uvscale');
  const offset = values.pair('uvoffset');
  const maps = shaderMaps(values);
  const alphaMode = ALPHA_MODES[(values.number('alphamode') ?? 0) - 1];
  return {
    baseColor: clampColor(base),
    opacity: opacity === undefined ? (values.number('opacity') ?? 1) : (opacity[0] + opacity[1] + opacity[2]) / 3,
    metallic: clampUnit(isSpecularGlossiness(values) ? 0 : (values.number('metalness', 'metallic') ?? 0)),
    roughness: clampUnit(roughnessOf(values)),
    emissive: positive(scaled(emissive, strength)),
    emissiveStrength: Math.max(0, strength),
    normalScale: values.number('normal') ?? (maps.normal === undefined ? 1 : (values.number('bumpmapamt') ?? 1)),
    occlusionStrength: clampUnit(values.number('ambientocclusion') ?? 1),
    alphaMode,
    alphaCutoff: clampUnit(values.number('alphacutoff') ?? 0.5),
    doubleSided: values.isOn('doublesided', false),
    extensions: extensionsOf(values),
    maps,
    droppedMaps: values.unusedMaps(),
    uv: scale === undefined && offset === undefined ? undefined : { scale: scale ?? [1, 1], offset: offset ?? [0, 0] },
  };
}

/** 3ds Max's PBR material of that kind: its specular is a color. */
const isSpecularGlossiness = (values: ShaderValues): boolean =>
  values.has('glossiness') && values.color('specular') !== undefined;

function roughnessOf(values: ShaderValues): number {
  const glossiness = values.number('glossiness');
  const roughness = values.number('specularroughness', 'roughness');
  if (roughness === undefined) return 1 - (glossiness ?? 0);
  return isInverted(values) ? 1 - roughness : roughness;
}

/** Physical materials have a switch; of PBR materials, 1 means glossiness and 2 roughness. */
const isInverted = (values: ShaderValues): boolean =>
  values.isOn('roughnessinv', false) || values.number('useglossiness') === 1;

function shaderMaps(values: ShaderValues): Maps {
  const roughness = values.map('roughnessmap', 'specularroughness', 'roughness');
  const glossiness = values.map('glossinessmap') ?? (isInverted(values) ? roughness : undefined);
  const found: { readonly [name in keyof Maps]: Maps[name] | undefined } = {
    baseColor: values.map('basecolormap', 'colormap', 'basecolor'),
    opacity: values.map('alphamap', 'opacitymap', 'cutoutmap', 'opacity'),
    metallic: values.map('metalnessmap', 'metallicmap', 'metalness'),
    roughness: isInverted(values) ? undefined : roughness,
    glossiness,
    normal: values.map('normalmap', 'normmap', 'normalcamera'),
    bump: values.map('bumpmap'),
    occlusion: values.map('ambientocclusionmap', 'aomap'),
    emissive: values.map('emissionmap', 'emitcolormap', 'emissivemap', 'emissioncolor'),
    clearcoat: values.map('clearcoatmap', 'coatmap', 'coat'),
    clearcoatRoughness: values.map('clearcoatroughnessmap', 'coatroughmap', 'coatroughness'),
    clearcoatNormal: values.map('clearcoatnormalmap', 'coatnormal'),
    sheenColor: values.map('sheencolormap', 'sheencolor'),
    specularColor: values.map(
      'specularcolormap',
      'specularcolor',
      ...(isSpecularGlossiness(values) ? ['specularmap'] : []),
    ),
    transmission: values.map('transmissionmap', 'transparencymap', 'transmission'),
    thickness: values.map('volumethicknessmap'),
  };
  return Object.fromEntries(Object.entries(found).filter(([, map]) => map !== undefined));
}

/** Only those that change the look; glTF materials switch theirs on one by one. */
function extensionsOf(values: ShaderValues): MaterialModel['extensions'] {
  const unit = (...names: readonly string[]): number => clampUnit(values.number(...names) ?? 0);
  const enabled = (name: string): boolean => values.isOn(`enable${name}`, true);
  const clearcoat = enabled('clearcoat') ? unit('clearcoat', 'coating', 'coat') : 0;
  const transmission = enabled('transmission') ? unit('transmission', 'transparency') : 0;
  const sheen = enabled('sheen') && values.has('sheencolor') ? unit('sheen') || (values.has('enablesheen') ? 1 : 0) : 0;
  const specular = isSpecularGlossiness(values) ? values.color('specular') : values.color('specularcolor');
  const specularFactor = values.number('specular') ?? 1;
  const hasSpecular =
    enabled('specular') && specular !== undefined && (specularFactor !== 1 || specular.some((n) => n !== 1));
  const refraction = enabled('indexofrefraction')
    ? values.number('indexofrefraction', 'specularior', 'transior')
    : undefined;
  const thickness = values.has('enablevolume') && enabled('volume') ? (values.number('volumethickness') ?? 0) : 0;
  const extensions = {
    ...(clearcoat > 0
      ? {
          clearcoat: {
            factor: clearcoat,
            roughness: unit('clearcoatroughness', 'coatroughness'),
            normalScale: values.number('clearcoatnormal') ?? 1,
          },
        }
      : {}),
    ...(isSpecularGlossiness(values)
      ? { ior: { ior: MAX_REFRACTION } }
      : refraction !== undefined && refraction >= 1 && refraction !== 1.5
        ? { ior: { ior: refraction } }
        : {}),
    ...(sheen > 0
      ? {
          sheen: {
            roughness: unit('sheenroughness'),
            color: clampColor(scaled(values.color('sheencolor') ?? [1, 1, 1], sheen)),
          },
        }
      : {}),
    ...(hasSpecular ? { specular: { factor: clampUnit(specularFactor), color: positive(specular) } } : {}),
    ...(transmission > 0 ? { transmission: { factor: transmission } } : {}),
    ...(values.isOn('unlit', false) ? { unlit: {} } : {}),
    ...(thickness > 0
      ? {
          volume: {
            thickness,
            attenuationDistance: Math.max(0, values.number('volumedistance') ?? 0),
            attenuationColor: clampColor(values.color('volumecolor') ?? [1, 1, 1]),
          },
        }
      : {}),
  };
  return Object.keys(extensions).length === 0 ? undefined : extensions;
}
