import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import type { Condition } from '../../src/encounter/condition';
import { rewind } from '../../src/encounter/history';
import { beginExchange, runUntilBlocked } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import { GM } from '../../src/kernel/ask';
import { anyAnswer } from '../support/answer';
import { copyOf } from '../support/copy';
import { at, vocabularyOf } from '../support/rules';
import { TESTED } from '../support/rulesets';
import { sampled } from '../tiers/tier';

type Told = NonNullable<Command['options']>;
type Step = (on: Encounter) => unknown;

const BEARER = 'foes1';
/** The condition with which a fighter can hold no other. */
const DOWN: Readonly<Record<string, string>> = {
  clash: 'defeated',
  energy: 'dead',
  seconds: 'unconscious',
  slots: 'corpse',
  tempo: 'dead',
};

/** Conditions of which a second one ends the first: C-64, L-35, L-139. */
const EXCLUSIVE: readonly string[] = ['clash mounted', 'clash concentrating', 'slots restrained', 'slots corpse'];

/** Returns what may be done in a fight that has begun. */
function fightOf(ruleset: Ruleset) {
  const { fighter, encounter: among } = vocabularyOf(ruleset, () => ruleset.idle);
  const [begins = '', next = ''] = ruleset.clockCommands;
  let count = 0;
  /** @param nth the instance that is meant, if that is asked */
  const play = (on: Encounter, command: Command, nth = 0) => {
    const played = beginExchange(ruleset, on, command, makeCountingIds(`${count++}-`));
    const open = runUntilBlocked(played, (ask) => ({
      answer: ask.kind === 'choice' && ask.id === 'end-which' ? [ask.options[nth]?.id ?? ''] : anyAnswer(ask, () => 1),
    }));
    if (open) throw new Error(`${command.do} leaves ${open.kind} open`);
    return played.table.effects;
  };
  const begun = structuredClone(
    among(
      ['heroes', 'foes'].flatMap((side, y) =>
        [0, 1, 2].map((x) => fighter(`${side}${x}`, {}, { side, player: side === 'heroes', place: at(x, y + 0.5) })),
      ),
    ),
  );
  play(begun, { do: begins, by: GM });
  // Some games begin with surprise.
  for (const each of Object.values(begun.fighters)) each.conditions.splice(0);
  const edit = (id: string, on: boolean, told: Told = {}, of = BEARER): Command => ({
    do: 'condition',
    by: GM,
    at: of,
    options: { condition: id, on, ...told },
  });
  return {
    isPossible: (id: string, told: Told) => ruleset.whyNot(begun, edit(id, true, told)).length === 0,
    fight(...steps: readonly Step[]): Encounter {
      const on = copyOf(begun);
      for (const step of steps) step(on);
      return on;
    },
    add: (id: string, told: Told) => (on: Encounter) => play(on, edit(id, true, told)),
    remove: (id: string, nth: number | 'all') => (on: Encounter) =>
      play(on, edit(id, false, nth === 'all' ? { all: true } : {}), Number(nth)),
    turns: (times: number) => (on: Encounter) => {
      const command = { do: next, by: GM };
      for (let time = 0; time < times && ruleset.whyNot(on, command).length === 0; time++) play(on, command);
    },
    down: (of: string) => (on: Encounter) => play(on, edit(DOWN[ruleset.id] ?? '', true, {}, of)),
    leave: (of: string) => (on: Encounter) => {
      delete on.fighters[of];
      const going = ruleset.automation.autoAdvance(on);
      if (going?.command.do === 'clean-up') play(on, going.command);
    },
  };
}

const plain = ({ key: _, data, ...each }: Condition): string => {
  // The place in a line differs, and who cannot see the bearer is another rule.
  const { place: _place, unseen: _unseen, ...rest } = data ?? {};
  return JSON.stringify({ ...each, data: rest });
};

/** Returns all conditions of all fighters, without their keys. */
const conditionsIn = ({ fighters }: Encounter): readonly string[] =>
  Object.values(fighters).flatMap(({ id, conditions }) => conditions.map((each) => `${id} ${plain(each)}`).sort());

const instancesIn = ({ fighters }: Encounter, id: string): readonly string[] =>
  (fighters[BEARER]?.conditions ?? []).filter((each) => each.id === id).map(plain);

/** Ways to describe a condition twice. */
function twice({ conditions }: Ruleset, id: string): readonly (readonly [name: string, first: Told, second: Told])[] {
  const { asks = {} } = conditions[id] ?? {};
  const chosen = Object.entries(asks).filter(([, allowed]) => Array.isArray(allowed));
  const bare: Told = Object.fromEntries(
    chosen.filter(([key]) => key !== 'cause').map(([key, allowed]) => [key, String(allowed[0 as never])]),
  );
  const caused: Told = Object.fromEntries(chosen.map(([key, allowed]) => [key, String(allowed[0 as never])]));
  const named = ['source', 'towards', 'holds'].filter((key) => key in asks);
  return [
    ['equal', bare, bare],
    ['short and long', { ...bare, lasting: 1 }, { ...bare, lasting: 3 }],
    ...named.flatMap((key): (readonly [string, Told, Told])[] => {
      const [one, other] = ['heroes0', 'heroes2'].map((who) => ({ ...caused, [key]: who })) as [Told, Told];
      return [
        [`of one fighter, by ${key}`, one, one],
        [`of two fighters, by ${key}`, one, other],
        [`of a fighter and of none, by ${key}`, one, bare],
        [`of none and of a fighter, by ${key}`, bare, one],
      ];
    }),
  ];
}

describe.each(TESTED)('in $id', (ruleset) => {
  const { fight, add, remove, turns, down, leave, isPossible } = fightOf(ruleset);
  // Without another fighter, or a limb that is lost, some are not there at all.
  const all = Object.keys(ruleset.conditions).flatMap((id) =>
    twice(ruleset, id)
      .filter(([, ...both]) => both.every((told) => isPossible(id, told)))
      .filter(([, ...both]) => both.every((told) => instancesIn(fight(add(id, told)), id).length === 1))
      .map(([name, first, second]) => ({ id, name, first, second })),
  );

  it('most conditions can be there twice', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBeGreaterThan(Object.keys(ruleset.conditions).length * 0.8);
  });

  it.each(sampled(all, 9))('$id, $name: each has its own end', ({ id, name, first, second }) => {
    const [one, other] = [add(id, first), add(id, second)];
    const together = instancesIn(fight(one, other), id);
    const [a, b] = [instancesIn(fight(one), id), instancesIn(fight(other), id)];
    const isState = together.length === 1;
    // Equal ones may be one state, and some take the place of another.
    if (isState && !EXCLUSIVE.includes(`${ruleset.id} ${id}`)) expect(a).toEqual(b);
    expect(together).toEqual(isState ? b : [...a, ...b]);

    const counts = Boolean(ruleset.conditions[id]?.several) || name.includes('of two') || name.includes('none');
    const gone = conditionsIn(fight(one, remove(id, 'all')));
    expect(conditionsIn(fight(one, other, remove(id, 'all'))), 'all').toEqual(gone);
    for (const nth of isState ? [] : [0, 1]) {
      const left = counts ? conditionsIn(fight(nth === 0 ? other : one)) : gone;
      expect(conditionsIn(fight(one, other, remove(id, nth))), `removes the ${nth}th`).toEqual(left);
    }

    const undone = fight(one, other);
    expect(rewind(undone, remove(id, 0)(undone)).conflicts).toEqual([]);
    expect(conditionsIn(undone), 'undone').toEqual(conditionsIn(fight(one, other)));

    const ways: Readonly<Record<string, Step>> = {
      'turns later': turns(6),
      'a round later': turns(20),
      'one leaves': leave('heroes0'),
      'one is down': down('heroes0'),
    };
    for (const [way, step] of Object.entries(ways)) {
      const [had, hadFirst, hadSecond] = [fight(one, other, step), fight(one, step), fight(other, step)];
      const left = isState ? instancesIn(hadSecond, id) : [...instancesIn(hadFirst, id), ...instancesIn(hadSecond, id)];
      expect(instancesIn(had, id), way).toEqual(left);
    }
  });
});
