// Shader folders with one feature of Slang each, and the expected modules.

export interface ShaderFixture {
  readonly what: string;
  readonly files: { readonly [path: string]: string };
  /** Output name → stage. */
  readonly modules: { readonly [name: string]: string };
}

export const SLANG_FIXTURES: readonly ShaderFixture[] = [
  {
    what: 'two stages in one file',
    files: {
      'lit.slang': `
struct Varyings { float4 clip : SV_Position; float3 normal : NORMAL; float2 uv : TEXCOORD0; };
struct Frame { float4x4 viewProjection; float3 eye; float time; };
[[vk::binding(0, 0)]] ConstantBuffer<Frame> frame;
[[vk::binding(1, 0)]] Texture2D<float4> albedo;
[[vk::binding(2, 0)]] SamplerState linearWrap;
[shader("vertex")]
Varyings vertexMain(float3 position : POSITION, float3 normal : NORMAL, float2 uv : TEXCOORD0) {
  Varyings o;
  o.clip = mul(frame.viewProjection, float4(position, 1));
  o.normal = normal;
  o.uv = uv;
  return o;
}
[shader("fragment")]
float4 fragmentMain(Varyings i) : SV_Target {
  return albedo.Sample(linearWrap, i.uv) * max(0.1, dot(normalize(i.normal), float3(0, 1, 0)));
}`,
    },
    modules: { vertex: 'vertex', fragment: 'fragment' },
  },
  {
    what: 'an import next to, an import from a folder of modules, and an include',
    files: {
      'main.slang': `#include "constants.slangh"
import palette;
import lib.noise;
[shader("fragment")]
float4 main(float2 uv : UV) : SV_Target { return float4(shade(uv.x) * valueNoise(uv) * SCALE, 1); }`,
      'constants.slangh': '#define SCALE 2.0\n',
      'palette.slang':
        'module palette;\npublic float3 shade(float t) { return lerp(float3(0.1, 0.2, 0.4), float3(1, 0.8, 0.5), t); }',
      'lib/noise.slang': `module noise;
import lib.hash;
public float valueNoise(float2 p) { return hash21(floor(p)); }`,
      'lib/hash.slang':
        'module hash;\npublic float hash21(float2 p) { return frac(sin(dot(p, float2(12.9898, 78.233))) * 43758.5453); }',
    },
    modules: { fragment: 'fragment' },
  },
  {
    what: 'generics and interfaces',
    files: {
      'brdf.slang': `
interface IBrdf { float evaluate(float cosTheta); }
struct Lambert : IBrdf { float albedo; float evaluate(float c) { return albedo * max(c, 0.0); } }
struct Wrap : IBrdf { float amount; float evaluate(float c) { return saturate((c + amount) / (1 + amount)); } }
float shade<T : IBrdf>(T brdf, float c) { return brdf.evaluate(c); }
[shader("fragment")]
float4 shadeMain(float c : COSINE) : SV_Target {
  Lambert a = { 0.8 };
  Wrap b = { 0.5 };
  return float4(shade(a, c), shade(b, c), 0, 1);
}`,
    },
    modules: { shade: 'fragment' },
  },
  {
    what: 'compute with groupshared memory and a read-write buffer',
    files: {
      'reduce.slang': `
groupshared float partial[64];
[[vk::binding(0)]] StructuredBuffer<float> values;
[[vk::binding(1)]] RWStructuredBuffer<float> sums;
[shader("compute")]
[numthreads(64, 1, 1)]
void reduce(uint3 thread : SV_DispatchThreadID, uint local : SV_GroupIndex, uint3 group : SV_GroupID) {
  partial[local] = values[thread.x];
  GroupMemoryBarrierWithGroupSync();
  for (uint step = 32; step > 0; step >>= 1) {
    if (local < step) partial[local] += partial[local + step];
    GroupMemoryBarrierWithGroupSync();
  }
  if (local == 0) sums[group.x] = partial[0];
}`,
    },
    modules: { reduce: 'compute' },
  },
  {
    what: 'several compute entries in one file',
    files: {
      'blur.slang': `
[[vk::binding(0)]] Texture2D<float4> source;
[[vk::binding(1)]] [format("rgba8")] RWTexture2D<float4> target;
float4 tap(int2 at, int2 step) { return source[at - step] * 0.25 + source[at] * 0.5 + source[at + step] * 0.25; }
[shader("compute")] [numthreads(8, 8, 1)] void blurX(uint3 i : SV_DispatchThreadID) { target[i.xy] = tap(int2(i.xy), int2(1, 0)); }
[shader("compute")] [numthreads(8, 8, 1)] void blurY(uint3 i : SV_DispatchThreadID) { target[i.xy] = tap(int2(i.xy), int2(0, 1)); }`,
    },
    modules: { blurX: 'compute', blurY: 'compute' },
  },
  {
    what: 'a mesh stage',
    files: {
      'meshlet.slang': `
struct Vertex { float4 position : SV_Position; float3 color : COLOR; };
static const float2 corners[3] = { float2(-0.5, -0.5), float2(0.5, -0.5), float2(0, 0.5) };
[shader("mesh")]
[numthreads(3, 1, 1)]
[outputtopology("triangle")]
void meshMain(uint thread : SV_GroupIndex, OutputVertices<Vertex, 3> vertices, OutputIndices<uint3, 1> triangles) {
  SetMeshOutputCounts(3, 1);
  Vertex v;
  v.position = float4(corners[thread], 0, 1);
  v.color = float3(0.2, 0.5, 0.9);
  vertices[thread] = v;
  if (thread == 0) triangles[0] = uint3(0, 1, 2);
}`,
    },
    modules: { mesh: 'mesh' },
  },
  {
    what: 'a ray generation and a miss stage',
    files: {
      'rays.slang': `
struct Payload { float3 color; };
[[vk::binding(0)]] RaytracingAccelerationStructure scene;
[[vk::binding(1)]] [format("rgba16f")] RWTexture2D<float4> image;
[shader("raygeneration")]
void raygenMain() {
  uint2 pixel = DispatchRaysIndex().xy;
  RayDesc ray = { float3(0, 0, 0), 0.001, float3(0, 0, 1), 100.0 };
  Payload payload = { float3(0, 0, 0) };
  TraceRay(scene, RAY_FLAG_NONE, 0xff, 0, 1, 0, ray, payload);
  image[pixel] = float4(payload.color, 1);
}
[shader("miss")]
void missMain(inout Payload payload) { payload.color = float3(0.2, 0.3, 0.6); }`,
    },
    modules: { raygen: 'raygeneration', miss: 'miss' },
  },
  {
    what: 'a geometry stage',
    files: {
      'points.slang': `
struct Point { float4 position : SV_Position; };
[shader("geometry")]
[maxvertexcount(4)]
void expandMain(point Point p[1], inout TriangleStream<Point> stream) {
  for (int i = 0; i < 4; i++) {
    Point q;
    q.position = p[0].position + float4(i & 1, i >> 1, 0, 0) * 0.01;
    stream.Append(q);
  }
}`,
    },
    modules: { expand: 'geometry' },
  },
  {
    what: 'tessellation stages',
    files: {
      'terrain.slang': `
struct Corner { float4 position : SV_Position; };
struct Patch { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
Patch patchConstant(InputPatch<Corner, 3> p) { Patch o; o.edges[0] = o.edges[1] = o.edges[2] = 4; o.inside = 4; return o; }
[shader("hull")]
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("patchConstant")]
Corner controlMain(InputPatch<Corner, 3> p, uint i : SV_OutputControlPointID) { return p[i]; }
[shader("domain")]
[domain("tri")]
Corner evaluateMain(Patch patch, float3 b : SV_DomainLocation, const OutputPatch<Corner, 3> p) {
  Corner o;
  o.position = p[0].position * b.x + p[1].position * b.y + p[2].position * b.z;
  return o;
}`,
    },
    modules: { control: 'tesscontrol', evaluate: 'tesseval' },
  },
  {
    what: 'the older convention of vertex.slang and fragment.slang with a bare main',
    files: {
      'vertex.slang': 'float4 main(float3 position : POSITION) : SV_Position { return float4(position, 1); }',
      'fragment.slang': 'float4 main() : SV_Target { return float4(1, 0, 1, 1); }',
    },
    modules: { vertex: 'vertex', fragment: 'fragment' },
  },
  {
    what: 'a module of several files, joined by __include and implementing',
    files: {
      'sky.slang': `module sky;
__include scattering;
[shader("fragment")] float4 skyMain(float3 d : DIRECTION) : SV_Target { return float4(rayleigh(d.y), 1); }`,
      'scattering.slang': `implementing sky;
float3 rayleigh(float height) { return float3(5.8, 13.5, 33.1) * saturate(1 - height) * 0.02; }`,
    },
    modules: { sky: 'fragment' },
  },
  {
    what: 'macros, branches and an include within an include',
    files: {
      'post.slang': `#include "post/tone.slangh"
#if TONEMAP
float3 finish(float3 c) { return tone(c); }
#else
#include "does-not-exist.slangh"
float3 finish(float3 c) { return c; }
#endif
[shader("compute")] [numthreads(1, 1, 1)] void tonemap() { image[uint2(0, 0)] = float4(finish(image[uint2(0, 0)].rgb), 1); }`,
      'post/tone.slangh': '#include "image.slangh"\n#define TONEMAP 1\nfloat3 tone(float3 c) { return c / (1 + c); }\n',
      'post/image.slangh':
        '#ifndef IMAGE\n#define IMAGE\n[[vk::binding(0)]] [format("rgba8")] RWTexture2D<float4> image;\n#endif\n',
    },
    modules: { tonemap: 'compute' },
  },
  {
    what: 'push constants, specialization constants and a buffer address',
    files: {
      'cull.slang': `
struct Draw { uint count; uint first; };
struct Push { Draw *draws; float4x4 view; uint total; };
[[vk::push_constant]] ConstantBuffer<Push> push;
[vk::constant_id(3)] const uint LIMIT = 16;
[shader("compute")] [numthreads(32, 1, 1)]
void cull(uint3 i : SV_DispatchThreadID) {
  if (i.x < push.total && i.x < LIMIT) push.draws[i.x].count = 0;
}`,
    },
    modules: { cull: 'compute' },
  },
];
