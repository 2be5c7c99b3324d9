import type { Part } from '../api/handlebars-application';
import type { GivenOptions, RenderContext, RenderOptions } from '../api/options';
import { InterfacePart } from './interface-part';

/** T13: SceneControls.Tool */
interface SceneTool {
  name: string;
  order: number;
  title: string;
  icon: string;
  visible?: boolean;
  toggle?: boolean;
  button?: boolean;
  active?: boolean;
  onChange?: (event: Event | undefined, active: boolean) => unknown;
}

/** T13: SceneControls.Control */
interface SceneControl extends SceneTool {
  activeTool: string;
  tools: Record<string, SceneTool>;
  onToolChange?: (event: Event | undefined, tool: SceneTool | null) => unknown;
}

interface Activation {
  event?: Event;
  control?: string | undefined;
  tool?: string;
}

/** T13: client/applications/ui/scene-controls.d.mts; hook `getSceneControlButtons(controls)` */
export class SceneControls extends InterfacePart {
  static override DEFAULT_OPTIONS: GivenOptions = {
    id: 'scene-controls',
    tag: 'aside',
    classes: ['faded-ui'],
    actions: { control: SceneControls.onControl, tool: SceneControls.onTool },
  };
  static override PLACE = 'ui-left-column-1';
  static override PARTS: Record<string, Part> = { controls: { template: 'templates/ui/scene-controls.hbs' } };
  static override emittedEvents = [...InterfacePart.emittedEvents, 'activate'];

  #controls: Record<string, SceneControl> | null = null;
  #control = 'tokens';
  #tool = 'select';

  static onControl(this: SceneControls, event: Event, target: HTMLElement): void {
    void this.activate({ event, control: target.dataset.control });
  }

  static onTool(this: SceneControls, event: Event, target: HTMLElement): void {
    const tool = this.tools[target.dataset.tool!];
    if (!tool) return;
    if (tool.toggle || tool.button) {
      if (tool.toggle) tool.active = !tool.active;
      tool.onChange?.(event, tool.active === true);
      void this.render();
    } else void this.activate({ event, tool: tool.name });
  }

  get controls(): Record<string, SceneControl> {
    this.#controls ??= prepareControls();
    return this.#controls;
  }
  get control(): SceneControl | null {
    return this.controls[this.#control] ?? null;
  }
  get tools(): Record<string, SceneTool> {
    return this.control?.tools ?? {};
  }
  get tool(): SceneTool | null {
    return this.tools[this.#tool] ?? null;
  }

  async activate({ event, control, tool }: Activation = {}): Promise<void> {
    if (control && control !== this.#control && this.controls[control]) {
      this.control?.onChange?.(event, false);
      this.#control = control;
      this.#tool = this.control?.activeTool ?? this.#tool;
      this.control?.onChange?.(event, true);
    }
    if (tool && this.tools[tool]) {
      this.#tool = tool;
      if (this.control) this.control.activeTool = tool;
      this.control?.onToolChange?.(event, this.tool);
      this.tool?.onChange?.(event, true);
    }
    await this.render();
    this.dispatchEvent(new Event('activate'));
    Hooks.callAll('activateSceneControls', this, { control: this.#control, tool: this.#tool });
  }

  override _configureRenderOptions(options: RenderOptions): void {
    super._configureRenderOptions(options);
    const { reset, control, tool } = options as RenderOptions & Activation & { reset?: boolean };
    if (reset) this.#controls = null;
    if (control && this.controls[control]) this.#control = control;
    if (tool && this.tools[tool]) this.#tool = tool;
  }

  override async _prepareContext(_options: RenderOptions): Promise<RenderContext> {
    const order = (a: SceneTool, b: SceneTool) => a.order - b.order;
    const visible = ({ visible: shown }: SceneTool) => shown !== false;
    const controls = Object.values(this.controls).filter(visible).sort(order);
    const tools = Object.values(this.tools).filter(visible).sort(order);
    return {
      controls: controls.map((one) => ({ ...one, active: one.name === this.#control })),
      tools: tools.map((one) => ({ ...one, pressed: one.toggle ? !!one.active : one.name === this.#tool })),
      single: controls.length < 2,
    };
  }

  override async _onFirstRender(context: RenderContext, options: RenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    Hooks.on('canvasReady', () => this.render({ reset: true }));
  }
}

function prepareControls(): Record<string, SceneControl> {
  const tool = (
    name: string,
    order: number,
    title: string,
    icon: string,
    rest: Partial<SceneTool> = {},
  ): SceneTool => ({
    name,
    order,
    title,
    icon,
    ...rest,
  });
  const controls: Record<string, SceneControl> = {
    tokens: {
      name: 'tokens',
      order: 1,
      title: 'CONTROLS.GroupToken',
      icon: 'fa-solid fa-user',
      activeTool: 'select',
      tools: {
        select: tool('select', 1, 'CONTROLS.BasicSelect', 'fa-solid fa-expand'),
        target: tool('target', 2, 'CONTROLS.TargetSelect', 'fa-solid fa-bullseye'),
        ruler: tool('ruler', 3, 'CONTROLS.BasicMeasure', 'fa-solid fa-ruler'),
        // foundryvtt issues 11883, 13050; API v14: TokenLayer.prepareSceneControls.
        unconstrainedMovement: tool('unconstrainedMovement', 4, 'CONTROLS.UnconstrainedMovement', 'fa-solid fa-ghost', {
          toggle: true,
          active: game.settings.get('core', 'unconstrainedMovement') === true,
          visible: game.user.isGM,
          onChange: (_event, active) => game.settings.set('core', 'unconstrainedMovement', active),
        }),
      },
    },
  };
  // T14: client/canvas/layers/walls.d.mts prepareSceneControls; the sandbox shows walls but cannot draw them.
  controls['walls'] = {
    name: 'walls',
    order: 5,
    title: 'CONTROLS.GroupWall',
    icon: 'fa-solid fa-dungeon',
    visible: game.user.isGM,
    activeTool: 'select',
    onChange: (_event, active) => (active ? canvas?.walls?.activate() : canvas?.walls?.deactivate()),
    tools: { select: tool('select', 1, 'CONTROLS.WallSelect', 'fa-solid fa-expand') },
  };
  Hooks.callAll('getSceneControlButtons', controls);
  return controls;
}
