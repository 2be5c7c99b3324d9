import { expect, it } from 'vitest';
import {
  formatSigned,
  hintOfAction,
  hintOfCondition,
  hintOfState,
  joinLabels,
  labelOfAction,
  labelOfActionWithItem,
  labelOfCause,
  labelOfCondition,
  labelOfFigure,
  labelOfGroup,
  labelOfPool,
  labelOfState,
  labelOfTerm,
  message,
  rollFacts,
  textFacts,
} from '../../src/toolkit/define/labels';

it('names each kind of thing by a text of its own', () => {
  const labels = {
    action: labelOfAction('run'),
    actionHint: hintOfAction('run'),
    condition: labelOfCondition('prone'),
    conditionHint: hintOfCondition('prone'),
    state: labelOfState('aiming'),
    stateHint: hintOfState('aiming'),
    pool: labelOfPool('hp'),
    figure: labelOfFigure('str'),
    term: labelOfTerm('base'),
    group: labelOfGroup('moves'),
  };
  expect(labels).toEqual({
    action: { key: 'Action.run.label' },
    actionHint: { key: 'Action.run.hint' },
    condition: { key: 'Condition.prone.label' },
    conditionHint: { key: 'Condition.prone.hint' },
    state: { key: 'State.aiming.label' },
    stateHint: { key: 'State.aiming.hint' },
    pool: { key: 'Pool.hp' },
    figure: { key: 'Stat.str' },
    term: { key: 'Term.base' },
    group: { key: 'Group.moves' },
  });
});

it('has facts only where some are given', () => {
  expect(message('A')).toEqual({ key: 'A' });
  expect(message('A', { n: 1 })).toEqual({ key: 'A', facts: { n: 1 } });
});

it('names the condition that causes another', () => {
  expect(labelOfCause('prone')).toEqual({ key: 'Note.from', facts: { parent: { key: 'Condition.prone.label' } } });
});

it('names the item of an action, if there is one', () => {
  const action = labelOfAction('strike');
  expect(labelOfActionWithItem(action, undefined)).toBe(action);
  expect(labelOfActionWithItem(action, 'Axe')).toEqual({ key: 'Card.with', facts: { action, item: 'Axe' } });
});

it('has no lists and records among placeholders', () => {
  expect(textFacts({ name: 'Mira', n: 0, dice: [1, 2], place: { x: 1 } })).toEqual({ name: 'Mira', n: 0 });
  expect([textFacts(), rollFacts()]).toEqual([{}, {}]);
});

it.each([
  [3, '+3'],
  [0, '+0'],
  [-2, '−2'],
])('shows the bonus %d of a roll as %s', (bonus, shown) => {
  expect(formatSigned(bonus)).toBe(shown);
  expect(rollFacts({ bonus, against: 12 })).toEqual({ bonus: shown, against: 12 });
});

it('leaves a bonus that is a text, or missing', () => {
  expect(rollFacts({ bonus: 'best of two' })).toEqual({ bonus: 'best of two' });
  expect(rollFacts({ against: 12 })).toEqual({ against: 12 });
});

it('joins labels to one phrase in their order', () => {
  const [prone, dazed, behind] = ['prone', 'dazed', 'behind'].map((key) => ({ key }));
  if (!prone || !dazed || !behind) throw new Error('three labels');
  expect(joinLabels(prone, [])).toBe(prone);
  expect(joinLabels(prone, [dazed, behind])).toEqual({
    key: 'Note.and',
    facts: { first: prone, others: { key: 'Note.and', facts: { first: dazed, others: behind } } },
  });
});
