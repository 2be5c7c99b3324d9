import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Reserve, ReserveTrigger } from '../../src/encounter/reserve';
import { defined } from '../../src/kernel/defined';
import type { Adapter, GamePage } from './game-page';
import { ANN, FOE, Party } from './party';
import type { Tab } from './tab';
import type { StoredWorld } from './table';
import { idOf } from './world';

interface ListedFoe {
  readonly uuid: string;
  readonly name: string;
  readonly threat: unknown;
}

/** Of the system's own exports in a page. */
interface Builder {
  loadFoes(adapter: Adapter): Promise<readonly ListedFoe[]>;
  placePlan(plan: readonly object[], ruleset: string, map: object, trigger: ReserveTrigger): Promise<number>;
  setTrigger(combat: object, trigger: ReserveTrigger): Promise<void>;
}

describe.each(['seconds', 'clash'])('a second wave in %s', (ruleset) => {
  let party: Party;
  let gm: Tab;
  let ann: Tab;
  let begun: StoredWorld;

  beforeAll(async () => {
    party = await Party.open(ruleset, ['Gamemaster', 'Ann']);
    [gm, ann] = party.table.tabs as [Tab, Tab];
    begun = party.table.whole();
  });
  beforeEach(async () => {
    await party.table.store(begun);
    for (const tab of party.table.tabs) tab.reload();
    await party.arrive();
    await party.done(gm, () => gm.page.takeReferee(party.combat));
  });
  afterAll(() => party?.table.close());

  const windows = () => gm.page.windows as GamePage['windows'] & Builder;
  const scene = () => gm.page.game.scenes.contents[0];
  const reserve = () => (party.combat.system as unknown as { readonly reserve: Reserve | null }).reserve;
  const lineFor = (tab: Tab) =>
    tab.page.windows.trackerContext(defined(tab.page.windows.fightOf(party.combatAt(tab)), 'a fight'));
  const hidden = () => scene().tokens.filter((token) => (token as { hidden?: boolean }).hidden === true).length;
  const cards = () => gm.page.game.messages.contents.filter(({ system }) => system.command?.do === 'reinforce').length;
  async function place(trigger: Partial<ReserveTrigger>): Promise<void> {
    const actor = gm.page.game.actors.get(idOf('Actor', FOE));
    const foe = { uuid: actor.uuid, name: actor.name, img: '', source: '', isPacked: false, threat: null };
    const plan = [
      { foe, count: 2, wave: 1 },
      { foe, count: 2, wave: 2 },
    ];
    const map = { scene: scene(), x: 1000, y: 1000 };
    await party.done(gm, () => windows().placePlan(plan, ruleset, map, { when: 'hand', round: 2, ...trigger }));
  }
  async function untilRound(round: number): Promise<void> {
    for (let moves = 0; moves < 60 && party.encounter.clock.round < round; moves++) {
      await party.play(defined(party.onward()[0], 'a command of the clock'));
      await party.table.settle();
    }
  }

  it('waits hidden beside the encounter, on free spaces, and only the GM reads of it', async () => {
    const { size } = party.combat.combatants;
    await place({ when: 'round', round: 2 });
    expect([party.combat.combatants.size - size, hidden()]).toEqual([2, 2]);
    expect(reserve()).toMatchObject({ trigger: { when: 'round', round: 2 }, members: [{}, {}] });
    expect(reserve()?.first.length).toBe(4);
    const spaces = scene().tokens.map(({ x, y }) => `${x},${y}`);
    expect(new Set(spaces).size).toBe(spaces.length);
    expect(lineFor(gm)).toMatchObject({ reserve: { line: 'In reserve: 2, until round 2' } });
    expect(lineFor(ann)).toMatchObject({ reserve: null });
    expect(ann.page.encounterOf(party.combatAt(ann))).not.toHaveProperty('reserve');
  });

  it('joins in its round as one step, which an undo takes back and a redo repeats, also after a reload', async () => {
    await place({ when: 'round', round: 2 });
    await party.start();
    await party.table.settle();
    const { size } = party.combat.combatants;
    expect(cards()).toBe(0);
    await untilRound(2);
    expect([party.combat.combatants.size - size, hidden(), reserve(), cards()]).toEqual([2, 0, null, 1]);
    const ids = () => party.combat.combatants.map(({ id }) => id).sort();
    const joined = ids();
    for (const id of joined) expect(party.encounter.fighters[id]).toBeDefined();
    gm.reload();
    await party.arrive();
    await party.done(gm, () => gm.page.takeReferee(party.combat));
    await party.done(gm, () => gm.page.rewindStep(party.combat));
    await party.table.settle();
    expect([party.combat.combatants.size - size, hidden(), reserve()?.members.length]).toEqual([0, 2, 2]);
    await party.done(gm, () => gm.page.redoStep(party.combat));
    await party.table.settle();
    expect([ids(), hidden(), reserve(), cards()]).toEqual([joined, 0, null, 1]);
    expect(party.table.faults).toEqual([]);
  });

  it('joins when half of the first wave is down, once', async () => {
    await place({ when: 'half' });
    await party.start();
    await party.table.settle();
    const foes = defined(reserve(), 'a reserve').first;
    const [first, second] = foes.map((id) => party.combat.combatants.get(id).actor);
    await party.done(gm, () => gm.page.setDefeated(defined(first, 'a foe'), true));
    await party.table.settle();
    expect([hidden(), cards()]).toEqual([2, 0]);
    await party.done(gm, () => gm.page.setDefeated(defined(second, 'a foe'), true));
    await party.table.settle();
    expect([hidden(), cards(), reserve()]).toEqual([0, 1, null]);
    expect(party.heard(ann)).toBe('');
  });

  it('joins when the GM says so, with another trigger than it was placed with, and without who is gone', async () => {
    await place({ when: 'round', round: 1 });
    await party.done(gm, () => windows().setTrigger(party.combat, { when: 'hand', round: 1 }));
    await party.start();
    await party.table.settle();
    const [gone] = defined(reserve(), 'a reserve').members;
    await party.done(gm, () => scene().tokens.get(defined(gone, 'a member').token).delete());
    const { size } = party.combat.combatants;
    await party.done(ann, () => ann.page.submit(party.combatAt(ann), { do: 'reinforce', by: 'gm' }));
    await party.done(ann, () => ann.page.submit(party.combatAt(ann), { do: 'reinforce', by: party.of(ANN) }));
    await party.table.settle();
    expect([hidden(), cards()]).toEqual([1, 0]);
    await party.send(gm, { do: 'reinforce', by: 'gm' });
    expect([party.combat.combatants.size - size, hidden(), cards()]).toEqual([1, 0, 1]);
    const { length } = party.table.log;
    await party.send(gm, { do: 'reinforce', by: 'gm' });
    expect(cards()).toBe(1);
    expect(party.heard(gm, length)).toContain('No one is in reserve.');
  });

  it('is listed with the foes of the world', async () => {
    let foes: readonly ListedFoe[] = [];
    await party.done(gm, async () => {
      foes = await windows().loadFoes(gm.page.adapterOf(ruleset) as never);
    });
    expect(foes.map(({ uuid }) => uuid)).toContain(gm.page.game.actors.get(idOf('Actor', FOE)).uuid);
  });
});
