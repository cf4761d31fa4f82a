// Warns about the vertex attributes of a primitive that no output stores.

import type { GltfFile } from '../file/gltf-file.js';
import type { JsonNode } from '../file/json-node.js';

/** Limits the number of warnings; one more counts the rest. */
const MAX_LISTED_NAMES = 16;
const READ_ATTRIBUTES = new Set(['POSITION', 'NORMAL', 'TANGENT', 'TEXCOORD_0', 'COLOR_0']);

/** `kept`: the further sets that are read. */
export function warnAboutDroppedAttributes(
  file: GltfFile,
  node: JsonNode,
  names: readonly string[],
  kept: readonly string[],
): void {
  const dropped = names.filter(
    (name) => !READ_ATTRIBUTES.has(name) && !kept.includes(name) && !/^(?:JOINTS|WEIGHTS)_\d+$/.test(name),
  );
  for (const name of dropped.slice(0, MAX_LISTED_NAMES))
    file.warnOnce('gltf/dropped-attribute', node, `the vertex attribute ${name} is dropped`, name, droppedHint(name));
  if (dropped.length > MAX_LISTED_NAMES)
    file.warnOnce(
      'gltf/dropped-attribute',
      node,
      `${dropped.length - MAX_LISTED_NAMES} more vertex attributes are dropped`,
      'more',
      'Remove them if you do not need them.',
    );
}

const droppedHint = (name: string): string =>
  /^(?:TEXCOORD|COLOR)_/.test(name)
    ? 'Move its data into one of the first sets, without a gap between them, or remove the attribute.'
    : 'Move its data into texture coordinates or colors if you need it, or remove the attribute.';
