// Which selections are the tree's own doing. They come back by the page's address, when keys may have gone on: whoever follows them undoes those
// keys. So the tree follows only what somebody else selected.

export class OwnSteps {
  #begun: string[] = [];

  /** The tree opens this. */
  begin(path: string): void {
    this.#begun.push(path);
  }

  /** Whether the tree asked for what is selected now. What it asked for before that has been passed over. */
  has(selected: string): boolean {
    const at = this.#begun.indexOf(selected);
    this.#begun = at < 0 ? [] : this.#begun.slice(at + 1);
    return at >= 0;
  }
}
