// assetc.h as C and C++ compilers see it, and the C example on the golden mesh.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashRef, hashToHex } from '../packages/formats/src/refs/hash-ref.js';

const root = resolve(import.meta.dirname, '..');
const headers = join(root, 'packages/formats/c');
const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
const hasC = process.platform !== 'win32' && has('cc');
const hasCxx = process.platform !== 'win32' && has('g++');
const strict = ['-Wall', '-Wextra', '-Werror', '-I', headers];

const run = (program: string, args: readonly string[], input?: string) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', input });
  return { status, stdout, stderr };
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assetc-c-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!hasC)('assetc.h in C99', () => {
  it('compiles alone, pedantically', () => {
    const source = '#include "assetc.h"\nint main(void) { return 0; }\n';
    const args = ['-std=c99', '-pedantic', ...strict, '-fsyntax-only', '-x', 'c', '-'];
    expect(run('cc', args, source)).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('refuses to compile where a size would differ', () => {
    const source = '#include "assetc.h"\nASSETC_ASSERT(wrong, sizeof(AssetcMeshDesc) == 31);\n';
    expect(run('cc', ['-std=c99', ...strict, '-fsyntax-only', '-x', 'c', '-'], source).status).not.toBe(0);
  });

  it('hashes refs as the SDK does', () => {
    const names = ['', 'Models/CHAIR/leather', 'Unicode❤♻'];
    const source = `#include "assetc.h"
#include <inttypes.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int i;
  for (i = 1; i < argc; i++) printf("%016" PRIx64 "\\n", assetc_hash_ref(argv[i], strlen(argv[i])));
  return 0;
}
`;
    const program = join(folder, 'hash');
    expect(run('cc', ['-std=c99', ...strict, '-x', 'c', '-', '-o', program], source).stderr).toBe('');
    expect(run(program, names).stdout.trim().split('\n')).toEqual(names.map((name) => hashToHex(hashRef(name))));
  });

  it('reads clips, which are misaligned, field by field', () => {
    const source = `#include "assetc.h"
#include <stdio.h>
int main(void) {
  unsigned char bytes[512];
  const unsigned char *p = bytes + sizeof(AssetcHanimHeader);
  size_t size = fread(bytes, 1, sizeof bytes, stdin);
  if (size < 64 || assetc_read_u32(bytes) != ASSETC_HANIM_MAGIC) return 1;
  p += ASSETC_HANIM_CLIP_NAME_SIZE + assetc_hanim_clip_name_name_len(p);
  printf("%g %u\\n", assetc_hanim_clip_duration(p), (unsigned)assetc_hanim_clip_channel_count(p));
  p += ASSETC_HANIM_CLIP_SIZE;
  printf("%u %u %u\\n", (unsigned)assetc_hanim_channel_joint(p), (unsigned)assetc_hanim_channel_path(p),
         (unsigned)assetc_hanim_channel_key_count(p));
  return 0;
}
`;
    const program = join(folder, 'clips');
    expect(run('cc', ['-std=c99', ...strict, '-x', 'c', '-', '-o', program], source).stderr).toBe('');
    const golden = join(root, 'packages/formats/goldens/walk.hanim');
    expect(run('sh', ['-c', '"$0" < "$1"', program, golden]).stdout).toBe('1.5 2\n1 0 3\n');
  });
});

describe.skipIf(!hasC)('the C example', () => {
  const program = () => join(folder, 'hmesh-info');
  beforeAll(() => {
    const example = join(headers, 'example/hmesh-info.c');
    const built = run('cc', ['-std=c99', ...strict, example, '-o', program()]);
    expect(built).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('maps the golden mesh and prints what is in it', () => {
    const { status, stdout, stderr } = run(program(), [join(root, 'packages/formats/goldens/quad.hmesh')]);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout.split('\n')).toEqual([
      'vertices 4',
      'triangles 2',
      'meshlets 2',
      'joints 2',
      'tangents yes',
      'min 0 0 0',
      'max 1 1 0',
      `submesh 0: 3 indices, material ${hashToHex(hashRef('models/chair/leather'))}`,
      'submesh 1: 3 indices, no material',
      'first uv 0 1',
      '',
    ]);
  });

  it('refuses other files', () => {
    const path = join(folder, 'not-a-mesh');
    writeFileSync(path, 'HMAT, say, and some more bytes than a header has');
    expect(run(program(), [path])).toMatchObject({ status: 1, stderr: `${path}: not a .hmesh\n` });
    expect(run(program(), [join(root, 'packages/formats/goldens/quad-v1.hmesh')])).toMatchObject({ status: 1 });
  });
});

describe.skipIf(!hasCxx)('assetc.h in C++', () => {
  it('compiles alone, pedantically', () => {
    const args = ['-std=c++11', '-pedantic', ...strict, '-fsyntax-only', '-x', 'c++', '-'];
    expect(run('g++', args, '#include "assetc.h"\nint main() { return 0; }\n')).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
  });
});
