import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Party } from './party';

describe('[C-09] time that passes between fights', () => {
  let party: Party;
  beforeAll(async () => {
    party = await Party.open('clash');
  });
  afterAll(() => party?.table.close());

  async function times(): Promise<number[]> {
    await party.table.settle();
    return party.table.tabs.map(({ page }) => page.game.time.worldTime);
  }
  const everywhere = (seconds: number) => party.table.tabs.map(() => seconds);

  it('advances the world time, and undo restores it', async () => {
    const [before = 0] = await times();
    await party.play({ do: 'pass-phase', by: 'gm' });
    expect(await times()).toEqual(everywhere(before + 900));
    await party.play({ do: 'pass-phase', by: 'gm', options: { seconds: 3600 } });
    expect(await times()).toEqual(everywhere(before + 4500));
    await party.done(party.gm, () => party.gm.page.rewindStep(party.combat));
    expect(await times()).toEqual(everywhere(before + 900));
    await party.done(party.gm, () => party.gm.page.redoStep(party.combat));
    expect(await times()).toEqual(everywhere(before + 4500));
    for (const _ of [1, 2]) await party.done(party.gm, () => party.gm.page.rewindStep(party.combat));
    expect(await times()).toEqual(everywhere(before));
    expect(party.encounter.clock.time ?? 0).toBe(0);
    expect(party.table.faults).toEqual([]);
  });

  it('is independent of the duration of a round', async () => {
    await party.start();
    // What is only possible after the fight is not among its buttons.
    const { windows } = party.gm.page;
    const { controls } = windows.trackerContext(windows.fightOf(party.combat));
    expect((controls as { id: string }[]).map(({ id }) => id)).toEqual(['next-turn', 'end']);
    const [before = 0] = await times();
    for (let turns = 0; turns < 10 && party.combat.round < 2; turns++) await party.play(party.onward()[0]);
    expect(await times()).toEqual(everywhere(before + 6));
  });

  it('[C-05, C-06] includes the last round of a fight that ends automatically', async () => {
    const [before = 0] = await times();
    const foes: { id: string }[] = Object.values(party.encounter.fighters).filter(({ player }) => !player);
    for (const { id } of foes)
      await party.play({ do: 'condition', by: 'gm', at: id, options: { condition: 'defeated', on: true } });
    for (let turns = 0; turns < 10 && party.combat.round > 0; turns++) await party.play(party.onward()[0]);
    expect(party.encounter.clock.phase).toBe('idle');
    expect(await times()).toEqual(everywhere(before + 6));
    await party.done(party.gm, () => party.gm.page.rewindStep(party.combat));
    expect(await times()).toEqual(everywhere(before));
  });
});
