import { isThreatShown, setThreatShown } from '../platform/hidden-settings';

/**
 * Adds our tools to the token controls. That a game master drags freely is a tool of Foundry's own.
 * @param openMany what a game master does with several at once
 * API v14: hook getSceneControlButtons, whose controls and tools are records by name.
 */
export function addControls(openMany: () => unknown): void {
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
      active: false,
      onChange: () => undefined,
    };
    // T14: client/applications/ui/scene-controls.d.mts, `button`
    tokens.tools.cadenceMany = {
      name: 'cadenceMany',
      order: Object.keys(tokens.tools).length + 1,
      title: 'CADENCE.App.Many.open',
      icon: 'fa-solid fa-people-group',
      button: true,
      onChange: () => void openMany(),
    };
  });
}

/** The tools of the token controls, as far as they are read here. API v14: TokenLayer.prepareSceneControls. */
interface TokenControls {
  readonly controls?: {
    readonly tokens?: { readonly tools: Readonly<Record<string, { readonly active?: boolean } | undefined>> };
  };
}

/**
 * Whether the game master moves tokens freely: Foundry's own Unconstrained Movement, a toggle of the token controls with a key of its
 * own (foundryvtt issues 11883, 13050). Read where dnd5e (canvas/token.mjs) and Crucible (documents/token.mjs) read it on v14.
 */
export const isUnconstrained = (): boolean => isOn('unconstrainedMovement');

/** Whether what the game master drags is pushed there, up to a wall or a body. */
export const isPushing = (): boolean => isOn('cadencePush');

function isOn(tool: string): boolean {
  const { controls }: TokenControls = ui.controls ?? {};
  return game.user.isGM && controls?.tokens?.tools[tool]?.active === true;
}
