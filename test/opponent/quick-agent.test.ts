import { describe, expect, it, vi } from 'vitest';
import type { Command } from '../../src/encounter/command';
import type { Encounter } from '../../src/encounter/state';
import { GM } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { seededDie } from '../../src/kernel/rng';
import { Fight } from '../../src/opponent/fight';
import { playToTheEnd } from '../../src/opponent/forecast-fight';
import { Board } from '../../src/opponent/play';
import { QuickAgent } from '../../src/opponent/quick-agent';
import { makeQuickAnswerer } from '../../src/opponent/quick-answers';
import type { TempoClock } from '../../src/rulesets/tempo/state';
import * as energy from '../rulesets/energy/vocabulary';
import { at } from '../support/rules';
import { optionsOf } from './games';
import { judgeOf, skirmish } from './skirmish';

const fighterIn = ({ fighters }: Encounter, id: string) => defined(fighters[id], id);

/** Returns the quick agent of a fight in Clash that has begun, and where hero1 stands beside all foes. */
async function begun(foes: number) {
  const judge = await judgeOf('clash');
  const encounter = skirmish('clash', { heroes: 1, foes, apart: 0 });
  for (const fighter of Object.values(encounter.fighters))
    if (fighter.side === 'foes' && fighter.place) fighter.place = { ...fighter.place, x: 1.5, y: fighter.place.y };
  Object.assign(encounter, { clock: { ...encounter.clock, round: 1, phase: 'turn', turn: 'hero1' } });
  return { agent: new QuickAgent(judge), encounter, hero: fighterIn(encounter, 'hero1') };
}

describe('a quick agent', () => {
  it('expects of a target what others have taught it, until it knows better', async () => {
    const { agent, encounter, hero } = await begun(2);
    const attacks = optionsOf(agent, encounter, hero).filter(({ do: verb }) => verb === 'attack-basic-melee');
    const [first, second] = attacks.filter((each) => each.with === attacks[0]?.with) as [Command, Command];
    expect([first.at, second.at].sort()).toEqual(['foe1', 'foe2']);
    expect([agent.isCurious(first), agent.isCurious(second)]).toEqual([true, true]);
    for (let n = 0; n < 12; n++) agent.learn(first, -1);
    expect([agent.isCurious(first), agent.isCurious(second)]).toEqual([false, true]);
    expect(agent.command(encounter, hero)).not.toBe(first);
    agent.learn(second, 5);
    expect(agent.command(encounter, hero)).toBe(second);
  });

  it('learns nothing of ways', async () => {
    const { agent } = await begun(1);
    const way = { do: 'move-walk', by: 'hero1' };
    agent.learn(way, 3);
    expect(agent.isCurious(way)).toBe(false);
  });

  it('is not asked in Tempo between its plan and its planned number', async () => {
    const { ruleset, worth } = await judgeOf('tempo');
    const { isAsked } = worth;
    const board = new Board(ruleset, skirmish('tempo', { heroes: 1, foes: 1, apart: 0 }));
    const { encounter } = board;
    const whoIsAsked = () =>
      Object.values(encounter.fighters).flatMap((each) => (isAsked?.(encounter, each) ? each.id : []));
    const plan = (by: string, action: string) => ({ do: 'plan', by, options: { action } });
    board.play({ do: 'start', by: GM }, () => undefined);
    board.play(plan('hero1', 'standard-attack'), () => undefined);
    expect(whoIsAsked()).toEqual(['hero1', 'foe1']);
    board.play(plan('hero1', 'mark'), () => undefined);
    expect(whoIsAsked()).toEqual(['foe1']);
    board.play(plan('foe1', 'mark'), () => undefined);
    board.play(plan('foe1', 'standard-attack'), () => undefined);
    expect(whoIsAsked()).toEqual([]);
    const asked = new Map<string, string[]>();
    for (let n = 0; n < 12; n++) {
      board.play({ do: 'count', by: GM }, () => undefined);
      const { phase, tempo } = encounter.clock as TempoClock;
      if (whoIsAsked().length > 0) asked.set(`${phase} ${tempo}`, whoIsAsked());
    }
    expect(Object.fromEntries(asked)).toEqual({
      'players 2': ['hero1'],
      'npcs 2': ['hero1', 'foe1'],
      'players 5': ['hero1'],
      'npcs 5': ['hero1', 'foe1'],
    });
  });

  it('finds what its buttons show only at their moment', async () => {
    const judge = await judgeOf('tempo');
    const agent = new QuickAgent(judge);
    const begun = vi.spyOn(judge.ruleset, 'play');
    for (const seed of [1, 2, 3]) playToTheEnd(judge, skirmish('tempo', { heroes: 2, foes: 2, apart: 4 }), agent, seed);
    expect(begun.mock.calls.map(([, command]) => command.do)).toContain('mark');
  });

  it('keeps its only weapon in hand in Energy, and thinks of ways besides its targets', async () => {
    const judge = await judgeOf('energy');
    const spear = energy.weapon('spear', { damage: '1d8', reach: 2, thrown: true, range: [5, 12, 24] });
    const hero = energy.fighter('hero', { str: 13 }, { side: 'heroes', place: at(0), items: [spear] });
    const foes = Array.from({ length: 12 }, (_, n) =>
      energy.fighter(`foe${n}`, {}, { side: 'foes', place: at(5 + (n % 3), Math.floor(n / 3)) }),
    );
    const encounter = energy.encounter([hero, ...foes]) as unknown as Encounter;
    const agent = new QuickAgent(judge);
    expect(agent.command(encounter, fighterIn(encounter, 'hero'))?.do).not.toMatch(/ranged|shot|throw/);
    const options = optionsOf(agent, encounter, fighterIn(encounter, 'hero'));
    const way = options.findIndex(({ path = [] }) => path.length > 0);
    const throws = options.flatMap(({ do: verb }, at) => (verb === 'ranged-attack' ? at : []));
    expect(throws.length).toBeGreaterThanOrEqual(foes.length);
    expect(throws.filter((index) => index < way).length).toBeLessThanOrEqual(6);
    expect(way).toBeLessThan(24);
  });
});

it('a fight in which all have fallen is over, and won by no one', async () => {
  const judge = await judgeOf('clash');
  const encounter = skirmish('clash', { heroes: 1, foes: 1 });
  const die = seededDie(1);
  const board = new Board(judge.ruleset, encounter);
  const fight = new Fight(judge, board, () => new QuickAgent(judge), makeQuickAnswerer(judge, encounter, die), die);
  expect([fight.isOver, fight.winner]).toEqual([false, null]);
  Object.assign(defined(fighterIn(encounter, 'foe1').pools.hp, 'hp'), { value: 0 });
  expect([fight.isOver, fight.winner]).toEqual([true, 'heroes']);
  Object.assign(defined(fighterIn(encounter, 'hero1').pools.hp, 'hp'), { value: 0 });
  expect([fight.isOver, fight.winner]).toEqual([true, null]);
});
