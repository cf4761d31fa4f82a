// Builds the objects of a file and their connections.

import { childOf, type FbxFile, type FbxNode, type FbxValue } from '../file/fbx-node.js';
import type { FbxDocument, FbxId, FbxLink, FbxObject } from './fbx-document.js';
import type { FbxProperties } from './fbx-properties.js';
import { legacySections } from './legacy-models.js';
import { idOfName, splitName } from './object-name.js';
import { readProperties } from './read-properties.js';
import { splitAttributes } from './split-attributes.js';
import { definitionsOf, Templates } from './templates.js';

/** `path`: of the file, for messages. */
export function readDocument(file: FbxFile, path: string): FbxDocument {
  const root = { children: file.nodes };
  const templates = new Templates(definitionsOf(file.nodes));
  const hasObjects = childOf(root, 'Objects') !== undefined;
  const legacy = hasObjects ? undefined : legacySections(file.nodes, path);
  const sections = legacy ?? {
    objects: childOf(root, 'Objects')?.children ?? [],
    connections: childOf(root, 'Connections')?.children ?? [],
  };
  const objects = sections.objects.flatMap((node) => readObject(node, templates));
  const document = new Document(file, objects, settingsOf(file.nodes));
  const connections = sections.connections.flatMap(readConnection);
  for (const connection of splitAttributes(document, connections)) document.connect(connection);
  return document;
}

function readObject(node: FbxNode, templates: Templates): FbxObject | [] {
  const [first, second, third] = node.values;
  const hasNumber = typeof first === 'number' || typeof first === 'bigint';
  const [title, subtype] = hasNumber ? [second, third] : [first, second];
  // Settings of version 6 are objects without a name.
  if (!hasNumber && typeof title !== 'string') return [];
  const name = typeof title === 'string' ? title : '';
  const kindOfObject = typeof subtype === 'string' ? subtype : '';
  return {
    id: hasNumber ? first : idOfName(name),
    kind: node.name,
    subtype: kindOfObject,
    name: splitName(name).name,
    node,
    properties: readProperties(node, templates.find(node.name, kindOfObject, node)),
    place: node.place,
  };
}

/** In version 6 they are an object; later, a node of the file. */
function settingsOf(nodes: readonly FbxNode[]): FbxProperties {
  const root = { children: nodes };
  const node = childOf(root, 'GlobalSettings') ?? childOf(childOf(root, 'Objects'), 'GlobalSettings');
  return readProperties(node);
}

export interface Connection {
  readonly child: FbxId;
  readonly parent: FbxId;
  /** Of the parent; empty if the objects themselves are connected. */
  readonly property: string;
}

/** `"OO", child, parent`; `"OP", child, parent, property`; `"PO"` and `"PP"` have the child's property after the child. */
function readConnection(node: FbxNode): Connection | [] {
  const [type, first, ...rest] = node.values;
  if ((node.name !== 'C' && node.name !== 'Connect') || typeof type !== 'string') return [];
  const [second, third] = type.startsWith('P') ? rest.slice(1) : rest;
  const child = idIn(first);
  const parent = idIn(second);
  if (child === undefined || parent === undefined) return [];
  const isProperty = type.endsWith('P') && typeof third === 'string';
  // A connection of two properties is not one of objects, also if the name is missing.
  if (type !== 'OO' && !isProperty) return [];
  return { child, parent, property: isProperty ? third : '' };
}

function idIn(value: FbxValue | undefined): FbxId | undefined {
  if (typeof value === 'string') return idOfName(value);
  return typeof value === 'number' || typeof value === 'bigint' ? value : undefined;
}

/** The root of version 6; in version 7 it is 0. */
const ROOT_NAME = 'Model::Scene';

export class Document implements FbxDocument {
  readonly file: FbxFile;
  readonly objects: FbxObject[];
  readonly byId = new Map<FbxId, FbxObject>();
  readonly settings: FbxProperties;
  readonly #children = new Map<FbxObject, FbxLink[]>();
  readonly #parents = new Map<FbxObject, FbxLink[]>();
  readonly #numbers = new Map<FbxObject, number>();
  readonly #connected = new Set<string>();
  readonly #withRoot = new Set<FbxObject>();

  constructor(file: FbxFile, objects: readonly FbxObject[], settings: FbxProperties) {
    this.file = file;
    this.objects = [...objects];
    this.settings = settings;
    // Of two objects with one id, the first has the connections.
    for (const object of objects) if (!this.byId.has(object.id)) this.byId.set(object.id, object);
  }

  add(object: FbxObject): void {
    this.objects.push(object);
    this.byId.set(object.id, object);
  }

  /** Connections to what does not exist, such as the root, are left out. */
  connect({ child, parent, property }: Connection): void {
    const [from, to] = [this.byId.get(child), this.byId.get(parent)];
    if (from === undefined && to !== undefined && (child === 0 || child === ROOT_NAME)) this.#withRoot.add(to);
    if (from === undefined || to === undefined || (from === to && property === '')) return;
    const key = `${this.#numberOf(from)} ${this.#numberOf(to)} ${property}`;
    if (this.#connected.has(key)) return;
    this.#connected.add(key);
    append(this.#children, to, { object: from, property });
    append(this.#parents, from, { object: to, property });
  }

  hasRoot(object: FbxObject): boolean {
    return this.#withRoot.has(object);
  }

  #numberOf(object: FbxObject): number {
    const number = this.#numbers.get(object) ?? this.#numbers.size;
    this.#numbers.set(object, number);
    return number;
  }

  childrenOf(object: FbxObject, kind?: string, property?: string): readonly FbxLink[] {
    return filterLinks(this.#children.get(object) ?? [], kind, property);
  }

  parentsOf(object: FbxObject, kind?: string, property?: string): readonly FbxLink[] {
    return filterLinks(this.#parents.get(object) ?? [], kind, property);
  }
}

function append(lists: Map<FbxObject, FbxLink[]>, key: FbxObject, link: FbxLink): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [link]);
  else list.push(link);
}

function filterLinks(links: readonly FbxLink[], kind?: string, property?: string): readonly FbxLink[] {
  if (kind === undefined && property === undefined) return links;
  return links.filter(
    (link) =>
      (kind === undefined || link.object.kind === kind) && (property === undefined || link.property === property),
  );
}
