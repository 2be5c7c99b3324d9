import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import type { Message, Viewer } from '../../src/encounter/view';
import { RULESETS } from '../../src/rulesets/index';
import * as clash from './clash/vocabulary';
import * as energy from './energy/vocabulary';
import * as seconds from './seconds/vocabulary';
import * as slots from './slots/vocabulary';
import * as tempo from './tempo/vocabulary';

/** What a ruleset tells about the end of each reason against a command: the reason's id, the message and its facts. */
function when(encounter: Encounter, command: Command, unseen: readonly string[] = []) {
  const { whyNot, views } = RULESETS[encounter.ruleset as keyof typeof RULESETS] as unknown as Ruleset;
  const viewer: Viewer = { gm: false, owns: [command.by], targets: [], hiddenFighters: unseen };
  const said = (id: string, message: Message | null | undefined) => [id, message?.key ?? null, message?.facts ?? {}];
  return whyNot(encounter, command).map((reason) => said(reason.id, views.when?.(encounter, command, reason, viewer)));
}

describe('when an impossible command becomes possible in clash', () => {
  const order = [30, 20, 10].map((initiative) => ({ state: { initiative } }));
  const [kor, mira, ann] = ['kor', 'mira', 'ann'].map((id, at) => clash.fighter(id, {}, order[at]));
  const walk = (by: string): Command => ({ do: 'end-turn', by });

  it('counts the turns before the own turn', () => {
    const on = clash.encounter([kor, mira, ann]);
    expect(when(on, walk('mira'))).toEqual([['not-your-turn', 'When.turn-after', { name: 'kor' }]]);
    expect(when(on, walk('ann'))).toEqual([['not-your-turn', 'When.turn-later', { name: 'mira', count: 2 }]]);
  });

  it('neither names nor counts fighters hidden from the viewer', () => {
    const on = clash.encounter([kor, mira, ann]);
    expect(when(on, walk('mira'), ['kor'])).toEqual([['not-your-turn', 'When.turn', {}]]);
    expect(when(on, walk('ann'), ['mira'])).toEqual([['not-your-turn', 'When.turn-after', { name: 'kor' }]]);
  });

  it('waits for the next round if the own turn is over', () => {
    const done = clash.fighter('mira', {}, { state: { initiative: 20, done: true } });
    const on = clash.encounter([ann, kor, done]);
    expect(when(on, walk('mira'))).toEqual([['not-your-turn', 'When.turn-next-round', {}]]);
  });
});

describe('when an impossible command becomes possible in seconds', () => {
  const placed = (id: string, order: number, left: number) =>
    seconds.fighter(id, {}, { state: { order }, pools: { seconds: left } });

  it('tells the seconds left in the current turn, and at most those of the fighters in between', () => {
    const on = seconds.encounter([placed('kor', 1, 20), placed('mira', 2, 0), placed('ann', 3, 0)]);
    const move = (by: string): Command => ({ do: 'end-turn', by });
    expect(when(on, move('mira'))).toEqual([['not-your-turn', 'When.seconds', { name: 'kor', seconds: 2 }]]);
    expect(when(on, move('ann'))).toEqual([['not-your-turn', 'When.seconds-later', { name: 'mira', seconds: 5 }]]);
  });

  it('[S-A10] follows the world’s setting for the refresh of reactions', () => {
    const spent = (id: string, order: number) => seconds.fighter(id, {}, { state: { order }, pools: { reactions: 0 } });
    const fighters = () => [spent('kor', 1), spent('mira', 2)];
    const react = { do: 'opportunity-attack', by: 'mira', at: 'kor' };
    const whens = (settings: Encounter['settings']) =>
      when(seconds.encounter(fighters(), { settings }), react).find(([id]) => id === 'no-reaction')?.[1];
    expect(whens({ reactionRefresh: 'roundStart' })).toBe('When.next-round');
    expect(whens({ reactionRefresh: 'turnStart' })).toBe('When.seconds');
  });
});

describe('when an impossible command becomes possible in slots', () => {
  const placed = (id: string, order: number, rest = {}) =>
    slots.fighter(id, {}, { state: { order, initiative: 30 - order }, ...rest });

  it('tells the next own turn, in this round or the next', () => {
    const on = slots.encounter([placed('kor', 1, { pools: { standard: 0 } }), placed('mira', 2)]);
    expect(when(on, { do: 'end-turn', by: 'mira' })).toEqual([['not-your-turn', 'When.turn-after', { name: 'kor' }]]);
    const struck = when(on, { do: 'primary-attack', by: 'kor', at: 'mira', with: 'unarmed' });
    expect(struck.filter(([id]) => id === 'standard-spent')).toEqual([['standard-spent', 'When.turn-next-round', {}]]);
  });

  it('is the end of the condition that prevents it', () => {
    const dazed = slots.conditionOf('frightened', { until: { at: 'turn-start', n: 3, of: 'kor' } });
    const on = slots.encounter([placed('kor', 1, { conditions: [dazed] }), placed('mira', 2)]);
    const struck = when(on, { do: 'primary-attack', by: 'kor', at: 'mira', with: 'unarmed' });
    const condition = { key: 'Condition.frightened.label' };
    expect(struck.filter(([id]) => id === 'frightened')).toEqual([
      ['frightened', 'When.lasts', { condition, until: { key: 'Until.round', facts: { round: 3 } } }],
    ]);
  });
});

describe('when an impossible command becomes possible in tempo', () => {
  const blade = tempo.item('weapon', 'blade', { speed: 'quick' });
  const mira = () => tempo.hero('mira', {}, { items: [blade], state: { 'plan-1': 'quick-attack' } });
  const strike = { do: 'turn', by: 'mira', options: { action: 'quick-attack' } };

  it('[T-06] tells how many numbers are still to be called', () => {
    const early = when(tempo.on(1, [mira()]), strike);
    expect(early.find(([id]) => id === 'too-early')).toEqual(['too-early', 'When.number', { tempo: 3, count: 2 }]);
    const late = when(tempo.on(5, [mira()]), strike);
    expect(late.find(([id]) => id === 'tempo-passed')).toEqual([
      'tempo-passed',
      'When.number-next-round',
      { tempo: 3 },
    ]);
  });

  it('waits for the fighter whose turn runs', () => {
    const on = tempo.on(3, [mira(), tempo.hero('kor')], { turn: 'kor', acted: false });
    expect(when(on, strike)).toContainEqual(['wrong-moment', 'When.turn-of', { name: 'kor' }]);
  });
});

describe('when an impossible command becomes possible in energy', () => {
  const sword = energy.weapon('sword', { damage: '1d8' });
  const at = (energyLeft: number, stamina: number) =>
    energy.encounter([
      energy.fighter(
        'mira',
        {},
        { items: [sword], pools: { energy: energyLeft, stamina }, place: energy.at(0.5, 0.5) },
      ),
      energy.fighter('gnoll', {}, { place: energy.at(0.5, 6.5) }),
    ]);
  const strike = { do: 'melee-attack', by: 'mira', at: 'gnoll', with: 'sword' };

  it('[E-04] tells what the next Round gives, or what is missing even then', () => {
    expect(when(at(0, 4), strike).find(([id]) => id === 'energy')).toEqual(['energy', 'When.energy', { given: 4 }]);
    const short = when(at(0, 1), strike).find(([id]) => id === 'energy');
    expect(short?.[1]).toBe('When.more');
  });

  it('tells how much closer the fighter must be', () => {
    expect(when(at(5, 5), strike)).toEqual([['out-of-reach', 'When.nearer', { by: expect.any(Number) }]]);
  });
});
