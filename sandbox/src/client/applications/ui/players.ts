import type { User } from '../../documents/user';
import type { Part } from '../api/handlebars-application';
import type { GivenOptions, RenderContext, RenderOptions } from '../api/options';
import type { MenuEntry } from '../ux/context-menu';
import { InterfacePart } from './interface-part';

/** The list of users. T13: client/applications/ui/players.d.mts */
export class Players extends InterfacePart {
  static override DEFAULT_OPTIONS: GivenOptions = {
    id: 'players',
    tag: 'aside',
    classes: ['faded-ui'],
    actions: { toggleExpanded: Players.onToggle },
  };
  static override PLACE = 'ui-left-column-1';
  static override PARTS: Record<string, Part> = { players: { template: 'templates/ui/players.hbs' } };
  #expanded = false;

  static onToggle(this: Players): void {
    this.toggleExpanded();
  }

  get expanded(): boolean {
    return this.#expanded;
  }

  toggleExpanded(expanded = !this.#expanded): void {
    this.#expanded = expanded;
    void this.render();
  }

  override async _prepareContext(_options: RenderOptions): Promise<RenderContext> {
    const row = (user: User) => ({
      id: user.id,
      name: user.name,
      charname: user.isGM ? game.i18n.localize('USER.GM') : (user.character?.name ?? ''),
      color: String(user.color ?? '#888'),
      active: user.active,
      isSelf: user.isSelf,
    });
    const rows = game.users.map(row).sort((a, b) => a.name.localeCompare(b.name));
    return {
      active: rows.filter((user) => user.active),
      inactive: rows.filter((user) => !user.active),
      expanded: this.#expanded,
    };
  }

  override async _onFirstRender(context: RenderContext, options: RenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    for (const hook of ['userConnected', 'updateUser', 'createUser', 'deleteUser', 'updateActor']) {
      Hooks.on(hook, () => this.render());
    }
    this._createContextMenu(this._getContextMenuOptions, '.player', { hookName: 'getUserContextOptions' });
  }

  _getContextMenuOptions(): MenuEntry[] {
    const of = (li: HTMLElement) => game.users.get(li.dataset.userId);
    return [
      {
        label: 'PLAYERS.ShowCharacter',
        icon: 'fa-solid fa-user',
        visible: (li: HTMLElement) => !!of(li)?.character?.testUserPermission(game.user, 'LIMITED'),
        onClick: (_event: Event, li: HTMLElement) => of(li)?.character?.sheet?.render({ force: true }),
      },
      {
        label: 'PLAYERS.SelectCharacter',
        icon: 'fa-solid fa-user-pen',
        visible: (li: HTMLElement) => game.user.isGM || of(li)?.isSelf === true,
        onClick: (_event: Event, li: HTMLElement) => chooseCharacter(of(li)!),
      },
    ];
  }
}

async function chooseCharacter(user: User): Promise<void> {
  const { createSelectInput, createFormGroup } = foundry.applications.fields;
  const options = game.actors
    .filter((actor) => actor.testUserPermission(user, 'OWNER'))
    .map((actor) => ({ value: actor.id, label: actor.name }));
  const input = createSelectInput({ name: 'character', options, blank: '', value: user.character?.id ?? '' });
  const data = await foundry.applications.api.DialogV2.input({
    window: { title: 'PLAYERS.SelectCharacter' },
    content: createFormGroup({ label: 'DOCUMENT.Actor', input, localize: true }).outerHTML,
  });
  if (data) await user.update({ character: data['character'] || null });
}
