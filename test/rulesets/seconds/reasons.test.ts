import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/encounter/command';
import { seconds } from '../../../src/rulesets/seconds';
import { IDLE } from '../../../src/rulesets/seconds/clock';
import { at, conditionOf, encounter, fighter, gear, play, weapon } from './vocabulary';

const bow = { kind: 'ranged', range: 10, timeCost: 2.5 };
/** Mira's turn; a foe beside her, and one twelve metres away. */
const table = () =>
  encounter([
    fighter(
      'mira',
      { str: 2 },
      {
        place: at(0.5),
        items: [
          weapon('sword'),
          weapon('bow', bow),
          weapon('spare', { equipped: false }),
          weapon('lost', { equipped: false, dropped: true, lies: [6.5, 0.5, 0] }),
          gear('draught', { potion: true, quantity: 0 }),
          { id: 'spark', name: 'spark', type: 'secondsSpell', timeCost: 1, attacks: true, range: 5 },
          { id: 'glow', name: 'glow', type: 'secondsSpell', timeCost: 1, attacks: false },
        ],
      },
    ),
    fighter('foe', {}, { place: at(1.5) }),
    fighter('far', {}, { place: at(12.5) }),
  ]);
const whyNot = (command: Partial<Command>, change: (on: ReturnType<typeof table>) => void = () => {}) => {
  const on = table();
  change(on);
  return seconds.whyNot(on, { do: 'attack', by: 'mira', ...command }).map(({ id, data }) => ({ id, ...data }));
};

describe('a refused command says why', () => {
  it.each<[string, Partial<Command>, object[]]>([
    ['[S-27] beyond reach', { at: 'far', with: 'sword' }, [{ id: 'out-of-reach', distance: 12, reach: 2 }]],
    ['[S-27] beyond range', { at: 'far', with: 'bow' }, [{ id: 'out-of-range', distance: 12, range: 10 }]],
    ['[S-37] not in a slot', { at: 'foe', with: 'spare' }, [{ id: 'not-equipped' }]],
    ['without that weapon', { at: 'foe', with: 'gone' }, [{ id: 'no-weapon' }]],
    ['[S-80] to pin with', { do: 'pin', at: 'foe', with: 'gone' }, [{ id: 'no-weapon' }]],
    ['without a target', { with: 'sword' }, [{ id: 'no-target' }]],
    ['[S-28] hurried with time enough', { at: 'foe', options: { hurry: true } }, [{ id: 'time-enough' }]],
    ['[S-67] too high', { do: 'jump', options: { height: 1.5 } }, [{ id: 'too-high', most: 1 }]],
    ['[S-68] too far', { do: 'jump', path: [at(0.5, 3.5)] }, [{ id: 'too-far', most: 2, metres: 3, over: 1 }]],
    ['[S-74] nowhere', { do: 'move' }, [{ id: 'no-path' }]],
    ['[S-66] nowhere', { do: 'jump', path: [at(0.5)] }, [{ id: 'no-path' }]],
    ['[S-97] no run', { do: 'tackle', at: 'foe' }, [{ id: 'no-run-up', least: 4, has: 0 }]],
    ['[S-A13] begins to take what lies too far', { do: 'change-equipment', with: 'lost' }, []],
    ['[S-38] in hand', { do: 'change-equipment', with: 'sword' }, [{ id: 'in-hand' }]],
    ['[S-105] used up', { do: 'use-item', with: 'draught' }, [{ id: 'used-up' }]],
    ['[S-A13] begins to disarm empty hands', { do: 'disarm', at: 'foe' }, []],
    ['[S-35] eyes are clear', { do: 'clear-eyes' }, [{ id: 'not-blinded' }]],
    ['[S-83] no pin', { do: 'break-pin' }, [{ id: 'not-pinned' }]],
    ['[S-56] no hold', { do: 'break-grapple' }, [{ id: 'not-held' }]],
    ['holds no one', { do: 'release' }, [{ id: 'not-holding' }]],
    ['[S-95] stands', { do: 'stand-up' }, [{ id: 'not-prone' }]],
    ['[S-108] awake', { do: 'wake', at: 'foe' }, [{ id: 'not-asleep' }]],
    [
      '[S-108] awake and far away',
      { do: 'wake', at: 'far' },
      [{ id: 'out-of-reach', distance: 12, reach: 2 }, { id: 'not-asleep' }],
    ],
    ['[S-57] no tool', { do: 'restrain', at: 'foe' }, [{ id: 'no-tool' }]],
    ['[S-21] no plan', { do: 'held-action', at: 'foe' }, [{ id: 'own-turn' }, { id: 'nothing-held-back' }]],
    [
      '[S-27] a spell beyond its range',
      { do: 'cast-spell', at: 'far', with: 'spark' },
      [{ id: 'out-of-range', distance: 12, range: 5 }],
    ],
    ['[S-27] a spell without an attack', { do: 'cast-spell', at: 'far', with: 'glow' }, []],
    ['no spell', { do: 'cast-spell', at: 'foe', with: 'sword' }, [{ id: 'no-spell' }]],
    ['no thing to use', { do: 'use-item', with: 'sword' }, [{ id: 'no-item' }]],
    ['[S-38] no weapon to draw', { do: 'change-equipment', with: 'draught' }, [{ id: 'no-item' }]],
    [
      '[S-43] nothing to catch, and no hand for it',
      { do: 'catch', with: 'sword' },
      [{ id: 'nothing-flies' }, { id: 'no-empty-hand' }],
    ],
    ['[S-13] out of turn', { do: 'disengage', by: 'foe' }, [{ id: 'not-your-turn', name: 'mira' }]],
    ['in a fight', { do: 'start', by: 'gm' }, [{ id: 'already-begun' }]],
    ['[S-A11] no place', { do: 'order', by: 'gm', at: 'mira', options: { to: 0 } }, [{ id: 'no-number', value: '0' }]],
  ])('%s', (_, command, wanted) => {
    expect(whyNot(command)).toEqual(wanted);
  });

  it.each<[string, Partial<Command>, number, object[]]>([
    ['[S-11] nothing is left', { at: 'foe', with: 'sword' }, 0, [{ id: 'no-seconds', needs: 2, has: 0 }]],
    [
      '[S-28] too little to hurry',
      { at: 'foe', options: { hurry: true } },
      4,
      [{ id: 'no-seconds', needs: 0.5, has: 0.4 }],
    ],
    ['[S-28] other than an attack', { do: 'trip', at: 'foe', options: { hurry: true } }, 9, [{ id: 'not-hurried' }]],
    ['[S-48] too late', { do: 'evade' }, 14, [{ id: 'too-late-to-evade', least: 1.5 }]],
    ['[S-73] too little to move', { do: 'move', path: [at(0.5, 1.5)] }, 4, [{ id: 'no-time-to-move' }]],
    ['[S-19] nothing to hold', { do: 'hold' }, 0, [{ id: 'nothing-left' }]],
    ['[S-38] lies too far', { do: 'change-equipment', with: 'lost' }, 35, [{ id: 'lies-too-far' }]],
    ['[S-39] no weapon held', { do: 'disarm', at: 'foe' }, 35, [{ id: 'nothing-held' }]],
  ])('%s', (_, command, left, wanted) => {
    expect(
      whyNot(command, (on) => {
        on.fighters.mira.pools.seconds.value = left;
      }),
    ).toEqual(wanted);
  });

  it.each([
    ['evade', 'mira'],
    ['hold', 'mira'],
    ['intimidate', 'mira'],
    ['next-turn', 'gm'],
    ['end', 'gm'],
  ])('[S-01] outside a fight: %s', (id, by) => {
    const idle = (on: ReturnType<typeof table>) => Object.assign(on, { clock: IDLE });
    expect(whyNot({ do: id, by, ...(id === 'intimidate' && { at: 'foe' }) }, idle)).toEqual([{ id: 'not-in-fight' }]);
  });

  it.each([
    ['unconscious', { do: 'trip', at: 'foe' }, ['unconscious']],
    ['unconscious', { do: 'speak' }, ['unconscious']],
    ['restrained', { do: 'trip', at: 'foe' }, ['restrained']],
    ['restrained', { do: 'speak' }, []],
    ['restrained', { do: 'break-grapple' }, []],
    ['restraining', { do: 'trip', at: 'foe' }, ['restraining']],
    ['restraining', { do: 'speak' }, []],
    ['restraining', { do: 'stand-up' }, ['restraining', 'not-prone']],
    ['grappled', { do: 'trip', at: 'foe' }, []],
    ['pinned', { do: 'trip', at: 'foe' }, []],
    ['blinded', { do: 'clear-eyes' }, []],
  ])('[S-58, S-A26] %s: %j', (condition, command, wanted) => {
    const had = (on: ReturnType<typeof table>) => {
      on.fighters.mira.conditions = [conditionOf(condition)];
    };
    expect(whyNot(command, had).map(({ id }) => id)).toEqual(wanted);
  });

  it('[S-19] holds already', () => {
    const held = (on: ReturnType<typeof table>) => Object.assign(on.fighters.mira.state, { held: 'now', heldPlan: [] });
    expect(whyNot({ do: 'hold' }, held)).toEqual([{ id: 'holds-already' }]);
  });

  it('[S-62] is helped by as many as may help', () => {
    const helped = (on: ReturnType<typeof table>) => {
      Object.assign(on.fighters.far.state, { helpCheck: 'str', helpBonus: 2, helpBy: ['foe'] });
      on.fighters.mira.pools.seconds.value = 35;
    };
    const help = (check: string) => ({ do: 'help', at: 'far', options: { check } });
    expect(whyNot(help('str'), helped)).toEqual([{ id: 'helped-already', most: 1 }]);
    expect(whyNot(help('dex'), helped)).toEqual([]);
  });

  it('[S-64] without cover for who stands on the map', () => {
    const wall = { from: { x: 30, y: 0 }, to: { x: 30, y: 1 }, sight: true, move: true };
    const hide = (isOnMap: boolean) =>
      whyNot({ do: 'hide' }, (on) => {
        Object.assign(on.ground, { walls: [wall] });
        on.fighters.mira.pools.seconds.value = 35;
        if (!isOnMap) on.fighters.mira.place = null;
      });
    expect([hide(true), hide(false)]).toEqual([[{ id: 'no-cover' }], []]);
  });

  it('[S-A35] names the fighter that is feared', () => {
    const afraid = (on: ReturnType<typeof table>) => {
      on.fighters.mira.conditions = [conditionOf('frightened', { by: 'far' })];
    };
    expect(whyNot({ do: 'move', path: [at(1.5, 1.5)] }, afraid)).toEqual([{ id: 'frightened-of', name: 'far' }]);
    expect(whyNot({ do: 'move', path: [at(0.5, 1.5)] }, afraid)).toEqual([]);
  });

  it.each([
    ['[S-111] without an occasion', 'sword', {}, [{ id: 'not-provoked' }]],
    ['[S-111] with a bow', 'bow', { provoked: true }, [{ id: 'not-melee' }]],
    ['[S-37] with a weapon in the pack', 'spare', { provoked: true }, [{ id: 'not-equipped' }]],
    ['[S-111] with a weapon that is gone', 'gone', { provoked: true }, [{ id: 'no-weapon' }]],
    ['[S-A21] in time', 'sword', { provoked: true }, []],
  ])('an opportunity attack %s', (_, tool, options, wanted) => {
    const on = table();
    play(on, { do: 'end-turn', by: 'mira' });
    const command = { do: 'opportunity-attack', by: 'mira', at: 'foe', with: tool, options };
    expect(seconds.whyNot(on, command).map(({ id, data }) => ({ id, ...data }))).toEqual(wanted);
  });
});
