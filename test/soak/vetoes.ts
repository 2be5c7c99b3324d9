import type { GamePage } from '../headless/game-page';
import type { Tab } from '../headless/tab';
import type { Table } from '../headless/table';

/** Hooks with which a module can veto the writing of a step, its claim or a refusal. */
const HOOKS = [
  ...['preUpdateActor', 'preUpdateToken', 'preUpdateCombat', 'preUpdateItem', 'preUpdateChatMessage'],
  ...['preCreateActiveEffect', 'preCreateChatMessage', 'preCreateCombatantGroup'],
  ...['preDeleteActiveEffect', 'preDeleteChatMessage', 'preDeleteCombatantGroup'],
];

interface Veto {
  readonly page: GamePage;
  readonly hook: string;
  readonly id: number;
  /** The clock's time at which the module is disabled. */
  readonly until: number;
}

/** Modules in game masters' windows that veto all writes of a kind for a while. */
export class Vetoes {
  private vetoes: Veto[] = [];

  begin({ die, clock }: Table, { page }: Tab): string {
    const hook = HOOKS[die(HOOKS.length) - 1];
    const id = page.Hooks.on(hook, () => false);
    this.vetoes.push({ page, hook, id, until: clock.now + die(600) });
    return hook;
  }

  /** Disables modules whose time has come; all of them without a time. */
  end(now = Number.POSITIVE_INFINITY): void {
    for (const { page, hook, id, until } of this.vetoes) if (until <= now) page.Hooks.off(hook, id);
    this.vetoes = this.vetoes.filter(({ until }) => until > now);
  }
}
