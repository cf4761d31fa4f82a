import { expect, it } from 'vitest';
import { importBytes } from '../testing/run-import.js';

const fileOf = (children: string): Buffer =>
  Buffer.from(`; FBX 5.8.0 project file
FBXHeaderExtension:  {
    FBXVersion: 5800
}
Model: "Model::A" {
    Type: "Null"
    Children: ${children}
}
Model: "Model::B" {
    Type: "Null"
}
`);

it('connects children of version 5 by their names', async () => {
  const { model } = await importBytes(fileOf('"Model::B"'));
  expect(model.nodes.map(({ name, parent }) => [name, parent])).toEqual([
    ['A', undefined],
    ['B', 0],
  ]);
});

it('rejects a list of children with a word without quotes, with its line', async () => {
  await expect(importBytes(fileOf('"Model::B", Model::C'))).rejects.toMatchObject({
    diagnostic: { code: 'fbx/damaged', file: 'a.fbx', where: { line: 7 } },
  });
});
