import { describe, expect, it } from 'vitest';
import { pointsTaken } from '../../../src/foundry/apps/asks/ask-options';
import type { SingleAsk } from '../../../src/kernel/ask';
import { defined } from '../../../src/kernel/defined';
import { seconds } from '../../../src/rulesets/seconds';
import { TICKS, ticksOf } from '../../../src/rulesets/seconds/schema';
import { worldSettingsOf } from '../../../src/rulesets/seconds/stats';
import { tickCost, ticksSavedByDex } from '../../../src/rulesets/seconds/turn/lane';
import { askView } from '../../../src/rulesets/seconds/view/card';
import { byId, encounter, fighter, play, weapon } from './vocabulary';

const GM = { gm: true, owns: [], targets: [] };
const table = () =>
  encounter([
    fighter('mira', { dex: 5 }, { player: true, items: [weapon('sword'), weapon('bow', { equipped: false })] }),
    fighter('gnoll'),
  ]);
const rowOf = (on: ReturnType<typeof table>, id: string, viewer: object = GM) =>
  byId(seconds.views.tracker(on, { ...GM, ...viewer }).rows, id);

describe('the lane of a turn', () => {
  it('shows what was done, keeps an unfinished action, and carries it into the next turn', () => {
    const on = table();
    play(on, { do: 'move', by: 'mira', options: { metres: 3 } });
    play(on, { do: 'grapple', by: 'mira', at: 'gnoll' });
    expect(rowOf(on, 'mira').lane).toMatchObject({
      length: 3,
      active: true,
      left: 0,
      flag: null,
      carried: [],
      spans: [
        { id: 'move', length: 1, state: 'done' },
        { id: 'grapple', length: 2, state: 'begun' },
      ],
    });
    play(on, { do: 'end-turn', by: 'mira' });
    play(on, { do: 'end-turn', by: 'gnoll' });
    expect(rowOf(on, 'mira').lane).toMatchObject({
      active: true,
      left: 3,
      spans: [],
      carried: [{ id: 'grapple', length: 2, state: 'carried' }],
    });
  });

  it('[S-20] has a flag for a held plan: its commands in order, and its trigger', () => {
    const on = table();
    const answers = [['attack sword'], ['intimidate'], ['done'], ['it <b>moves</b>'], ['any']];
    play(on, { do: 'hold', by: 'mira' }, [], answers);
    const sword = { key: 'Card.with', facts: { action: { key: 'Action.attack.label' }, item: 'sword' } };
    const plan = { key: 'Lane.then', facts: { before: sword, next: { key: 'Action.intimidate.label' } } };
    expect(rowOf(on, 'mira').lane?.flag).toEqual({ key: 'Lane.held', facts: { plan, trigger: 'it <b>moves</b>' } });
  });
});

describe('a hidden fighter', () => {
  it('is in no headline, no cell and no row', () => {
    const on = table();
    play(on, { do: 'end-turn', by: 'mira' });
    const shown = seconds.views.tracker(on, { gm: false, owns: ['mira'], targets: [], hiddenFighters: ['gnoll'] });
    expect(JSON.stringify(shown)).not.toContain('gnoll');
    expect(JSON.stringify(seconds.views.tracker(on, GM))).toContain('gnoll');
  });
});

describe('an ask for seconds', () => {
  it('[S-91] names the fighter and its seconds left, for display on a lane', () => {
    const on = table();
    on.fighters.mira.pools.seconds.value = 12;
    const { run } = play(on, { do: 'speak', by: 'mira' }, [], [['Hold!'], [7]]);
    const asked = defined(
      run.entries.find(({ ask }) => ask.kind === 'amount'),
      'an amount',
    ).ask as SingleAsk;
    expect(askView(asked, {}).fills).toEqual({ of: 'mira', per: 10, left: 1.2 });
    expect(on.fighters.mira.pools.seconds.value).toBe(5);
  });

  it('[S-A43] for improvising shows the seconds after DEX, unless the game master’s number is final', () => {
    const spanOf = (verdict: string) => {
      const on = table();
      const { run } = play(on, { do: 'improvise', by: 'mira' }, [], [['I bar the door'], [verdict], [20], ['none']]);
      const asked = defined(
        run.entries.find(({ ask }) => ask.kind === 'amount'),
        'an amount',
      ).ask as SingleAsk;
      return {
        fills: defined(askView(asked, {}).fills, 'a pool to fill'),
        paid: 30 - on.fighters.mira.pools.seconds.value,
      };
    };
    const { fills, paid } = spanOf('usual');
    expect(paid).toBeLessThan(20);
    expect(pointsTaken(fills, 20)).toBe(paid);
    expect(spanOf('final').fills).not.toHaveProperty('shortened');
    expect(pointsTaken(spanOf('final').fills, 20)).toBe(20);
  });

  it('[S-05] [S-A47] shows exactly the seconds that are paid, at every length', () => {
    const on = table();
    const [world, mira] = [worldSettingsOf(on), on.fighters.mira];
    const shortened = { by: ticksSavedByDex(mira, world), least: ticksOf(world.minActionSeconds) };
    const fills = { of: 'mira', per: TICKS, left: 3, shortened };
    for (let base = 0; base <= 60; base++)
      expect([base, pointsTaken(fills, base)]).toEqual([base, tickCost(base, true, mira, world)]);
  });
});

describe('[S-A11] the order of turns', () => {
  const order = (on: ReturnType<typeof table>) => seconds.views.tracker(on, GM).rows.map(({ id }) => id);
  const button = (on: ReturnType<typeof table>, id: string) => byId(rowOf(on, id).actions, 'order');

  it('can be changed by the game master: one place up, from first to last, or to any place', () => {
    const on = table();
    play(on, button(on, 'gnoll').command);
    expect(order(on)).toEqual(['gnoll', 'mira']);
    play(on, button(on, 'gnoll').command);
    expect(order(on)).toEqual(['mira', 'gnoll']);
    expect(button(on, 'mira').fields[0]).toMatchObject({ gm: true, input: { kind: 'number', min: 1, max: 2 } });
    const told = { ...button(on, 'mira').command, options: { to: 2 } };
    expect(seconds.views.action(on, told, GM).command).toEqual(told);
    expect(rowOf(on, 'mira', { gm: false, owns: ['mira'] }).actions.map(({ id }) => id)).toEqual(['end-turn']);
  });
});

describe('a button', () => {
  const button = (on: ReturnType<typeof table>, command: object) =>
    seconds.views.action(on, { do: 'attack', by: 'mira', at: 'gnoll', ...command }, GM);

  it('shows its price, and that the action would only be begun if it does not fit', () => {
    const on = table();
    expect(button(on, { with: 'sword' })).toMatchObject({
      cost: [{ pool: 'seconds', amount: 1.5 }],
      hint: { key: 'Action.attack.hint' },
    });
    on.fighters.mira.pools.seconds.value = 10;
    expect(button(on, { with: 'sword' })).toMatchObject({
      whyNot: [],
      hint: { key: 'Hint.overflows', facts: { left: 0.5 } },
    });
    play(on, { do: 'attack', by: 'mira', at: 'gnoll', with: 'sword' });
    on.fighters.mira.pools.seconds.value = 10;
    expect(button(on, { with: 'sword' })).toMatchObject({
      cost: [{ pool: 'seconds', amount: 0.5 }],
      hint: { key: 'Hint.goes-on' },
    });
  });

  it('[S-11] previews what it would fill of the current turn: all, or as much as is left', () => {
    const on = table();
    const previewOf = (command: object) => button(on, command).preview;
    expect(previewOf({ with: 'sword' })).toMatchObject({ length: 1.5, fit: 'fits', label: { key: 'Lane.done' } });
    on.fighters.mira.pools.seconds.value = 10;
    expect(previewOf({ with: 'sword' })).toMatchObject({
      length: 1,
      fit: 'overflows',
      label: { key: 'Lane.overflows', facts: { seconds: 1, later: 0.5 } },
    });
    expect(previewOf({ with: 'sword', options: { hurry: true } })).toMatchObject({ length: 1, fit: 'fits' });
    // An action that cannot be split shows what it needs, and the reason.
    expect(button(on, { do: 'evade' })).toMatchObject({
      whyNot: [{ id: 'too-late-to-evade' }],
      preview: { length: 1 },
    });
  });

  it('has no preview in others’ turns, without a price in seconds, and outside an encounter', () => {
    const on = table();
    expect(button(on, { do: 'release' }).preview).toBeUndefined();
    expect(button(on, { by: 'gnoll', at: 'mira' }).preview).toBeUndefined();
    const { groups } = seconds.views.sheet(null, on.fighters.mira, GM);
    expect(groups.flatMap(({ actions }) => actions).filter(({ preview }) => preview)).toEqual([]);
  });

  it('exists for each weapon in hand, for bare hands and for each spell', () => {
    const spell = { id: 'spark', name: 'Spark', type: 'secondsSpell', timeCost: 2 };
    const on = encounter([
      fighter('mira', {}, { items: [weapon('sword'), weapon('bow', { equipped: false }), spell] }),
    ]);
    const { groups } = seconds.views.sheet(on, on.fighters.mira, GM);
    expect(
      groups
        .find(({ id }) => id === 'attack')
        ?.actions.map(({ id }) => id)
        .sort(),
    ).toEqual(
      ['attack', 'hurried-attack']
        .flatMap((way) => [`${way} sword`, `${way} unarmed`])
        .concat('cast-spell spark')
        .sort(),
    );
  });

  it('draws a weapon from the pack, and strikes with one in hand', () => {
    const { itemActions } = seconds.views.sheet(table(), table().fighters.mira, GM);
    expect(itemActions.sword.map(({ id }) => id)).toEqual(['attack', 'hurried-attack', 'pin']);
    expect(itemActions.bow.map(({ id }) => id)).toEqual(['change-equipment']);
  });

  it('[S-21] for a held plan asks for a target if the trigger’s fighter is the target', () => {
    const needs = (at?: string) => {
      const on = table();
      Object.assign(on.fighters.mira.state, { held: 'now', heldPlan: [{ do: 'trip', ...(at && { at }) }] });
      return seconds.views.action(on, { do: 'held-action', by: 'mira' }, GM).needs;
    };
    expect([needs(), needs('gnoll')]).toEqual(['target', 'nothing']);
  });

  it('[S-21] for holding names all targeted fighters', () => {
    const viewer = { gm: false, owns: ['mira'], targets: ['mira', 'gnoll', 'wolf'] };
    const on = encounter([
      fighter('mira', {}),
      fighter('gnoll', {}, { side: 'foes' }),
      fighter('wolf', {}, { side: 'foes' }),
    ]);
    const { command } = seconds.views.action(on, { do: 'hold', by: 'mira' }, viewer);
    expect(command).toEqual({ do: 'hold', by: 'mira', at: 'gnoll', options: { also: ['wolf'] } });
  });

  it('shows the game master’s fields to the game master only', () => {
    const fields = (gm: boolean) =>
      seconds.views
        .action(table(), { do: 'attack', by: 'mira' }, { gm, owns: [], targets: [] })
        .fields.map(({ key }) => key);
    expect(fields(true)).toEqual(['hurry', 'object', 'attack']);
    expect(fields(false)).toEqual(['hurry', 'object']);
  });
});
