// The canvas: source and result with one position and zoom, swiped, side by side, or as their difference.

export type StageMode = 'swipe' | 'side' | 'difference';

export interface StagePictures {
  readonly source: ImageBitmap;
  readonly result?: ImageBitmap | undefined;
  readonly difference?: ImageBitmap | undefined;
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
  readonly #context: CanvasRenderingContext2D;
  readonly #pointers = new Map<number, Point>();
  #pictures: StagePictures | undefined;
  #mode: StageMode = 'swipe';
  /** Device pixels per texel, and the texel in the middle of a pane. */
  #zoom = 1;
  #center: Point = { x: 0, y: 0 };
  #movesDivider = false;
  #isFitted = true;
  #asked = false;

  constructor(canvas: HTMLCanvasElement, divider: HTMLInputElement) {
    const context = canvas.getContext('2d', { alpha: true });
    if (context === null) throw new Error('the browser has no canvas');
    this.#canvas = canvas;
    this.#divider = divider;
    this.#context = context;
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

  show(pictures: StagePictures | undefined): void {
    const isOther = this.#pictures?.source !== pictures?.source;
    this.#pictures = pictures;
    if (isOther) this.fit();
    else this.#redraw();
  }

  setMode(mode: StageMode): void {
    this.#mode = mode;
    this.#divider.hidden = mode !== 'swipe';
    if (this.#isFitted) this.fit();
    else this.#redraw();
  }

  fit(): void {
    const { source } = this.#pictures ?? {};
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
    const { width, height } = this.#canvas;
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
    this.#canvas.width = Math.max(1, Math.round(clientWidth * devicePixelRatio));
    this.#canvas.height = Math.max(1, Math.round(clientHeight * devicePixelRatio));
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
      this.#divider.valueAsNumber = (point.x / this.#canvas.width) * 100;
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
    return (this.#divider.valueAsNumber / 100) * this.#canvas.width;
  }

  #redraw(): void {
    if (this.#asked) return;
    this.#asked = true;
    requestAnimationFrame(() => {
      this.#asked = false;
      this.#draw();
    });
  }

  #draw(): void {
    const { width, height } = this.#canvas;
    const context = this.#context;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    if (this.#pictures === undefined) return;
    const { source, result, difference } = this.#pictures;
    if (this.#mode === 'difference' || result === undefined) {
      const only = this.#mode === 'difference' ? difference : undefined;
      this.#place(only ?? source, 0, 0, width, height);
      return;
    }
    if (this.#mode === 'side') {
      const pane = this.#pane();
      this.#place(source, 0, 0, pane.width, pane.height);
      this.#place(result, width - pane.width, height - pane.height, pane.width, pane.height);
      return;
    }
    const split = Math.round(this.#dividerX());
    this.#place(source, 0, 0, width, height, { from: 0, to: split });
    this.#place(result, 0, 0, width, height, { from: split, to: width });
    context.fillStyle = '#fff';
    context.fillRect(split - devicePixelRatio, 0, 2 * devicePixelRatio, height);
  }

  /** Draws a picture into a pane, cut to a range of its columns. */
  #place(
    picture: ImageBitmap,
    left: number,
    top: number,
    width: number,
    height: number,
    cut = { from: 0, to: width },
  ): void {
    const context = this.#context;
    context.save();
    context.beginPath();
    context.rect(left + cut.from, top, cut.to - cut.from, height);
    context.clip();
    context.imageSmoothingEnabled = this.#zoom < 1;
    context.imageSmoothingQuality = 'medium';
    context.translate(left + width / 2, top + height / 2);
    context.scale(this.#zoom, this.#zoom);
    context.drawImage(picture, -this.#center.x, -this.#center.y);
    context.restore();
  }
}
