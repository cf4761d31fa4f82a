import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../core/format-error.js';
import { alignUp, fourcc } from '../core/struct.js';
import { decodeAnyHmesh } from '../hmesh1/any-hmesh.js';
import { decodeHmesh1 } from '../hmesh1/read.js';
import { fullMesh, wordsMesh } from '../testing/full-mesh.js';
import { readGolden, toTwin } from '../testing/golden.js';
import { meshArbitrary, sampleMesh } from '../testing/sample-mesh.js';
import { encodeHmesh } from './encode.js';
import { CHUNKS } from './layout.js';
import type { HmeshModel } from './model.js';
import { decodeHmesh } from './read.js';
import { unpackVertices } from './unpack-vertices.js';
import { validateHmesh } from './validate.js';

/** Rewrites a file with its payloads and table rows in another order, and chunks of our own among them. */
function rearrange(bytes: Uint8Array, strangers: readonly string[]): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const chunks = Array.from({ length: view.getUint32(8, true) }, (_, i) => {
    const at = 32 + i * 24;
    const offset = Number(view.getBigUint64(at + 8, true));
    return {
      code: view.getUint32(at, true),
      payload: bytes.slice(offset, offset + Number(view.getBigUint64(at + 16, true))),
    };
  }).reverse();
  for (const name of strangers) chunks.splice(2, 0, { code: fourcc(name), payload: Uint8Array.of(1, 2, 3) });
  let end = 32 + chunks.length * 24;
  const placed = chunks.map((chunk) => {
    const offset = alignUp(end, 16);
    end = offset + chunk.payload.length;
    return { ...chunk, offset };
  });
  const out = new Uint8Array(end);
  const outView = new DataView(out.buffer);
  out.set(bytes.subarray(0, 32));
  outView.setUint32(8, chunks.length, true);
  for (const [i, { code, payload, offset }] of placed.reverse().entries()) {
    outView.setUint32(32 + i * 24, code, true);
    outView.setBigUint64(32 + i * 24 + 8, BigInt(offset), true);
    outView.setBigUint64(32 + i * 24 + 16, BigInt(payload.length), true);
    out.set(payload, offset);
  }
  return out;
}

const { desc: _, version: __, ...sampleDecoded } = decodeHmesh(encodeHmesh(sampleMesh()));

describe('hmesh version 2', () => {
  it('round-trips any mesh, and finds nothing wrong with it', () => {
    fc.assert(
      fc.property(meshArbitrary, (model) => {
        const bytes = encodeHmesh(model);
        const { desc, version, ...mesh } = decodeHmesh(bytes);
        expect(toTwin(mesh)).toEqual(toTwin(model));
        expect(encodeHmesh(mesh)).toEqual(bytes);
        expect(validateHmesh(bytes)).toEqual([]);
      }),
    );
  });

  it('writes equal bytes for equal meshes', () => {
    expect(encodeHmesh(sampleMesh())).toEqual(encodeHmesh(sampleMesh()));
  });

  it('writes the chunks in their order, on 16-byte boundaries, MTRL even when empty', () => {
    const { clusters, meshletTriangleWords } = wordsMesh();
    const model = { ...fullMesh(), clusters, meshletTriangleWords };
    const bytes = encodeHmesh({
      ...model,
      names: { submeshes: ['a', 'b'], materials: [], joints: ['c', 'd'], targets: ['e', 'f', 'g'] },
      lines: undefined,
      materials: new BigUint64Array(0),
      submeshes: model.submeshes.map((s) => ({ ...s, materialSlot: 0xffffffff })),
    });
    const view = new DataView(bytes.buffer);
    const count = view.getUint32(8, true);
    const names = Array.from({ length: count }, (_, i) =>
      String.fromCharCode(...bytes.subarray(32 + i * 24, 36 + i * 24)),
    );
    const other = /GRID|LNPT|OMAP|VPOS|VATR|C$|2$/;
    expect(names).toEqual(CHUNKS.filter((name) => name === 'DESC' || !other.test(name)));
    for (let i = 0; i < count; i++) expect(view.getUint32(32 + i * 24 + 8, true) % 16).toBe(0);
    expect(view.getUint32(32 + 8 * 24 + 16, true)).toBe(0);
  });

  it('views bulk data without copying it', () => {
    const bytes = encodeHmesh(sampleMesh());
    const mesh = decodeHmesh(bytes);
    for (const view of [mesh.vertices, mesh.indices, mesh.meshlets, mesh.meshletBounds, mesh.materials])
      expect(view.buffer).toBe(bytes.buffer);
  });

  it('copies what memory alignment does not let it view', () => {
    const bytes = encodeHmesh(sampleMesh());
    for (let shift = 1; shift < 8; shift++) {
      const moved = new Uint8Array(bytes.length + shift).subarray(shift);
      moved.set(bytes);
      expect(toTwin(decodeHmesh(moved))).toEqual(toTwin(decodeHmesh(bytes)));
      expect(validateHmesh(moved)).toEqual([]);
    }
  });

  it('takes chunks in any order and skips those it does not know', () => {
    const bytes = rearrange(encodeHmesh(sampleMesh()), ['XTRA', 'XTRA']);
    expect(toTwin(decodeHmesh(bytes))).toEqual(toTwin(decodeHmesh(encodeHmesh(sampleMesh()))));
    expect(validateHmesh(bytes)).toEqual([]);
  });

  it('uses four bytes an index past 65535 vertices, and two up to there', () => {
    const wide = (count: number): HmeshModel => {
      const model = sampleMesh();
      const vertices = new Uint8Array(count * 28);
      vertices.set(model.vertices);
      return { ...model, vertices, skin: undefined, indices: Uint32Array.of(0, 1, 2, 0, 2, count - 1) };
    };
    const narrow = decodeHmesh(encodeHmesh(wide(65535)));
    expect(narrow.indices).toEqual(Uint16Array.of(0, 1, 2, 0, 2, 65534));
    const broad = decodeHmesh(encodeHmesh(wide(65536)));
    expect(broad.indices).toEqual(Uint32Array.of(0, 1, 2, 0, 2, 65535));
    expect(broad.desc.indexWidth).toBe(4);
  });

  it('unpacks vertices', () => {
    const { positions, normals, tangents, uvs } = unpackVertices(sampleDecoded.vertices);
    expect([...positions]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
    expect([...normals.slice(0, 3)]).toEqual([0, 0, 1]);
    expect([...tangents.slice(12)].map((v) => Math.round(v * 1e4) / 1e4)).toEqual([1, 0, 0, -1]);
    expect([...uvs]).toEqual([0, 1, 1, 1, 1, 0, 0, 0]);
  });

  it.each([
    ['an index past the vertices', { indices: Uint16Array.of(0, 1, 2, 0, 2, 4) }],
    ['half a vertex', { vertices: new Uint8Array(27) }],
    ['no submesh', { submeshes: [] }],
    ['submeshes that do not tile', { submeshes: sampleMesh().submeshes.slice(1) }],
    ['bounds for too few meshlets', { meshletBounds: new Float32Array(8) }],
    ['a NaN bound', { bounds: { ...sampleMesh().bounds, sphereRadius: Number.NaN } }],
    ['a skin without joints', { skin: { vertices: new Uint8Array(96), joints: [] } }],
    ['a skin for fewer vertices', { skin: { ...sampleMesh().skin, vertices: new Uint8Array(24), joints: [] } }],
    ['ranges for fewer levels', { lods: { lodCount: 3, indices: new Uint32Array(0), ranges: new Uint32Array(8) } }],
  ] satisfies [string, Partial<HmeshModel>][])('refuses to write %s', (_, change) => {
    const encode = () => encodeHmesh({ ...sampleMesh(), ...change });
    expect(encode).toThrow(Error);
    expect(encode).not.toThrow(FormatError);
  });
});

describe('hmesh version 1', () => {
  it('is distinguished from version 2', () => {
    const version1 = readGolden('quad-v1.hmesh');
    expect(decodeAnyHmesh(version1).version).toBe(1);
    expect(decodeAnyHmesh(encodeHmesh(sampleMesh())).version).toBe(2);
    expect(() => decodeHmesh(version1)).toThrow(/version/);
    expect(() => decodeHmesh1(encodeHmesh(sampleMesh()))).toThrow(/version/);
  });
});
