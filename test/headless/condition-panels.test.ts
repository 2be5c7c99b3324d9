import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANN, GAMES, Party } from './party';
import { idOf } from './world';

/** What effect panels and core show of conditions. */
describe.each(Object.keys(GAMES))('a condition of %s', (ruleset) => {
  let party: Party;
  beforeAll(async () => {
    party = await Party.open(ruleset, ['Gamemaster', 'Ann']);
    await party.start();
  });
  afterAll(() => party?.table.close());

  const actor = () => party.gm.page.game.actors.get(idOf('Actor', ANN));
  const table = () => Object.keys(party.rules.conditions);
  const find = (id: string) => actor().effects.find(({ statuses }: { statuses: Set<string> }) => statuses.has(id));
  const clear = () =>
    party.done(party.gm, () => actor().deleteEmbeddedDocuments('ActiveEffect', [], { deleteAll: true }));
  const create = (id: string, until: object | null) =>
    party.done(party.gm, () =>
      actor().createEmbeddedDocuments('ActiveEffect', [
        { name: id, type: 'condition', statuses: [id], system: { until, by: '', towards: [], data: {} } },
      ]),
    );
  const hintOf = (id: string) => {
    const { i18n } = party.gm.page.game;
    return i18n.localize(`CADENCE.${ruleset.charAt(0).toUpperCase()}${ruleset.slice(1)}.Condition.${id}.hint`);
  };

  it('is temporary and described, and stores neither', async () => {
    for (const id of table()) {
      await clear();
      await create(id, null);
      const effect = find(id);
      expect([effect.isTemporary, effect.active, effect.duration.value], id).toEqual([true, true, Infinity]);
      expect(effect.description, id).toBe(`<p>${party.gm.page.foundry.utils.escapeHTML(hintOf(id))}</p>`);
      expect(effect._source, id).toMatchObject({ description: '', duration: { value: null } });
      expect(actor().temporaryEffects.filter(({ id: key }: { id: string }) => key === effect.id)).toHaveLength(1);
    }
  });

  it('is in the panel of the selected token, with its rule, and leaves it when it ends', async () => {
    const [id] = table();
    await clear();
    const listed = () => party.gm.page.windows.panelContext(actor())?.list.find((line) => line.id === id);
    expect(listed()).toBeUndefined();
    await create(String(id), null);
    expect(listed()).toMatchObject({ hint: hintOf(String(id)) });
    expect(await party.gm.page.windows.render('sheets/effects-panel', { list: [listed()] })).toContain(
      `data-badge="${id}"`,
    );
    await clear();
    expect(listed()).toBeUndefined();
  });

  it('is labelled with the end that the rules give it, and not counted by core', async () => {
    const [id] = table();
    await clear();
    await create(String(id), { at: 'round-end', n: 7 });
    const effect = find(String(id));
    const { duration } = effect;
    const label = party.gm.page.game.i18n.localize('None');
    expect(duration.label).toMatch(/^until /);
    expect(duration.label).not.toBe(label);
    expect(duration.value).toBeNaN();
    expect([effect.isExpiryTrackable, effect.isSuppressed, Number(duration.remaining) <= 0]).toEqual([
      false,
      false,
      false,
    ]);
    const before = duration.label;
    await party.done(party.gm, () => party.gm.page.game.time.advance(100_000));
    effect.updateDuration();
    expect([find(String(id)).active, find(String(id)).duration.label]).toEqual([true, before]);
    expect(effect._source).toMatchObject({ duration: { value: null, expiry: null, expired: false } });
  });

  it('keeps a description and a duration of its own', async () => {
    const [id] = table();
    await clear();
    await create(String(id), null);
    const duration = { value: 3, units: 'rounds', expiry: 'turnStart' };
    await party.done(party.gm, () => find(String(id)).update({ description: '<p>Own</p>', duration }));
    expect(find(String(id)).description).toBe('<p>Own</p>');
    expect([find(String(id)).isTemporary, find(String(id)).duration.value]).toEqual([true, 3]);
  });

  it('is no other effect: those without a status stay as core has them', async () => {
    await clear();
    await party.done(party.gm, () => actor().createEmbeddedDocuments('ActiveEffect', [{ name: 'Blessing' }]));
    const effect = actor().effects.contents[0];
    expect([effect.isTemporary, effect.description, effect.duration.value]).toEqual([false, '', Infinity]);
  });
});
