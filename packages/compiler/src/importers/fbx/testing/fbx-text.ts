// Writes FBX text for tests: objects with properties, and what is connected to what.

/** `name: [values]`, or more children of the object as text. */
interface ObjectOptions {
  readonly subtype?: string;
  /** Name → type and values: `['Lcl Translation', [1, 2, 3]]`. */
  readonly properties?: Readonly<Record<string, readonly (number | string)[]>>;
  /** Further lines of its node. */
  readonly body?: string;
}

const TICKS = 46_186_158_000;

export class FbxText {
  readonly #objects: string[] = [];
  readonly #connections: string[] = [];
  #next = 1000;
  readonly #settings: Readonly<Record<string, number>>;

  /** `settings`: GlobalSettings. By default Y up, in centimeters, as in most files. */
  constructor(settings: Readonly<Record<string, number>> = {}) {
    this.#settings = {
      UpAxis: 1,
      UpAxisSign: 1,
      FrontAxis: 2,
      FrontAxisSign: 1,
      CoordAxis: 0,
      CoordAxisSign: 1,
      ...settings,
    };
  }

  /** Returns its id. */
  add(kind: string, name: string, { subtype = '', properties = {}, body = '' }: ObjectOptions = {}): number {
    const id = this.#next++;
    const lines = Object.entries(properties).map(
      ([key, values]) => `P: "${key}", "x", "", "A",${values.map((v) => JSON.stringify(v)).join(',')}`,
    );
    this.#objects.push(
      `${kind}: ${id}, "${kind}::${name}", "${subtype}" {\nProperties70:  {\n${lines.join('\n')}\n}\n${body}\n}`,
    );
    return id;
  }

  /** To the root if `parent` is 0; to a property of the parent if one is named. */
  connect(child: number, parent: number, property?: string): void {
    this.#connections.push(
      property === undefined ? `C: "OO",${child},${parent}` : `C: "OP",${child},${parent}, "${property}"`,
    );
  }

  /** Animates a property of an object in a layer: linear keys for each channel, as [seconds, value]. */
  animate(
    layer: number,
    object: number,
    property: string,
    channels: Readonly<Record<string, readonly (readonly [number, number])[]>>,
  ): void {
    const node = this.add('AnimationCurveNode', property);
    this.connect(node, layer);
    this.connect(node, object, property);
    for (const [channel, keys] of Object.entries(channels)) {
      const list = (name: string, values: readonly number[]): string =>
        `${name}: *${values.length} {\na: ${values.join(',')}\n}`;
      const body = [
        list(
          'KeyTime',
          keys.map(([seconds]) => Math.round(seconds * TICKS)),
        ),
        list(
          'KeyValueFloat',
          keys.map(([, value]) => value),
        ),
        list('KeyAttrFlags', [4]),
        list('KeyAttrDataFloat', [0, 0, 0, 0]),
        list('KeyAttrRefCount', [keys.length]),
      ].join('\n');
      this.connect(this.add('AnimationCurve', '', { body }), node, `d|${channel}`);
    }
  }

  /** A stack with one layer. Returns the layer. */
  stack(name: string, seconds: number): number {
    const stack = this.add('AnimationStack', name, { properties: { LocalStop: [Math.round(seconds * TICKS)] } });
    const layer = this.add('AnimationLayer', 'Base');
    this.connect(layer, stack);
    return layer;
  }

  /** One triangle of this size, in units of the file. Returns its geometry. */
  triangle(name: string, size: number): number {
    return this.add('Geometry', name, {
      subtype: 'Mesh',
      body: `Vertices: *9 {\na: 0,0,0,${size},0,0,0,${size},0\n}\nPolygonVertexIndex: *3 {\na: 0,1,-3\n}\n${UVS}`,
    });
  }

  text(): string {
    const settings = Object.entries(this.#settings).map(([key, value]) => `P: "${key}", "int", "", "",${value}`);
    return `; FBX 7.4.0 project file
FBXHeaderExtension:  {
FBXVersion: 7400
}
GlobalSettings:  {
Version: 1000
Properties70:  {
${settings.join('\n')}
}
}
Objects:  {
${this.#objects.join('\n')}
}
Connections:  {
${this.#connections.join('\n')}
}
`;
  }

  bytes(): Uint8Array {
    return new TextEncoder().encode(this.text());
  }
}

const UVS = `LayerElementUV: 0 {
Version: 101
Name: "map1"
MappingInformationType: "ByPolygonVertex"
ReferenceInformationType: "Direct"
UV: *6 {
a: 0,0,1,0,0,1
}
}`;
