import { InterfacePart } from './interface-part';

/** The tools of the map. T13: client/applications/ui/scene-controls.d.mts; hook `getSceneControlButtons(controls)` */
export class SceneControls extends InterfacePart {
  static DEFAULT_OPTIONS: any = {
    id: 'scene-controls',
    tag: 'aside',
    classes: ['faded-ui'],
    actions: { control: SceneControls.onControl, tool: SceneControls.onTool },
  };
  static PLACE = 'ui-left-column-1';
  static PARTS = { controls: { template: 'templates/ui/scene-controls.hbs' } };
  static emittedEvents = [...InterfacePart.emittedEvents, 'activate'];

  #controls: Record<string, any> | null = null;
  #control = 'tokens';
  #tool = 'select';

  static onControl(this: SceneControls, event: Event, target: HTMLElement): void {
    void this.activate({ event, control: target.dataset.control });
  }

  static onTool(this: SceneControls, event: Event, target: HTMLElement): void {
    const tool = this.tools[target.dataset.tool!];
    if (tool.toggle || tool.button) {
      if (tool.toggle) tool.active = !tool.active;
      tool.onChange?.(event, tool.active);
      void this.render();
    } else void this.activate({ event, tool: tool.name });
  }

  get controls(): Record<string, any> {
    this.#controls ??= prepareControls();
    return this.#controls;
  }
  get control(): any {
    return this.controls[this.#control] ?? null;
  }
  get tools(): Record<string, any> {
    return this.control?.tools ?? {};
  }
  get tool(): any {
    return this.tools[this.#tool] ?? null;
  }

  async activate({ event, control, tool }: any = {}): Promise<void> {
    if (control && control !== this.#control && this.controls[control]) {
      this.control?.onChange?.(event, false);
      this.#control = control;
      this.#tool = this.control.activeTool;
      this.control.onChange?.(event, true);
    }
    if (tool && this.tools[tool]) {
      this.#tool = tool;
      this.control.activeTool = tool;
      this.control.onToolChange?.(event, this.tool);
      this.tool.onChange?.(event, true);
    }
    await this.render();
    this.dispatchEvent(new Event('activate'));
    Hooks.callAll('activateSceneControls', this, { control: this.#control, tool: this.#tool });
  }

  _configureRenderOptions(options: any): void {
    super._configureRenderOptions(options);
    if (options.reset) this.#controls = null;
    if (options.control && this.controls[options.control]) this.#control = options.control;
    if (options.tool && this.tools[options.tool]) this.#tool = options.tool;
  }

  async _prepareContext(_options: any): Promise<any> {
    const order = (a: any, b: any) => a.order - b.order;
    const visible = ({ visible: shown }: any) => shown !== false;
    const controls = Object.values<any>(this.controls).filter(visible).sort(order);
    const tools = Object.values<any>(this.tools).filter(visible).sort(order);
    return {
      controls: controls.map((one) => ({ ...one, active: one.name === this.#control })),
      tools: tools.map((one) => ({ ...one, pressed: one.toggle ? !!one.active : one.name === this.#tool })),
      single: controls.length < 2,
    };
  }

  async _onFirstRender(context: any, options: any): Promise<void> {
    await super._onFirstRender(context, options);
    Hooks.on('canvasReady', () => this.render({ reset: true }));
  }
}

function prepareControls(): Record<string, any> {
  const tool = (name: string, order: number, title: string, icon: string, rest: object = {}) => ({
    name,
    order,
    title,
    icon,
    ...rest,
  });
  const controls: Record<string, any> = {
    tokens: {
      name: 'tokens',
      order: 1,
      title: 'CONTROLS.GroupToken',
      icon: 'fa-solid fa-user',
      activeTool: 'select',
      onChange: (_event: Event, active: boolean) => active && canvas?.tokens?.activate?.(),
      tools: {
        select: tool('select', 1, 'CONTROLS.BasicSelect', 'fa-solid fa-expand'),
        target: tool('target', 2, 'CONTROLS.TargetSelect', 'fa-solid fa-bullseye'),
        ruler: tool('ruler', 3, 'CONTROLS.BasicMeasure', 'fa-solid fa-ruler'),
        // foundryvtt issues 11883, 13050; API v14: TokenLayer.prepareSceneControls.
        unconstrainedMovement: tool('unconstrainedMovement', 4, 'CONTROLS.UnconstrainedMovement', 'fa-solid fa-ghost', {
          toggle: true,
          active: game.settings.get('core', 'unconstrainedMovement'),
          visible: game.user.isGM,
          onChange: (_event: Event, active: boolean) => game.settings.set('core', 'unconstrainedMovement', active),
        }),
      },
    },
  };
  // T14: client/canvas/layers/walls.d.mts prepareSceneControls; here walls are looked at, not drawn.
  controls.walls = {
    name: 'walls',
    order: 5,
    title: 'CONTROLS.GroupWall',
    icon: 'fa-solid fa-dungeon',
    visible: game.user.isGM,
    activeTool: 'select',
    onChange: (_event: Event, active: boolean) => (active ? canvas?.walls?.activate() : canvas?.walls?.deactivate()),
    tools: { select: tool('select', 1, 'CONTROLS.WallSelect', 'fa-solid fa-expand') },
  };
  Hooks.callAll('getSceneControlButtons', controls);
  return controls;
}
