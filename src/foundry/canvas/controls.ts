import { showsThreat, showThreat } from '../platform/settings';

/** A tool of the controls beside the map. API v14: SceneControlTool. */
interface Tool {
  readonly name: string;
  readonly order: number;
  readonly title: string;
  readonly icon: string;
  readonly toggle: boolean;
  readonly active: boolean;
  readonly onChange: (event: Event, active: boolean) => unknown;
}

interface Controls {
  readonly tokens?: { readonly tools: Record<string, Tool> };
}

/**
 * Adds our tools to the token controls. That a game master drags freely is a tool of Foundry's own.
 * API v14: hook getSceneControlButtons, whose controls and tools are records by name.
 */
export function addControls(): void {
  const hooks = Hooks as unknown as { on(hook: string, listener: (controls: Controls) => void): void };
  hooks.on('getSceneControlButtons', ({ tokens }) => {
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
