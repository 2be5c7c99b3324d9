import { afterEach, describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import { ANN, BOB, FOE, Party } from './party';
import type { Tab } from './tab';

/**
 * How often windows have read the encounter from its documents, and asked the rules for the reasons against a command.
 */
interface Work {
  readonly reads: number;
  readonly asks: number;
}

describe('a click on an action', () => {
  let party: Party;
  let gm: Tab;
  let ann: Tab;

  async function open(ruleset: string): Promise<void> {
    party = await Party.open(ruleset);
    [gm, ann] = party.table.tabs as [Tab, Tab];
    await party.start();
    await party.untilTurn(party.of(ANN));
    for (const tab of [gm, ann]) tab.page.windows.fightOf(party.combatAt(tab));
  }
  afterEach(() => party?.table.close());

  /**
   * Counts the work of a callback. The tabs share the rules; uninvolved fighters are read only with the whole
   * encounter.
   */
  async function counted(meanwhile: () => Promise<void>): Promise<Work> {
    const { rules } = party;
    const { fighter, whyNot } = rules;
    const bystander = party.of(BOB);
    const work = { reads: 0, asks: 0 };
    rules.fighter = (sheet, settings) => {
      if (sheet.id === bystander) work.reads++;
      return fighter(sheet, settings);
    };
    rules.whyNot = (...given) => {
      work.asks++;
      return whyNot(...given);
    };
    await meanwhile();
    Object.assign(rules, { fighter, whyNot });
    return work;
  }

  /** Presses a button and lets this window react; nothing of it reaches the server. */
  async function press(tab: Tab, command: Command): Promise<void> {
    tab.does('clicks', () => tab.page.windows.act(party.combatAt(tab), command, 'nothing'));
    await party.table.idle();
  }

  const step = (): number => party.combat.system.step;

  it('reads no unchanged fighter again and asks the rules once in each window involved', async () => {
    await open('energy');
    const before = step();
    const command = party.asking(party.of(ANN), party.of(FOE));
    expect(await counted(() => press(ann, command))).toEqual({ reads: 0, asks: 1 });
    expect(step()).toBe(before);
    expect(await counted(party.arrive)).toEqual({ reads: 0, asks: 1 });
    expect(step(), party.heard(ann)).toBe(before + 1);
  });

  it('reads no fighter again where it is refused', async () => {
    await open('energy');
    const command = party.asking(party.of(ANN), party.of(ANN));
    expect(await counted(() => press(ann, command))).toEqual({ reads: 0, asks: 1 });
    expect(party.heard(ann)).not.toBe('');
  });

  it('reads no fighter again where it is kept secret and not sent', async () => {
    await open('tempo');
    const plan = { do: 'plan', by: party.of(ANN), options: { action: 'rest', slot: '1' } };
    const stamp = () => party.combatAt(gm).combatants.get(party.of(ANN)).system.stamp;
    const before = stamp();
    expect(await counted(() => press(ann, plan))).toEqual({ reads: 0, asks: 1 });
    await party.arrive();
    expect(stamp(), party.heard(ann)).not.toBe(before);
  });
});
