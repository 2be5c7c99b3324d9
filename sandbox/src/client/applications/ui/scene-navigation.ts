import type { Scene } from '../../documents/scene';
import type { Part } from '../api/handlebars-application';
import type { GivenOptions, RenderContext, RenderOptions } from '../api/options';
import type { MenuEntry } from '../ux/context-menu';
import { InterfacePart } from './interface-part';

const ON_LEVELS = ['createLevel', 'updateLevel', 'deleteLevel', 'updateToken'];

/** The levels that a user may view, the highest first; none if there is only one. */
function levelsOf(scene: Scene): object[] {
  const levels = [...scene.availableLevels].reverse();
  return levels.length > 1 ? levels.map((level) => ({ id: level.id, name: level.name, isView: level.isView })) : [];
}

/** The scenes a user may view. T13: client/applications/ui/scene-navigation.d.mts */
export class SceneNavigation extends InterfacePart {
  static override DEFAULT_OPTIONS: GivenOptions = {
    id: 'scene-navigation',
    tag: 'nav',
    classes: ['faded-ui'],
    actions: { viewScene: SceneNavigation.onViewScene, viewLevel: SceneNavigation.onViewLevel },
  };
  static override PLACE = 'ui-left-column-2';
  static override PARTS: Record<string, Part> = { scenes: { template: 'templates/ui/scene-navigation.hbs' } };

  static onViewScene(_event: Event, target: HTMLElement): void {
    void game.scenes.get(target.dataset.sceneId)?.view();
  }

  static onViewLevel(_event: Event, target: HTMLElement): void {
    void canvas.scene?.view({ level: target.dataset.levelId! });
  }

  override async _prepareContext(_options: RenderOptions): Promise<RenderContext> {
    const scenes = game.scenes
      .filter((scene) => scene.active || (scene.navigation && scene.visible) || scene === canvas?.scene)
      .map((scene) => ({
        id: scene.id,
        name: scene.navName || scene.name,
        active: scene.active,
        isView: scene === canvas?.scene,
        levels: scene === canvas?.scene ? levelsOf(scene) : [],
      }));
    return { scenes };
  }

  override async _onFirstRender(context: RenderContext, options: RenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    for (const hook of ['canvasReady', 'updateScene', 'createScene', 'deleteScene', ...ON_LEVELS])
      Hooks.on(hook, () => this.render());
    this._createContextMenu(this._getContextMenuOptions, '.scene', { hookName: 'getSceneContextOptions' });
  }

  _getContextMenuOptions(): MenuEntry[] {
    const of = (li: HTMLElement) => game.scenes.get(li.dataset.sceneId);
    return [
      {
        label: 'SCENE.Activate',
        icon: 'fa-solid fa-bullseye',
        visible: (li: HTMLElement) => game.user.isGM && !of(li)?.active,
        onClick: (_event: Event, li: HTMLElement) => of(li)?.activate(),
      },
    ];
  }
}
