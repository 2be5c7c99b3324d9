import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Pool } from '../../src/encounter/state';
import { defined } from '../../src/kernel/defined';
import { sampled } from '../tiers/tier';
import type { DataField } from './documents';
import { ANN, GAMES, Party } from './party';
import type { Tab } from './tab';
import { idOf } from './world';

interface Prepared {
  readonly name: string;
  readonly prototypeToken: { readonly actorLink?: boolean; readonly sight?: object };
}

const heroesOf = (ruleset: string): Prepared[] => {
  const folder = `packs/${ruleset}/fighters`;
  const files = readdirSync(folder).filter((file) => !file.startsWith('_'));
  const fighters: Prepared[] = files.map((file) => parse(readFileSync(`${folder}/${file}`, 'utf8')));
  return fighters.filter(({ prototypeToken }) => prototypeToken.actorLink);
};

/** What a token shows of an actor, and what is entered on it. */
describe.each(sampled(Object.keys(GAMES), 1, 3))('a token of %s', (ruleset) => {
  let party: Party;
  let gm: Tab;
  let ann: Tab;
  beforeAll(async () => {
    party = await Party.open(ruleset, ['Gamemaster', 'Ann']);
    [gm, ann] = party.table.tabs as [Tab, Tab];
  });
  afterAll(() => party?.table.close());

  const actorAt = (tab: Tab) => tab.page.game.actors.get(idOf('Actor', ANN));
  const tokenAt = (tab: Tab) => tab.page.game.scenes.contents[0].tokens.get(idOf('Token', ANN));
  const tracked = () => gm.page.CONFIG.Actor.trackableAttributes[ruleset];
  const adapter = () => gm.page.adapterOf(ruleset);
  const pools = (): [string, string][] =>
    Object.entries(adapter().pools).flatMap(([id, { document, path }]) => (document === 'actor' ? [[id, path]] : []));

  function numbers(schema: DataField, above: string[] = []): string[] {
    const { NumberField, SchemaField } = gm.page.foundry.data.fields;
    return Object.entries<DataField>(schema.fields ?? {}).flatMap(([key, field]) => {
      if (field instanceof SchemaField) return numbers(field, [...above, key]);
      return field instanceof NumberField ? [[...above, key].join('.')] : [];
    });
  }

  it('can show every pool as a bar, and every other number as a value', () => {
    const { bar, value } = tracked();
    const paths = pools().map(([, path]) => path);
    expect(bar.map((path: string) => `${path}.value`).sort()).toEqual(paths.sort());
    const all = numbers(adapter().models.Actor[ruleset].schema);
    expect([...value, ...paths].sort()).toEqual(all.sort());
    expect(value.length).toBeGreaterThan(5);
  });

  it('finds each of them on the prepared actor', async () => {
    const { bar, value } = tracked();
    // Values that the rules derive from missing entries can be shown once something is entered.
    const source = actorAt(gm)._source.system;
    const { getProperty } = gm.page.foundry.utils;
    const empty = value.filter((path: string) => getProperty(source, path) === null);
    const entered = Object.fromEntries(empty.map((path: string) => [`system.${path}`, 1]));
    await party.done(gm, () => actorAt(gm).update(entered));
    for (const path of bar) {
      const shown = tokenAt(gm).getBarAttribute('bar1', { alternative: path });
      expect(shown, path).toMatchObject({ type: 'bar', value: expect.any(Number), max: expect.any(Number) });
    }
    for (const path of value) {
      const shown = tokenAt(gm).getBarAttribute('bar1', { alternative: path });
      expect([shown?.type, Number.isFinite(shown?.value)], path).toEqual(['value', true]);
    }
    const cleared = Object.fromEntries(empty.map((path: string) => [`system.${path}`, null]));
    await party.done(gm, () => actorAt(gm).update(cleared));
  });

  const made = async (tab: Tab, data: object) => {
    const { CONFIG, game } = tab.page;
    const before = new Set(game.actors.map(({ id }) => id));
    await party.done(tab, () => CONFIG.Actor.documentClass.create({ name: 'New', type: ruleset, ...data }));
    return game.actors.find(({ id }) => !before.has(id)).toObject().prototypeToken;
  };

  it('of a new foe is unlinked, hostile and shows the first pools; of a hero, linked and friendly', async () => {
    const foe = await made(gm, {});
    expect(foe).toMatchObject({ actorLink: false, disposition: -1, sight: { enabled: false } });
    expect(tracked().bar).toContain(foe.bar1.attribute);
    const hero = await made(gm, { ownership: { [ann.page.game.user.id]: 3 } });
    expect(hero).toMatchObject({
      actorLink: true,
      disposition: 1,
      sight: { enabled: true },
      bar1: foe.bar1,
      bar2: foe.bar2,
    });
  });

  it('of a foe gets a number to tell it from others of its kind on the map; a hero’s does not', async () => {
    await made(gm, {});
    const names = async (): Promise<string[]> => {
      const actor = defined(gm.page.game.actors.contents.at(-1), 'an actor');
      const { viewed } = gm.page.game.scenes;
      const all: string[] = [];
      for (let at = 0; at < 2; at++) {
        const token = (await actor.getTokenDocument({ x: 100 * at, y: 0 }, { parent: viewed })).toObject();
        all.push(token.name);
        await party.done(gm, () => viewed.createEmbeddedDocuments('Token', [token]));
      }
      return all;
    };
    expect(await names()).toEqual(['New (1)', 'New (2)']);
    await made(gm, { ownership: { [ann.page.game.user.id]: 3 } });
    expect(await names()).toEqual(['New', 'New']);
  });

  it('keeps settings that a user has made', async () => {
    const said = { actorLink: true, disposition: 0, bar1: { attribute: null }, 'sight.range': 5 };
    expect(await made(gm, { prototypeToken: said })).toMatchObject({
      actorLink: true,
      disposition: 0,
      bar1: { attribute: null },
      sight: { enabled: false, range: 5 },
    });
  });

  it('becomes a hero’s when its actor is given to a player, unless a user has changed it', async () => {
    const owned = { ownership: { [ann.page.game.user.id]: 3 } };
    const given = async (data: object): Promise<object> => {
      await made(gm, data);
      const actor = defined(gm.page.game.actors.contents.at(-1), 'an actor');
      await party.done(gm, () => actor.update(owned));
      return actor.toObject().prototypeToken;
    };
    expect(await given({})).toMatchObject({ actorLink: true, disposition: 1, sight: { enabled: true } });
    expect(await given({ prototypeToken: { disposition: 0 } })).toMatchObject({ actorLink: false, disposition: 0 });
  });

  it('of a prepared hero is linked and sees; one without sight gets it with a player owner, or as a hero on the sheet', async () => {
    const { CONFIG, windows } = gm.page;
    /** Core fills every field of a token before it imports a document of a compendium. */
    const imported = async (source: object) => {
      await made(gm, new CONFIG.Actor.documentClass(source).toObject());
      return defined(gm.page.game.actors.contents.at(-1), 'an actor');
    };
    const sight = (actor: { toObject(): { prototypeToken: object } }) => actor.toObject().prototypeToken;
    const heroes = heroesOf(ruleset);
    expect(heroes.length).toBeGreaterThanOrEqual(4);
    for (const hero of heroes)
      expect(sight(await imported(hero)), hero.name).toMatchObject({ actorLink: true, sight: { enabled: true } });

    const [{ prototypeToken, ...rest }] = heroes as [Prepared];
    const { sight: _, ...blind } = prototypeToken;
    const before = { ...rest, prototypeToken: blind };
    const owned = await imported(before);
    expect(sight(owned)).toMatchObject({ sight: { enabled: false } });
    await party.done(gm, () => owned.update({ ownership: { [ann.page.game.user.id]: 3 } }));
    expect(sight(owned)).toMatchObject({ sight: { enabled: true }, disposition: 1 });
    const chosen = await imported(before);
    await party.done(gm, () => windows.setKind(chosen, true));
    expect(sight(chosen)).toMatchObject({ sight: { enabled: true }, disposition: 1 });
  });

  it('before the fight changes the pool that is entered at it, within its limits', async () => {
    const [, path] = pools()[0];
    const bar = path.replace(/\.value$/, '');
    const read = () => gm.page.foundry.utils.getProperty(actorAt(gm).system, bar) as Pool;
    await party.done(gm, () => actorAt(gm).modifyTokenAttribute(bar, 1));
    expect(read().value).toBe(Math.min(1, read().max));
    await party.done(ann, () => actorAt(ann).modifyTokenAttribute(bar, -100, true));
    expect(read().value).toBe(0);
    await party.done(gm, () => actorAt(gm).modifyTokenAttribute(bar, 9999));
    expect(read().value).toBe(read().max);
  });

  it('in a fight makes it a step of the GM that can be undone', async () => {
    await party.start();
    const [id, path] = pools()[0];
    const bar = path.replace(/\.value$/, '');
    const value = (): number => party.encounter.fighters[party.of(ANN)].pools[id].value;
    const [before, { step }] = [value(), party.combat.system];
    const to = before === 1 ? 0 : 1;
    await party.done(gm, () => actorAt(gm).modifyTokenAttribute(bar, to));
    await party.answerAll();
    expect([value(), party.combat.system.step > step]).toEqual([to, true]);
    const commands = Object.values(party.combat.system.history).map(({ command }) => command.do);
    expect(commands).toContain('adjust');
    while (party.combat.system.cursor > step) await party.done(gm, () => gm.page.rewindStep(party.combat));
    expect(value()).toBe(before);
  });

  it('changes nothing where a module refuses it', async () => {
    const [, path] = pools()[0];
    const bar = path.replace(/\.value$/, '');
    const { Hooks } = gm.page;
    const id = Hooks.on('modifyTokenAttribute', () => false);
    const before = JSON.stringify(actorAt(gm).system[bar]);
    const { step } = party.combat.system;
    await party.done(gm, () => actorAt(gm).modifyTokenAttribute(bar, 1, true));
    Hooks.off('modifyTokenAttribute', id);
    expect([JSON.stringify(actorAt(gm).system[bar]), party.combat.system.step]).toEqual([before, step]);
  });

  it('is offered with a dialog for the world’s rulesets, and on an actor for its own kinds', async () => {
    const { CONFIG, game } = gm.page;
    const offered = (name: 'Actor' | 'Item' | 'Combat', operation: object = {}): string[] =>
      gm.page.offeredTypes(name, CONFIG[name].documentClass.TYPES, operation);
    const kinds = Object.keys(adapter().models.Item);
    expect(
      offered('Item', { parent: actorAt(gm) })
        .filter((type) => type !== 'base')
        .sort(),
    ).toEqual(kinds.sort());
    expect(
      offered('Actor')
        .filter((type) => type !== 'base')
        .sort(),
    ).toEqual(Object.keys(GAMES).sort());
    for (const other of Object.keys(GAMES).filter((each) => each !== ruleset))
      await party.done(gm, () => game.settings.set('cadence', `${other}.played`, false));
    for (const name of ['Actor', 'Combat'] as const)
      expect(
        offered(name).filter((type) => type !== 'base'),
        name,
      ).toEqual([ruleset]);
    expect(
      offered('Item')
        .filter((type) => type !== 'base')
        .sort(),
    ).toEqual(kinds.sort());
    expect(offered('Actor', { pack: 'world.any' })).toEqual(CONFIG.Actor.documentClass.TYPES);
    await party.done(gm, () => game.settings.set('cadence', `${ruleset}.played`, false));
    expect(offered('Actor')).toEqual(CONFIG.Actor.documentClass.TYPES);
  });
});
