import type { Adapter } from './adapter';

/** Called at `init`, before anything is registered: other packages add their rulesets here. */
export const INIT_HOOK = 'cadence.init';

/** What Cadence hands to other packages, as `game.system.api` and with the hook. */
export interface Offered {
  /**
   * Adds a ruleset, from within the hook `cadence.init`. Its id is the subtype its package declares, `package-id.subtype`. Throws Error
   * naming what is missing, and then the table plays without it.
   */
  register(adapter: Adapter): void;
}

/** Lets other packages add rulesets, and leaves for them what they build them with. @returns those that were added */
export function rulesetsOfPackages(own: readonly Adapter[], offered: object): readonly Adapter[] {
  const added: Adapter[] = [];
  let open = true;
  const api: Offered = {
    ...offered,
    register(adapter) {
      if (!open) throw new Error(`Cadence takes rulesets only within the hook ${INIT_HOOK}`);
      const fault = faultOf(adapter, [...own, ...added]);
      if (fault) throw new Error(`Cadence cannot take the ruleset ${adapter?.ruleset?.id}: ${fault}`);
      added.push(adapter);
    },
  };
  // The installed types know no `api` of a system. API: foundryvtt.com/article/module-development, "game.system.api"
  Object.assign(game.system!, { api });
  // The typed hooks know Foundry's own names only.
  (Hooks as unknown as { callAll(name: string, api: Offered): void }).callAll(INIT_HOOK, api);
  open = false;
  return added;
}

/** The documents whose subtype bears the ruleset's id. */
const TYPED = ['Actor', 'Combat', 'Combatant', 'ChatMessage'] as const;

function faultOf(adapter: Adapter, others: readonly Adapter[]): string | null {
  const { id } = adapter.ruleset;
  if (others.some(({ ruleset }) => ruleset.id === id)) return 'there is one of that id';
  const declared = game.documentTypes as unknown as Record<string, readonly string[]>;
  const undeclared = TYPED.find((name) => !declared[name]?.includes(id));
  if (undeclared) return `no manifest declares it as a subtype of ${undeclared}`;
  return id in adapter.models.Actor ? null : 'it has no model for its actors';
}
