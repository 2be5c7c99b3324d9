import { afterEach, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { BAR_VIEW } from './game-page';
import { ANN, BOB, CAL, FOE, LAST, Party } from './party';

let party: Party;
afterEach(async () => {
  expect(party.table.faults).toEqual([]);
  await party.table.close();
});

describe('the headline', () => {
  it('tells an encounter that has not started from one after its fight', async () => {
    party = await Party.open('slots');
    const clock = (): unknown => {
      const { windows } = party.gm.page;
      return windows.trackerContext(windows.fightOf(party.combat)).clock;
    };
    expect(clock()).toBe('Not started');
    await party.start();
    expect(clock()).not.toBe('Not started');
    await party.play({ do: 'end', by: 'gm' });
    expect(clock()).toBe('After the fight');
  });
});

describe('a refusal names who is awaited', () => {
  it('whose answer a command waits for', async () => {
    party = await Party.open('energy');
    await party.start();
    await party.untilAsked(party.of(ANN));
    const from = party.table.log.length;
    await party.send(party.gm, { do: 'melee-attack', by: party.of(BOB), at: party.of(FOE) });
    expect(party.heard(party.gm, from)).toContain('Waiting for Mira. Finish or undo that first.');
    // So do the GM's buttons; that which ends the encounter asks.
    const { windows } = party.gm.page;
    const { controls } = windows.trackerContext(windows.fightOf(party.combat));
    expect((controls as { id: string; why: string }[]).map(({ id, why }) => [id, why])).toEqual([
      ['end-round', 'Waiting for Mira. Finish or undo that first.'],
      ['end', ''],
    ]);
  });

  it.each(['clash', 'slots', 'seconds'])('whose turn it is in %s, and nothing of a hidden fighter', async (ruleset) => {
    party = await Party.open(ruleset);
    await party.start();
    await party.untilTurn(party.of(CAL));
    const [, ann] = party.table.tabs;
    const player = defined(ann, 'a player');
    const refusal = async (): Promise<string> => {
      const from = party.table.log.length;
      const command = { do: 'end-turn', by: party.of(ANN) };
      await party.done(player, () => player.page.submit(party.combatAt(player), command));
      return party.heard(player, from);
    };
    const { name } = defined(party.encounter.fighters[party.of(CAL)], 'a fighter');
    expect(await refusal()).toContain(`Not now: ${name}’s turn isn’t over.`);
    const { actor } = party.combatAt(player).combatants.get(party.of(ANN));
    const bar = defined(player.page.windows.barContext(actor, BAR_VIEW), 'a bar');
    if (ruleset !== 'clash') expect(bar.why).toBe(`Not now: ${name}’s turn isn’t over.`);
    // As in the tracker.
    expect(bar.gauges.map(({ isHealth }) => isHealth)).toEqual([true, ...bar.gauges.slice(1).map(() => false)]);
    for (let turns = 0; party.encounter.clock.turn !== party.of(FOE) && turns < 12; turns++)
      await party.play(defined(party.onward()[0], 'a command'));
    expect(party.encounter.clock.turn).toBe(party.of(FOE));
    const foe = defined(party.encounter.fighters[party.of(FOE)], 'a fighter');
    // A name that a visible fighter has too stays.
    await party.done(party.gm, async () => {
      for (const each of [FOE, LAST]) {
        const combatant = party.combat.combatants.get(party.of(each));
        await combatant.token.update({ hidden: true });
        await combatant.update({ hidden: true });
      }
    });
    const text = await refusal();
    expect(text).toContain('Not now: Unseen fighter’s turn isn’t over.');
    expect(text).not.toContain(foe.name);
  });
});
