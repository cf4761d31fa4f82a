// Additional vertices: vertices of a mesh at the position of another vertex that differ from it only in normals. Stored as linked lists in arrays that
// are reused for each group.

export class ExtraVertices {
  count = 0;
  /** Extra → vertex of the mesh. */
  #vertices = new Uint32Array(0);
  /** Extra → the vertex that it belongs to. */
  #owners = new Uint32Array(0);
  /** Vertex → its last extra, extra → the previous one: −1 for none. */
  #heads = new Int32Array(0);
  #nexts = new Int32Array(0);

  reserve(capacity: number): void {
    this.#vertices = new Uint32Array(capacity);
    this.#owners = new Uint32Array(capacity);
    this.#heads = new Int32Array(capacity);
    this.#nexts = new Int32Array(capacity);
  }

  /** Starts a vertex without extras. */
  begin(owner: number): void {
    this.#heads[owner] = -1;
  }

  /** Adds an extra unless it exists already. */
  add(owner: number, vertex: number): void {
    for (let at = this.first(owner); at >= 0; at = this.next(at)) if (this.#vertices[at] === vertex) return;
    this.#vertices[this.count] = vertex;
    this.#owners[this.count] = owner;
    this.#nexts[this.count] = this.first(owner);
    this.#heads[owner] = this.count++;
  }

  /** The first extra of a vertex; −1 if it has none. */
  first(owner: number): number {
    return this.#heads[owner] ?? -1;
  }

  /** The next extra of the same vertex; −1 after the last. */
  next(extra: number): number {
    return this.#nexts[extra] ?? -1;
  }

  vertexOf(extra: number): number {
    return this.#vertices[extra] ?? 0;
  }

  ownerOf(extra: number): number {
    return this.#owners[extra] ?? 0;
  }

  /** The vertices of all extras, in the order in which they were added. */
  vertices(): Uint32Array {
    return this.#vertices.subarray(0, this.count);
  }
}
