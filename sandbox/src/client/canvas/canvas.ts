import * as PIXI from 'pixi.js';
import type { TokenHUD } from '../applications/hud/token-hud';
import type { Level } from '../documents/level';
import type { Scene } from '../documents/scene';
import type { CanvasEdges } from '../geometry/canvas-edges';
import { BaseGrid } from '../grid/base';
import { createGrid } from '../grid/index';
import { type CanvasDimensions, canvasDimensions, drawGridLines, drawGround } from './board';
import { Camera, type View } from './camera';
import { board } from './colors';
import { receiveDrops } from './drop';
import { fingerprint } from './frames';
import { EffectsCanvasGroup } from './groups/effects';
import { InterfaceCanvasGroup } from './groups/interface';
import { sharpness } from './images';
import { watchActivity } from './interaction/activity';
import { registerCanvasKeys } from './interaction/keyboard';
import { Mouse } from './interaction/mouse';
import { ControlsLayer } from './layers/controls';
import type { InteractionLayer } from './layers/interaction-layer';
import { RegionLayer } from './layers/region-layer';
import { TokenLayer } from './layers/token-layer';
import { WallsLayer } from './layers/walls-layer';

/** T13: client/canvas/board.d.mts. */
export class Canvas {
  static get layers() {
    return CONFIG.Canvas.layers;
  }

  app: PIXI.Application | null = null;
  stage: PIXI.Container = new PIXI.Container();
  ready = false;
  loading = false;
  // Null without a scene. Layers read these only while a scene is drawn.
  scene: Scene | null = null;
  dimensions: CanvasDimensions | null = null;
  grid: BaseGrid | null = null;
  tokens: TokenLayer = new TokenLayer();
  regions: RegionLayer = new RegionLayer();
  walls: WallsLayer = new WallsLayer();
  effects: EffectsCanvasGroup = new EffectsCanvasGroup();
  controls: ControlsLayer = new ControlsLayer();
  interface: InterfaceCanvasGroup = new InterfaceCanvasGroup(() => this.grid!);
  hud = {
    element: null as HTMLElement | null,
    /** The token HUD of the interface (T13: HeadsUpDisplayContainer#token). */
    get token(): TokenHUD | null {
      return ui.tokenHUD ?? null;
    },
  };
  mouse: Mouse | null = null;
  /** The tool that a click on a token uses: "select" or "target" (Foundry: game.activeTool). */
  get activeTool(): 'select' | 'target' {
    return ui.controls?.tool?.name === 'target' ? 'target' : 'select';
  }

  /** Layers of packages. */
  #layers: InteractionLayer[] = [];
  #camera!: Camera;
  #ground: PIXI.Container = new PIXI.Container();
  #dirty = false;
  /** Fingerprint of the stage at the last paint. */
  #painted = '';
  #drawing: Promise<unknown> = Promise.resolve();

  get initialized(): boolean {
    return this.app !== null;
  }

  get view(): HTMLCanvasElement {
    return this.app!.view as unknown as HTMLCanvasElement;
  }

  /** The level in view. T14: client/canvas/board.d.mts, and its edges. */
  get level(): Level | null {
    return this.scene?.viewedLevel ?? null;
  }

  get edges(): CanvasEdges | null {
    return this.level?.edges ?? null;
  }

  get activeLayer(): TokenLayer {
    return this.tokens;
  }

  get placeablesLayers(): TokenLayer[] {
    return [this.tokens];
  }

  get screenDimensions(): [number, number] {
    return [window.innerWidth, window.innerHeight];
  }

  get mousePosition(): { x: number; y: number } {
    return this.mouse?.position ?? { x: 0, y: 0 };
  }

  /** Prepares the board element. Without WebGL the map is missing and everything else works. */
  initialize(): void {
    if (this.initialized) return;
    const view = (document.getElementById('board') as HTMLCanvasElement | null) ?? document.createElement('canvas');
    view.id = 'board';
    if (!view.isConnected) document.body.prepend(view);
    view.dataset.ready = 'false';
    try {
      this.app = new PIXI.Application({
        view,
        autoStart: false,
        sharedTicker: false,
        antialias: sharpness() === 1,
        autoDensity: true,
        resolution: window.devicePixelRatio || 1,
        width: window.innerWidth,
        height: window.innerHeight,
        backgroundColor: board().around,
      });
    } catch (error) {
      console.error(error);
      ui.notifications?.error('ERROR.RequiresWebGL', { localize: true, permanent: true });
      return;
    }
    // The board is painted after changes only, but the ticker runs while packages listen. T13: Canvas#app, `ticker`
    this.app.ticker.remove(this.app.render, this.app);
    this.app.ticker.autoStart = true;
    // Otherwise the browser renders at 60 Hz for PIXI's pointer events, which the sandbox does not use.
    PIXI.Ticker.system.autoStart = false;
    PIXI.Ticker.system.stop();
    this.stage = this.app.stage;
    this.stage.eventMode = 'none';
    this.stage.addChild(this.#ground, this.interface.grid, this.regions, this.tokens, this.walls, this.controls);
    this.stage.addChild(this.interface);
    this.#createLayers();
    this.#camera = new Camera(
      this.stage,
      () => ({ width: window.innerWidth, height: window.innerHeight }),
      (at) => this.#onPan(at),
    );
    this.hud.element = overlay();
    this.mouse = new Mouse(this);
    registerCanvasKeys(this);
    receiveDrops(this);
    watchActivity(this);
    this.tokens._followRelated();
    window.addEventListener('resize', () => this.#onResize());
    new MutationObserver(() => this.#onTheme()).observe(document.body, { attributeFilter: ['class'] });
    window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#onTheme());
    // Polling finds drawings that packages add to the stage without a render request.
    window.setInterval(() => {
      if (!document.hidden && fingerprint(this.stage) !== this.#painted) this.requestRender();
    }, 500);
  }

  /** Draws a scene, or an empty board for null. Requests run one after another. */
  async draw(scene: Scene | null = game.scenes?.current ?? game.scenes?.active ?? null): Promise<this> {
    const drawn = this.#drawing.then(() => this.#draw(scene));
    this.#drawing = drawn.catch(() => this);
    return drawn;
  }

  async #draw(scene: Scene | null): Promise<this> {
    if (!this.initialized) this.initialize();
    if (!this.app) return this;
    this.loading = true;
    const before = this.scene;
    await this.tearDown();
    if (before && before !== scene) before._view = null;
    this.scene = scene;
    if (scene) {
      scene._view ??= scene.determineLevel();
      this.grid = scene.grid instanceof BaseGrid ? scene.grid : createGrid(scene.grid);
      this.dimensions = canvasDimensions(scene);
      await this.#drawBoard();
      if (!scene.initializedEdges) scene.initializeEdges();
      await this.tokens.draw();
      this.regions.draw();
      this.walls.draw();
      for (const layer of this.#layers) await layer.draw();
      const at = scene.initial;
      this.#camera.fit(this.dimensions);
      if (at?.x !== null && at?.x !== undefined)
        this.pan({ x: at.x, y: at.y ?? undefined, scale: at.scale ?? undefined });
    }
    this.loading = false;
    this.ready = scene !== null;
    this.view.dataset.ready = String(this.ready);
    this.requestRender();
    if (scene) Hooks.callAll('canvasReady', this);
    return this;
  }

  async tearDown(): Promise<void> {
    if (this.ready) Hooks.callAll('canvasTearDown', this);
    this.ready = false;
    if (this.app) this.view.dataset.ready = 'false';
    this.mouse?.cancel();
    this.tokens.tearDown();
    this.regions.tearDown();
    this.walls.tearDown();
    for (const layer of this.#layers) await layer.tearDown();
    for (const child of this.#ground.removeChildren()) child.destroy({ children: true });
    this.scene = this.grid = this.dimensions = null;
  }

  /** Creates the layers of `CONFIG.Canvas.layers` by name, above all others. T14: client/config.d.mts */
  #createLayers(): void {
    for (const [name, { layerClass }] of Object.entries(CONFIG.Canvas.layers)) {
      const layer = new layerClass();
      Object.assign(this, { [name]: layer });
      this.#layers.push(layer);
      this.interface.addChild(layer);
    }
  }

  async #drawBoard(): Promise<void> {
    const [scene, dimensions] = [this.scene!, this.dimensions!];
    const ground = await drawGround(scene, dimensions);
    const plain = !scene.viewedLevel?.background.src;
    for (const child of this.#ground.removeChildren()) child.destroy({ children: true });
    this.#ground.addChild(ground, drawGridLines(this.grid!, dimensions, plain));
    (this.app!.renderer as PIXI.Renderer).background.color = board().around;
  }

  pan(at: Partial<View> = {}): void {
    this.#camera?.pan(at);
  }

  async animatePan(at: Partial<View> & { duration?: number } = {}): Promise<boolean> {
    return this.#camera?.animatePan(at) ?? false;
  }

  zoomAt(point: { x: number; y: number }, factor: number): void {
    this.#camera.zoomAt(point, factor);
  }

  canvasCoordinatesFromClient({ x, y }: { x: number; y: number }) {
    return this.#camera.toScene({ x, y });
  }

  clientCoordinatesFromCanvas({ x, y }: { x: number; y: number }) {
    return this.#camera.toScreen({ x, y });
  }

  /** Shows a ping on every client. T13: Canvas#ping. */
  async ping(origin: { x: number; y: number }): Promise<boolean> {
    if (!this.ready) return false;
    game.user.broadcastActivity({ cursor: { x: origin.x, y: origin.y }, ping: { scene: this.scene?.id ?? null } });
    return this.controls.drawPing(origin, game.user.color);
  }

  /** Paints only after changes instead of at 60 Hz, because many clients share a machine. */
  requestRender(): void {
    if (this.#dirty || !this.app) return;
    this.#dirty = true;
    requestAnimationFrame(() => {
      this.#dirty = false;
      this.app?.render();
      this.#painted = fingerprint(this.stage);
    });
  }

  #onPan(view: View): void {
    const origin = this.clientCoordinatesFromCanvas({ x: 0, y: 0 });
    this.hud.element!.style.transform = `translate(${origin.x}px, ${origin.y}px) scale(${view.scale})`;
    this.requestRender();
    if (this.ready) Hooks.callAll('canvasPan', this, view);
  }

  #onResize(): void {
    this.app!.renderer.resize(window.innerWidth, window.innerHeight);
    this.pan();
  }

  async #onTheme(): Promise<void> {
    if (!this.ready) return;
    await this.#drawBoard();
    this.requestRender();
  }
}

/** Creates `#hud`, which moves with the board, and `#measurement` in it for ruler labels. */
function overlay(): HTMLElement {
  const find = (id: string, parent: HTMLElement, tag: string) => {
    const element = document.getElementById(id) ?? parent.appendChild(document.createElement(tag));
    element.id = id;
    return element;
  };
  const hud = find('hud', document.body, 'section');
  Object.assign(hud.style, { position: 'fixed', left: '0', top: '0', transformOrigin: '0 0', pointerEvents: 'none' });
  find('measurement', hud, 'div');
  return hud;
}
