// Server-sent events out of bytes, as the HTML standard parses them: any line end, comments, fields over several lines, pieces cut anywhere.

/** One event of a stream. */
export interface StreamMessage {
  /** `message` where the stream names none. */
  readonly type: string;
  readonly data: string;
  /** The last id that the stream told, with this event or before it. */
  readonly id: string;
}

/** Feed it pieces in their order; it gives the events that they complete. */
export class EventStreamReader {
  readonly #decoder = new TextDecoder();
  #rest = '';
  #isAfterReturn = false;
  #type = '';
  #data: string[] = [];
  #id = '';
  /** Milliseconds to wait before connecting again, where the stream said so. */
  retryMs: number | undefined;

  push(piece: Uint8Array): readonly StreamMessage[] {
    let text = this.#decoder.decode(piece, { stream: true });
    // A line end of two characters may be cut in two.
    if (this.#isAfterReturn && text.startsWith('\n')) text = text.slice(1);
    if (text !== '') this.#isAfterReturn = text.endsWith('\r');
    const lines = (this.#rest + text).split(/\r\n|\r|\n/);
    this.#rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.#line(line) ?? []);
  }

  #line(line: string): StreamMessage | undefined {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    if (colon === 0) return undefined;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') this.#data.push(value);
    else if (name === 'event') this.#type = value;
    else if (name === 'id' && !value.includes('\0')) this.#id = value;
    else if (name === 'retry' && /^\d{1,9}$/.test(value)) this.retryMs = Number(value);
    return undefined;
  }

  #dispatch(): StreamMessage | undefined {
    const [data, type] = [this.#data, this.#type];
    this.#data = [];
    this.#type = '';
    return data.length === 0 ? undefined : { type: type || 'message', data: data.join('\n'), id: this.#id };
  }
}
