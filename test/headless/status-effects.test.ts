import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import type { ActiveEffect, Actor } from './documents';
import type { Badge } from './game-page';
import { ANN, FOE, GAMES, Party } from './party';

/** Active effects with statuses that a GM, a macro or another module makes. */
describe.each(Object.keys(GAMES))('an active effect with a status, in %s', (ruleset) => {
  let party: Party;
  beforeAll(async () => {
    party = await Party.open(ruleset, ['Gamemaster', 'Ann']);
    await party.start();
  });
  afterAll(() => party?.table.close());
  afterEach(async () => {
    for (const token of [ANN, FOE])
      await party.done(party.gm, () => actorOf(token).deleteEmbeddedDocuments('ActiveEffect', [], { deleteAll: true }));
  });

  const actorOf = (token: number): Actor => party.combat.combatants.get(party.of(token)).actor;
  /** Conditions that neither imply others nor are implied, and that no state of the fight ends. */
  const plain = (): string[] => {
    const { conditions } = party.rules;
    const implied = new Set(Object.values(conditions).flatMap(({ implies }) => implies));
    return Object.entries(conditions)
      .filter(
        ([id, { implies, tone, defeat }]) => tone === 'harm' && implies.length === 0 && !defeat && !implied.has(id),
      )
      .map(([id]) => id);
  };
  const give = async (token: number, data: object): Promise<ActiveEffect> => {
    let made: ActiveEffect | undefined;
    await party.done(party.gm, async () => {
      [made] = (await actorOf(token).createEmbeddedDocuments('ActiveEffect', [data])) as ActiveEffect[];
    });
    return defined(actorOf(token).effects.get(defined(made, 'an effect').id), 'the effect');
  };
  const knownBy = (token: number): string[] =>
    party.encounter.fighters[party.of(token)].conditions.map(({ id }: { id: string }) => id);
  const remove = (token: number, condition: string): Promise<void> =>
    party.play({ do: 'condition', by: 'gm', at: party.of(token), options: { condition, on: false } });
  const rewind = () => party.done(party.gm, () => party.gm.page.rewindStep(party.combat));
  /** Returns the badges of the tracker, the sheet and the panel. */
  const shown = (token: number): (readonly Badge[])[] => {
    const { windows, adapterOf } = party.gm.page;
    const { rows } = windows.trackerContext(windows.fightOf(party.combat));
    return [
      defined(
        rows.find(({ id }) => id === party.of(token)),
        'a row',
      ).badges,
      windows.actorContext(actorOf(token), adapterOf(ruleset)).badges as Badge[],
      (windows.panelContext(actorOf(token))?.list ?? []) as readonly Readonly<Record<string, unknown>>[] as never,
    ];
  };

  it('is a condition, in the rules and where conditions are shown', async () => {
    const [id = ''] = plain();
    for (const token of [ANN, FOE]) {
      await give(token, { name: 'Curse', statuses: [id] });
      expect(knownBy(token)).toContain(id);
      for (const badges of shown(token)) expect(badges.map((badge) => badge.id)).toContain(id);
    }
  });

  it('ends with the condition, and is back with its changes after an undo', async () => {
    const [id = ''] = plain();
    const changes = [{ key: 'name', type: 'override', value: 'Cursed' }];
    const { id: key } = await give(FOE, { name: 'Curse', statuses: [id], system: { changes } });
    await remove(FOE, id);
    expect(knownBy(FOE)).toEqual([]);
    await rewind();
    expect(knownBy(FOE)).toEqual([id]);
    expect(actorOf(FOE).effects.get(key)).toMatchObject({ name: 'Curse', system: { changes } });
  });

  it('may have several statuses, which the rules end one by one', async () => {
    const [one = '', other = ''] = plain();
    const { id: key } = await give(FOE, { name: 'Curse', statuses: [one, other, 'of-a-module'] });
    const stored = () => actorOf(FOE).effects.get(key);
    await remove(FOE, other);
    expect(knownBy(FOE)).toEqual([one]);
    expect([...defined(stored(), 'the effect').statuses]).toEqual([one, 'of-a-module']);
    await rewind();
    expect(knownBy(FOE).sort()).toEqual([one, other].sort());
    await remove(FOE, one);
    await remove(FOE, other);
    expect(knownBy(FOE)).toEqual([]);
    await rewind();
    expect(knownBy(FOE)).toEqual([other]);
    await rewind();
    expect(knownBy(FOE).sort()).toEqual([one, other].sort());
    expect(stored()).toMatchObject({ name: 'Curse', disabled: false });
  });

  it('loses one of several outside an encounter, too', async () => {
    const [one = '', other = ''] = plain();
    const bystander = party.gm.page.game.actors.contents.find(
      (actor) => !party.combat.combatants.contents.some(({ actorId }) => actorId === actor.id),
    );
    const actor = defined(bystander, 'an actor outside');
    await party.done(party.gm, () =>
      actor.createEmbeddedDocuments('ActiveEffect', [{ name: 'Curse', statuses: [one, other] }]),
    );
    const { setCondition, adapterOf } = party.gm.page;
    await party.done(party.gm, () => setCondition(actor, adapterOf(ruleset), one, false));
    expect(actor.effects.contents.map(({ statuses }) => [...statuses])).toEqual([[other]]);
    await party.done(party.gm, () => setCondition(actor, adapterOf(ruleset), other, false));
    expect(actor.effects.contents).toEqual([]);
  });

  it('of another module is shown beside the conditions, unless it shows no icon', async () => {
    await give(FOE, { name: 'Hexed', img: 'icons/hex.webp', statuses: ['of-a-module'] });
    for (const badges of shown(FOE))
      expect(badges.filter(({ label }) => label === 'Hexed')).toMatchObject([{ icon: 'icons/hex.webp' }]);
    expect(knownBy(FOE)).toEqual([]);
    await party.done(party.gm, () => actorOf(FOE).effects.contents[0]?.update({ showIcon: 0 }));
    expect(shown(FOE)[0]?.map(({ label }) => label)).not.toContain('Hexed');
  });
});
