import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import type { ExchangeRun } from '../../src/encounter/play';
import type { Views } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import type { AnswerOdds, Viewer } from '../../src/encounter/view';
import { partsOf, responderOf } from '../../src/kernel/answer';
import { defined } from '../../src/kernel/defined';
import { clash } from '../../src/rulesets/clash';
import { energy } from '../../src/rulesets/energy';
import { seconds } from '../../src/rulesets/seconds';
import { slots } from '../../src/rulesets/slots';
import { tempo } from '../../src/rulesets/tempo';
import { copyOf } from '../support/copy';
import * as inClash from './clash/vocabulary';
import * as inEnergy from './energy/vocabulary';
import * as inSeconds from './seconds/vocabulary';
import * as inSlots from './slots/vocabulary';
import * as inTempo from './tempo/vocabulary';

const GM: Viewer = { gm: true, owns: [], targets: [] };

function computed<E extends Encounter>(
  { views: { answers } }: { readonly views: Views<E> },
  on: E,
  command: Command,
  { run }: ExchangeRun,
  viewer = GM,
): Promise<readonly AnswerOdds[]> {
  const ask = defined(partsOf(defined(run.open, 'an open ask'))[0], 'its part');
  return defined(answers, 'odds of answers').compute(on, viewer, { version: 1, command, entries: run.entries }, ask);
}

const rounded = (odds: readonly AnswerOdds[]) =>
  odds.map(({ answer: [answer], chance, damage }) => [
    answer,
    Number(chance.toFixed(4)),
    damage === null ? null : Number(damage.toFixed(4)),
  ]);

describe('the odds of an answer', () => {
  const strike = { do: 'attack-basic-melee', by: 'mira', at: 'gnoll' };
  const sword = inClash.weapon('sword', { attackValue: 5, parryValue: 6, damage: '1d6' });
  const shield = inClash.shield('buckler', { blockValue: 4, blockStrength: 2 });
  const clashScene = (settings: Encounter['settings'] = {}, armorValue = {}) =>
    inClash.encounter(
      [
        inClash.fighter('mira', {}, { player: true, items: [sword] }),
        inClash.fighter('gnoll', { mod: { dex: 2, per: 1 }, armorValue }, { items: [sword, shield] }),
      ],
      { settings },
    );

  it('in Clash are those of the whole attack; after a parry, zone and second die are chosen best', async () => {
    const on = clashScene();
    const before = copyOf(on);
    const played = inClash.begun(on, strike, [7]);
    const after = copyOf(on);
    // 12 against d12 + 3, d12 + 6 and d12 + 4. A parry's face must be beaten by a second die, below a 10.
    const parried = 3 / 12 + (7 + 6 + 5 + 4) / 144;
    const behindShield = (0 + 0 + 1 + 2 + 3 + 4) / 6;
    const odds = await computed(clash, on, strike, played);
    expect(rounded(odds)).toEqual([
      ['dodge', 0.6667, Number(((8 / 12) * 3.5).toFixed(4))],
      ['parry', Number((1 - parried).toFixed(4)), Number(((1 - parried) * 3.5).toFixed(4))],
      [
        'block',
        Number((7 / 12 + (5 / 12) * (4 / 6)).toFixed(4)),
        Number(((7 / 12) * 3.5 + (5 / 12) * behindShield).toFixed(4)),
      ],
      ['none', 1, 3.5],
    ]);
    expect(odds.every(({ exact }) => exact)).toBe(true);
    expect(on).toEqual(after);
    expect(before).toEqual(clashScene());
  });

  it('in Clash include the attack that is not yet rolled, where its total is hidden', async () => {
    const on = clashScene({ attackTotal: 'hidden' });
    const [dodge] = await computed(clash, on, strike, inClash.begun(on, strike));
    let hits = 0;
    for (let a = 1; a <= 20; a++) for (let d = 1; d <= 12; d++) if (d + 3 < a + 5) hits++;
    expect(defined(dodge, 'a dodge').chance).toBeCloseTo(hits / 240, 9);
  });

  it('in Clash tell where a parried blow hurts least', async () => {
    const on = clashScene({}, { head: 9 });
    const played = inClash.begun(on, strike, [7, 8], ['parry']);
    expect(played.run.open?.id).toBe('zone');
    const [least] = [...(await computed(clash, on, strike, played))].sort(
      (a, b) => Number(a.damage) - Number(b.damage),
    );
    expect(least).toMatchObject({ answer: ['head'], damage: 0 });
  });

  it('are only for those who may know the numbers', async () => {
    const on = clashScene();
    const played = inClash.begun(on, strike, [7]);
    const player: Viewer = { gm: false, owns: ['gnoll'], targets: [] };
    const oddsFor = async (viewer: Viewer) => (await computed(clash, on, strike, played, viewer)).length;
    expect(await oddsFor(player)).toBe(4);
    expect(await oddsFor({ ...player, owns: [] })).toBe(0);
    expect(await oddsFor({ ...player, owns: [], seesOdds: true })).toBe(4);
    expect(await oddsFor({ ...player, seesOdds: true, hiddenFighters: ['mira'] })).toBe(0);
  });

  it('do not exist for other questions, nor where the record does not fit the rules', async () => {
    const on = clashScene();
    const played = inClash.begun(on, strike, [7]);
    const ask = defined(partsOf(defined(played.run.open, 'an ask'))[0], 'its part');
    const { answers } = clash.views;
    expect(
      await answers?.compute(
        on,
        GM,
        { version: 1, command: strike, entries: played.run.entries },
        { ...ask, id: 'pay' },
      ),
    ).toEqual([]);
    expect(await answers?.compute(on, GM, { version: 1, command: strike, entries: [] }, ask)).toEqual([]);
  });

  it('in Energy are those of the attack that is let happen; no number tells where a dodge leads', async () => {
    const axe = inEnergy.weapon('axe', { damage: '1d8' });
    const on = inEnergy.encounter([
      inEnergy.fighter('gnoll', {}, { items: [axe], place: inEnergy.at(0.5, 1.5, 180) }),
      inEnergy.fighter(
        'mira',
        { overrides: { evasion: 12 } },
        { player: true, place: inEnergy.at(0.5), state: { nonMoveEnergy: 2 } },
      ),
    ]);
    const blow = { do: 'melee-attack', by: 'gnoll', at: 'mira' };
    const button = energy.views.action(on, blow, GM).odds ?? [];
    const hit = defined(
      button.find(({ label }) => label.key === 'Odds.hit'),
      'its odds',
    );
    const played = inEnergy.begun(on, blow);
    expect(played.run.open?.id).toBe('dodge');
    const odds = await computed(energy, on, blow, played);
    expect(odds.map(({ answer }) => answer)).toEqual([[-1]]);
    expect(odds[0]?.chance).toBeCloseTo(Number(hit.chance), 9);
    expect(odds[0]?.damage).toBeGreaterThan(0);
  });

  it('in Energy tell others who could interrupt what the target is threatened with', async () => {
    const axe = inEnergy.weapon('axe', { damage: '1d8' });
    const bow = inEnergy.weapon('bow', { damage: '1d6', ranged: true, range: [20, 40, 60] });
    const plain = inEnergy.encounter([
      inEnergy.fighter('gnoll', {}, { items: [axe], place: inEnergy.at(0.5, 1.5, 180) }),
      inEnergy.fighter('mira', { overrides: { evasion: 12 } }, { side: 'heroes', place: inEnergy.at(0.5) }),
      inEnergy.fighter('kor', {}, { side: 'heroes', items: [bow], place: inEnergy.at(6.5) }),
    ]);
    const on = { ...plain, settings: { ...plain.settings, pause: 5 } };
    const blow = { do: 'melee-attack', by: 'gnoll', at: 'mira' };
    const played = inEnergy.begun(on, blow);
    const parts = partsOf(defined(played.run.open, 'an offer'));
    const ask = defined(
      parts.find((part) => responderOf(part) === 'kor'),
      'the offer to another',
    );
    const exchange = { version: 1, command: blow, entries: played.run.entries };
    const odds = await defined(energy.views.answers, 'odds').compute(on, GM, exchange, ask);
    expect(rounded(odds)).toEqual([[-1, 0.32, expect.any(Number)]]);
    expect(odds[0]?.damage).toBeGreaterThan(0);
  });

  it('in Seconds compare the saves', async () => {
    const on = inSeconds.encounter([
      inSeconds.fighter('mira', { str: 2 }, { place: inSeconds.at(0.5) }),
      inSeconds.fighter('gnoll', { fortitude: 3, reflex: 0 }, { place: inSeconds.at(1.5) }),
    ]);
    const shove = { do: 'shove', by: 'mira', at: 'gnoll', options: { check: 'str' } };
    const played = inSeconds.begun(on, shove, [12]);
    expect(played.run.open?.id).toBe('save-by');
    // 14 exceeds d20 + 3 for ten faces, and d20 for thirteen.
    expect(rounded(await computed(seconds, on, shove, played))).toEqual([
      ['fortitude', 0.5, null],
      ['reflex', 0.65, null],
    ]);
  });

  it('in Slots tell how often one falls who lets a runner come', async () => {
    const on = inSlots.encounter([
      inSlots.fighter('bull', { athletics: 3, speed: 30 }, { side: 'foes', place: inSlots.at(0, 5) }),
      inSlots.fighter('ann', { reflex: 1 }, { side: 'heroes', place: inSlots.at(3, 5) }),
    ]);
    const path = [1, 2, 3, 4, 5, 6].map((x) => inSlots.at(x, 5));
    const overrun = { do: 'overrun', by: 'bull', path };
    const played = inSlots.begun(on, overrun);
    expect(played.run.open?.id).toBe('overrun-dodge');
    // The save, d20 + 1, must exceed d20 + 3 + 2 for the momentum.
    expect(rounded(await computed(slots, on, overrun, played))).toEqual([
      [0, 0, null],
      [-1, 1 - (16 * 15) / 800, null],
    ]);
  });

  it('in Tempo tell the damage of a hit', async () => {
    const claw = inTempo.item('weapon', 'claw', { speed: 'quick', dice: '1d4' });
    const brace = inTempo.item('reaction', 'brace', { tempo: 2, trigger: 'hit', momentum: 1 });
    const on = inTempo.on(3, [inTempo.hero('sol', {}, { items: [brace] }), inTempo.foe('rat', {}, { items: [claw] })]);
    const blow = { do: 'quick-attack', by: 'rat', at: 'sol' };
    const played = inTempo.begun(on, blow, [18]);
    expect(played.run.open?.id).toBe('hit');
    expect(rounded(await computed(tempo, on, blow, played))).toEqual([
      [0, 1, 2.5],
      [-1, 1, 2.5],
    ]);
  });
});
