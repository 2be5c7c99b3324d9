import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { ANN, BOB, FOE, Party } from './party';

describe.each(['seconds', 'slots', 'clash'])('Foundry’s initiative in %s', (ruleset) => {
  let party: Party;
  beforeAll(async () => {
    party = await Party.open(ruleset);
  });
  afterAll(() => party?.table.close());

  /** Returns what the GM is notified of. */
  async function said(deed: () => unknown): Promise<string> {
    const from = party.table.log.length;
    await party.done(party.gm, deed);
    return party.heard(party.gm, from);
  }
  const combatants = () => party.combat.combatants.contents;

  it('is not rolled for some fighters alone, set, or cleared before the encounter begins', async () => {
    const expected = expect.stringContaining('when the encounter starts.');
    expect(await said(() => party.combat.rollInitiative([party.of(ANN)]))).toEqual(expected);
    expect(await said(() => party.combat.rollNPC())).toEqual(expected);
    expect(await said(() => party.combat.setInitiative(party.of(ANN), 9))).toEqual(expected);
    expect(await said(() => party.combat.resetAll())).toEqual(expected);
    expect(await said(() => combatants()[0].rollInitiative())).toEqual(expected);
    expect(await said(() => combatants()[0].update({ initiative: 12 }))).toEqual(expected);
    expect(await said(() => combatants()[0].update({ '==initiative': 12 }))).toEqual(expected);
    expect(await said(() => combatants()[0].update({ '-=initiative': null }))).toBe('');
    expect(combatants().map(({ initiative, _source }) => [initiative, _source.initiative])).toEqual(
      Array(5).fill([null, null]),
    );
    expect(party.encounter.clock.phase).toBe(party.rules.idle.phase);
  });

  it('is rolled for all fighters when the ruleset begins the encounter, which only the GM starts', async () => {
    const { user, messages } = party.gm.page.game;
    await party.done(party.gm, () => user.update({ character: combatants()[0].actorId }));
    expect(await said(() => party.combat.rollAll())).toBe('');
    await party.answerAll();
    const cards = messages.filter(({ type }) => type === ruleset);
    expect(cards.map(({ speaker }) => [speaker.alias, speaker.token])).toContainEqual(['Gamemaster', null]);
    expect(combatants().map(({ initiative }) => initiative)).toEqual(Array(5).fill(expect.any(Number)));
    expect(party.combat.turns.map(({ id }) => id)).toEqual(party.rules.timing.order(party.encounter));
  });

  it('names the fighter whose turn it is and the next one, on every client', async () => {
    const order = party.rules.timing.order(party.encounter);
    for (const tab of party.table.tabs) {
      const combat = party.combatAt(tab);
      expect(combat.combatant?.id).toBe(order[0]);
      expect(combat.nextCombatant?.id).toBe(order[1]);
      expect(combat.turns[combat.turn ?? -1]).toBe(combat.combatant);
      expect(combat.turns.map(({ id }) => id)).toEqual(order);
    }
  });

  it('does not change after the roll, except where the rules let a GM set it', async () => {
    const stands = expect.stringContaining('does not change until the encounter ends');
    expect(await said(() => party.combat.rollAll())).toEqual(stands);
    expect(await said(() => party.combat.resetAll())).toEqual(stands);
    expect(await said(() => party.combat.rollInitiative([party.of(FOE)]))).toEqual(stands);
    if (ruleset !== 'seconds') {
      expect(await said(() => party.combat.setInitiative(party.of(BOB), 42))).toBe('');
      expect(party.encounter.fighters[party.of(BOB)].state.initiative).toBe(42);
      expect(await said(() => party.combat.combatants.get(party.of(ANN)).update({ initiative: 41 }))).toBe('');
      expect(party.combat.combatants.get(party.of(ANN)).initiative).toBe(41);
      expect(party.combat.combatant?.id).toBe(party.encounter.clock.turn);
    } else expect(await said(() => party.combat.setInitiative(party.of(BOB), 42))).toEqual(stands);
  });

  it('refuses writes of round and turn that bypass the referee', async () => {
    const { round, turn, combatant } = party.combat;
    const [, ann] = party.table.tabs;
    await party.done(ann, () => party.combatAt(ann).update({ round: 7, turn: 3 }));
    await party.table.settle();
    expect([party.combat.round, party.combat.turn]).toEqual([round, turn]);
    expect(party.combat.combatant).toBe(combatant);
    expect(party.table.faults).toEqual([]);
  });
});

it.each(['energy', 'tempo'])('refuses to roll initiative in %s, and reports it', async (ruleset) => {
  const party = await Party.open(ruleset);
  await party.start();
  const from = party.table.log.length;
  await party.done(party.gm, () => party.combat.rollAll());
  expect(party.heard(party.gm, from)).toContain('does not use initiative');
  expect(party.combat.combatants.map(({ initiative }) => initiative)).toEqual(Array(5).fill(null));
  expect([party.combat.turn, party.combat.combatant, party.combat.nextCombatant]).toEqual([null, null, undefined]);
  await party.table.close();
});

it.each(['seconds', 'slots', 'clash', 'energy', 'tempo'])(
  'ends an encounter of %s by its rules before deleting it, once confirmed',
  async (ruleset) => {
    const party = await Party.open(ruleset);
    const { gm } = party;
    const { DialogV2, ApplicationV2 } = gm.page.foundry.applications.api;
    const shown: string[] = [];
    // There is no page to draw windows on.
    defined(ApplicationV2, 'windows').prototype.render = async function () {
      shown.push(this.id);
      return this;
    };
    const heard: string[] = [];
    gm.page.Hooks.on('cadence.step', ({ system }) => heard.push(system.clock.phase));
    await party.start();
    const { combat, rules } = party;
    const { actor } = combat.combatants.get(party.of(ANN));
    const asked: string[] = [];
    const answer = (sure: boolean) => {
      DialogV2.confirm = async ({ window }) => {
        asked.push(window.title);
        return sure;
      };
    };
    answer(false);
    await party.done(gm, () => combat.endCombat());
    await party.table.settle();
    expect(gm.page.game.combats.get(combat.id)).toBe(combat);
    answer(true);
    await party.done(gm, () => combat.endCombat());
    await party.table.settle();
    expect(asked).toEqual(['COMBAT.EndTitle', 'COMBAT.EndTitle']);
    expect(gm.page.game.combats.get(combat.id)).toBeUndefined();
    expect(heard.at(-1)).toBe(rules.idle.phase);
    await expect.poll(() => shown).toEqual(['cadence-record']);
    expect(actor.effects.filter(({ type }) => type === 'condition')).toEqual([]);
    expect(gm.page.game.messages.filter(({ type }) => type === 'request')).toEqual([]);
    expect(party.table.faults).toEqual([]);
    await party.table.close();
  },
);

it.each([
  ['the tracker', (party: Party) => party.gm.page.windows.act(party.combat, { do: 'end', by: 'gm' }, 'nothing')],
  ['Foundry', (party: Party) => party.combat.endCombat()],
])('End Combat of %s asks what to do about an open question', async (_, end) => {
  const party = await Party.open('energy');
  const { gm } = party;
  const { DialogV2, ApplicationV2 } = gm.page.foundry.applications.api;
  defined(ApplicationV2, 'windows').prototype.render = async function () {
    return this;
  };
  await party.start();
  await party.send(gm, party.asking(party.of(FOE), party.of(ANN)));
  const { step, open } = party.combat.system;
  expect(open).not.toBeNull();
  const asked: string[] = [];
  DialogV2.confirm = async () => true;
  const press = async (choice: string | null) => {
    DialogV2.wait = async ({ content, buttons }) => {
      asked.push(content, ...buttons.map(({ label }) => label));
      return choice;
    };
    await party.done(gm, () => end(party));
    await party.table.settle();
  };
  for (const choice of ['wait', null]) await press(choice);
  expect(party.combat.system).toMatchObject({ step, open: { exchange: open?.exchange } });
  expect(asked.slice(0, 3)).toEqual([
    '<p>Waiting for Mira. Combat can only end without an open question.</p>',
    'Wait for the answer',
    'Cancel the question to Mira and end combat',
  ]);
  await press('cancel');
  const after = gm.page.game.combats.get(party.combat?.id ?? '')?.system;
  expect(after?.open ?? null).toBeNull();
  expect(after?.clock.phase ?? party.rules.idle.phase).toBe(party.rules.idle.phase);
  expect(party.table.faults).toEqual([]);
  await party.table.close();
});

describe.each(['seconds', 'slots', 'clash'])('group initiative in %s', (ruleset) => {
  it('is one roll for all foes of one kind and a separate roll for each hero', async () => {
    const party = await Party.open(ruleset, ['Gamemaster'], {}, undefined, 4);
    await party.done(party.gm, () => party.gm.page.game.settings.set('cadence', 'groupInitiative', true));
    await party.done(party.gm, () => party.combat.rollAll());
    await party.answerAll();
    const totals = party.combat.combatants.contents.slice(FOE).map(({ initiative }) => initiative);
    expect(totals).toEqual(Array(6).fill(totals[0]));
    expect(totals[0]).toEqual(expect.any(Number));
    expect(new Set(party.combat.combatants.map(({ initiative }) => initiative)).size).toBeGreaterThan(2);
    await party.table.close();
  });
});
