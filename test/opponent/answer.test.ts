import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import { cloneEncounter } from '../../src/encounter/forecast';
import { beginExchange } from '../../src/encounter/play';
import type { Encounter } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import { partsOf, responderOf } from '../../src/kernel/answer';
import { type Answer, type OfferAsk, PASS, type SingleAsk } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { answersTo, thinkOfAnswer } from '../../src/opponent/answer';
import { anyAnswer } from '../support/answer';
import { gamesOf } from './games';
import { judgeOf, skirmish } from './skirmish';

const question = (kind: string, own: object) => ({ kind, id: 'q', by: 'mira', ...own }) as SingleAsk | OfferAsk;
const option = (id: string, why: string[] = []) => ({ id, whyNot: why.map((each) => ({ id: each })) });

describe('the answers that are compared', () => {
  it.each([
    ['choice', { options: [option('a'), option('b', ['no']), option('c')] }, [['a'], ['c']]],
    ['offer', { candidates: [{ by: 'mira', commands: [{}, {}], defaultAnswer: 'ask' }] }, [[PASS], [0], [1]]],
    ['amount', { min: 1, max: 4 }, [[1], [4]]],
    ['amount', { min: 2, max: 2 }, [[2]]],
    ['text', { maxLength: 9 }, [['']]],
    ['dice', { dice: { count: 1, sides: 20 } }, []],
    ['place', { places: Array.from({ length: 12 }, (_, at) => at) }, [0, 1, 2, 3, 4, 5, 6, 7].map((at) => [at])],
  ])('to a question of kind %s', (kind, own, answers) => {
    expect(answersTo(question(kind, own))).toEqual(answers);
  });
});

describe('an answer in Clash', () => {
  /** A blow on `hero1`, up to its question. */
  async function attacked(change: (encounter: Encounter) => void = () => {}) {
    const judge = await judgeOf('clash');
    const encounter = skirmish('clash', { heroes: 1, foes: 1 });
    encounter.clock = { round: 1, phase: 'active', turn: 'foe1' };
    change(encounter);
    const before = cloneEncounter(encounter);
    const command: Command = { do: 'attack-basic-melee', by: 'foe1', at: 'hero1' };
    const { run } = beginExchange(judge.ruleset, encounter, command, makeCountingIds());
    while (run.open && responderOf(defined(partsOf(run.open)[0], 'a part')) !== 'hero1')
      run.answer(anyAnswer(run.open, () => 12));
    const ask = defined(partsOf(defined(run.open, 'a question'))[0], 'a part');
    return { judge, before, input: { judge, encounter, ask, exchange: { version: 1, command, entries: run.entries } } };
  }

  it('is a defense while one can win something by it, and the encounter stays as it is', async () => {
    const { input } = await attacked();
    const copy = structuredClone(input.encounter);
    let best: Answer | undefined;
    let games = 0;
    for (const [first] of gamesOf(thinkOfAnswer({ ...input, temperament: 'cunning', seed: 4 }))) {
      best = first?.option;
      if (++games >= 120) break;
    }
    expect(input.encounter).toEqual(copy);
    expect(best).not.toEqual(['none']);
    expect(answersTo(input.ask)).toContainEqual(best);
  });
});
