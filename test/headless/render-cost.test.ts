import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANN, BOB, CAL, Party } from './party';
import type { Tab } from './tab';

/** A window draws when changes are noted, so what is noted without a change is drawn for nothing. */
describe('the claim of a step', () => {
  let party: Party;

  beforeAll(async () => {
    party = await Party.open('energy', ['Gamemaster', 'Ann']);
    await party.start();
  });
  afterAll(() => party?.table.close());

  it('is no change to any window, and the step after it is', async () => {
    const seen = party.table.tabs.map(({ page }: Tab) => {
      const counts = { before: page.windows.changeCount(), claimed: [] as number[], after: 0 };
      page.Hooks.on('createCombatantGroup', () => counts.claimed.push(page.windows.changeCount()));
      return counts;
    });
    await party.send(party.gm, { do: 'defend', by: party.of(ANN) });
    for (const [at, { page }] of party.table.tabs.entries()) seen[at].after = page.windows.changeCount();
    for (const { before, claimed, after } of seen) {
      expect(claimed).toEqual([before]);
      expect(after).toBeGreaterThan(before);
    }
  });

  it('is no change when it is forgotten, and a message that is only made is none', async () => {
    const [gm] = party.table.tabs;
    const { changeCount } = gm.page.windows;
    const marks = () => party.combat.groups.map(({ id }: { id: string }) => id);
    const before = changeCount();
    await party.done(gm, () => party.combat.deleteEmbeddedDocuments('CombatantGroup', marks().slice(0, 1)));
    party.gm.page.draftCard('energy', 'renderCostDraft0');
    expect(changeCount()).toBe(before);
    await party.done(gm, () => party.combat.setFlag('world', 'note', 1));
    expect(changeCount()).toBeGreaterThan(before);
  });
});

describe('the tracker’s context with only one side left', () => {
  it('reads twice as much of twice as many fighters', async () => {
    const reads: number[] = [];
    for (const company of [15, 35, 75]) {
      const party = await Party.open('energy', ['Gamemaster'], {}, undefined, company);
      await party.start();
      const { windows } = party.gm.page;
      for (const token of [ANN, BOB, CAL])
        await party.done(party.gm, () =>
          party.gm.page.setDefeated(party.combat.combatants.get(party.of(token)).actor, true),
        );
      const fight = windows.fightOf(party.combat);
      let read = 0;
      const counted = Object.fromEntries(
        Object.entries(fight.encounter.fighters).map(([id, fighter]) => [
          id,
          new Proxy(fighter, {
            get: (target, key) => {
              if (key === 'side') read += 1;
              return Reflect.get(target, key);
            },
          }),
        ]),
      );
      // Its view is not what is counted.
      windows.trackerContext(fight);
      const before = read;
      expect(windows.trackerContext({ ...fight, encounter: { ...fight.encounter, fighters: counted } }).hint).toBe(
        'Only one side is still standing.',
      );
      reads.push(read - before);
      await party.table.close();
    }
    for (const [at, now] of reads.slice(1).entries()) expect(now / reads[at]!, reads.join()).toBeLessThan(2.6);
  });
});
