import { describe, expect, it } from 'vitest';
import { seconds } from '../../../src/rulesets/seconds/rules';
import { encounter, fighter, play, weapon } from './table';

const GM = { gm: true, owns: [], targets: [] };
const table = () =>
  encounter([
    fighter('mira', { dex: 5 }, { player: true, items: [weapon('sword'), weapon('bow', { equipped: false })] }),
    fighter('gnoll'),
  ]);
const rowOf = (on: ReturnType<typeof table>, id: string, viewer: object = GM) =>
  seconds.views.tracker(on, { ...GM, ...viewer }).rows.find((row) => row.id === id);

describe('the lane of a turn', () => {
  it('fills with what was done, keeps what was begun, and carries it into the next turn', () => {
    const on = table();
    play(on, { do: 'move', by: 'mira', options: { metres: 3 } });
    play(on, { do: 'grapple', by: 'mira', at: 'gnoll' });
    expect(rowOf(on, 'mira')!.lane).toMatchObject({
      ...{ length: 3, active: true, left: 0, flag: null, carried: [] },
      spans: [
        { id: 'move', length: 1, state: 'done' },
        { id: 'grapple', length: 2, state: 'begun' },
      ],
    });
    play(on, { do: 'end-turn', by: 'mira' });
    play(on, { do: 'end-turn', by: 'gnoll' });
    expect(rowOf(on, 'mira')!.lane).toMatchObject({
      ...{ active: true, left: 3, spans: [] },
      carried: [{ id: 'grapple', length: 2, state: 'carried' }],
    });
  });

  it('bears a flag while something is held, with its trigger', () => {
    const on = table();
    play(on, { do: 'hold', by: 'mira' }, [], [['attack sword'], ['done'], ['it <b>moves</b>']]);
    expect(rowOf(on, 'mira')!.lane!.flag).toEqual({ key: 'Lane.held', facts: { trigger: 'it <b>moves</b>' } });
  });
});

describe('what a viewer may not know', () => {
  it('is in no headline, no cell and no row', () => {
    const on = table();
    play(on, { do: 'end-turn', by: 'mira' });
    const shown = seconds.views.tracker(on, { gm: false, owns: ['mira'], targets: [], unseen: ['gnoll'] });
    expect(JSON.stringify(shown)).not.toContain('gnoll');
    expect(JSON.stringify(seconds.views.tracker(on, GM))).toContain('gnoll');
  });
});

describe('a button', () => {
  const button = (on: ReturnType<typeof table>, command: object) =>
    seconds.views.action(on, { do: 'attack', by: 'mira', at: 'gnoll', ...command }, GM);

  it('says what it costs, and that it would be begun where it does not fit', () => {
    const on = table();
    expect(button(on, { with: 'sword' })).toMatchObject({
      cost: [{ pool: 'seconds', amount: 1.5 }],
      hint: { key: 'Action.attack.hint' },
    });
    on.fighters.mira!.pools.seconds!.value = 10;
    expect(button(on, { with: 'sword' })).toMatchObject({
      whyNot: [],
      hint: { key: 'Hint.overflows', facts: { left: 0.5 } },
    });
    play(on, { do: 'attack', by: 'mira', at: 'gnoll', with: 'sword' });
    on.fighters.mira!.pools.seconds!.value = 10;
    expect(button(on, { with: 'sword' })).toMatchObject({
      cost: [{ pool: 'seconds', amount: 0.5 }],
      hint: { key: 'Hint.goes-on' },
    });
  });

  it('of a weapon in the pack makes it ready, of one in hand strikes', () => {
    const { itemActions } = seconds.views.sheet(table(), table().fighters.mira!, GM);
    expect(itemActions.sword!.map(({ id }) => id)).toEqual(['attack', 'hurried-attack', 'pin']);
    expect(itemActions.bow!.map(({ id }) => id)).toEqual(['change-equipment']);
  });

  it('shows fields of the game master to the game master only', () => {
    const fields = (gm: boolean) =>
      seconds.views
        .action(table(), { do: 'attack', by: 'mira' }, { gm, owns: [], targets: [] })
        .fields.map(({ key }) => key);
    expect(fields(true)).toEqual(['hurry', 'object', 'attack']);
    expect(fields(false)).toEqual(['hurry', 'object']);
  });
});
