import * as PIXI from 'pixi.js';
import { NotInSandbox } from '../../../shared/not-in-sandbox';
import type { BaseGrid } from '../../grid/base';
import { animate, motionAllowed } from '../frames';
import { GridHighlights } from '../highlights';

/** Share of the duration during which a text is neither fading in nor out. */
const FADES = 0.25;

interface ScrollingTextOptions extends Partial<PIXI.ITextStyle> {
  anchor?: number;
  direction?: number;
  jitter?: number;
  duration?: number;
  distance?: number;
}

/** Elements above the map; packages add their own. T14: client/canvas/groups/interface.d.mts. */
export class InterfaceCanvasGroup extends PIXI.Container {
  readonly grid: GridHighlights;
  /** Drawn above everything. */
  readonly scrolling = new PIXI.Container();

  constructor(grid: () => BaseGrid) {
    super();
    this.sortableChildren = true;
    this.grid = new GridHighlights(grid);
    this.addChild(this.scrolling);
  }

  /**
   * Returns undefined if the user disabled such texts. By default a text moves up from the middle by twice its height,
   * for two seconds.
   */
  async createScrollingText(
    origin: { x: number; y: number },
    content: string,
    { anchor, direction, jitter, duration = 2000, distance, ...style }: ScrollingTextOptions = {},
  ): Promise<PIXI.Text | undefined> {
    if (anchor !== undefined || direction !== undefined || jitter !== undefined)
      throw new NotInSandbox('createScrollingText with anchor, direction or jitter');
    if (!game.settings.get('core', 'scrollingStatusText')) return undefined;
    const text = new PIXI.Text(content, { fontFamily: 'Signika, sans-serif', fontSize: 24, ...style });
    text.anchor.set(0.5);
    text.position.set(origin.x, origin.y);
    this.scrolling.addChild(text);
    const far = distance ?? text.height * 2;
    const step = (t: number): void => {
      text.y = origin.y - far * t;
      text.alpha = Math.min(1, t / FADES, (1 - t) / FADES);
      canvas.requestRender();
    };
    if (motionAllowed()) await animate(duration, step);
    else {
      canvas.requestRender();
      await new Promise((done) => setTimeout(done, duration));
    }
    text.destroy();
    canvas.requestRender();
    return text;
  }
}
