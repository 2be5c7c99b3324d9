import { describe, expect, it, vi } from 'vitest';
import type { Command } from '../../src/encounter/command';
import type { Encounter } from '../../src/encounter/state';
import { defined } from '../../src/kernel/defined';
import { playToTheEnd } from '../../src/opponent/forecast-fight';
import type { Judge } from '../../src/opponent/judge';
import { QuickAgent } from '../../src/opponent/quick-agent';
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
    const attacks = agent.options(encounter, hero).filter(({ do: verb }) => verb === 'attack-basic-melee');
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

  it('saves itself the questions to those who wait for their planned number, without another choice', async () => {
    const judge = await judgeOf('tempo');
    const played = (isAsked: Judge['worth']['isAsked']) => {
      const ruleset = { ...judge.ruleset, whyNot: vi.fn(judge.ruleset.whyNot) };
      const patient = { ruleset, worth: { ...judge.worth, isAsked: isAsked ?? (() => true) } };
      const start = skirmish('tempo', { heroes: 2, foes: 2, apart: 4 });
      const outcome = playToTheEnd(patient, start, new QuickAgent(patient), 3);
      return { outcome, questions: ruleset.whyNot.mock.calls.length };
    };
    const [saving, asking] = [played(judge.worth.isAsked), played(undefined)];
    expect(saving.outcome).toEqual(asking.outcome);
    expect(saving.questions).toBeLessThan(0.7 * asking.questions);
  });
});
