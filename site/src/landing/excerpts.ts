// Ten lines of code for each reader, taken from guides and examples that are compiled and run by tests. Nothing is written twice.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Excerpt {
  readonly file: string;
  readonly language: string;
  /** The first and the last line begin with these, apart from their indentation. Without a last one it is one line. */
  readonly from: string;
  readonly to?: string;
}

export interface Reader {
  readonly title: string;
  readonly text: string;
  readonly code: readonly Excerpt[];
  /** A path in the site. */
  readonly more: string;
  readonly moreTitle: string;
}

export const READERS: readonly Reader[] = [
  {
    title: 'Vulkan, or any engine in C or C++',
    text: 'One header. It maps a pack, checks it and gives you pointers to upload.',
    code: [{ file: 'docs/guide/runtime.md', language: 'c', from: 'int load(const char *path', to: '}' }],
    more: 'examples/vulkan.html',
    moreTitle: 'A Vulkan renderer',
  },
  {
    title: 'three.js',
    text: 'Models, skies, clips, fonts and textures, in the GPU format of each device.',
    code: [
      {
        file: 'docs/guide/three.md',
        language: 'ts',
        from: "const loader = new AssetcLoader('/runtime'",
        to: 'for (const clip of chair.animations)',
      },
    ],
    more: 'guide/three.html',
    moreTitle: 'The three.js guide',
  },
  {
    title: 'WebGPU',
    text: 'No framework: the SDK reads the file, and transcodes it to what the device samples.',
    code: [
      { file: 'examples/webgpu/src/gpu-texture.ts', language: 'ts', from: 'const { pixelWidth: width', to: '});' },
    ],
    more: 'examples/webgpu.html',
    moreTitle: 'A WebGPU example',
  },
  {
    title: 'Teams',
    text: 'What one machine has compiled, no other compiles again. Several can share one build.',
    code: [
      { file: 'docs/guide/teams.md', language: 'yaml', from: 'cache:', to: 'push: ci' },
      {
        file: 'docs/guide/teams.md',
        language: 'sh',
        from: 'export ASSETC_FARM_URL=',
        to: 'npx --no-install assetc worker',
      },
      { file: 'docs/guide/teams.md', language: 'sh', from: 'npx --no-install assetc build --farm' },
    ],
    more: 'guide/teams.html',
    moreTitle: 'Shared caches and farms',
  },
];

const MAX_LINES = 14;

/** The lines without their common indentation. Fails if the file no longer has them. */
export function excerptOf(root: string, { file, from, to = from }: Excerpt): string {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const first = lines.findIndex((line) => line.trimStart().startsWith(from));
  const indent = /^\s*/.exec(lines[first] ?? '')?.[0] ?? '';
  const last = lines.findIndex((line, at) => at >= first && line.startsWith(`${indent}${to}`));
  if (first < 0) throw new Error(`${file} has no line that begins with ${from}`);
  const end = last < 0 ? lines.findIndex((line, at) => at > first && line.trimStart().startsWith(to)) : last;
  if (end < 0 || end - first >= MAX_LINES) throw new Error(`${file}: from ${from} to ${to} are not ${MAX_LINES} lines`);
  return lines
    .slice(first, end + 1)
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    .join('\n');
}
