// assetc.h as C and C++ compilers see it, and the C example on the golden mesh.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashRef, hashToHex } from '../../packages/formats/src/refs/hash-ref.js';
import { goldenPath } from '../../packages/other-runtimes/src/testing/all-goldens.js';

const root = resolve(import.meta.dirname, '../..');
const headers = join(root, 'packages/formats/c');
const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
const hasC = process.platform !== 'win32' && has('cc');
const hasCxx = process.platform !== 'win32' && has('g++');
const strict = ['-Wall', '-Wextra', '-Werror', '-I', headers];

const run = (program: string, args: readonly string[], input?: string) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', input });
  return { status, stdout, stderr };
};

const defined = (macros: readonly string[]): string => macros.map((macro) => `#define ${macro}\n`).join('');
/** Declarations alone and with the code, without and with other runtimes, and with as little as possible. */
const everyChoice: readonly (readonly string[])[] = [
  [],
  ['ASSETC_IMPLEMENTATION'],
  ['ASSETC_OTHER_RUNTIMES'],
  ['ASSETC_OTHER_RUNTIMES', 'ASSETC_IMPLEMENTATION'],
  ['ASSETC_NO_TRANSCODE'],
  ['ASSETC_NO_TRANSCODE', 'ASSETC_IMPLEMENTATION'],
];

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assetc-c-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!hasC)('assetc.h in C99', () => {
  it.each(everyChoice)('compiles alone, pedantically: %j', (...macros) => {
    const source = `${defined(macros)}#include "assetc.h"\nint main(void) { return 0; }\n`;
    const args = ['-std=c99', '-pedantic', ...strict, '-Wconversion', '-fsyntax-only', '-x', 'c', '-'];
    expect(run('cc', args, source)).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('has the formats of other runtimes only if they are asked for', () => {
    const names =
      'AssetcVkguideFile asset; int size = ASSETC_GALI_HEADER_SIZE; int (*f)(const void *, size_t, void *, size_t)';
    const source = `#include "assetc.h"\n${names} = assetc_lz4_decompress;\n`;
    const args = ['-std=c99', ...strict, '-fsyntax-only', '-x', 'c', '-'];
    expect(run('cc', args, source).status).not.toBe(0);
    expect(run('cc', args, defined(['ASSETC_OTHER_RUNTIMES']) + source)).toMatchObject({ status: 0, stderr: '' });
  });

  it('leaves the transcoders out on request', () => {
    const source = '#include "assetc.h"\nvoid *f(void) { return (void *)assetc_transcode_level; }\n';
    const args = ['-std=c99', '-Wall', '-Wextra', '-Werror', '-I', headers, '-fsyntax-only', '-x', 'c', '-'];
    expect(run('cc', args, source)).toMatchObject({ status: 0, stderr: '' });
    expect(run('cc', args, defined(['ASSETC_NO_TRANSCODE']) + source).status).not.toBe(0);
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

describe.skipIf(!hasC)('assetc.h on files of later versions', () => {
  const build = (name: string, body: string, macros: readonly string[] = []): string => {
    const program = join(folder, name);
    const source = `${defined(macros)}#include "assetc.h"
#include <stdio.h>
static unsigned char bytes[8192];
int main(void) {
  size_t size = fread(bytes, 1, sizeof bytes, stdin);
  const unsigned char *p = bytes;
${body}
  return 0;
}
`;
    expect(run('cc', ['-std=c99', ...strict, '-x', 'c', '-', '-o', program], source).stderr).toBe('');
    return program;
  };
  const output = (program: string, golden: string): string =>
    run('sh', ['-c', '"$0" < "$1"', program, goldenPath(golden)]).stdout;

  it('finds the chunks it knows next to one that it does not, flags and all', () => {
    const info = join(folder, 'later-info');
    expect(run('cc', ['-std=c99', ...strict, join(headers, 'example/hmesh-info.c'), '-o', info, '-lm']).stderr).toBe(
      '',
    );
    const goldens = join(root, 'packages/formats/goldens');
    const later = run(info, [join(goldens, 'later-chunk.hmesh')]);
    expect(later).toEqual(run(info, [join(goldens, 'quad.hmesh')]));
    expect(later.stdout).toContain('vertices 4');
  });

  it('walks past kinds of manifests and packs that have no name', () => {
    const manifest = build(
      'manifest',
      `  uint32_t i, count;
  if (size < sizeof(AssetcHmanHeader) || assetc_read_u32(p) != ASSETC_HMAN_MAGIC) return 1;
  count = assetc_read_u32(p + offsetof(AssetcHmanHeader, count));
  p += sizeof(AssetcHmanHeader);
  for (i = 0; i < count; i++) {
    int length = (int)assetc_hman_entry_head_path_len(p);
    const char *known = assetc_hman_entry_head_kind(p) <= ASSETC_HMAN_KIND_FONT ? "known" : "skipped";
    printf("%s %.*s\\n", known, length, (const char *)p + ASSETC_HMAN_ENTRY_HEAD_SIZE);
    p += ASSETC_HMAN_ENTRY_HEAD_SIZE + length;
  }
  if (p != bytes + size) return 2;`,
    );
    expect(output(manifest, 'later-kinds.hman').trim().split('\n').sort()).toEqual([
      'known models/quad.hmesh',
      'skipped audio/steps.hsnd',
    ]);
    const pack = build(
      'pack',
      `  uint32_t i, count;
  if (size < sizeof(AssetcHpackHeader) || assetc_read_u32(p) != ASSETC_HPACK_MAGIC) return 1;
  count = assetc_read_u32(p + offsetof(AssetcHpackHeader, count));
  p += sizeof(AssetcHpackHeader);
  for (i = 0; i < count; i++) {
    int length = (int)assetc_hpack_entry_head_path_len(p);
    printf("%u %.*s %u\\n", (unsigned)assetc_hpack_entry_head_kind(p), length,
           (const char *)p + ASSETC_HPACK_ENTRY_HEAD_SIZE, (unsigned)bytes[assetc_hpack_entry_head_offset(p)]);
    p += ASSETC_HPACK_ENTRY_HEAD_SIZE + length;
  }`,
    );
    expect(output(pack, 'later-kinds.hpack')).toBe('3 assets.hman 72\n200 audio/steps.hsnd 1\n');
  });

  it('opens an asset file of any type and version', () => {
    const program = build(
      'custom',
      `  const AssetcVkguideHeader *header = (const AssetcVkguideHeader *)(const void *)bytes;
  if (size < sizeof *header || size - sizeof *header != header->jsonLength + header->blobLength) return 1;
  p += sizeof *header;
  printf("%.4s %u %.*s %u\\n", (const char *)bytes, (unsigned)header->version, (int)header->jsonLength, (const char *)p,
         (unsigned)p[header->jsonLength]);`,
      ['ASSETC_OTHER_RUNTIMES'],
    );
    expect(output(program, 'vkguide-custom.asset')).toBe('SNDS 3 {"rate":48000,"name":"Schritte"} 9\n');
  });
});

describe.skipIf(!hasC)('the C example', () => {
  const program = () => join(folder, 'hmesh-info');
  beforeAll(() => {
    const example = join(headers, 'example/hmesh-info.c');
    const built = run('cc', ['-std=c99', ...strict, example, '-o', program(), '-lm']);
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
    expect(run(program(), [path])).toMatchObject({
      status: 1,
      stderr: `${path}: bad-magic at byte 0: HmeshFileHeader.magic\n`,
    });
    expect(run(program(), [join(root, 'packages/formats/goldens/quad-v1.hmesh')])).toMatchObject({ status: 1 });
  });
});

describe.skipIf(!hasCxx)('assetc.h in C++', () => {
  it.each(everyChoice)('compiles alone, pedantically: %j', (...macros) => {
    const source = `${defined(macros)}#include "assetc.h"\nint main() { return 0; }\n`;
    const args = ['-std=c++11', '-pedantic', ...strict, '-fsyntax-only', '-x', 'c++', '-'];
    expect(run('g++', args, source)).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});
