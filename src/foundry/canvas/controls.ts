import { isThreatShown, setThreatShown } from '../platform/hidden-settings';

/** Whether the tool is on: Foundry rebuilds the tools with each scene. */
let pushes = false;

/**
 * Adds our tools to the token controls.
 * @param openMany opens the GM's bulk actions
 * @param openBuilder opens the GM's encounter builder
 * @param openGroupRoll opens the GM's window for rolls of several
 * API v14: hook getSceneControlButtons, whose controls and tools are records by name.
 */
export function addControls(openMany: () => unknown, openBuilder: () => unknown, openGroupRoll: () => unknown): void {
  Hooks.on('getSceneControlButtons', ({ tokens }) => {
    if (!tokens) return;
    tokens.tools.cadenceThreat = {
      name: 'cadenceThreat',
      order: Object.keys(tokens.tools).length + 1,
      title: 'CADENCE.App.showThreat',
      icon: 'fa-solid fa-burst',
      toggle: true,
      active: isThreatShown(),
      onChange: (_event, active) => setThreatShown(active),
    };
    if (!game.user.isGM) return;
    tokens.tools.cadencePush = {
      name: 'cadencePush',
      order: Object.keys(tokens.tools).length + 1,
      title: 'CADENCE.App.pushTokens',
      icon: 'fa-solid fa-hand',
      toggle: true,
      // The tools are built again with each scene.
      active: pushes,
      onChange: (_event, active) => {
        pushes = active;
      },
    };
    // T14: client/applications/ui/scene-controls.d.mts, `button`
    const add = (name: string, title: string, icon: string, open: () => unknown): void => {
      const order = Object.keys(tokens.tools).length + 1;
      tokens.tools[name] = { name, title, icon, order, button: true, onChange: () => void open() };
    };
    add('cadenceMany', 'CADENCE.App.Bulk.open', 'fa-solid fa-people-group', openMany);
    add('cadenceBuilder', 'CADENCE.App.Builder.open', 'fa-solid fa-chess-board', openBuilder);
    add('cadenceGroupRoll', 'CADENCE.App.GroupRoll.open', 'fa-solid fa-dice-d20', openGroupRoll);
  });
}

/** API v14: TokenLayer.prepareSceneControls. */
interface TokenControls {
  readonly controls?: {
    readonly tokens?: { readonly tools: Readonly<Record<string, { readonly active?: boolean } | undefined>> };
  };
}

/**
 * Returns whether the GM moves tokens freely: Foundry's Unconstrained Movement, a toggle of the token controls with its own key
 * (foundryvtt issues 11883, 13050). Read where dnd5e (canvas/token.mjs) and Crucible (documents/token.mjs) read it on v14.
 */
export function isUnconstrained(): boolean {
  const { controls }: TokenControls = ui.controls ?? {};
  return game.user.isGM && controls?.tokens?.tools.unconstrainedMovement?.active === true;
}

/** Returns whether dragged tokens are pushed, up to a wall or a body. */
export const isPushing = (): boolean => game.user.isGM && pushes;
