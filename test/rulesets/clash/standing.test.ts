import { describe, expect, it } from 'vitest';
import { answerByOrders, fallbackAnswer } from '../../../src/encounter/automation';
import type { Answer, ChoiceAsk } from '../../../src/kernel/ask';
import { BY_TIME, TRANSCRIPT_VERSION } from '../../../src/kernel/transcript';
import { clash } from '../../../src/rulesets/clash';
import { at, begun, encounter, fighter, goOn, optionsOf, play, said, weapon } from './vocabulary';

const sword = weapon('sword', { attackValue: 5, parryValue: 6 });
const knife = weapon('knife', { parryValue: 3 });
const blow = { do: 'attack-basic-melee', by: 'gnoll', at: 'mira', with: 'sword' };
const fight = (settings = {}) =>
  encounter([fighter('gnoll', {}, { items: [sword] }), fighter('mira', {}, { items: [sword, knife] })], { settings });

/** The question that Mira is asked after this face of the attack die. */
function asked(face: number): ChoiceAsk {
  const open = goOn(begun(fight(), blow), [face]);
  if (open?.kind !== 'choice') throw new Error('no choice');
  return open;
}
const answers = (face: number, orders: Record<string, string>) =>
  answerByOrders(clash.automation, asked(face), (id) => orders[id])?.[0] ?? null;

describe('orders for the defense', () => {
  it('ask without an order, and if the order is to ask', () => {
    expect([answers(10, {}), answers(10, { defense: 'ask' })]).toEqual([null, null]);
  });

  it('choose the named defense, with the item of the best value', () => {
    expect(answers(10, { defense: 'dodge' })).toBe('dodge');
    expect(answers(10, { defense: 'parry' })).toBe('parry sword');
    expect(answers(10, { defense: 'none' })).toBe('none');
  });

  it.each`
    face  | margin   | otherwise    | wanted
    ${7}  | ${'6'}   | ${undefined} | ${'parry sword'}
    ${8}  | ${'6'}   | ${undefined} | ${null}
    ${8}  | ${'6'}   | ${'dodge'}   | ${'dodge'}
    ${8}  | ${'8'}   | ${undefined} | ${'parry sword'}
    ${20} | ${'any'} | ${undefined} | ${'parry sword'}
    ${20} | ${'1e9'} | ${undefined} | ${'parry sword'}
  `('parry with 6 against $face + 5, margin $margin, else $otherwise: $wanted', (row) => {
    const { face, margin, otherwise, wanted } = row;
    const orders = { defense: 'parry', 'defense-margin': margin, ...(otherwise && { 'defense-else': otherwise }) };
    expect(answers(face, orders)).toBe(wanted);
  });

  it('ask, or use the second order, if the named defense is not possible', () => {
    expect([answers(10, { defense: 'block' }), answers(10, { defense: 'block', 'defense-else': 'none' })]).toEqual([
      null,
      'none',
    ]);
    expect(answers(10, { defense: 'prayer' })).toBeNull();
  });
});

describe('[C-101, C-A46] a save for concentration', () => {
  const ask = (...ids: string[]): ChoiceAsk => ({
    ...asked(10),
    id: 'concentration-by',
    options: ids.map((id) => ({ id, whyNot: [] })),
  });
  const saveWith = (asking: string | undefined, ...ids: string[]) =>
    answerByOrders(clash.automation, ask(...ids), (id) => (id === 'asking' ? asking : undefined))?.[0] ?? null;

  it('is made with the first, which is the better one, unless the fighter is always asked', () => {
    expect([saveWith(undefined, 'wil', 'con'), saveWith('never', 'con', 'wil')]).toEqual(['wil', 'con']);
    expect(saveWith('always', 'wil', 'con')).toBeNull();
  });
});

describe('[C-A13] a world that hides the total of attacks', () => {
  const hidden = () => fight({ attackTotal: 'hidden' });

  it('asks for the defense before the attack is rolled, and shows no total', () => {
    const open = goOn(begun(hidden(), blow));
    expect([open?.id, optionsOf(open)]).toEqual(['defense-unseen', ['dodge', 'parry sword', 'parry knife', 'none']]);
    expect((open as ChoiceAsk).facts).not.toHaveProperty('attack');
    const orders: Record<string, string> = { defense: 'parry', 'defense-margin': '6' };
    expect(answerByOrders(clash.automation, open as ChoiceAsk, (id) => orders[id])).toBeNull();
    expect(
      answerByOrders(clash.automation, open as ChoiceAsk, (id) => (id === 'defense' ? 'parry' : undefined)),
    ).toEqual(['parry sword']);
  });

  it('gives the same outcome with the same dice', () => {
    const open = play(fight(), blow, [10, 12], ['parry sword', 'parry-nothing']);
    const covered = play(hidden(), blow, [10, 12], ['parry sword', 'parry-nothing']);
    expect(said(covered)).toEqual(said(open));
    expect(said(open)).toEqual(['parry-perfect']);
  });
});

it('[C-47, C-48] a step that times out leaves the fighter in place and provokes no opportunity attacks', () => {
  const foe = (id: string, x: number) =>
    fighter(id, { perks: ['opportunist'] }, { side: 'foes', items: [sword], place: at(x, 0.5) });
  const mira = fighter('mira', {}, { items: [weapon('blade', { parryValue: 20 })], place: at(4.5, 0.5) });
  const on = encounter([foe('gnoll', 5.5), foe('other', 3.5), mira]);
  const played = begun(on, { ...blow, options: { behind: false } });
  const open = goOn(played, [5, 12], ['parry', 'parry-step']);
  if (open?.kind !== 'place') throw new Error('no place is asked for');
  const fallback = fallbackAnswer(clash.automation, open);
  expect(fallback).toEqual([on.fighters.mira.place]);
  const moved = () => played.table.effects.filter(({ kind }) => kind === 'move').length;
  played.run.answer(fallback as Answer, BY_TIME);
  expect([played.run.open, moved(), said(played).includes('opportunists')]).toEqual([null, 0, false]);
  const exchange = { version: TRANSCRIPT_VERSION, command: blow, entries: played.run.entries };
  const viewer = { gm: true, owns: [], targets: [] };
  const { lines } = clash.views.card({ exchange, open: [], names: {}, viewer });
  expect(lines.at(-1)).toMatchObject({ message: { key: 'Card.by-time' } });

  const stepping = begun(encounter([foe('gnoll', 5.5), foe('other', 3.5), mira]), blow);
  const places = goOn(stepping, [5, 12], ['parry', 'parry-step']) as typeof open;
  stepping.run.answer([places.places[1]]);
  expect(said(stepping)).toContain('opportunists');
});

it('the fallbacks of a timeout are the cheapest options', () => {
  const { fallbacks } = clash.automation;
  expect([fallbacks.defense, fallbacks['after-parry'], fallbacks['throw-second']]).toEqual([
    ['none'],
    ['parry-nothing'],
    ['throw'],
  ]);
});
