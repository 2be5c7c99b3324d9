import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import type { Encounter } from '../../src/encounter/state';
import { deepEqual } from '../../src/kernel/deep-equal';
import { ACTIONS as CLASH } from '../../src/rulesets/clash/actions';
import { ACTIONS as ENERGY } from '../../src/rulesets/energy/actions';
import { ACTIONS as SECONDS } from '../../src/rulesets/seconds/actions';
import { ACTIONS as SLOTS } from '../../src/rulesets/slots/actions';
import { ACTIONS as TEMPO } from '../../src/rulesets/tempo/actions';
import { IDLE as TEMPO_IDLE } from '../../src/rulesets/tempo/clock';
import type { Game, Row } from '../../src/toolkit/act/actions';
import { at, vocabularyOf } from '../support/rules';
import { TESTED } from '../support/rulesets';

const TABLES: Readonly<Record<string, object>> = {
  clash: CLASH,
  energy: ENERGY,
  seconds: SECONDS,
  slots: SLOTS,
  tempo: TEMPO,
};

/** A moment at which a fighter may act. */
const CLOCKS: Readonly<Record<string, object>> = {
  clash: { round: 1, phase: 'active', time: 0 },
  energy: { round: 1, phase: 'open' },
  seconds: { round: 1, phase: 'turn' },
  slots: { round: 1, phase: 'turn' },
  tempo: { ...TEMPO_IDLE, round: 1, phase: 'players', tempo: 6 },
};

/** The things of a fighter, by ruleset: type and fields. */
const THINGS: Readonly<Record<string, readonly (readonly [string, object])[]>> = {
  clash: [
    ['weapon', { equipped: true }],
    ['weapon', { equipped: false }],
    ['weapon', { equipped: true, ranged: true, range: 9 }],
    ['shield', { equipped: true }],
    ['gear', { usable: true, quantity: 1 }],
  ],
  energy: [
    ['weapon', { equipped: true }],
    ['weapon', { equipped: false }],
    ['weapon', { equipped: true, ranged: true, loadCost: 1, loaded: false }],
    ['shield', { equipped: true }],
    ['gear', { usesMax: 2, equipped: true }],
    ['gear', { spell: true, equipped: true }],
  ],
  seconds: [
    ['weapon', { equipped: true }],
    ['weapon', { equipped: false }],
    ['weapon', { equipped: true, kind: 'ranged', range: 9 }],
    ['gear', { quantity: 1, restrains: true }],
    ['gear', { quantity: 1, potion: true, heals: '1d4' }],
  ],
  slots: [
    ['weapon', { equipped: true }],
    ['weapon', { equipped: false }],
    ['weapon', { equipped: true, kind: 'ranged', meleeUsable: true, range: 50 }],
    ['gear', { kind: 'potion', healing: '1d4', quantity: 1 }],
    ['gear', { kind: 'food', quantity: 1 }],
    ['gear', { kind: 'component', capacity: 9, quantity: 1 }],
  ],
  tempo: [
    ['weapon', { equipped: true }],
    ['weapon', { equipped: false }],
    ['gear', { equipped: true }],
    ['consumable', { quantity: 1, healing: 2 }],
    ['consumable', { quantity: 1, dice: '1d4', range: 5 }],
  ],
};

/** What may have become of a thing. Each applies to the things that have all of its fields. */
const STATES: Readonly<Record<string, object>> = {
  'on the ground 20 m away': { dropped: true, lies: [20.5, 0.5, 0] },
  'on the ground beside': { dropped: true, lies: [0.5, 1.5, 0] },
  'on the ground, unknown where': { dropped: true, lies: [] },
  'without hit points': { hp: 0 },
  'used up': { quantity: 0 },
  stowed: { equipped: false },
};

/** The rows that say so themselves, with the rule. */
const OWN_RULES: Readonly<Record<string, string>> = {
  // A broken weapon or potion is still a thing to stow, draw or give away.
  'slots manage-items on the ground beside': 'L-70',
  'slots manage-items on the ground, unknown where': 'L-70',
  // Carried things are easily reached.
  'slots consume stowed': 'L-70',
  'slots feed stowed': 'L-70',
  'energy stow-item used up': 'E-63',
  'slots manage-items without hit points': 'L-70',
  'slots manage-items used up': 'L-70',
  'slots manage-items stowed': 'L-70',
  // Gear is used where it lies; a begun action is judged in reach when it is finished.
  'seconds use-item on the ground beside': 'S-38',
  'seconds use-item on the ground, unknown where': 'S-38',
  'seconds change-equipment on the ground beside': 'S-38',
  'seconds change-equipment on the ground, unknown where': 'S-38',
  // It is begun, and judged when it is finished.
  'seconds change-equipment on the ground 20 m away': 'S-14',
  'seconds change-equipment stowed': 'S-36',
  // Gear is carried, and needs no hand.
  'energy use-item stowed': 'E-200',
  'energy equip-item stowed': 'E-63',
  'clash attack-item stowed': 'C-16',
  'clash utility-item stowed': 'C-13',
  'clash utility-weapon-swap stowed': 'C-15',
  'tempo inventory stowed': 'T-50',
  // Gear of which none is left is still put away; test/errors has a consumable that is used up.
  'tempo inventory used up': 'T-50',
};

describe.each(TESTED)('in $id', (ruleset) => {
  const {
    fighter,
    item,
    encounter: among,
    begun,
    reasons,
  } = vocabularyOf(ruleset, (turn) => ({ ...CLOCKS[ruleset.id], turn }) as unknown as Encounter['clock']);
  const rows = TABLES[ruleset.id] as Readonly<Record<string, Row<Game>>>;
  const things = THINGS[ruleset.id] ?? [];

  /** Returns a fighter with one thing, beside a foe and an ally. */
  function conditionOf(index: number, state: object = {}): Encounter {
    const [type, fields] = things[index] ?? [];
    const thing = item(String(type), 'thing', { ...fields, ...state });
    const mira = fighter('mira', {}, { side: 'heroes', place: at(0), items: [thing] });
    const ally = fighter('ally', {}, { side: 'heroes', place: at(0, 1.5) });
    return structuredClone(among([mira, ally, fighter('gnoll', {}, { side: 'foes', place: at(1) })]));
  }

  /** The plan is no matter here. */
  const whyNot = (on: Encounter, command: Command) => reasons(on, command).filter((id) => id !== 'announced-otherwise');

  const commandsWith = (on: Encounter): Command[] =>
    Object.keys(rows)
      .flatMap((id) =>
        [undefined, 'gnoll', 'ally'].map((target) => ({
          do: id,
          by: 'mira',
          with: 'thing',
          ...(target !== undefined && { at: target }),
        })),
      )
      .filter((command) => {
        const items = rows[command.do]?.itemsFor?.(on.fighters.mira as never) ?? [];
        return items.some(({ id }) => id === 'thing');
      });

  const usable = things.map((_, index) => {
    const on = conditionOf(index);
    return commandsWith(on).filter((command) => whyNot(on, command).length === 0);
  });

  it('each thing has its use', () => {
    expect(usable.flat().length).toBeGreaterThan(things.length - 1);
  });

  /** Returns the rows that are allowed in a state; what is allowed begins without an error. */
  function allowedIn(name: string, state: object): readonly string[] {
    const allowed = new Set<string>();
    for (const [index, commands] of usable.entries()) {
      const whole = conditionOf(index).fighters.mira?.items[0] ?? {};
      if (!Object.keys(state).every((key) => key in whole)) continue;
      for (const command of commands) {
        const on = conditionOf(index, state);
        if (whyNot(on, command).length > 0) continue;
        allowed.add(`${ruleset.id} ${command.do} ${name}`);
        if (reasons(on, command).length === 0) begun(on, command);
      }
    }
    return [...allowed];
  }

  it.each(Object.entries(STATES))('no row is played with a thing that is %s, but by its own rule', (name, state) => {
    expect(allowedIn(name, state).filter((each) => !Object.hasOwn(OWN_RULES, each))).toEqual([]);
  });

  it('each rule of its own is used', () => {
    const all = Object.entries(STATES).flatMap(([name, state]) => allowedIn(name, state));
    const own = Object.keys(OWN_RULES).filter((each) => each.startsWith(`${ruleset.id} `));
    expect(own.filter((each) => !all.includes(each))).toEqual([]);
  });

  // Tokens of one actor share the ids of their items.
  it('a thing on the ground is not mistaken for one of the same id in the own pack', () => {
    const { floor } = ruleset.views;
    let taken = 0;
    for (const [index, [, fields]] of things.entries()) {
      const on = conditionOf(index, 'equipped' in fields ? { equipped: false } : {});
      const own = structuredClone(on.fighters.mira?.items[0]);
      if (!own || !('dropped' in own)) continue;
      on.fighters.gnoll?.items.push({ ...own, dropped: true, lies: [0.5, 1.5, 0] } as never);
      // Time enough, in any unit.
      for (const pool of Object.values(on.fighters.mira?.pools ?? {})) Object.assign(pool, { value: 40, max: 40 });
      const whole = structuredClone(on.fighters);
      for (const { takeUpCommand } of floor?.(on) ?? []) {
        const command = { ...takeUpCommand, by: 'mira' };
        if (whyNot(on, command).length > 0) continue;
        begun(on, command);
        expect(on.fighters.mira?.items[0]).toEqual(own);
        if (!deepEqual(on.fighters.gnoll, whole.gnoll)) taken += 1;
      }
    }
    expect(taken > 0).toBe(floor !== undefined);
  });

  it('no row is played with a thing that is gone, or in the hands of another', () => {
    const taking = (command: Command) => rows[command.do]?.handles === true && command.at !== undefined;
    for (const [index, commands] of usable.entries())
      for (const command of commands.filter((each) => !taking(each)))
        for (const holder of [null, 'gnoll', 'ally'] as const) {
          const on = conditionOf(index);
          const [thing, ...others] = on.fighters.mira?.items ?? [];
          if (!thing || !on.fighters.mira) throw new Error('a thing was given');
          Object.assign(on.fighters.mira, { items: others });
          if (holder) on.fighters[holder]?.items.push(thing);
          expect(whyNot(on, command), `${command.do} ${holder}`).not.toEqual([]);
        }
  });
});
