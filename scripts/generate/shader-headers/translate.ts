// Translates our subset of WGSL to Slang and GLSL: functions with stated types, `select` of scalars, `mul` of a matrix and a vector, and
// `bitcast<f32>` of words.

export type ShaderDialect = 'slang' | 'glsl' | 'wgsl';

const TYPES: { readonly [type: string]: readonly [slang: string, glsl: string] } = {
  bool: ['bool', 'bool'],
  f32: ['float', 'float'],
  u32: ['uint', 'uint'],
  i32: ['int', 'int'],
  vec2f: ['float2', 'vec2'],
  vec3f: ['float3', 'vec3'],
  vec4f: ['float4', 'vec4'],
  vec2i: ['int2', 'ivec2'],
  vec3i: ['int3', 'ivec3'],
  vec3u: ['uint3', 'uvec3'],
  mat4x4f: ['float4x4', 'mat4'],
};

/** The name of a type in a dialect. Structs keep theirs. */
export const typeIn = (dialect: ShaderDialect, type: string): string =>
  dialect === 'wgsl' ? type : (TYPES[type]?.[dialect === 'slang' ? 0 : 1] ?? type);

/** `x: vec3f` as the dialect declares it. */
export function declaration(dialect: ShaderDialect, name: string, type: string): string {
  const array = /^array<(\w+), (\d+)>$/.exec(type);
  if (dialect === 'wgsl') return `${name}: ${type}`;
  if (array === null) return `${typeIn(dialect, type)} ${name}`;
  return `${typeIn(dialect, array[1] ?? '')} ${name}[${array[2]}]`;
}

export function constantIn(dialect: ShaderDialect, name: string, value: string): string {
  if (dialect === 'wgsl') return `const ${name}: u32 = ${value};`;
  return dialect === 'slang' ? `static const uint ${name} = ${value};` : `const uint ${name} = ${value};`;
}

/** WGSL text of functions → the same in a dialect. */
export function translate(dialect: ShaderDialect, text: string): string {
  const lines = text.split('\n').map((line) => (line.startsWith('//') ? line : undefined));
  const code = rewriteCalls(text, 'mul', ([m = '', v = '']) =>
    dialect === 'slang' ? `mul(${m}, ${v})` : `(${m} * ${v})`,
  );
  if (dialect === 'wgsl') return code;
  const translated = rewriteCalls(
    code,
    'select',
    ([no = '', yes = '', condition = '']) => `(${condition} ? ${yes} : ${no})`,
  )
    .replaceAll(/^fn (\w+)\(([\s\S]*?)\) -> (\w+) \{$/gm, (_, name: string, parameters: string, result: string) => {
      const list = parameters.replaceAll(/(\w+): (array<\w+, \d+>|\w+)/g, (__, key: string, type: string) =>
        declaration(dialect, key, type),
      );
      return `${typeIn(dialect, result)} ${name}(${list}) {`;
    })
    .replaceAll(
      /\b(?:let|var) (\w+): (\w+) =/g,
      (_, name: string, type: string) => `${declaration(dialect, name, type)} =`,
    )
    .replaceAll('bitcast<f32>(', dialect === 'slang' ? 'asfloat(' : 'uintBitsToFloat(')
    .replaceAll(/\b(\w+)\(/g, (call, name: string) => (name in TYPES ? `${typeIn(dialect, name)}(` : call));
  const named = dialect === 'slang' ? translated.replaceAll(/\bmix\(/g, 'lerp(') : translated;
  // Comments stay as they are.
  return named
    .split('\n')
    .map((line, i) => lines[i] ?? line)
    .join('\n');
}

/** Replaces every call of a function. Arguments are split at commas outside parentheses and brackets. */
function rewriteCalls(text: string, name: string, replace: (parts: readonly string[]) => string): string {
  const pattern = new RegExp(`\\b${name}\\(`);
  const found = pattern.exec(text);
  if (found === null) return text;
  const parts: string[] = [];
  let depth = 1;
  let from = found.index + name.length + 1;
  let at = from;
  for (; depth > 0 && at < text.length; at++) {
    const ch = text[at] ?? '';
    if ('(['.includes(ch)) depth++;
    if (')]'.includes(ch)) depth--;
    if (depth === 0 || (depth === 1 && ch === ',')) {
      parts.push(rewriteCalls(text.slice(from, at).trim(), name, replace));
      from = at + 1;
    }
  }
  // What follows is rewritten apart, because a replacement may contain a call of the same name.
  return text.slice(0, found.index) + replace(parts) + rewriteCalls(text.slice(at), name, replace);
}
