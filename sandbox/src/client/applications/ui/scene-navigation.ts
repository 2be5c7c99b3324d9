import { InterfacePart } from './interface-part';

/** The scenes one may look at. T13: client/applications/ui/scene-navigation.d.mts */
export class SceneNavigation extends InterfacePart {
  static DEFAULT_OPTIONS: any = {
    id: 'scene-navigation',
    tag: 'nav',
    classes: ['faded-ui'],
    actions: { viewScene: SceneNavigation.onViewScene },
  };
  static PLACE = 'ui-left-column-2';
  static PARTS = { scenes: { template: 'templates/ui/scene-navigation.hbs' } };

  static onViewScene(_event: Event, target: HTMLElement): void {
    void game.scenes.get(target.dataset.sceneId)?.view();
  }

  async _prepareContext(_options: any): Promise<any> {
    const scenes = game.scenes
      .filter((scene: any) => scene.active || (scene.navigation && scene.visible) || scene === canvas?.scene)
      .map((scene: any) => ({
        id: scene.id,
        name: scene.navName || scene.name,
        active: scene.active,
        isView: scene === canvas?.scene,
      }));
    return { scenes };
  }

  async _onFirstRender(context: any, options: any): Promise<void> {
    await super._onFirstRender(context, options);
    for (const hook of ['canvasReady', 'updateScene', 'createScene', 'deleteScene'])
      Hooks.on(hook, () => this.render());
    this._createContextMenu(this._getContextMenuOptions, '.scene', { hookName: 'getSceneContextOptions' });
  }

  _getContextMenuOptions(): any[] {
    const of = (li: HTMLElement) => game.scenes.get(li.dataset.sceneId);
    return [
      {
        label: 'SCENE.Activate',
        icon: 'fa-solid fa-bullseye',
        visible: (li: HTMLElement) => game.user.isGM && !of(li)?.active,
        onClick: (_event: Event, li: HTMLElement) => of(li).activate?.() ?? of(li).update({ active: true }),
      },
    ];
  }
}
