import { showsThreat, showThreat } from '../platform/settings';

/**
 * Adds our tools to the token controls. That a game master drags freely is a tool of Foundry's own.
 * API v14: hook getSceneControlButtons, whose controls and tools are records by name.
 */
export function addControls(): void {
  Hooks.on('getSceneControlButtons', ({ tokens }) => {
    if (!tokens) return;
    tokens.tools.cadenceThreat = {
      name: 'cadenceThreat',
      order: Object.keys(tokens.tools).length + 1,
      title: 'CADENCE.App.showThreat',
      icon: 'fa-solid fa-burst',
      toggle: true,
      active: showsThreat(),
      onChange: (_event, active) => showThreat(active),
    };
  });
}
