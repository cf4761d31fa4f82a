// info and check for .hscene.

import { decodeHscene, type Hscene, validateHscene } from '@assetc/formats';
import { HSCENE_MAGIC, HsceneInstanceRow, hasMagic } from '@assetc/formats/layouts';
import { counted, type Description, type FileFormat, short } from '../../runtimes/file-format.js';

export const hsceneFormat: FileFormat = {
  name: 'hscene',
  extensions: ['.hscene'],
  isListedAsEmbedded: true,
  recognizes: (bytes) => hasMagic(bytes, HSCENE_MAGIC),
  validate: async (bytes) => validateHscene(bytes),
  describe: (bytes) => describeHscene(decodeHscene(bytes)),
};

function describeHscene(scene: Hscene): Description {
  const { nodes, roots, meshesAreBaked } = scene;
  const instances = scene.instances.byteLength / HsceneInstanceRow.size;
  const hidden = nodes.filter(({ visible }) => !visible).length;
  const meshes = nodes.filter(({ submeshCount, lineCount }) => submeshCount + lineCount > 0).length;
  const cameras = scene.cameras.map(({ name, type }) => ({ name, type }));
  const lights = scene.lights.map(({ name, type }) => ({ name, type }));
  const extras: Record<string, number> = {};
  for (const { target } of scene.extras) extras[target] = (extras[target] ?? 0) + 1;
  const clips = scene.clips.map(({ name, channels, duration }) => ({ name, channels: channels.length, duration }));
  const none = (count: number, statement: string): readonly string[] => (count === 0 ? [] : [statement]);
  return {
    facts: {
      nodes: nodes.length,
      roots: roots.length,
      meshes,
      hidden,
      baked: meshesAreBaked,
      cameras,
      lights,
      instances,
      extras,
      clips,
    },
    statements: [
      counted(nodes.length, 'node'),
      `${meshes} with a mesh${meshes > 0 && meshesAreBaked ? ', baked' : ''}`,
      ...none(hidden, `${hidden} hidden`),
      ...none(cameras.length, `${counted(cameras.length, 'camera')}: ${typesOf(cameras)}`),
      ...none(lights.length, `${counted(lights.length, 'light')}: ${typesOf(lights)}`),
      ...none(instances, counted(instances, 'instance')),
      ...none(scene.extras.length, `extras of ${Object.keys(extras).join(', ')}`),
      ...clips.map(
        ({ name, channels, duration }) => `"${name}": ${counted(channels, 'channel')}, ${short(duration)} s`,
      ),
    ],
    totals: { nodes: nodes.length, clips: clips.length },
  };
}

const typesOf = (list: readonly { readonly type: string }[]): string =>
  [...new Set(list.map(({ type }) => type))].join(', ');
