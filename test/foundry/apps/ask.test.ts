import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnswerOdds, AskView } from '../../../src/encounter/view';
import { askContexts } from '../../../src/foundry/apps/asks/ask';
import { storeDraft } from '../../../src/foundry/apps/asks/drafts';
import type { UserAsk } from '../../../src/foundry/referee';
import { Parts } from '../../../src/foundry/views/parts';
import type { OfferAsk, SingleAsk } from '../../../src/kernel/ask';
import { defined } from '../../../src/kernel/defined';

vi.mock('../../../src/foundry/host/reader', () => ({ placeOf: ({ x = 0 }: { x?: number }) => ({ x, y: 0 }) }));
vi.mock('../../../src/foundry/referee', () => ({ canSkipRound: () => false }));

const known = vi.hoisted(() => ({ odds: [] as AnswerOdds[] }));
vi.mock('../../../src/foundry/apps/asks/answer-odds', async (load) => ({
  ...(await load<object>()),
  knownAnswerOdds: () => known.odds,
}));

const combatants = ['mira', 'kor'].map((id) => ({
  id,
  _source: { name: id, img: 'mira.svg' },
  name: id,
  img: '',
  isOwner: id === 'mira',
  token: { texture: {}, ...(id === 'kor' && { x: 5 }) },
}));
const combat = {
  system: { open: null },
  combatants: {
    get: (id: string) => combatants.find((each) => each.id === id),
    [Symbol.iterator]: () => combatants.values(),
  },
} as unknown as Combat.Implementation;

beforeEach(() => {
  const format = (key: string, data: Record<string, string>) => [key, ...Object.values(data)].join(' ');
  vi.stubGlobal('game', { i18n: { has: () => false, format }, user: { isGM: false } });
  vi.stubGlobal('foundry', { helpers: { media: { VideoHelper: { hasVideoExtension: () => false } } } });
});

const here = (ask: SingleAsk | OfferAsk, over: Partial<UserAsk> = {}): UserAsk =>
  ({
    key: '4.1',
    ask,
    by: 'mira',
    card: 'c',
    isMine: true,
    mayAnswer: true,
    isAnswered: false,
    fault: null,
    ...over,
  }) as UserAsk;
const view = (ask: SingleAsk | OfferAsk, options: AskView['options'] = []): AskView =>
  ({ ask, by: 'mira', label: { key: 'Ask.x' }, options }) as AskView;
const shown = (ask: SingleAsk | OfferAsk, options: AskView['options'] = []) =>
  defined(askContexts(new Parts('energy'), [view(ask, options)], [here(ask)], combat)[0], 'a context');

describe('an ask', () => {
  it('says in its sentence what happens if it is not answered', () => {
    const offer: OfferAsk = {
      kind: 'offer',
      id: 'dodge',
      wait: 'first',
      candidates: [{ by: 'mira', commands: [{ do: 'agile-move', by: 'mira' }], defaultAnswer: 'ask' }],
    };
    expect(shown(offer).question).toBe('CADENCE.Ask.x ');
    known.odds = [{ answer: [-1], chance: 0.62, damage: 7.04, exact: true }];
    const hit = 'CADENCE.App.Ask.odds.hit 62 7';
    expect(shown(offer).question).toBe(`CADENCE.Ask.x CADENCE.App.Ask.threat ${hit}`);
    known.odds = [];
  });

  it('for dice explains the signs of their notation', () => {
    const hint = (dice: object) =>
      defined(shown({ kind: 'dice', id: 'x', by: 'mira', dice: { count: 1, sides: 10, ...dice } }).dice || null, 'dice')
        .hint;
    const branch = 'CADENCE.App.Ask.dice';
    expect(hint({})).toBe('');
    expect(hint({ explode: true, keep: 'low' })).toBe(`${branch}.explode 10\n${branch}.lowest 2`);
    expect(hint({ keep: 'high', of: 3 })).toBe(`${branch}.highest 3`);
  });

  it('for an amount starts with the minimum, with what is usual, or with what was already entered', () => {
    const ask: SingleAsk = { kind: 'amount', id: 'price', by: 'mira', min: 3, max: 9 };
    expect(shown(ask).amount).toMatchObject({ min: 3, max: 9, value: '3' });
    expect(shown({ ...ask, facts: { usual: 8 } }).amount).toMatchObject({ value: '8' });
    storeDraft('4.1', '7');
    expect(shown(ask).amount).toMatchObject({ value: '7' });
  });

  it('for a place has a button for each place, named after its direction, clockwise', () => {
    const places = [
      { x: 2, y: 2 },
      { x: 0, y: -3 },
      { x: -1, y: -1 },
      { x: 0, y: -1 },
    ];
    const { options, places: onMap } = shown({ kind: 'place', id: 'step', by: 'mira', places });
    expect(onMap).toBe(true);
    expect(options.map(({ label }) => label)).toEqual([
      'CADENCE.App.Compass.far CADENCE.App.Compass.north 1',
      'CADENCE.App.Compass.far CADENCE.App.Compass.north 3',
      'CADENCE.App.Compass.far CADENCE.App.Compass.southeast 2.8',
      'CADENCE.App.Compass.far CADENCE.App.Compass.northwest 1.4',
    ]);
    expect(JSON.parse(defined(options[2], 'a third option').answer)).toEqual([places[0]]);
  });

  it('for another fighter’s place names the directions from that fighter', () => {
    const ask: SingleAsk = { kind: 'place', id: 'push', by: 'mira', places: [{ x: 4, y: 2 }], facts: { at: 'kor' } };
    const [option] = shown(ask).options;
    expect(option?.label).toBe('CADENCE.App.Compass.far CADENCE.App.Compass.south-southwest 2.2');
  });

  it('with an offer can be passed, and only once', () => {
    const taker = { by: 'mira', commands: [{ do: 'dodge', by: 'mira' }], defaultAnswer: 'ask' as const };
    const offer: OfferAsk = { kind: 'offer', id: 'cut', wait: 'first', candidates: [taker] };
    const dodge = { id: 'dodge', label: { key: 'd' }, answer: [0], cost: [], whyNot: [] };
    const pass = { ...dodge, id: 'pass', answer: [-1] };
    expect(shown(offer, [dodge]).options.map(({ answer }) => answer)).toEqual(['[0]', '[-1]']);
    expect(shown(offer, [dodge, pass]).options.map(({ isPass }) => isPass)).toEqual([false, true]);
  });

  it('says if it accepts another action as well', () => {
    const taker = { by: 'mira', commands: [{ do: 'dodge', by: 'mira' }], defaultAnswer: 'ask' as const };
    const offer: OfferAsk = { kind: 'offer', id: 'quick', wait: 'first', candidates: [taker] };
    const open: OfferAsk = { ...offer, candidates: [{ ...taker, alsoAllowed: ['parry'] }] };
    expect([offer, open].map((ask) => shown(ask).actsOtherwise)).toEqual([false, true]);
  });
});

it('suggests the option of the ruleset, or the first that is allowed', () => {
  const ask: SingleAsk = { kind: 'choice', id: 'how', by: 'mira', options: [] };
  const option = (id: string, whyNot: AskView['options'][number]['whyNot'] = []) => ({
    ...{ id, label: { key: id }, answer: [id], cost: [], whyNot },
  });
  const suggestedIn = (over: Partial<AskView>): string[] => {
    const seen = { ...view(ask, [option('a', [{ id: 'because' }]), option('b'), option('c')]), ...over };
    const [context] = askContexts(new Parts('energy'), [seen], [here(ask)], combat);
    return defined(context, 'a context').options.flatMap(({ id, isSuggested }) => (isSuggested ? [id] : []));
  };
  expect(suggestedIn({})).toEqual(['b']);
  expect(suggestedIn({ suggested: 'c' })).toEqual(['c']);
  expect(suggestedIn({ suggested: 'a' })).toEqual(['b']);
});

describe('several asks at once', () => {
  const dice: SingleAsk = { kind: 'dice', id: 'evasion', by: 'mira', dice: { count: 1, sides: 10 } };
  const asks = [
    here(dice, { key: '4.1', isMine: false, mayAnswer: false, isAnswered: true }),
    here({ ...dice, by: 'kor' }, { key: '4.2', by: 'kor', isMine: false, mayAnswer: false }),
  ];
  const contexts = (over: Partial<UserAsk> = {}) =>
    askContexts(
      new Parts('energy'),
      [view(dice), view(dice)],
      [{ ...defined(asks[0], 'an ask'), ...over }, defined(asks[1], 'an ask')],
      combat,
    );

  it('name the missing responders to those who have answered', () => {
    expect(contexts().map(({ waiting }) => waiting)).toEqual([
      'CADENCE.App.Ask.answeredOthers kor',
      'CADENCE.App.Ask.waiting kor',
    ]);
  });

  it('omit what others have answered and what a standing order decided', () => {
    expect(contexts({ by: 'kor' }).map(({ key }) => key)).toEqual(['4.2']);
    expect(contexts({ given: [-1] }).map(({ key }) => key)).toEqual(['4.2']);
  });
});
