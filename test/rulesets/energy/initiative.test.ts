import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/encounter/command';
import { type ExchangeRun, resumeExchange } from '../../../src/encounter/play';
import { makeCountingIds } from '../../../src/encounter/table';
import { type OfferAsk, PASS, type PlaceAsk } from '../../../src/kernel/ask';
import { defined } from '../../../src/kernel/defined';
import { TRANSCRIPT_VERSION } from '../../../src/kernel/transcript';
import { energy } from '../../../src/rulesets/energy/index';
import type { EnergyEncounter } from '../../../src/rulesets/energy/state';
import {
  at,
  begun,
  conditionOf,
  encounter,
  fighter,
  goOn,
  openPartsOf,
  play,
  reasons,
  said,
  weapon,
} from './vocabulary';

/** A gnoll strikes at Mira, who stands below it. Her friend Kor stands beside the gnoll. */
const mira = (rest = {}) =>
  fighter(
    'mira',
    { evasion: 10, meleeAV: 20, unarmedAV: 20 },
    { player: true, items: [weapon('sword', { name: 'Sword', damage: '1d6' })], place: at(3.5, 3.5, 180), ...rest },
  );
const gnoll = (rest = {}) =>
  fighter(
    'gnoll',
    { evasion: 5, fortitude: 5, meleeAV: 20 },
    { items: [weapon('axe', { damage: '1d6', reach: 0 })], place: at(3.5, 2.5), ...rest },
  );
const blow: Command = { do: 'melee-attack', by: 'gnoll', at: 'mira' };
const challenge = (options: Command['options'] = {}, rest: Partial<Command> = {}): Command => ({
  do: 'challenge-initiative',
  by: 'mira',
  at: 'gnoll',
  ...(Object.keys(options).length > 0 && { options }),
  ...rest,
});

/** The blow waits for its Combat roll; a challenge interrupts it and is decided by these faces. */
function challenged(
  on: EnergyEncounter,
  command: Command,
  [mine, its]: readonly [number, number],
  mesh?: string,
): ExchangeRun {
  const played = begun(on, blow);
  expect(played.run.open).toMatchObject({ kind: 'dice', id: 'combat', by: 'gnoll' });
  played.run.interrupt(command, 'ann');
  played.run.answer([mine]);
  played.run.answer(['roll']);
  played.run.answer([its]);
  if (mesh) played.run.answer([mesh]);
  return played;
}
const offered = (played: ExchangeRun) =>
  (played.run.open as OfferAsk).candidates[0].commands.map((command) => {
    const { do: verb, with: item } = command as Command;
    return item === undefined ? verb : `${verb} with ${item}`;
  });

describe('[E-24, E-25] the winner of a challenge acts', () => {
  it('and is offered every affordable action, with attacks on the first loser', () => {
    const played = challenged(encounter([gnoll(), mira({ pools: { energy: 2 } })]), challenge(), [15, 5], 'before');
    expect(played.run.open).toMatchObject({
      kind: 'offer',
      id: 'quicker',
      candidates: [{ by: 'mira', defaultAnswer: 'ask' }],
    });
    expect(offered(played)).toEqual([
      ...['melee-attack with sword', 'unarmed-attack', 'trip', 'disarm', 'restrain', 'push'],
      ...['defend', 'shift', 'quick-run', 'run'],
    ]);
    const card = energy.views.card({
      exchange: { version: TRANSCRIPT_VERSION, command: blow, entries: played.run.entries },
      open: openPartsOf(played.run),
      names: { mira: 'Mira', gnoll: 'Gnoll' },
      viewer: { gm: true, owns: [], targets: [] },
    });
    const [first, second] = card.asks[0].options;
    expect(first).toMatchObject({ label: { key: 'Card.with', facts: { item: 'Sword' } } });
    // Two Energy are left, so Stamina pays the third point.
    expect(first.cost).toEqual([
      { pool: 'energy', amount: 2 },
      { pool: 'stamina', amount: 1 },
    ]);
    expect(second.cost).toEqual([{ pool: 'energy', amount: 2 }]);
  });
  it('before: a target that has left at the first die is not struck, and the blow keeps one Energy', () => {
    const on = encounter([gnoll(), mira()]);
    const played = challenged(on, challenge(), [15, 5], 'before');
    played.run.answer([offered(played).indexOf('shift')]);
    const where = played.run.open as PlaceAsk;
    expect([where.id, where.by]).toEqual(['quicker-place', 'mira']);
    const away = defined(
      (where.places as ReturnType<typeof at>[]).find(({ x, y }) => x === 3.5 && y === 4.5),
      'that place',
    );
    played.run.answer([away]);
    // The metre leads out of the gnoll's reach, which passes its opportunity, and does not follow.
    for (const _ of ['swift', 'follow']) played.run.answer([PASS]);
    expect(played.run.open).toBeNull();
    expect(on.fighters.mira.place).toMatchObject({ x: 3.5, y: 4.5 });
    expect(on).toHavePool('gnoll', 'energy', 4);
    expect(on).toHavePool('mira', 'energy', 4);
    expect(said(played)).toEqual(['initiative-won', 'mesh-before', 'stopped']);
  });
  it('before: a killing blow ends the attack that waited', () => {
    const on = encounter([gnoll({ pools: { aura: 0 } }), mira()]);
    const played = challenged(on, challenge(), [15, 5], 'before');
    played.run.answer([0]);
    goOn(played, [10, 5, 4, 1]);
    expect(played.run.open).toBeNull();
    expect(said(played)).toEqual(['initiative-won', 'mesh-before', 'hit', 'death-dead', 'stopped']);
    expect(on).toHavePool('mira', 'aura', 20);
  });
  it('together: both strike, even if one kills the other', () => {
    const on = encounter([gnoll({ pools: { aura: 0 } }), mira()]);
    const played = challenged(on, challenge(), [15, 5], 'together');
    played.run.answer([0]);
    goOn(played, [10, 5, 4, 1, 10, 5, 4]);
    expect(played.run.open).toBeNull();
    expect(said(played)).toEqual(['initiative-won', 'mesh-together', 'hit', 'death-dead', 'hit']);
    expect(on).toHavePool('mira', 'aura', 16);
    expect(on).toHavePool('gnoll', 'energy', 2);
    expect(on.fighters.gnoll.state.meshed).toBeUndefined();
  });
  it('together: what others do besides ends it all the same', () => {
    const on = encounter([gnoll(), mira()]);
    const played = challenged(on, challenge(), [15, 5], 'together');
    played.run.answer([0]);
    goOn(played, [10, 5, 4]);
    expect(played.run.open).toMatchObject({ id: 'combat', by: 'gnoll' });
    played.run.interrupt({ do: 'condition', by: 'gm', at: 'gnoll', options: { condition: 'dead', on: true } });
    expect(played.run.open).toBeNull();
    expect(said(played).at(-1)).toBe('stopped');
    expect(on).toHavePool('gnoll', 'energy', 4);
    expect(on.fighters.gnoll.state).not.toHaveProperty('meshActed');
  });
  it('after: once the blow is over, before anything else', () => {
    const on = encounter([gnoll(), mira()]);
    const played = challenged(on, challenge(), [15, 5], 'after');
    expect(played.run.open).toMatchObject({ id: 'combat' });
    goOn(played, [10, 5, 4], [], 'wait');
    expect(played.run.open).toMatchObject({ id: 'quicker' });
    played.run.answer([0]);
    goOn(played, [10, 5, 3]);
    expect(played.run.open).toBeNull();
    expect(said(played)).toEqual(['initiative-won', 'mesh-after', 'hit', 'hit']);
    expect(on.fighters.mira.state.actsAfter).toBeUndefined();
    expect(on).toHavePool('gnoll', 'aura', 17);
  });
  it('after: not if the winner was killed by then', () => {
    const on = encounter([gnoll(), mira({ pools: { aura: 0 } })]);
    const played = challenged(on, challenge(), [15, 5], 'after');
    goOn(played, [10, 5, 4, 1]);
    expect(played.run.open).toBeNull();
    expect(said(played)).toEqual(['initiative-won', 'mesh-after', 'hit', 'death-dead']);
  });
  it('may pass without a price', () => {
    const on = encounter([gnoll(), mira()]);
    const played = challenged(on, challenge(), [15, 5], 'before');
    played.run.answer([PASS]);
    expect(played.run.open).toMatchObject({ id: 'combat' });
    expect(on).toHavePool('mira', 'energy', 5);
  });
  it('can be dodged: the challenge is no Immediate Interrupt', () => {
    const runner = gnoll({ player: true, state: { nonMoveEnergy: 1 } });
    const on = encounter([runner, mira()]);
    const played = challenged(on, challenge({ action: 'melee-attack' }), [15, 5], 'before');
    expect(played.run.open).toMatchObject({ id: 'dodge', candidates: [{ by: 'gnoll' }] });
  });
});

describe('[E-24, E-26] a challenge may name its action', () => {
  const path = [at(3.5, 4.5), at(3.5, 5.5)];
  it('and then asks no more', () => {
    const on = encounter([gnoll(), mira()]);
    const played = challenged(on, challenge({ action: 'run' }, { path }), [15, 5], 'before');
    played.run.answer([PASS]);
    expect(played.run.open).toBeNull();
    expect(on.fighters.mira.place).toMatchObject({ y: 5.5 });
    expect(on).toHavePool('mira', 'energy', 4);
  });
  it('which costs nothing and does not happen if the challenge is lost; a tie loses', () => {
    for (const its of [16, 15] as const) {
      const on = encounter([gnoll(), mira()]);
      const played = challenged(on, challenge({ action: 'run' }, { path }), [15, its]);
      expect(played.run.open).toMatchObject({ id: 'combat' });
      expect(on).toHavePool('mira', 'energy', 5);
      expect(on.fighters.mira.place).toMatchObject({ y: 3.5 });
      expect(said(played)).toEqual(['initiative-lost']);
    }
  });
  it('at another target, with its options', () => {
    const imp = fighter('imp', { evasion: 5 }, { place: at(4.5, 3.5) });
    const on = encounter([gnoll(), mira(), imp]);
    const named = challenge({ action: 'melee-attack', on: 'imp', nonLethal: 0 }, { with: 'sword' });
    const played = challenged(on, named, [15, 5], 'together');
    goOn(played, [10, 5, 12, 4], [], 'wait');
    expect(on).toHavePool('imp', 'aura', 16);
    expect(said(played)).toContain('spared');
  });
  it.each<[string, Command, string[]]>([
    ['an unknown action', challenge({ action: 'dance' }), ['unknown-action']],
    ['the clock', challenge({ action: 'end-round' }), ['unknown-action']],
    ['a rest', challenge({ action: 'short-rest' }), ['unknown-action']],
    ['another challenge', challenge({ action: 'challenge-initiative' }), ['unknown-action']],
    ['waiting', challenge({ action: 'wait' }), ['unknown-action']],
    ['a target out of reach', challenge({ action: 'melee-attack', on: 'far' }), ['out-of-reach']],
  ])('but not with %s', (_, command, why) => {
    const far = fighter('far', {}, { place: at(9.5, 9.5) });
    expect(reasons(encounter([gnoll(), mira(), far]), command)).toEqual(why);
  });
  it('but not with an action that cannot be paid for', () => {
    const poor = mira({ pools: { energy: 0, stamina: 1 } });
    expect(reasons(encounter([gnoll(), poor]), challenge({ action: 'run' }, { path }))).toEqual(['energy']);
  });
  it('and chooses again if that action is no longer possible', () => {
    const on = encounter([gnoll(), mira()]);
    const played = challenged(on, challenge({ action: 'melee-attack' }), [15, 5], 'after');
    played.run.interrupt({ do: 'adjust', by: 'gm', at: 'mira', options: { pool: 'energy', to: 0 } });
    goOn(played, [10, 5, 4], [], 'wait');
    expect(offered(played)).toEqual(['defend', 'shift']);
  });
});

describe('[E-20, E-26, E-153] the options of a challenge are those of its action', () => {
  const open = () => encounter([gnoll({ conditions: [conditionOf('unguarded')] }), mira()]);
  const swift = challenge({ action: 'melee-attack', swift: true });
  const enhanced = challenge({ action: 'melee-attack', enhance: 2 });
  it('so a Swift Attack is made by the winner, for its own price', () => {
    const on = open();
    expect(said(play(on, swift, [15, 10, 5, 4], [['decline'], ['before']]))).toContain('initiative-won');
    expect(on).toHavePool('mira', 'energy', 4);
    expect(on).toHavePool('gnoll', 'aura', 16);
    expect(on.fighters.mira.state.swiftUsed).toBe(true);
  });
  it.each([swift, enhanced])('and the loser pays nothing, case %#', (command) => {
    const on = open();
    expect(said(play(on, command, [5, 15], [['roll']]))).toEqual(['initiative-lost']);
    expect(on).toHavePool('mira', 'stamina', 10);
    expect(on.fighters.mira.state).toEqual({ initiativeUsed: true });
  });
});

it('[E-27] without a waiting action, the winner acts at once for every order', () => {
  for (const mesh of ['before', 'together', 'after']) {
    const on = encounter([gnoll(), mira()]);
    const played = play(on, challenge({ action: 'defend' }), [15, 5], [['roll'], [mesh]]);
    expect(played.run.open).toBeNull();
    expect(on).toHavePool('mira', 'energy', 4);
    expect(on.fighters.gnoll.state).toEqual({ initiativeUsed: true });
  }
});

it('[E-31] one roll against several lets the action target any loser', () => {
  const imp = fighter('imp', { evasion: 5 }, { place: at(4.5, 3.5) });
  const fox = fighter('fox', { initiative: 9 }, { place: at(2.5, 3.5) });
  const on = encounter([gnoll(), mira(), imp, fox]);
  const played = begun(on, challenge({ also: ['imp', 'fox'] }));
  for (const answer of [[15], ['roll'], [5], ['decline'], ['roll'], [10], ['before']]) played.run.answer(answer);
  const { candidates } = played.run.open as OfferAsk;
  const targets = candidates[0].commands.flatMap((command) => (command as Command).at ?? []);
  expect([...new Set(targets)]).toEqual(['gnoll', 'imp']);
  expect(said(played)).toEqual(['initiative-won', 'initiative-won', 'initiative-lost', 'mesh-before']);
});

describe('[E-A22] results of an Initiative roll', () => {
  it.each<[string, Parameters<typeof gnoll>[0], (string | number)[], string, boolean?]>([
    ['a decline loses to any roll, and keeps the roll for later', {}, ['decline'], 'initiative-won'],
    ['a fighter that has rolled already loses unasked', { state: { initiativeUsed: true } }, [], 'initiative-won'],
    ['a fighter that cannot answer loses', { conditions: [conditionOf('unconscious')] }, [], 'initiative-won'],
    ['a lower roll loses', {}, ['roll', 2], 'initiative-lost'],
    ['an equal roll loses', {}, ['roll', 1], 'initiative-lost'],
    ['[E-27] an equal roll in a race is a tie', {}, ['roll', 1], 'initiative-tied', true],
  ])('%s', (_, its, answers, outcome, race) => {
    const slow = mira();
    const on = encounter([gnoll(its), { ...slow, stats: { ...slow.stats, initiative: 0 } }]);
    const played = begun(on, challenge(race ? { race } : {}));
    for (const answer of [1, ...answers]) played.run.answer([answer]);
    if (outcome === 'initiative-won') for (const answer of ['before', PASS]) played.run.answer([answer]);
    expect(played.run.open).toBeNull();
    expect(said(played)[0]).toBe(outcome);
    expect(on.fighters.mira.state.initiativeUsed).toBe(true);
    expect(on.fighters.gnoll.state.initiativeUsed === true).toBe(answers[0] === 'roll' || (its && 'state' in its));
  });
});

it('[E-35] a challenge after the first die does not undo it', () => {
  const on = encounter([gnoll(), mira()]);
  const played = begun(on, blow);
  played.run.answer([10]);
  played.run.interrupt(challenge({ action: 'shift' }, { path: [at(3.5, 4.5)] }));
  for (const answer of [[15], ['decline'], ['before']]) played.run.answer(answer);
  goOn(played, [5, 4], [[PASS]]);
  expect(on.fighters.mira.place).toMatchObject({ y: 4.5 });
  expect(on).toHavePool('mira', 'aura', 16);
});

it('[E-36, E-A48] an Agile Move before the first die avoids the blow', () => {
  const on = encounter([gnoll(), mira({ player: false, state: { nonMoveEnergy: 1 } })]);
  const played = begun(on, blow);
  played.run.answer([PASS]);
  expect(played.run.open?.id).toBe('combat');
  played.run.interrupt({ do: 'agile-move', by: 'mira', path: [at(3.5, 4.5)] });
  expect(played.run.open?.id).toBe('follow');
  played.run.answer([PASS]);
  expect(played.run.open).toBeNull();
  expect(on).toHavePool('gnoll', 'energy', 4);
  expect(on).toHavePool('mira', 'aura', 20);
});

it('a challenge in progress is resumed from its record', () => {
  const on = encounter([gnoll(), mira()]);
  const played = challenged(on, challenge(), [15, 5], 'together');
  const exchange = { version: TRANSCRIPT_VERSION, command: blow, entries: played.run.entries };
  const copy = structuredClone(on);
  const again = resumeExchange(energy, on, exchange, makeCountingIds());
  expect(again.run.open).toEqual(played.run.open);
  expect(on).toEqual(copy);
});
