// GLSL shaders with one construct or stage of Vulkan each, and the expected modules.

import type { ShaderFixture } from './shader-fixtures.js';

const RAY = '#version 460\n#extension GL_EXT_ray_tracing : require\n';

export const GLSL_FIXTURES: readonly ShaderFixture[] = [
  {
    what: 'a redeclared gl_PerVertex',
    files: {
      'a.vert': `#version 450
out gl_PerVertex { vec4 gl_Position; float gl_PointSize; };
layout(location = 0) in vec3 position;
layout(location = 0) out vec3 color;
void main() { gl_Position = vec4(position, 1.0); gl_PointSize = 2.0; color = position; }`,
    },
    modules: { vertex: 'vertex' },
  },
  {
    what: 'arrays of textures, bounded and not, indexed alike and not alike',
    files: {
      'a.frag': `#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(set = 0, binding = 0) uniform sampler2D few[4];
layout(set = 0, binding = 1) uniform texture2D many[];
layout(set = 0, binding = 2) uniform sampler nearest;
layout(location = 0) in flat uint index;
layout(location = 1) in vec2 uv;
layout(location = 0) out vec4 color;
void main() { color = texture(few[index & 3u], uv) + texture(sampler2D(many[nonuniformEXT(index)], nearest), uv); }`,
    },
    modules: { fragment: 'fragment' },
  },
  {
    what: 'samplers as parameters of functions',
    files: {
      'a.frag': `#version 450
layout(binding = 0) uniform sampler2D a;
layout(binding = 1) uniform samplerCubeShadow b;
layout(location = 0) out vec4 color;
vec4 read(sampler2D s, vec2 uv) { return texture(s, uv); }
float shade(samplerCubeShadow s, vec4 p) { return texture(s, p); }
void main() { color = read(a, vec2(0.5)) * shade(b, vec4(0.5)); }`,
    },
    modules: { fragment: 'fragment' },
  },
  {
    what: 'push constants with offsets, std430 and scalar blocks',
    files: {
      'a.vert': `#version 450
#extension GL_EXT_scalar_block_layout : require
layout(push_constant) uniform Push { layout(offset = 16) mat4 model; layout(offset = 96) vec3 tint; } push;
layout(std430, set = 0, binding = 0) readonly buffer Points { vec3 points[]; };
layout(scalar, set = 0, binding = 1) uniform Tight { vec3 a; float b; vec3 c; } tight;
void main() { gl_Position = push.model * vec4(points[gl_VertexIndex] * push.tint + tight.c, tight.b); }`,
    },
    modules: { vertex: 'vertex' },
  },
  {
    what: 'buffer references and 64-bit integers',
    files: {
      'a.comp': `#version 460
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 32) in;
layout(buffer_reference) buffer Node;
layout(buffer_reference, std430, buffer_reference_align = 8) buffer Node { Node next; uint value; };
layout(push_constant) uniform Push { Node first; uint64_t count; } push;
void main() { if (gl_GlobalInvocationID.x < push.count) push.first.next.value += 1u; }`,
    },
    modules: { compute: 'compute' },
  },
  {
    what: 'subgroups, shared memory and atomics',
    files: {
      'a.comp': `#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { uint total; float values[]; };
shared float partial[64];
void main() {
  partial[gl_LocalInvocationIndex] = subgroupAdd(values[gl_GlobalInvocationID.x]);
  barrier();
  if (subgroupElect()) atomicAdd(total, uint(partial[0]));
}`,
    },
    modules: { compute: 'compute' },
  },
  {
    what: 'storage images, texel buffers, doubles and a ray query',
    files: {
      'a.comp': `#version 460
#extension GL_EXT_ray_query : require
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba16f) uniform writeonly image2D target;
layout(binding = 1, r32ui) uniform uimage3D counts;
layout(binding = 2) uniform samplerBuffer table;
layout(binding = 3, rgba8) uniform imageBuffer list;
layout(binding = 4) uniform accelerationStructureEXT scene;
void main() {
  rayQueryEXT query;
  rayQueryInitializeEXT(query, scene, gl_RayFlagsTerminateOnFirstHitEXT, 0xFF, vec3(0), 0.01, vec3(0, 0, 1), 10.0);
  while (rayQueryProceedEXT(query)) {}
  double far = double(rayQueryGetIntersectionTEXT(query, true)) * 2.0lf;
  imageAtomicAdd(counts, ivec3(0), 1u);
  imageStore(target, ivec2(gl_GlobalInvocationID.xy), texelFetch(table, 0) + imageLoad(list, 1) * float(far));
}`,
    },
    modules: { compute: 'compute' },
  },
  {
    what: 'several views, demotion and depth by hand',
    files: {
      'a.frag': `#version 450
#extension GL_EXT_multiview : require
#extension GL_EXT_demote_to_helper_invocation : require
layout(early_fragment_tests) in;
layout(location = 0, index = 0) out vec4 color;
layout(location = 0, index = 1) out vec4 other;
void main() { if (gl_FragCoord.x < 1.0) demote; color = vec4(gl_ViewIndex); other = vec4(gl_SampleMaskIn[0]); gl_FragDepth = 0.5; }`,
    },
    modules: { fragment: 'fragment' },
  },
  {
    what: 'GLSL ES and GLSL of OpenGL, as far as Vulkan takes it',
    files: {
      'a.vert': '#version 310 es\nlayout(location = 0) in vec4 p;\nvoid main() { gl_Position = p; }',
      'b.frag':
        '#version 330\n#extension GL_ARB_separate_shader_objects : enable\nlayout(location = 0) out vec4 c;\nvoid main() { c = vec4(1); }',
    },
    modules: { vertex: 'vertex', fragment: 'fragment' },
  },
  {
    what: 'a geometry stage',
    files: {
      'a.geom': `#version 450
layout(triangles) in;
layout(line_strip, max_vertices = 6) out;
in gl_PerVertex { vec4 gl_Position; } gl_in[];
layout(location = 0) in vec3 normal[];
layout(location = 0) out vec3 color;
void main() {
  for (int i = 0; i < gl_in.length(); i++) {
    gl_Position = gl_in[i].gl_Position; color = normal[i]; EmitVertex();
    gl_Position = gl_in[i].gl_Position + vec4(normal[i], 0.0); EmitVertex(); EndPrimitive();
  }
}`,
    },
    modules: { geometry: 'geometry' },
  },
  {
    what: 'tessellation stages, with .glsl after their ending',
    files: {
      'terrain.tesc.glsl': `#version 450
layout(vertices = 3) out;
layout(location = 0) in vec2 uv[];
layout(location = 0) out vec2 uvOut[];
void main() {
  gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = 4.0; gl_TessLevelInner[0] = 4.0;
  gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position; uvOut[gl_InvocationID] = uv[gl_InvocationID];
}`,
      'terrain.TESE.GLSL': `#version 450
layout(triangles, equal_spacing, cw) in;
layout(location = 0) in vec2 uv[];
void main() { gl_Position = gl_in[0].gl_Position * gl_TessCoord.x + gl_in[1].gl_Position * gl_TessCoord.y + vec4(uv[2], 0.0, 0.0); }`,
    },
    modules: { tesscontrol: 'tesscontrol', tesseval: 'tesseval' },
  },
  {
    what: 'task and mesh stages',
    files: {
      'a.task': `#version 460
#extension GL_EXT_mesh_shader : require
layout(local_size_x = 32) in;
struct Payload { uint first; };
taskPayloadSharedEXT Payload payload;
void main() { payload.first = gl_WorkGroupID.x * 32u; EmitMeshTasksEXT(4, 1, 1); }`,
      'a.mesh': `#version 460
#extension GL_EXT_mesh_shader : require
layout(local_size_x = 3) in;
layout(triangles, max_vertices = 3, max_primitives = 1) out;
struct Payload { uint first; };
taskPayloadSharedEXT Payload payload;
layout(location = 0) out vec3 color[];
layout(location = 1) perprimitiveEXT out vec3 flatColor[];
void main() {
  SetMeshOutputsEXT(3, 1);
  uint i = gl_LocalInvocationIndex;
  gl_MeshVerticesEXT[i].gl_Position = vec4(float(i), float(payload.first), 0.0, 1.0);
  color[i] = vec3(1.0);
  if (i == 0) { gl_PrimitiveTriangleIndicesEXT[0] = uvec3(0, 1, 2); flatColor[0] = vec3(0.5); }
}`,
    },
    modules: { task: 'task', mesh: 'mesh' },
  },
  {
    what: 'all stages of ray tracing',
    files: {
      'a.rgen': `${RAY}layout(binding = 0) uniform accelerationStructureEXT scene;
layout(binding = 1, rgba8) uniform image2D image;
layout(location = 0) rayPayloadEXT vec3 payload;
layout(location = 1) callableDataEXT float data;
void main() {
  traceRayEXT(scene, gl_RayFlagsOpaqueEXT, 0xFF, 0, 0, 0, vec3(0), 0.001, vec3(0, 0, 1), 100.0, 0);
  executeCallableEXT(0, 1);
  imageStore(image, ivec2(gl_LaunchIDEXT.xy), vec4(payload * data, 1.0));
}`,
      'a.rint': `${RAY}hitAttributeEXT vec2 where;
void main() { where = vec2(0.5); reportIntersectionEXT(gl_RayTminEXT + 1.0, 0u); }`,
      'a.rahit': `${RAY}layout(location = 0) rayPayloadInEXT vec3 payload;
hitAttributeEXT vec2 where;
void main() { if (where.x < 0.5) ignoreIntersectionEXT; payload = vec3(where, 0.0); terminateRayEXT; }`,
      'a.rchit': `${RAY}layout(location = 0) rayPayloadInEXT vec3 payload;
hitAttributeEXT vec2 where;
layout(shaderRecordEXT) buffer Record { vec3 tint; };
void main() { payload = vec3(where, float(gl_PrimitiveID + gl_InstanceCustomIndexEXT)) * tint * gl_HitTEXT; }`,
      'a.rmiss': `${RAY}layout(location = 0) rayPayloadInEXT vec3 payload;
void main() { payload = gl_WorldRayDirectionEXT; }`,
      'a.rcall': `${RAY}layout(location = 1) callableDataInEXT float data;
void main() { data = 2.0; }`,
    },
    modules: {
      raygeneration: 'raygeneration',
      intersection: 'intersection',
      anyhit: 'anyhit',
      closesthit: 'closesthit',
      miss: 'miss',
      callable: 'callable',
    },
  },
  {
    what: 'includes with quotes and brackets, in branches that are taken and not, twice and by either extension',
    files: {
      'a.vert': `#version 450
#extension GL_ARB_shading_language_include : require
#include "lib/curve.glsl"
#include <lib/curve.glsl>
void main() { gl_Position = vec4(curve(0.5)); }`,
      'a.frag': `#version 450
#extension GL_GOOGLE_include_directive : enable
#include "lib/curve.glsl"
#ifdef NEVER
#include "not/there.glsl"
#endif
layout(location = 0) out vec4 color;
void main() { color = vec4(curve(0.25)); }`,
      'lib/curve.glsl':
        '#pragma once\n#ifndef CURVE\n#define CURVE\n#include "scale.glsl"\nfloat curve(float x) { return x * x * SCALE; }\n#endif\n',
      'lib/scale.glsl': '#define SCALE 3.0\n',
    },
    modules: { vertex: 'vertex', fragment: 'fragment' },
  },
];
