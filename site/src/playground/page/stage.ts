// The canvas: source and result with one position and zoom, swiped, side by side, or as their difference. Drawn by a worker.

import type { PaintMessage, StageView } from '../messages.js';
import { startWorker } from '../start-worker.js';

export type StageMode = StageView['mode'];

interface StageResults {
  readonly result: ImageBitmap;
  readonly difference: ImageBitmap;
  readonly native: ImageBitmap | undefined;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const MAX_ZOOM = 32;
/** How near to the divider a pointer takes it, in pixels of the page. */
const REACH = 22;

export class Stage {
  readonly #canvas: HTMLCanvasElement;
  readonly #divider: HTMLInputElement;
  readonly #painter: Worker;
  readonly #pointers = new Map<number, Point>();
  #size = { width: 1, height: 1 };
  #source: { readonly width: number; readonly height: number } | undefined;
  #isNative = false;
  #mode: StageMode = 'swipe';
  /** Device pixels per texel, and the texel in the middle of a pane. */
  #zoom = 1;
  #center: Point = { x: 0, y: 0 };
  #movesDivider = false;
  #isFitted = true;
  #asked = false;

  /** `painter`: the address of the script that draws. */
  constructor(canvas: HTMLCanvasElement, divider: HTMLInputElement, painter: string) {
    this.#painter = startWorker(painter);
    const offscreen = canvas.transferControlToOffscreen();
    this.#send({ is: 'canvas', canvas: offscreen }, [offscreen]);
    this.#canvas = canvas;
    this.#divider = divider;
    divider.addEventListener('input', () => this.#redraw());
    new ResizeObserver(() => this.#resize()).observe(canvas);
    canvas.addEventListener('pointerdown', (event) => this.#down(event));
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    for (const end of ['pointerup', 'pointercancel'] as const)
      canvas.addEventListener(end, ({ pointerId }) => {
        this.#pointers.delete(pointerId);
        this.#movesDivider = false;
      });
    canvas.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    canvas.addEventListener('keydown', (event) => this.#key(event));
  }

  /** Takes the picture. */
  showSource(source: ImageBitmap | undefined): void {
    this.#source = source === undefined ? undefined : { width: source.width, height: source.height };
    this.#send({ is: 'source', source }, source === undefined ? [] : [source]);
    this.fit();
  }

  /** Takes the pictures. */
  showResults(results: StageResults | undefined): void {
    const { result, difference, native } = results ?? {};
    const taken = [result, difference, native].filter((picture) => picture !== undefined);
    this.#send({ is: 'results', result, difference, native }, taken);
  }

  /** Whether the texture is shown as the GPU decodes it. */
  setNative(isNative: boolean): void {
    this.#isNative = isNative;
    this.#redraw();
  }

  #send(message: PaintMessage, transfer: Transferable[] = []): void {
    this.#painter.postMessage(message, transfer);
  }

  setMode(mode: StageMode): void {
    this.#mode = mode;
    this.#divider.hidden = mode !== 'swipe';
    if (this.#isFitted) this.fit();
    else this.#redraw();
  }

  fit(): void {
    const source = this.#source;
    if (source === undefined) {
      this.#redraw();
      return;
    }
    const { width, height } = this.#pane();
    this.#zoom = Math.min(MAX_ZOOM, width / source.width, height / source.height);
    this.#center = { x: source.width / 2, y: source.height / 2 };
    this.#isFitted = true;
    this.#redraw();
  }

  /** One texel is one pixel of the screen. */
  actualSize(): void {
    this.#zoomTo(1, this.#middle());
  }

  zoomBy(factor: number): void {
    this.#zoomTo(this.#zoom * factor, this.#middle());
  }

  #middle(): Point {
    const { width, height } = this.#pane();
    return { x: width / 2, y: height / 2 };
  }

  /** Side by side, each picture has half of the canvas. */
  #pane(): { readonly width: number; readonly height: number } {
    const { width, height } = this.#size;
    if (this.#mode !== 'side') return { width, height };
    return width >= height ? { width: width / 2, height } : { width, height: height / 2 };
  }

  /** Keeps the texel at a point of the pane where it is. */
  #zoomTo(zoom: number, at: Point): void {
    const { width, height } = this.#pane();
    const next = Math.max(1 / 64, Math.min(MAX_ZOOM, zoom));
    const [dx, dy] = [at.x - width / 2, at.y - height / 2];
    this.#center = {
      x: this.#center.x + dx / this.#zoom - dx / next,
      y: this.#center.y + dy / this.#zoom - dy / next,
    };
    this.#zoom = next;
    this.#isFitted = false;
    this.#redraw();
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#canvas;
    const pixels = (length: number): number => Math.max(1, Math.round(length * devicePixelRatio));
    this.#size = { width: pixels(clientWidth), height: pixels(clientHeight) };
    if (this.#isFitted) this.fit();
    else this.#redraw();
  }

  #pointOf({ clientX, clientY }: MouseEvent): Point {
    const box = this.#canvas.getBoundingClientRect();
    return { x: (clientX - box.left) * devicePixelRatio, y: (clientY - box.top) * devicePixelRatio };
  }

  #down(event: PointerEvent): void {
    const point = this.#pointOf(event);
    this.#canvas.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, point);
    const isNear = Math.abs(point.x - this.#dividerX()) < REACH * devicePixelRatio;
    this.#movesDivider = this.#mode === 'swipe' && isNear && this.#pointers.size === 1;
  }

  #move(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    if (before === undefined) return;
    const point = this.#pointOf(event);
    const [other] = [...this.#pointers].filter(([id]) => id !== event.pointerId).map(([, each]) => each);
    this.#pointers.set(event.pointerId, point);
    if (this.#movesDivider) {
      this.#divider.valueAsNumber = (point.x / this.#size.width) * 100;
      this.#redraw();
      return;
    }
    this.#center = {
      x: this.#center.x - (point.x - before.x) / this.#zoom / (other === undefined ? 1 : 2),
      y: this.#center.y - (point.y - before.y) / this.#zoom / (other === undefined ? 1 : 2),
    };
    this.#isFitted = false;
    if (other === undefined) {
      this.#redraw();
      return;
    }
    const spread = (at: Point): number => Math.max(1, Math.hypot(at.x - other.x, at.y - other.y));
    this.#zoomTo((this.#zoom * spread(point)) / spread(before), {
      x: (point.x + other.x) / 2,
      y: (point.y + other.y) / 2,
    });
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const { width, height } = this.#pane();
    const point = this.#pointOf(event);
    this.#zoomTo(this.#zoom * 2 ** (-event.deltaY / 300), { x: point.x % width, y: point.y % height });
  }

  #key(event: KeyboardEvent): void {
    const step = 40 / this.#zoom;
    const moves: Readonly<Record<string, Point>> = {
      ArrowLeft: { x: -step, y: 0 },
      ArrowRight: { x: step, y: 0 },
      ArrowUp: { x: 0, y: -step },
      ArrowDown: { x: 0, y: step },
    };
    const move = moves[event.key];
    if (move !== undefined) {
      this.#center = { x: this.#center.x + move.x, y: this.#center.y + move.y };
      this.#isFitted = false;
      this.#redraw();
    } else if (event.key === '+' || event.key === '=') this.zoomBy(1.5);
    else if (event.key === '-') this.zoomBy(1 / 1.5);
    else if (event.key === '0') this.fit();
    else return;
    event.preventDefault();
  }

  #dividerX(): number {
    return (this.#divider.valueAsNumber / 100) * this.#size.width;
  }

  #redraw(): void {
    if (this.#asked) return;
    this.#asked = true;
    requestAnimationFrame(() => {
      this.#asked = false;
      const view: StageView = {
        ...this.#size,
        pixelRatio: devicePixelRatio,
        mode: this.#mode,
        divider: this.#divider.valueAsNumber / 100,
        zoom: this.#zoom,
        center: this.#center,
        isNative: this.#isNative,
      };
      this.#send({ is: 'view', view });
    });
  }
}
