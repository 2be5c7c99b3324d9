import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deepEqual } from '../../src/kernel/deep-equal';
import { sampled } from '../tiers/tier';
import type { ActiveEffect, Item } from './documents';
import { ANN, BOB, FOE, LAST, Party } from './party';
import type { Tab } from './tab';

/**
 * A cached part of a fight is read again when its source changes. A GM makes each change; it is checked in that window
 * and in a player's, which is only notified.
 */
describe.each(sampled(['energy', 'clash', 'seconds', 'slots', 'tempo'], 1, 3))(
  'the cached fight in a window of %s',
  (ruleset) => {
    let party: Party;
    let gm: Tab;
    let ann: Tab;

    beforeAll(async () => {
      party = await Party.open(ruleset, ['Gamemaster', 'Ann']);
      [gm, ann] = party.table.tabs as [Tab, Tab];
      await party.start();
    });
    afterAll(() => party?.table.close());

    const fightAt = (tab: Tab) => tab.page.windows.fightOf(party.combatAt(tab));
    const combatant = (token: number) => party.combat.combatants.get(party.of(token));
    const actorOf = (token: number) => combatant(token).actor;
    const scene = () => party.combat.scene;

    /** Returns the fighters that a change replaces, in every window; all others stay the same objects. */
    async function changedBy(deed: () => unknown): Promise<string[]> {
      const before = [gm, ann].map((tab) => fightAt(tab).encounter.fighters);
      await party.done(gm, deed);
      const changed = [gm, ann].map((tab, at) => {
        const { fighters } = fightAt(tab).encounter;
        return Object.keys(fighters).filter((id) => fighters[id] !== before[at][id]);
      });
      expect(changed[1]).toEqual(changed[0]);
      return changed[0];
    }

    /** Compares with a window that opens now. */
    async function asNewlyRead(): Promise<void> {
      const fresh = party.table.sit('Onlooker');
      await party.table.settle();
      const plain = (tab: Tab) => JSON.parse(JSON.stringify(fightAt(tab).encounter));
      expect(plain(gm)).toEqual(plain(fresh));
      fresh.leave();
      party.table.tabs.splice(party.table.tabs.indexOf(fresh), 1);
    }

    it('stays the same object while nothing relevant changes', async () => {
      const before = [gm, ann].map(fightAt);
      expect([gm, ann].map(fightAt)).toEqual(before);
      await party.done(gm, () => party.combat.setFlag('world', 'note', 1));
      expect([gm, ann].map((tab, at) => fightAt(tab) === before[at])).toEqual([true, true]);
    });

    it('is passed as a copy to code that plays on it', () => {
      const kept = fightAt(gm).encounter;
      const whole = JSON.stringify(kept);
      const own = party.encounter;
      Object.assign(own.clock, { round: 77 });
      for (const fighter of Object.values(own.fighters)) {
        for (const pool of Object.values(fighter.pools)) pool.value = -1;
        fighter.conditions.push({ key: 'x', id: 'x', until: null });
        fighter.state.x = 1;
        for (const item of fighter.items) Object.assign(item, { name: 'x' });
        Object.assign(fighter, { place: null });
      }
      expect(JSON.stringify(fightAt(gm).encounter)).toBe(whole);
      expect(Object.getPrototypeOf(own.fighters)).toBeNull();
    });

    it('follows the renaming of a token, of a combatant, and of an actor', async () => {
      expect(await changedBy(() => combatant(FOE).token.update({ name: 'Somebody' }))).toEqual([party.of(FOE)]);
      expect(await changedBy(() => combatant(FOE).update({ name: 'Somebody else' }))).toEqual([party.of(FOE)]);
      expect(fightAt(ann).encounter.fighters[party.of(FOE)].name).toBe('Somebody else');
      expect(await changedBy(() => actorOf(ANN).update({ name: 'Another' }))).toEqual([party.of(ANN)]);
      await asNewlyRead();
    });

    it('follows the place, size and side of a token', async () => {
      const { token } = combatant(BOB);
      const moved = { x: token._source.x + 100 };
      expect(await changedBy(() => token.update(moved, { cadence: { step: 0 }, animate: false }))).toEqual([
        party.of(BOB),
      ]);
      expect(await changedBy(() => combatant(FOE).token.update({ width: 2, height: 2 }))).toEqual([party.of(FOE)]);
      expect(fightAt(ann).encounter.fighters[party.of(FOE)].place.width).toBeGreaterThan(1);
      expect(await changedBy(() => combatant(FOE).token.update({ disposition: 0 }))).toEqual([party.of(FOE)]);
      await asNewlyRead();
    });

    it('follows changes of an actor, for each of its tokens', async () => {
      const [pool] = Object.entries(gm.page.adapterOf(ruleset).pools).filter(
        ([, { document }]) => document === 'actor',
      );
      const [id, { path }] = pool;
      const before = fightAt(gm).encounter.fighters[party.of(ANN)].pools[id].value;
      expect(await changedBy(() => actorOf(ANN).update({ [`system.${path}`]: Math.max(0, before - 1) }))).toEqual([
        party.of(ANN),
      ]);
      // A foe's token is unlinked: changes stay on its own actor.
      expect(await changedBy(() => actorOf(LAST).update({ [`system.${path}`]: 0 }))).toEqual([party.of(LAST)]);
      await asNewlyRead();
    });

    it('follows the creation, change and deletion of an item', async () => {
      const type = Object.keys(gm.page.adapterOf(ruleset).models.Item)[0];
      let item: Item;
      expect(
        await changedBy(async () => {
          [item] = await actorOf(ANN).createEmbeddedDocuments('Item', [{ name: 'Thing', type }]);
        }),
      ).toEqual([party.of(ANN)]);
      expect(await changedBy(() => item.update({ name: 'Other thing' }))).toEqual([party.of(ANN)]);
      expect(fightAt(ann).encounter.fighters[party.of(ANN)].items.map(({ name }) => name)).toContain('Other thing');
      expect(await changedBy(() => item.delete())).toEqual([party.of(ANN)]);
      await asNewlyRead();
    });

    it('follows the creation, disabling and deletion of an active effect, also one lent by an item', async () => {
      const status = Object.keys(party.rules.conditions)[0];
      const borne = () => fightAt(ann).encounter.fighters[party.of(ANN)].conditions.length;
      const data = { name: 'Effect', statuses: [status], img: 'icons/svg/aura.svg' };
      const was = borne();
      let effect: ActiveEffect;
      expect(
        await changedBy(async () => {
          [effect] = await actorOf(ANN).createEmbeddedDocuments('ActiveEffect', [data]);
        }),
      ).toEqual([party.of(ANN)]);
      expect(borne()).toBe(was + 1);
      expect(await changedBy(() => effect.update({ disabled: true }))).toEqual([party.of(ANN)]);
      expect(borne()).toBe(was);
      await party.done(gm, () => effect.delete());
      const type = Object.keys(gm.page.adapterOf(ruleset).models.Item)[0];
      let item: Item;
      await party.done(gm, async () => {
        [item] = await actorOf(ANN).createEmbeddedDocuments('Item', [
          { name: 'Ring', type, effects: [{ ...data, transfer: true }] },
        ]);
      });
      expect(borne()).toBe(was + 1);
      expect(await changedBy(() => item.effects.contents[0].update({ disabled: true }))).toEqual([party.of(ANN)]);
      expect(borne()).toBe(was);
      await party.done(gm, () => item.delete());
      await asNewlyRead();
    });

    it('follows the expiry of an effect without any data preparation', async () => {
      const status = Object.keys(party.rules.conditions)[0];
      await party.done(gm, () =>
        actorOf(ANN).createEmbeddedDocuments('ActiveEffect', [{ name: 'Brief', statuses: [status] }]),
      );
      const [effect] = actorOf(ANN).effects.contents.slice(-1);
      const before = fightAt(gm).encounter.fighters[party.of(ANN)];
      Object.defineProperty(effect, 'active', { value: false, configurable: true });
      gm.page.Hooks.callAll('updateWorldTime', 0, 0);
      expect(fightAt(gm).encounter.fighters[party.of(ANN)]).not.toBe(before);
      Reflect.deleteProperty(effect, 'active');
      await party.done(gm, () => effect.delete());
      await asNewlyRead();
    });

    it('follows ownership and visibility', async () => {
      const { game } = ann.page;
      const before = fightAt(ann).viewer;
      const world = gm.page.game.actors.get(actorOf(BOB).id);
      expect(await changedBy(() => world.update({ ownership: { [game.user.id]: 3 } }))).toContain(party.of(BOB));
      expect(fightAt(ann).viewer).not.toBe(before);
      expect(fightAt(ann).viewer.owns).toContain(party.of(BOB));
      await party.done(gm, () => combatant(FOE).update({ hidden: true }));
      expect(fightAt(ann).viewer.hiddenFighters).toEqual([party.of(FOE)]);
      expect(fightAt(gm).viewer.hiddenFighters).toEqual([]);
      await party.done(gm, () => combatant(FOE).update({ hidden: false }));
      await asNewlyRead();
    });

    it('follows the user’s own targets, and no other user’s', async () => {
      const before = fightAt(ann);
      const token = party.combatAt(ann).combatants.get(party.of(FOE)).token;
      const { user } = ann.page.game;
      const stand = { document: token };
      user.targets.add(stand);
      ann.page.Hooks.callAll('targetToken', user, stand, true);
      expect(fightAt(ann).viewer.targets).toEqual([party.of(FOE)]);
      expect(fightAt(gm).viewer.targets).toEqual([]);
      expect(fightAt(ann).encounter).toBe(before.encounter);
      user.targets.delete(stand);
      ann.page.Hooks.callAll('targetToken', user, stand, false);
      expect(fightAt(ann).viewer.targets).toEqual([]);
    });

    it('follows a setting of its ruleset, and that the map no longer counts', async () => {
      const { settings } = party.rules;
      const [key, definition] = Object.entries(settings).find(([, { initial }]) => typeof initial === 'boolean') ?? [];
      if (key) {
        await party.done(gm, () => gm.page.game.settings.set('cadence', `${ruleset}.${key}`, !definition?.initial));
        for (const tab of [gm, ann]) expect(fightAt(tab).encounter.settings[key]).toBe(!definition?.initial);
        await party.done(gm, () => gm.page.game.settings.set('cadence', `${ruleset}.${key}`, definition?.initial));
      }
      await party.done(gm, () => scene().createEmbeddedDocuments('Wall', [{ c: [500, 0, 500, 900] }]));
      for (const tab of [gm, ann]) expect(fightAt(tab).encounter.ground.walls).toHaveLength(1);
      await party.done(gm, () => gm.page.game.settings.set('cadence', 'mapCounts', false));
      for (const tab of [gm, ann]) expect(fightAt(tab).encounter.ground.walls).toBeUndefined();
      await party.done(gm, () => gm.page.game.settings.set('cadence', 'mapCounts', true));
      await asNewlyRead();
    });

    it('follows walls and doors, lamps and darkness, difficult terrain, and the scene’s grid', async () => {
      const ground = () => [gm, ann].map((tab) => fightAt(tab).encounter.ground);
      const [wall] = scene().walls.contents;
      await party.done(gm, () => wall.update({ door: 1, ds: 1 }));
      for (const { walls } of ground()) expect(walls).toBeUndefined();
      await party.done(gm, () => wall.update({ ds: 0 }));
      for (const { walls } of ground()) expect(walls).toHaveLength(1);
      await party.done(gm, () =>
        scene().createEmbeddedDocuments('AmbientLight', [{ x: 100, y: 100, config: { bright: 2, dim: 4 } }]),
      );
      for (const { light } of ground()) expect(light?.lamps).toHaveLength(1);
      await party.done(gm, () => combatant(BOB).token.update({ light: { bright: 3, dim: 6 } }));
      for (const { light } of ground()) expect(light?.lamps).toHaveLength(2);
      await party.done(gm, () => scene().update({ 'environment.darknessLevel': 1 }));
      for (const { light } of ground()) expect(light?.ambient).toBe('dark');
      await party.done(gm, () =>
        scene().createEmbeddedDocuments('Region', [
          {
            name: 'Mire',
            shapes: [{ type: 'rectangle', x: 0, y: 0, width: 300, height: 300 }],
            behaviors: [{ name: 'Hard', type: 'modifyMovementCost', system: { difficulties: { walk: 2 } } }],
          },
        ]),
      );
      for (const { difficult } of ground()) expect(difficult?.length).toBeGreaterThan(0);
      const region = scene().regions.find(({ name }) => name === 'Mire');
      const covered = () =>
        ground().map(({ difficult }) => (difficult ?? []).reduce((sum, area) => sum + area.width * area.height, 0));
      const small = covered();
      await party.done(gm, () =>
        region.update({ shapes: [{ type: 'rectangle', x: 0, y: 0, width: 300, height: 600 }] }),
      );
      expect(covered()).toEqual(small.map((metres) => 2 * metres));
      await party.done(gm, () => region.behaviors.contents[0].update({ system: { difficulties: { walk: 3 } } }));
      for (const { difficult } of ground()) expect(difficult?.[0].cost).toBe(3);
      const [cell] = ground().map((each) => each.cell);
      await party.done(gm, () => scene().update({ 'grid.distance': cell * 2 }));
      for (const each of ground()) expect(each.cell).toBe(cell * 2);
      await asNewlyRead();
    });

    it('computes a derived value once per fight and viewer', async () => {
      const { ofFight } = ann.page.windows;
      let made = 0;
      const things = () => ofFight(fightAt(ann), 'things', () => ++made);
      expect([things(), things()]).toEqual([1, 1]);
      await party.done(gm, () => actorOf(ANN).update({ name: 'Somebody called otherwise' }));
      expect([things(), things()]).toEqual([2, 2]);
      const stand = { document: combatant(FOE).token, id: 'foe' };
      ann.page.game.user.targets.add(stand);
      ann.page.Hooks.callAll('targetToken', ann.page.game.user, stand, true);
      expect([things(), things()]).toEqual([3, 3]);
      ann.page.game.user.targets.delete(stand);
      ann.page.Hooks.callAll('targetToken', ann.page.game.user, stand, false);
      expect([things(), things()]).toEqual([4, 4]);
    });

    it('follows combatants that come and go', async () => {
      const id = party.of(LAST);
      await party.done(gm, () => combatant(LAST).delete());
      for (const tab of [gm, ann]) expect(Object.keys(fightAt(tab).encounter.fighters)).not.toContain(id);
      await asNewlyRead();
    });

    it('follows a step and its undo', async () => {
      const before = JSON.stringify(fightAt(ann).encounter);
      const amount = {
        do: 'condition',
        by: 'gm',
        at: party.of(ANN),
        options: { condition: Object.keys(party.rules.conditions)[0], on: true },
      };
      await party.play(amount);
      expect(JSON.stringify(fightAt(ann).encounter)).not.toBe(before);
      await party.done(gm, () => gm.page.rewindStep(party.combat));
      expect(deepEqual(JSON.parse(JSON.stringify(fightAt(ann).encounter)), JSON.parse(before))).toBe(true);
      await asNewlyRead();
    });
  },
);
