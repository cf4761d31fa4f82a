// Colors code when the site is built: comments, strings, numbers, keywords, names before a parenthesis. One tokenizer for all languages
// of the guides; a parser of each would color little more.

import { escapeHtml } from '../shell/html.js';

const C_WORDS =
  'auto bool break case char const constexpr continue default do double else enum extern false float for if inline int int32_t int64_t long namespace nullptr private public return short signed sizeof static static_assert struct switch template this true typedef typename uint8_t uint16_t uint32_t uint64_t union unsigned using void while';
const TS_WORDS =
  'abstract any as async await boolean break case catch class const continue default delete do else enum export extends false finally for from function if implements import in infer instanceof interface is keyof let new null number of readonly return satisfies static string super switch this throw true try type typeof undefined union unknown var void while yield never object symbol bigint asserts declare';
const SHADER_WORDS = `${C_WORDS} in out inout uniform buffer layout vec2 vec3 vec4 mat3 mat4 uint float2 float3 float4 float3x3 float4x4 uint2 uint3 fn let var array storage read read_write u32 f32 i32 vec2f vec3f vec4f vec3u import discard`;

const KEYWORDS: Readonly<Record<string, string>> = {
  c: C_WORDS,
  cpp: C_WORDS,
  h: C_WORDS,
  ts: TS_WORDS,
  tsx: TS_WORDS,
  js: TS_WORDS,
  mjs: TS_WORDS,
  slang: SHADER_WORDS,
  glsl: SHADER_WORDS,
  wgsl: SHADER_WORDS,
  json: 'true false null',
  yaml: 'true false null',
  sh: '',
  text: '',
  cmake: 'ON OFF PUBLIC PRIVATE REQUIRED VERSION LANGUAGES',
  meson: 'true false',
  make: '',
  ninja: 'rule build default',
  nginx: '',
};

const SLASHES = /\/\/.*|\/\*[\s\S]*?\*\//;
const HASH = /(?<=^|\s)#.*/m;
const STRINGS = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/;
const HASH_LANGUAGES = /^(?:sh|yaml|cmake|make|meson|ninja|nginx)$/;

function patternOf(language: string): RegExp {
  const comment = HASH_LANGUAGES.test(language) ? HASH : SLASHES;
  const parts = [`(?<comment>${comment.source})`, `(?<string>${STRINGS.source})`];
  if (language === 'yaml') parts.push('(?<name>(?<=^[ -]*)[\\w.*/"-]+(?=:(?:\\s|$)))');
  if (language === 'c' || language === 'cpp' || language === 'h') parts.push('(?<keyword>^#\\w+)');
  parts.push('(?<number>\\b(?:0x[\\da-fA-F]+|\\d+(?:\\.\\d+)?(?:e-?\\d+)?)[fuUL]?\\b)', '(?<word>[A-Za-z_$][\\w$]*)');
  return new RegExp(parts.join('|'), 'gm');
}

function classOf(
  groups: Readonly<Record<string, string | undefined>>,
  words: ReadonlySet<string>,
  next: string,
): string {
  for (const name of ['comment', 'string', 'name', 'keyword', 'number']) if (groups[name] !== undefined) return name;
  if (words.has(groups.word ?? '')) return 'keyword';
  return next === '(' ? 'name' : '';
}

/** A session: commands after a prompt, then what they print. */
function highlightSession(code: string): string {
  return code
    .split('\n')
    .map((line) => {
      if (!line.startsWith('$ ')) return `<span class="t-output">${escapeHtml(line)}</span>`;
      return `<span class="t-prompt">$ </span>${escapeHtml(line.slice(2))}`;
    })
    .join('\n');
}

/** HTML with a `span` per token. Unknown languages stay plain. */
export function highlight(code: string, language: string): string {
  if (language === 'text' && /^\$ /m.test(code)) return highlightSession(code);
  const list = KEYWORDS[language];
  if (list === undefined || language === 'text') return escapeHtml(code);
  const words = new Set(list.split(' '));
  let html = '';
  let end = 0;
  for (const match of code.matchAll(patternOf(language))) {
    const [token] = match;
    html += escapeHtml(code.slice(end, match.index));
    end = match.index + token.length;
    const name =
      language === 'sh' && match.groups?.word !== undefined ? '' : classOf(match.groups ?? {}, words, code[end] ?? '');
    html += name === '' ? escapeHtml(token) : `<span class="t-${name}">${escapeHtml(token)}</span>`;
  }
  return html + escapeHtml(code.slice(end));
}
