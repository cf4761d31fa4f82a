// One shader for everything. Vertices are read as stored, in any form: the header of @assetc/formats unpacks them. WGSL has no include, so its
// text comes first.

import { assetcWgsl } from '@assetc/formats/shaders';

export const SHADER = /* wgsl */ `${assetcWgsl}
struct Scene { viewProjection: mat4x4f, eye: vec4f, sun: vec4f, haze: vec4f, options: vec4f }
struct Material { baseColor: vec4f, emissive: vec4f }

@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var samplerOf: sampler;
@group(1) @binding(0) var<uniform> material: Material;
@group(1) @binding(1) var baseColorTexture: texture_2d<f32>;
@group(1) @binding(2) var normalTexture: texture_2d<f32>;

struct Form {
  isCompact: u32,
  // Words of a vertex in each stream; the first that is not of its position.
  positionWords: u32,
  attributeWords: u32,
  attributeStart: u32,
}
@group(2) @binding(0) var<storage, read> grid: AssetcVertexGrid;
@group(2) @binding(1) var<uniform> form: Form;
@group(2) @binding(2) var<storage, read> positions: array<u32>;
@group(2) @binding(3) var<storage, read> attributes: array<u32>;

struct Corner {
  @builtin(position) clip: vec4f,
  @location(0) world: vec3f,
  @location(1) normal: vec3f,
  @location(2) tangent: vec4f,
  @location(3) uv: vec2f,
  @location(4) @interpolate(flat) meshlet: u32,
}

@vertex fn vertex(
  @builtin(vertex_index) index: u32,
  // The first instance of each draw is the number of its meshlet.
  @builtin(instance_index) meshlet: u32,
) -> Corner {
  let p = index * form.positionWords;
  let a = index * form.attributeWords + form.attributeStart;
  var out: Corner;
  out.normal = assetcUnpackOctahedral(attributes[a]);
  if (form.isCompact == 1u) {
    let words = array<u32, 2>(positions[p], positions[p + 1u]);
    out.world = assetcCompactPositionOf(grid, words);
    out.tangent = assetcCompactTangentOf(out.normal, words);
    out.uv = assetcCompactUvOf(grid, attributes[a + 1u]);
  } else {
    out.world = bitcast<vec3f>(vec3u(positions[p], positions[p + 1u], positions[p + 2u]));
    out.tangent = assetcUnpackTangent(attributes[a + 1u]);
    out.uv = bitcast<vec2f>(vec2u(attributes[a + 2u], attributes[a + 3u]));
  }
  out.clip = scene.viewProjection * vec4f(out.world, 1.0);
  out.meshlet = meshlet;
  return out;
}

fn colorOf(number: u32) -> vec3f {
  var h = number * 747796405u + 2891336453u;
  h = ((h >> ((h >> 28u) + 4u)) ^ h) * 277803737u;
  h = (h >> 22u) ^ h;
  return 0.25 + 0.75 * vec3f(f32(h & 255u), f32((h >> 8u) & 255u), f32((h >> 16u) & 255u)) / 255.0;
}

fn skyOf(direction: vec3f) -> vec3f {
  let dusk = mix(vec3f(0.95, 0.62, 0.35), vec3f(0.35, 0.26, 0.55), smoothstep(-0.05, 0.7, direction.y));
  return mix(vec3f(0.3, 0.24, 0.3), dusk, smoothstep(-0.3, 0.05, direction.y));
}

@fragment fn fragment(in: Corner, @builtin(front_facing) isFront: bool) -> @location(0) vec4f {
  let texel = textureSample(baseColorTexture, samplerOf, in.uv) * material.baseColor;
  let bump = textureSample(normalTexture, samplerOf, in.uv).rg;
  if (texel.a < material.emissive.a) { discard; }
  let n = normalize(in.normal);
  let t = vec4f(normalize(in.tangent.xyz - n * dot(n, in.tangent.xyz)), in.tangent.w);
  let bumped = assetcMappedNormal(n, t, bump, 1.0);
  let normal = select(-bumped, bumped, isFront);

  let toEye = normalize(scene.eye.xyz - in.world);
  let half = normalize(scene.sun.xyz + toEye);
  let sunlight = max(0.0, dot(normal, scene.sun.xyz)) * vec3f(3.0, 1.9, 1.15);
  let shine = pow(max(0.0, dot(normal, half)), 40.0) * 0.25 * sunlight;
  let albedo = select(texel.rgb, 0.4 * colorOf(in.meshlet), scene.options.x > 0.5);
  let light = albedo * (sunlight + skyOf(normal)) + shine + material.emissive.rgb;
  let mapped_tone = (light * (2.51 * light + 0.03)) / (light * (2.43 * light + 0.59) + 0.14);
  let shown = pow(clamp(mapped_tone, vec3f(0.0), vec3f(1.0)), vec3f(1.0 / 2.2));
  let haze = 1.0 - exp(-0.00035 * dot(scene.eye.xyz - in.world, scene.eye.xyz - in.world));
  return vec4f(mix(shown, scene.haze.rgb, haze), 1.0);
}
`;
