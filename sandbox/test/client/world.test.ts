import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TypeDataModel } from '../../src/client/abstract/type-data';
import type { ApplicationV2 } from '../../src/client/applications/api/application';
import type { ActiveEffect } from '../../src/client/documents/active-effect';
import type { Actor } from '../../src/client/documents/actor';
import type { Combat, CombatState } from '../../src/client/documents/combat';
import type { User } from '../../src/client/documents/user';
import type { Sandbox } from '../../src/server/server';
import { COMBAT, folders, MINE, MIRA, start, THEIRS } from '../server/table';
import { createIn, openTab, settle, type Tab } from './table';

let place: Awaited<ReturnType<typeof folders>>;
let sandbox: Sandbox;
let gm: Tab;
let ann: Tab;

const model = (tab: Tab) => {
  const { fields } = tab;
  tab.CONFIG.Actor.dataModels.fighter = class extends tab.TypeDataModel {
    static override defineSchema() {
      const hp = { value: new fields.NumberField({ initial: 5 }), max: new fields.NumberField({ initial: 7 }) };
      return {
        hp: new fields.SchemaField(hp),
        speed: new fields.NumberField({ required: true, nullable: false, initial: 2, persisted: false }),
      };
    }

    declare hp: { max: number };
    declare speed: number;
    declare total: number;

    override prepareDerivedData() {
      this.total = this.hp.max + this.speed;
    }
  };
  tab.CONFIG.statusEffects = [
    { id: 'prone', name: 'Prone', img: 'x.svg', _id: 'prone00000000000', statuses: ['exposed'] },
  ];
};

beforeEach(async () => {
  place = await folders();
  sandbox = await start(place);
  gm = await openTab(sandbox, 'Gamemaster', model);
  ann = await openTab(sandbox, 'Ann', model);
});
afterEach(async () => {
  gm.close();
  ann.close();
  await sandbox.close();
  await place.remove();
});

interface FighterSource {
  hp: { value: number; max: number };
}
const sourceOf = (actor: Actor) => actor._source.system as object as FighterSource;
/** The prepared data. Each preparation makes a new object, so read it after the change. */
const preparedOf = (actor: Actor) => actor.system as object as FighterSource & { speed: number; total: number };

describe('active effects', () => {
  it('change prepared data by phase and priority, but not the source', async () => {
    const actor = gm.game.actors.get(MIRA)!;
    const { max } = sourceOf(actor).hp;
    const changes = [
      { key: 'system.speed', type: 'multiply', value: 3, phase: 'initial' },
      { key: 'system.speed', type: 'add', value: '1', phase: 'initial' },
      { key: 'system.total', type: 'multiply', value: 2, phase: 'final' },
      { key: 'system.hp.max', type: 'override', value: '@hp.value', phase: 'initial' },
    ];
    await actor.createEmbeddedDocuments('ActiveEffect', [{ name: 'Haste', system: { changes } }]);
    const system = preparedOf(actor);
    expect(system.speed).toBe(7);
    expect(system.hp.max).toBe(system.hp.value);
    expect(system.total).toBe((system.hp.value + 7) * 2);
    expect(sourceOf(actor).hp.max).toBe(max);
  });

  it('are toggled by status, with implied statuses, on every client', async () => {
    const actor = gm.game.actors.get(MIRA)!;
    const effect = (await actor.toggleStatusEffect('prone')) as ActiveEffect;
    await settle(ann);
    const there = ann.game.actors.get(MIRA)!;
    expect(effect.id).toBe('prone00000000000');
    expect([...there.statuses].sort()).toEqual(['exposed', 'prone']);
    // v14: a status alone is neither temporary nor an icon on the token.
    expect(effect.isTemporary).toBe(false);
    expect(there.temporaryEffects).toEqual([]);
    await actor.effects.get('prone00000000000')!.update({ showIcon: 2 });
    await settle(ann);
    expect(there.temporaryEffects.map((e) => e.name)).toEqual(['Prone']);
    expect(await actor.toggleStatusEffect('prone', { active: true })).toBe(true);
    expect(await actor.toggleStatusEffect('prone')).toBe(false);
    expect(actor.statuses.size).toBe(0);
  });

  it('of v13 are converted to v14', async () => {
    const actor = gm.game.actors.get(MIRA)!;
    const effect = await createIn(actor, 'ActiveEffect', {
      name: 'Old',
      changes: [{ key: 'system.speed', mode: 5, value: '9', priority: null }],
      duration: { rounds: 2, startRound: 1 },
    });
    expect(effect.system.changes?.[0]).toMatchObject({ type: 'override', value: 9, phase: 'initial' });
    expect(effect.duration).toMatchObject({ value: 2, units: 'rounds' });
    expect(actor.system.speed).toBe(9);
  });
});

describe('a record in the system data of a combat', () => {
  it('gains and loses entries in one update, on every client and on later ones', async () => {
    const record = (tab: Tab) => {
      model(tab);
      tab.CONFIG.Combat.dataModels.duel = class extends tab.TypeDataModel {
        static override defineSchema() {
          const step = new tab.fields.NumberField({ required: true, nullable: false, initial: 0 });
          const entry = new tab.fields.SchemaField(
            { at: step, free: new tab.fields.ObjectField() },
            { required: false },
          );
          return {
            history: new tab.fields.TypedObjectField(entry),
            open: new tab.fields.ObjectField({ nullable: true }),
          };
        }
      };
    };
    const [here, there] = [await openTab(sandbox, 'Gamemaster', record), await openTab(sandbox, 'Ann', record)];
    const [combat, seen] = [here, there].map((tab) => tab.game.combats.get(COMBAT)!) as [Combat, Combat];
    const { _del, _replace } = here.operators;
    await combat.update({
      'system.history': { s1: { at: 1 }, s2: { at: 2 } },
      'system.open': { asks: { a: 1, b: 2 } },
    });
    await combat.update({
      system: { history: { s1: _del, s3: { at: 3, free: { x: 1 } } }, open: _replace({ asks: { c: 3 } }) },
    });
    await settle(there);
    const later = await openTab(sandbox, 'Ann', record);
    for (const one of [combat, seen, later.game.combats.get(COMBAT)!]) {
      expect(one.type).toBe('duel');
      expect((one.system as object as TypeDataModel).toObject()).toMatchObject({ open: { asks: { c: 3 } } });
      expect(Object.keys(one._source.system!.history as object)).toEqual(['s2', 's3']);
      expect(one._source.system!.open).toEqual({ asks: { c: 3 } });
    }
    await combat.update({ 'system.open': null });
    await settle(there);
    expect(seen.system.open).toBeNull();
    for (const tab of [here, there, later]) tab.close();
  });

  it('changes its type only together with its whole system data', async () => {
    const actor = gm.game.actors.get(MIRA)!;
    await expect(actor.update({ type: 'base' })).rejects.toThrow('system: _replace(…)');
  });
});

describe('a combat', () => {
  /** Records turn events as a subclass sees them. */
  function record(tab: Tab, log: string[]) {
    const combat = tab.game.combats.get(COMBAT)!;
    type Told = { id?: string; round?: number; turn?: number };
    for (const name of ['_onEndTurn', '_onEndRound', '_onStartRound', '_onStartTurn'] as const) {
      combat[name] = async (first: object, second?: object) => {
        const { round, turn }: Told = second ?? first;
        log.push(
          `${name} ${(first as Told).id ?? ''} ${round}${turn === undefined ? '' : `/${turn}`}`.replace('  ', ' '),
        );
      };
    }
    return combat;
  }

  it('runs turn and round events on the client of one GM, in order', async () => {
    const [here, there]: [string[], string[]] = [[], []];
    const combat = record(gm, here);
    record(ann, there);
    await combat.updateEmbeddedDocuments('Combatant', [
      { _id: MINE, initiative: 9 },
      { _id: THEIRS, initiative: 3 },
    ]);
    await combat.update({ round: 0, turn: null });
    const changes: unknown[] = [];
    ann.Hooks.on('combatTurnChange', (_combat: Combat, prior: CombatState, current: CombatState) =>
      changes.push([prior.round, current.combatantId]),
    );
    await combat.startCombat();
    await combat.nextTurn();
    await combat.nextTurn();
    await settle(gm, ann);
    expect(here).toEqual([
      '_onStartRound 1',
      `_onStartTurn ${MINE} 1/0`,
      `_onEndTurn ${MINE} 1/0`,
      `_onStartTurn ${THEIRS} 1/1`,
      `_onEndTurn ${THEIRS} 1/1`,
      '_onEndRound 1',
      '_onStartRound 2',
      `_onStartTurn ${MINE} 2/0`,
    ]);
    expect(there).toEqual([]);
    expect(changes).toEqual([
      [0, MINE],
      [1, THEIRS],
      [1, MINE],
    ]);
    here.length = 0;
    await combat.update({ round: 3 }, { turnEvents: false });
    expect(here).toEqual([]);
  });

  it('expires timed effects at the times measured in Foundry, on the client of one GM', async () => {
    // Measured on 14.365 with three combatants; here a round has two turns. `round/turn` is the first at which each
    // was seen expired.
    const combat = gm.game.combats.get(COMBAT)!;
    await combat.updateEmbeddedDocuments('Combatant', [
      { _id: MINE, initiative: 9 },
      { _id: THEIRS, initiative: 3 },
    ]);
    await combat.update({ round: 0, turn: null }, { turnEvents: false });
    gm.game.user.viewedScene ??= combat._source.scene as string | null;
    await combat.startCombat();
    await settle(gm);
    const start = { combat: combat.id, combatant: MINE, initiative: 9, round: 1, turn: 0, time: 0 };
    const durations: Record<string, object> = {
      '2/0': { value: 1, units: 'rounds', expiry: 'turnStart' },
      '2/1': { value: 1, units: 'rounds', expiry: 'turnEnd' },
      '1/1': { value: 0, units: 'turns', expiry: 'turnEnd' },
      never: { value: null, units: 'rounds' },
    };
    const actor = gm.game.actors.get(MIRA)!;
    const made = await actor.createEmbeddedDocuments(
      'ActiveEffect',
      Object.entries(durations).map(([name, duration]) => ({ name, duration, start })),
    );
    let turned: Promise<void> | undefined;
    const { _manageTurnEvents } = combat;
    combat._manageTurnEvents = async () => {
      turned = _manageTurnEvents.call(combat);
    };
    const seen: Record<string, string> = {};
    for (let turns = 0; turns < 5; turns++) {
      for (const effect of actor.effects)
        if (effect.duration.expired) seen[effect.name] ??= `${combat.round}/${combat.turn}`;
      await combat.nextTurn();
      await turned;
    }
    expect(seen).toEqual({ '1/1': '1/1', '2/0': '2/0', '2/1': '2/1' });
    Reflect.deleteProperty(combat, '_manageTurnEvents');
    await combat.update({ round: 0, turn: null }, { turnEvents: false });
    await actor.deleteEmbeddedDocuments(
      'ActiveEffect',
      made.map(({ id }) => id!),
    );
  });

  it('runs no turn events for an update with turnEvents: false', async () => {
    const combat = gm.game.combats.get(COMBAT)!;
    const heard: string[] = [];
    const hook = gm.Hooks.on('combatTurnChange', () => heard.push('combatTurnChange'));
    const { registry } = gm.CONFIG.ActiveEffect.documentClass;
    const { refresh } = registry;
    registry.refresh = async (event: string) => void heard.push(event);
    await combat.update({ round: 1, turn: 0 }, { turnEvents: false });
    await settle(gm);
    expect(heard).toEqual([]);
    await combat.update({ round: 1, turn: 1 });
    await settle(gm);
    expect(heard).toEqual(['turnEnd', 'turnStart', 'combatTurnChange']);
    await combat.update({ round: 1, turn: 0 });
    await settle(gm);
    expect(heard.slice(3)).toEqual(['combatRewind', 'combatTurnChange']);
    registry.refresh = refresh;
    gm.Hooks.off('combatTurnChange', hook);
    await combat.update({ round: 0, turn: null }, { turnEvents: false });
  });

  it('re-renders the tracker when a combatant changes, unless render is false', async () => {
    let renders = 0;
    ann.game.combats.apps.push({ render: () => renders++ } as object as ApplicationV2);
    const [mine] = gm.game.combats.get(COMBAT)!.combatants.filter((combatant) => combatant.id === MINE);
    await mine!.update({ initiative: 4 });
    await settle(ann);
    expect(renders).toBe(1);
    await mine!.update({ initiative: 5 }, { render: false });
    await settle(ann);
    expect(renders).toBe(1);
  });

  it('sorts by initiative, those without last, or by the order of a subclass', async () => {
    const combat = gm.game.combats.get(COMBAT)!;
    await combat.updateEmbeddedDocuments('Combatant', [
      { _id: MINE, initiative: null },
      { _id: THEIRS, initiative: 3 },
    ]);
    expect(combat.turns.map((c) => c.id)).toEqual([THEIRS, MINE]);
    combat._sortCombatants = (a, b) => (a.id === MINE ? -1 : b.id === MINE ? 1 : 0);
    expect(combat.setupTurns()[0]!.id).toBe(MINE);
  });
});

describe('messages', () => {
  it('hide whispers from other users and contents of blind rolls from their author', async () => {
    const { ChatMessage } = ann.documents;
    const gmId = gm.game.user.id;
    const rolls = [await new ann.Roll('1d6').evaluate()];
    const secret = (await gm.documents.ChatMessage.create({ content: 'x', whisper: [gmId] }))!;
    const blind = (await ChatMessage.create({ rolls, whisper: [gmId], blind: true }))!;
    await settle(gm, ann);
    expect(ann.game.messages.get(secret.id)!.visible).toBe(false);
    expect([blind.visible, blind.isContentVisible]).toEqual([true, false]);
    const there = gm.game.messages.get(blind.id)!;
    expect([there.isContentVisible, there.rolls[0]!.total, there.author!.name]).toEqual([true, rolls[0]!.total, 'Ann']);
  });
});

describe('the world', () => {
  it('opens despite an invalid document, which it reports', async () => {
    const later = await openTab(sandbox, 'Ann', (tab) => {
      (tab.game.data.actors as object[]).push({ _id: 'actorBroken00000', name: 'Bad', type: '' });
    });
    expect(later.game.actors.size).toBe(ann.game.actors.size);
    expect([...later.game.actors.invalidDocumentIds]).toEqual(['actorBroken00000']);
    later.close();
  });

  it('stores world settings and calls onChange on every client', async () => {
    const heard: unknown[] = [];
    for (const tab of [gm, ann]) {
      const type = new tab.fields.StringField({ required: true, initial: 'warn', choices: ['warn', 'off'] });
      tab.game.settings.register('fixture', 'strictness', {
        scope: 'world',
        type,
        onChange: (value: string) => heard.push(value),
      });
    }
    expect(ann.game.settings.get('fixture', 'strictness')).toBe('warn');
    await gm.game.settings.set('fixture', 'strictness', 'off');
    await settle(ann);
    expect(ann.game.settings.get('fixture', 'strictness')).toBe('off');
    expect(heard).toEqual(['off', 'off']);
    await expect(gm.game.settings.set('fixture', 'strictness', 'never')).rejects.toThrow('not a valid choice');
    await expect(ann.game.settings.set('fixture', 'strictness', 'warn')).rejects.toThrow('lacks permission');
  });

  it('sends queries to one user and returns answers, errors and timeouts', async () => {
    gm.CONFIG.queries['fixture.double'] = async ({ n }: { n: number }) => ({ n: n * 2 });
    gm.CONFIG.queries['fixture.never'] = () => new Promise(() => {});
    const master = ann.game.users.get(gm.game.user.id)!;
    expect(await master.query('fixture.double', { n: 4 })).toEqual({ n: 8 });
    expect(await gm.game.user.query('fixture.double', { n: 1 })).toEqual({ n: 2 });
    await expect(master.query('fixture.none', {})).rejects.toThrow('not registered');
    await expect(master.query('fixture.never', {}, { timeout: 50 })).rejects.toThrow();
  });

  it('tracks connected users and the active GM', async () => {
    expect(ann.game.users.activeGM!.name).toBe('Gamemaster');
    type Connected = [user: User, connected: boolean];
    const left = new Promise<Connected>((done) => ann.Hooks.on('userConnected', (...args: Connected) => done(args)));
    gm.close();
    const [user, connected] = await left;
    expect([user.name, connected, ann.game.users.activeGM]).toEqual(['Gamemaster', false, null]);
  });

  it('opens packs and imports from them', async () => {
    const pack = gm.game.packs.get('fixture.foes')!;
    expect(pack.index.getName('Gnoll')!.uuid).toBe('Compendium.fixture.foes.Actor.actorPackGnoll00');
    const gnoll = (await gm.fromUuid('Compendium.fixture.foes.Actor.actorPackGnoll00')) as Actor;
    expect([gnoll.items.contents[0]!.name, gnoll.pack]).toEqual(['Club', 'fixture.foes']);
    const imported = (await gm.game.actors.importFromCompendium(pack, gnoll.id!))!;
    expect([imported.items.size, imported.pack]).toEqual([1, null]);
  });

  it('shows journals sanitized by the server and draws from roll tables', async () => {
    const pages = [
      { name: 'Second', sort: 2, text: { content: '<p>b</p>' } },
      { name: 'First', sort: 1, text: { content: '<p>a</p><script>alert(1)</script>' } },
    ];
    const entry = (await gm.documents.JournalEntry.create({ name: 'Notes', pages, ownership: { default: 2 } }))!;
    const results = [
      { name: 'Low', description: '<p>Bad luck.</p>', range: [1, 10] },
      { name: 'High', description: '<p>Good luck.</p>', range: [11, 20] },
    ];
    const table = (await gm.documents.RollTable.create({
      name: 'Luck',
      formula: '1d20',
      displayRoll: false,
      results,
    }))!;
    gm.CONFIG.Dice.randomUniform = () => 1 - 16.5 / 20;
    const drawn = await table.draw();
    await settle(gm, ann);

    const theirs = ann.game.journal.get(entry.id)!;
    const first = theirs.pages.getName('First')!;
    expect([first.text.content, first.type, first.testUserPermission(ann.game.user, 'OBSERVER')]).toEqual([
      '<p>a</p>',
      'text',
      true,
    ]);
    expect(ann.game.tables.get(table.id)!.visible).toBe(false);
    expect([drawn.roll!.total, drawn.results.map(({ name }) => name)]).toEqual([17, ['High']]);
    expect(ann.game.messages.contents.at(-1)!.content).toContain('<strong>High</strong> <p>Good luck.</p>');
    const image = gm.documents.JournalEntry.create({ name: 'Map', pages: [{ name: 'A', type: 'image' }] });
    await expect(image).rejects.toThrow('the only kind the sandbox has');
  });

  it('applies the ownership of a compendium to each user', async () => {
    const gnoll = (await ann.fromUuid('Compendium.fixture.foes.Actor.actorPackGnoll00')) as Actor;
    expect([gnoll.permission, gnoll.isOwner]).toEqual([2, false]);
  });
});
