import { describe, expect, it } from 'vitest';
import { GM } from '../../../src/kernel/ask';
import { defined } from '../../../src/kernel/defined';
import { seconds } from '../../../src/rulesets/seconds';
import { at, encounter, fighter, play, reasons, weapon } from './vocabulary';

const take = { do: 'change-equipment', by: 'mira', with: 'spear' };

/** Mira has pinned a foe to a door with her spear. */
function pinned() {
  const on = encounter([
    fighter('mira', { str: 3, dex: 20 }, { items: [weapon('spear')], place: at(0.5) }),
    fighter('foe', {}, { place: at(1.5), side: 'foes' }),
  ]);
  play(on, { do: 'pin', by: 'mira', at: 'foe', with: 'spear' }, [15, 1], [['the door'], ['str']]);
  return on;
}

describe('[S-80, S-A30] a weapon that pins', () => {
  it('cannot be taken while it pins', () => {
    expect(reasons(pinned(), take)).toEqual(['stuck']);
  });

  it('can be taken once the pinned fighter has left', () => {
    const on = pinned();
    delete on.fighters.foe;
    on.fighters.mira.pools.seconds = { value: 30, max: 30 };
    expect(reasons(on, take)).toEqual([]);
    play(on, take);
    expect(on.fighters.mira.items[0]).toMatchObject({ equipped: true, stuck: false });
  });

  it('falls to the ground where it was stuck when the pinned fighter leaves', () => {
    const on = pinned();
    delete on.fighters.foe;
    play(on, defined(seconds.automation.autoAdvance(on), 'a command that follows').command);
    expect(on.fighters.mira.items[0]).toMatchObject({ stuck: false, dropped: true, lies: [1.5, 0.5, 0] });
  });

  it('[S-82] ends the pin when it is taken away', () => {
    const on = pinned();
    on.fighters.mira.items.splice(0, 1);
    play(on, defined(seconds.automation.autoAdvance(on), 'a command that follows').command);
    expect(on.fighters.foe.conditions).toEqual([]);
  });

  it('[S-82] ends no other pin of its owner when it is taken away', () => {
    const on = encounter([
      fighter('mira', { str: 3, dex: 20 }, { items: [weapon('spear'), weapon('dirk')], place: at(0.5) }),
      fighter('foe', {}, { place: at(1.5), side: 'foes' }),
      fighter('pal', {}, { place: at(0.5, 1.5), side: 'foes' }),
    ]);
    play(on, { do: 'pin', by: 'mira', at: 'foe', with: 'spear' }, [15, 1], [['the door'], ['str']]);
    play(on, { do: 'pin', by: 'mira', at: 'pal', with: 'dirk' }, [15, 1], [['the wall'], ['str']]);
    on.fighters.mira.items.splice(0, 1);
    play(on, defined(seconds.automation.autoAdvance(on), 'a command that follows').command);
    const { foe, pal } = on.fighters;
    expect([foe, pal].map(({ conditions }) => conditions.map(({ id }) => id))).toEqual([[], ['pinned']]);
  });

  it('[S-82] keeps pinning when its owner goes down, and stops when its owner leaves', () => {
    const on = pinned();
    play(on, { do: 'condition', by: GM, at: 'mira', options: { condition: 'unconscious', on: true } });
    expect(on.fighters.foe.conditions.map(({ id }) => id)).toEqual(['pinned']);
    delete on.fighters.mira;
    play(on, defined(seconds.automation.autoAdvance(on), 'a command that follows').command);
    expect(on.fighters.foe.conditions).toEqual([]);
  });

  it('[S-86] that was found on the spot keeps pinning when the fighter leaves', () => {
    const on = encounter([
      fighter('mira', { str: 3, dex: 20 }, { place: at(0.5) }),
      fighter('foe', {}, { place: at(1.5), side: 'foes' }),
    ]);
    play(on, { do: 'pin', by: 'mira', at: 'foe', options: { found: true } }, [15, 1], [['the door'], ['str']]);
    delete on.fighters.mira;
    expect(seconds.automation.autoAdvance(on)?.command.do).not.toBe('clean-up');
    expect(on.fighters.foe.conditions.map(({ id }) => id)).toEqual(['pinned']);
  });

  it('can be taken in its owner’s next fight', () => {
    const { mira } = pinned().fighters;
    const on = encounter([mira]);
    mira.pools.seconds = { value: 30, max: 30 };
    expect(reasons(on, take)).toEqual([]);
  });
});
