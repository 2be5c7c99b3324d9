import { expect, it } from 'vitest';
import type { Command } from '../../../src/encounter/command';
import { runUntilBlocked } from '../../../src/encounter/play';
import { defined } from '../../../src/kernel/defined';
import { type Die, rollDice } from '../../../src/kernel/dice';
import { seededDie } from '../../../src/kernel/rng';
import { type Blow, type Body, d20Of, damageOf, type Guard, guarding, hurt, isHit } from './model';
import { at, begun, conditionOf, fighter, item, on } from './vocabulary';

const EXCHANGES = 2000;

const between = (die: Die, low: number, high: number): number => low + die(high - low + 1) - 1;
const chance = (die: Die, of: number): boolean => die(of) === 1;
const pick = <T>(die: Die, ...all: readonly T[]): T => all[die(all.length) - 1] as T;

/** Custom conditions, with the sum that they add to each figure. */
function alterations(die: Die, id: string, figures: readonly string[]) {
  const drawn = Array.from({ length: die(3) - 1 }, (_, n) => ({
    figure: pick(die, ...figures),
    amount: between(die, -4, 4),
    n,
  }));
  const conditions = drawn.map(({ figure, amount, n }) =>
    conditionOf(pick(die, 'bolstered', 'hampered', 'afflicted'), {
      key: `${id}-${n}`,
      data: { name: `${n}`, figure, amount },
    }),
  );
  const sum = (of: string) => drawn.reduce((all, { figure, amount }) => (figure === of ? all + amount : all), 0);
  return { conditions, sum };
}

function randomFighter(die: Die, id: string, x: number) {
  const base = {
    ...{ str: between(die, -3, 5), dex: between(die, -3, 5), int: between(die, -3, 5), for: between(die, -4, 2) },
    ...{ defence: between(die, 5, 16), deflection: between(die, 0, 4), sturdy: between(die, 0, 3) },
    ...{ hpMax: between(die, 1, 20), mana1: 3, actionsPerRound: 2 },
  };
  const { conditions, sum } = alterations(die, id, ['toHit', 'damage', 'defence', 'deflection', 'sturdy']);
  const player = chance(die, 2);
  const most = Math.max(1, 2 + base.for);
  const exertion = between(die, 0, most);
  const body: Body = {
    ...{ hp: base.hpMax, exertion, fate: '', isPC: player, fortitude: base.for },
    defence: Math.max(0, base.defence + sum('defence')),
    deflection: Math.max(0, base.deflection + sum('deflection')),
    sturdy: Math.max(0, base.sturdy + sum('sturdy')),
  };
  return { id, base, body, conditions, sum, player, place: at(x), exertion };
}

const DICE = ['1d4', '1d6', '2d4', '1d12', '3d6'];
const ACTIONS = ['quick-attack', 'standard-attack', 'slow-attack', 'magic', 'inventory'] as const;

/** One exchange: the ruleset plays it, then the model calculates the same faces and answers. */
function exchange(die: Die, seen: Set<string>): void {
  const attacker = randomFighter(die, 'oda', 1);
  const target = randomFighter(die, 'pell', 2);
  const guards = [3, 5].filter(() => chance(die, 2)).map((x) => randomFighter(die, `guard${x}`, x));
  const doing = pick(die, ...ACTIONS);
  const isPair = chance(die, 2);
  const weapon = (id: string, dice: string) => item('weapon', id, { speed: 'quick', dice, range: 9, hands: 1 });
  const dice = {
    sword: pick(die, ...DICE),
    knife: pick(die, ...DICE),
    bolt: pick(die, ...DICE),
    oil: pick(die, ...DICE),
  };
  const items = [
    weapon('sword', dice.sword),
    ...(isPair ? [weapon('knife', dice.knife)] : []),
    item('spell', 'bolt', { tempo: 7, dice: dice.bolt, range: 9 }),
    item('consumable', 'oil', { dice: dice.oil, range: 9 }),
  ];
  const [isMarked, isOthersMark, isProne] = [chance(die, 3), chance(die, 3), chance(die, 4)];
  const lent = pick(die, undefined, undefined, 'advantage', 'disadvantage');
  const sided = (of: ReturnType<typeof randomFighter>, side: string, own: object, more: typeof attacker.conditions) =>
    fighter(of.id, of.base, {
      ...{ side, player: of.player, place: of.place, pools: { exertion: of.exertion } },
      conditions: [...of.conditions, ...more],
      ...own,
    });
  const bonds = [
    ...(isMarked ? [conditionOf('marked', { by: 'oda' })] : []),
    ...(isOthersMark ? [conditionOf('marked', { key: 'other', by: 'pell' })] : []),
    ...guards.map(({ id }) => conditionOf('guarded', { key: id, by: id })),
  ];
  const plan = { 'plan-1': { action: doing, ...(doing === 'magic' && { item: 'bolt' }) } };
  const encounter = on(
    { 'quick-attack': 3, 'standard-attack': 5, 'slow-attack': 7, magic: 7, inventory: 6 }[doing],
    [
      sided(attacker, 'heroes', { items, state: plan }, isProne ? [conditionOf('prone')] : []),
      sided(target, 'foes', {}, bonds),
      ...guards.map((guard) => sided(guard, 'foes', {}, [])),
    ],
    attacker.player ? {} : { phase: 'npcs', closed: true },
  );
  const tool = { magic: 'bolt', inventory: 'oil' }[doing as string] ?? 'sword';
  const command: Command = {
    ...{ do: doing, by: 'oda', at: 'pell', with: tool },
    options: { ...(lent && { lent }), ...(doing === 'inventory' && { use: 'consume' }) },
  };

  const rolls: (readonly [id: string, faces: readonly number[], total: number])[] = [];
  const interceptors: (string | null)[] = [];
  let hasPaired = false;
  const played = begun(encounter, command);
  const answers = (ask: NonNullable<typeof played.run.open>) => {
    if (ask.kind === 'dice') {
      const faces = rollDice(ask.dice, die);
      rolls.push([ask.id, faces, faces.reduce((sum, face) => sum + face, 0)]);
      return { answer: faces };
    }
    if (ask.kind !== 'offer') throw new Error(`${ask.id} is asked`);
    // The first target comes first, unless it is down.
    const accepted = ask.candidates.findIndex(
      ({ commands: [first] }) => (first as Command).at === 'pell' && chance(die, 2),
    );
    if (ask.id === 'hit') interceptors.push(ask.candidates[accepted]?.by ?? null);
    if (ask.id === 'dual-wield') hasPaired = accepted === 0;
    return { answer: ask.candidates.map((_, at) => (at === accepted ? 0 : -1)) };
  };
  expect(runUntilBlocked(played, answers as never)).toBeNull();

  const bodies = {
    oda: attacker.body,
    pell: target.body,
    ...Object.fromEntries(guards.map(({ id, body }) => [id, body])),
  };
  let hasIntercepted = '';
  /** Computes the next Strike from the recorded faces. */
  function strike(toHit: number, extra: number, lentNow?: string): void {
    const blow: Blow = {
      ...{ toHit: toHit + attacker.sum('toHit'), extra, target: target.body },
      guards: guards.map(({ id, body, place }): Guard => ({ body, isAdjacent: place.x - 2 < 1.5 && id !== '' })),
      isHelped: isMarked || lentNow === 'advantage',
      isHindered: isProne || lentNow === 'disadvantage',
    };
    const [id, faces] = defined(rolls.shift(), 'a roll to hit');
    expect([id, faces.length]).toEqual(['to-hit', d20Of(blow).faces]);
    seen.add(`${faces.length} faces, ${isHit(blow, faces) ? 'hit' : 'miss'}`);
    if (!isHit(blow, faces)) return;
    const able = guarding(blow).length > 0 && hasIntercepted === '';
    const by = able && encounter.clock.tempo >= 4 ? defined(interceptors.shift() ?? 'none', 'an answer') : 'none';
    if (by !== 'none') hasIntercepted = by;
    const sufferer = defined(bodies[by === 'none' ? 'pell' : (by as 'pell')], 'a fighter');
    const [damageId, , value] = defined(rolls.shift(), 'a damage roll');
    expect(damageId).toBe('damage');
    const damage = damageOf(blow, value, sufferer);
    seen.add(by === 'none' ? `damage ${Math.sign(damage)}` : 'intercepted');
    hurt(sufferer, damage);
    if (sufferer.fate) seen.add(sufferer.fate);
  }
  const isSpell = doing === 'magic';
  const { str, dex, int } = attacker.base;
  strike(isSpell ? int : dex, (isSpell ? int : str) + attacker.sum('damage'), lent);
  if (hasPaired) {
    seen.add('second Strike');
    // T-87: the Dice Value and nothing more. What the GM lends is for one roll.
    strike(dex, 0);
  }
  expect(rolls).toEqual([]);
  for (const [id, { hp, exertion, fate }] of Object.entries(bodies)) {
    const { pools, conditions } = encounter.fighters[id];
    const fates = conditions.flatMap((had) => (['dying', 'dead', 'defeated'].includes(had.id) ? [had.id] : []));
    expect([id, pools.hp.value, pools.exertion.value, fates.join()]).toEqual([id, hp, exertion, fate]);
  }
}

it(`a second calculation of ${EXCHANGES} Strikes comes to the same`, () => {
  const die = seededDie(20);
  const seen = new Set<string>();
  for (let count = 0; count < EXCHANGES; count++) exchange(die, seen);
  expect([...seen].sort()).toEqual([
    ...['1 faces, hit', '1 faces, miss', '2 faces, hit', '2 faces, miss', 'damage 0', 'damage 1'],
    ...['dead', 'defeated', 'dying', 'intercepted', 'second Strike'],
  ]);
}, 60_000);
