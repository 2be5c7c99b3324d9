import type { Command } from '../../encounter/command';
import type { Answer } from '../../kernel/ask';
import { act } from '../apps/act';
import { answer, isReferee, openAsks, rewindStep, submit } from '../referee';
import { STEP_HOOK } from '../referee/commit';
import { refusedByServer } from '../referee/errors';
import { readAnswers, readCommand } from '../referee/shape';
import { tellFailure } from '../referee/tell';
import { adapterOf } from '../registry';
import { defaultRuleset } from '../settings';
import { isRecord } from './shapes';
import { combatSystem } from './systems';

/**
 * The encounter's document. Its clock is the referee's: what Foundry calls a round or a turn becomes a command, and what a command
 * does comes back as one written step.
 */
export class CadenceCombat extends Combat {
  /** An encounter made by a button that knows no subtypes plays by the world's default ruleset. */
  static override async createDocuments(data: never[] = [], operation: never = {} as never): Promise<never> {
    const typed = (data as unknown as { type?: string }[]).map((source) =>
      source.type && source.type !== 'base' ? source : { ...source, type: defaultRuleset() },
    );
    return super.createDocuments(typed as never, operation) as Promise<never>;
  }

  /** Begins at its ruleset's own clock, where it is not made with another. */
  protected override async _preCreate(data: never, options: never, user: never): Promise<boolean | void> {
    const { system } = data as { system?: { clock?: object } };
    const adapter = adapterOf(this.type);
    if (adapter && !system?.clock) this.updateSource({ system: { clock: { ...adapter.ruleset.idle } } } as never);
    return super._preCreate(data, options, user);
  }

  /**
   * Sends a command to the referee, for macros and other packages. What stands against it is told, not thrown; throws TypeError for
   * what is no command at all.
   */
  async submit(command: Command, options: { force?: boolean } = {}): Promise<void> {
    const read = readCommand(command);
    if (!read) throw new TypeError(`Combat#submit: \`command\` is no command such as { do, by }: ${shown(command)}`);
    if (!isRecord(options) || !['boolean', 'undefined'].includes(typeof options.force))
      throw new TypeError(`Combat#submit: \`options\` is nothing such as { force: true }: ${shown(options)}`);
    await submit(this, read, options);
  }

  /** What waits in this encounter, one part for each person asked. */
  get openAsks(): ReturnType<typeof openAsks> {
    return openAsks(this);
  }

  /** Answers one's part of what waits, by its key. Throws TypeError for what is no answer at all. */
  async answer(key: string, given: Answer): Promise<void> {
    if (typeof key !== 'string') throw new TypeError(`Combat#answer: \`key\` is no key of an open ask: ${shown(key)}`);
    const [read] = readAnswers([given]) ?? [];
    if (!read) throw new TypeError(`Combat#answer: \`given\` is no list such as [6] or ['dodge']: ${shown(given)}`);
    await answer(this, key, read);
  }

  override async startCombat(): Promise<this> {
    return this.#clock(0, () => super.startCombat());
  }

  override async nextRound(): Promise<this> {
    return this.#clock(1, () => super.nextRound());
  }

  override async nextTurn(): Promise<this> {
    return this.#clock(1, () => super.nextTurn());
  }

  override async previousRound(): Promise<this> {
    return this.#rewind(() => super.previousRound());
  }

  override async previousTurn(): Promise<this> {
    return this.#rewind(() => super.previousTurn());
  }

  async #clock(which: number, core: () => Promise<this>): Promise<this> {
    const adapter = adapterOf(this.type);
    if (!adapter) return core();
    const command = adapter.ruleset.clockCommands[which];
    if (command) await act(this, { do: command, by: 'gm' }, 'nothing');
    return this;
  }

  async #rewind(core: () => Promise<this>): Promise<this> {
    if (!adapterOf(this.type)) return core();
    await rewindStep(this);
    return this;
  }

  /** No order of turns that we do not have is suggested: players first, then by name, ties by id. */
  protected override _sortCombatants(a: Combatant.Implementation, b: Combatant.Implementation): number {
    if (!adapterOf(a.parent?.type)) return super._sortCombatants(a, b);
    const rank = ({ actor }: Combatant.Implementation) => (actor?.hasPlayerOwner ? 0 : 1);
    return rank(a) - rank(b) || (a.name ?? '').localeCompare(b.name ?? '') || a.id!.localeCompare(b.id!);
  }

  /** Foundry lets players turn its round and turn; ours only mirror the referee's clock. */
  #setClockRight(): void {
    if (!adapterOf(this.type) || !isReferee(this)) return;
    const right = { round: combatSystem(this).clock.round, turn: null };
    this.update(right, { turnEvents: false } as never)
      .catch(refusedByServer)
      .catch((error: unknown) => tellFailure(this, error));
  }

  protected override _onUpdate(changed: never, options: never, userId: string): void {
    super._onUpdate(changed, options, userId);
    const { system } = changed as { system?: { step?: number } };
    if (('round' in (changed as object) || 'turn' in (changed as object)) && !game.users?.get(userId)?.isGM)
      this.#setClockRight();
    if (system?.step === undefined) return;
    // The typed hooks know Foundry's own names only.
    (Hooks as unknown as { callAll(name: string, combat: Combat): void }).callAll(STEP_HOOK, this);
  }
}

/** A wrong argument, as far as it helps to find the mistake. */
function shown(value: unknown): string {
  try {
    return String(JSON.stringify(value)).slice(0, 200);
  } catch {
    // What goes round in circles, or is no JSON for another reason.
    return String(value);
  }
}

/** A combatant is of its combat's subtype, whatever button made it. */
export class CadenceCombatant extends Combatant {
  static override async createDocuments(data: never[] = [], operation: never = {} as never): Promise<never> {
    const type = (operation as { parent?: { type?: string } }).parent?.type;
    const typed = (data as unknown as object[]).map((source) => (adapterOf(type) ? { ...source, type } : source));
    return super.createDocuments(typed as never, operation) as Promise<never>;
  }
}
