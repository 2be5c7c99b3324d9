import { afterEach, expect, it, vi } from 'vitest';
import { COMBAT_TRACKER_DOCK } from '../../src/foundry/integrations/combat-tracker-dock';

vi.mock('../../src/foundry/platform/world-settings', () => ({ defaultRuleset: () => 'energy' }));

afterEach(() => vi.unstubAllGlobals());

const rulesets = [
  {
    id: 'energy',
    bars: ['stamina'],
    pools: {
      aura: { document: 'actor', path: 'aura.value' },
      stamina: { document: 'actor', path: 'stamina.value' },
      hidden: { document: 'actor', path: 'hidden.value' },
      agility: { document: 'combat', path: 'agility' },
    },
  },
];

/** Sets Foundry's globals. @param config what other modules have put into CONFIG at `init` */
function seat(config: object) {
  const once = vi.fn();
  vi.stubGlobal('CONFIG', config);
  vi.stubGlobal('Hooks', { once });
  const i18n = { has: (key: string) => !key.endsWith('hidden'), format: (key: string) => key };
  vi.stubGlobal('game', { system: { id: 'cadence' }, i18n });
  return once;
}

const makeDock = () => ({ defaultAttributesConfig: (): Record<string, unknown> => ({ dnd5e: [1] }) });

const EXPECTED = [
  { attr: 'stamina.value', icon: 'fa-solid fa-heart', units: 'CADENCE.Energy.Pool.stamina' },
  { attr: 'aura.value', icon: 'fa-solid fa-bolt', units: 'CADENCE.Energy.Pool.aura' },
];

it('the dock gets the named pools of actors, bars first, if its `init` function has run before', () => {
  const dock = makeDock();
  const once = seat({ combatTrackerDock: dock });
  COMBAT_TRACKER_DOCK.init(rulesets as never);
  expect(once).not.toHaveBeenCalled();
  expect(dock.defaultAttributesConfig()).toEqual({ dnd5e: [1], cadence: EXPECTED });
});

it('the dock gets them in its hook if its `init` function runs later', () => {
  const dock = makeDock();
  const once = seat({});
  COMBAT_TRACKER_DOCK.init(rulesets as never);
  const [hook, listener] = once.mock.calls[0] as unknown as [string, (config: object) => void];
  expect(hook).toBe('combat-tracker-dock-init');
  listener(dock);
  expect(dock.defaultAttributesConfig()).toEqual({ dnd5e: [1], cadence: EXPECTED });
});
