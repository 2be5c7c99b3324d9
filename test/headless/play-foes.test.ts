import { afterEach, describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import { defined } from '../../src/kernel/defined';
import type { OpenAsk } from './documents';
import { ANN, BOB, CAL, FOE, LAST, Party } from './party';
import type { Tab } from './tab';
import type { UserName } from './world';

let party: Party;
/** Who pressed the button. */
let gm: Tab;
/** Every command that the referee judged, with the fighters whose turn it was. */
let judged: { readonly command: Command; readonly acting: readonly string[] }[];

afterEach(async () => {
  expect(party.table.faults).toEqual([]);
  await party.table.close();
});

async function open(
  ruleset: string,
  present: readonly UserName[] = ['Gamemaster', 'Ann'],
  before: () => Promise<void> = async () => {},
): Promise<void> {
  party = await Party.open(ruleset, present);
  await before();
  await party.start();
  ({ gm } = party);
  judged = [];
  gm.page.Hooks.on('cadence.preAct', (_host, { command }: { command: Command }) => {
    judged.push({ command, acting: acting() });
  });
}

const combat = () => party.combatAt(gm);
const foes = () => gm.page.windows.foesOf(combat());
const isOn = (): boolean => foes()?.isOn ?? false;
const press = (foes: string, of = ''): Promise<void> =>
  party.done(gm, () => gm.page.windows.pressFoes(combat(), { foes, of }));
const settle = (): Promise<void> => party.table.settle();
const isFoe = (id: string): boolean => [FOE, LAST].some((token) => party.of(token) === id);
const acting = () => party.rules.timing.actingFighters(party.encounter);
const cursor = (): number => combat().system.cursor;
const byFoes = (): readonly Command[] => judged.map(({ command }) => command).filter(({ by }) => isFoe(by));

/** Questions that wait for a user. */
const asked = (): readonly OpenAsk[] =>
  gm.page.openAsks(combat()).filter((each) => !each.isAnswered && !foes()?.isAnswering(each));

/** Lets one timer run, and delivers what follows. @returns false without a timer */
async function tick(): Promise<boolean> {
  const isMore = party.table.clock.next();
  await party.arrive();
  return isMore;
}

async function until(isSo: () => boolean): Promise<void> {
  for (let n = 0; n < 5000 && !isSo(); n++) await tick();
  expect(isSo(), foes()?.line).toBe(true);
}

/** Lets the foes play on; answers for the players, ends their turns, and moves the clock where there are no turns. */
async function playOn(isSo: () => boolean): Promise<void> {
  for (let n = 0; n < 60; n++) {
    await settle();
    if (isSo()) return;
    const [first] = asked();
    const [player] = acting();
    const { endTurn = '' } = party.rules.timing;
    if (first) {
      expect(isFoe(first.by)).toBe(false);
      await party.done(gm, () => gm.page.answer(combat(), first.key, party.answerTo(first.ask)));
    } else if (player) {
      expect(isFoe(player), foes()?.line).toBe(false);
      await party.send(gm, { do: endTurn, by: player });
    } else await party.send(gm, defined(party.onward()[0], 'a command of the clock'));
  }
  throw new Error(`it never ends: ${foes()?.line}`);
}

/** Plays to the turn of a foe that has not begun to play. */
const untilFoe = (): Promise<void> => playOn(() => acting().some(isFoe));

// They think in every step.
describe('foes that play by themselves', { timeout: 240_000 }, () => {
  it('stop before the first turn, and name the button that starts it', async () => {
    // Foes of one kind roll once, so that two are tied and the first turn waits.
    await open('slots', ['Gamemaster'], () =>
      party.done(party.gm, () => party.gm.page.game.settings.set('cadence', 'groupInitiative', true)),
    );
    expect(acting()).toEqual([]);
    await press('round');
    for (let n = 0; n < 20 && isOn(); n++) await tick();
    expect([isOn(), byFoes()]).toEqual([false, []]);
    expect(party.heard(gm)).toContain('The foes wait for the first turn: press “Start First Turn”');
  });

  it.each(['clash', 'slots'])('play a round in %s, each in its turn, and stop', async (ruleset) => {
    await open(ruleset);
    if (acting().length === 0) await party.play(defined(party.onward()[0], 'a command of the clock'));
    const { round } = party.encounter.clock;
    await press('round');
    expect(isOn()).toBe(true);
    await playOn(() => !isOn());
    expect(party.encounter.clock.round).toBe(round + 1);
    const { endTurn } = party.rules.timing;
    expect(new Set(byFoes().map(({ by }) => by)).size).toBe(2);
    expect(byFoes().some(({ do: id }) => id !== endTurn)).toBe(true);
    // A reaction of a foe is an answer, not a command.
    for (const { command, acting } of judged) expect(acting).toContain(command.by);
    await party.judge();
  });

  it('act in energy while there is something worth doing, then wait for others and for the next round', async () => {
    await open('energy');
    await press('round');
    const waiting = 'Waiting for Mira, Kor, and Bram or your “Next Round”';
    await until(() => asked().length > 0 || foes()?.line === waiting);
    await playOn(() => foes()?.line === waiting);
    expect(new Set(byFoes().map(({ by }) => by)).size).toBe(2);
    const before = cursor();
    await settle();
    expect([cursor(), isOn()]).toEqual([before, true]);
    const { round } = party.encounter.clock;
    await playOn(() => !isOn());
    expect(party.encounter.clock.round).toBe(round + 1);
    await party.judge();
  });

  it('move the clock of energy on when they play to the end and all others wait', async () => {
    await open('energy');
    await press('end');
    await settle();
    const { round } = party.encounter.clock;
    const isNext = () => party.encounter.clock.round > round;
    for (const hero of [ANN, BOB, CAL].map((token) => party.of(token))) {
      for (let n = 0; n < 60 && asked().length > 0; n++) {
        const [{ key, ask }] = asked() as [OpenAsk];
        await party.done(gm, () => gm.page.answer(combat(), key, party.answerTo(ask)));
        await settle();
      }
      if (!isNext()) await party.send(gm, { do: 'wait', by: hero });
    }
    await until(isNext);
    expect(isOn()).toBe(true);
    await party.judge();
  });

  it('plan in tempo, each in secret', async () => {
    await open('tempo');
    await press('round');
    await settle();
    const ready = [FOE, LAST].map((token) => combat().combatants.get(party.of(token)).system.ready);
    expect(ready).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
    expect(combat().combatants.get(party.of(ANN)).system.ready).toBe('');
  });

  it('wait for the answer of a player, then play on into the next round', async () => {
    await open('clash', ['Gamemaster', 'Ann', 'Bob', 'Cal']);
    await press('end');
    await playOn(() => asked().length > 0);
    const [{ by, key, ask }] = asked() as [OpenAsk];
    expect(ask.id).toBe('defense');
    const isMine = (tab: Tab): boolean => tab.page.openAsks(party.combatAt(tab)).some((own) => own.isMine);
    const player = defined(party.table.tabs.find(isMine), 'the tab that is asked');
    expect(player).not.toBe(gm);
    expect(foes()?.line).toBe(`Waiting for ${party.encounter.fighters[by].name}`);
    const [before, { round }] = [cursor(), party.encounter.clock];
    await settle();
    expect([cursor(), isOn()]).toEqual([before, true]);
    await party.done(player, () => player.page.answer(party.combatAt(player), key, ['none']));
    await playOn(() => acting().some(isFoe) === false && party.encounter.clock.round > round);
    expect(isOn()).toBe(true);
  });

  it('are paused in the middle of a thought, and go on', async () => {
    await open('clash');
    await untilFoe();
    const before = cursor();
    await press('end');
    await until(() => foes()?.line.endsWith('is thinking…') ?? false);
    await press('pause');
    await settle();
    expect([foes()?.isPaused, foes()?.line, cursor()]).toEqual([true, 'The foes are paused', before]);
    await press('pause');
    await settle();
    expect(cursor()).toBeGreaterThan(before);
  });

  it('stand still while the game is paused, and go on', async () => {
    await open('clash');
    await untilFoe();
    const before = cursor();
    await press('end');
    await until(() => foes()?.line.endsWith('is thinking…') ?? false);
    const pause = (paused: boolean) => party.done(gm, () => gm.page.game.togglePause(paused, { broadcast: true }));
    await pause(true);
    await settle();
    expect([foes()?.isPaused, foes()?.line, cursor()]).toEqual([false, 'The game is paused', before]);
    await pause(false);
    await settle();
    expect(cursor()).toBeGreaterThan(before);
  });

  it('are stopped between a thought and its command', async () => {
    await open('clash');
    await untilFoe();
    const before = cursor();
    await press('end');
    await until(() => foes()?.line.includes(':') ?? false);
    await press('stop');
    await settle();
    expect([isOn(), cursor(), foes()?.toggles.size]).toEqual([false, before, 0]);
  });

  it('are taken over and given back, each by its toggle', async () => {
    await open('clash');
    await untilFoe();
    const [foe] = acting() as [string];
    const before = cursor();
    await press('end');
    await press('take', foe);
    await settle();
    expect([foes()?.toggles.get(foe), cursor()]).toEqual(['false', before]);
    expect(foes()?.line).toBe(`Waiting for ${combat().combatants.get(foe).name} or your “Next Turn”`);
    await press('stop');
    // It stays taken over, and shows it.
    expect([...(foes()?.toggles ?? [])]).toEqual([[foe, 'false']]);
    await press('end');
    await press('take', foe);
    await settle();
    expect(foes()?.toggles.get(foe)).toBe('true');
    expect(cursor()).toBeGreaterThan(before);
  });

  it('stop when a step is undone', async () => {
    await open('clash');
    await untilFoe();
    await press('end');
    const before = cursor();
    await until(() => cursor() > before);
    await party.done(gm, () => gm.page.rewindStep(combat()));
    await settle();
    expect([isOn(), cursor()]).toEqual([false, before]);
    expect(party.heard(gm)).toContain('because a step was undone');
  });

  it('stop after two refusals in a row, and say so', async () => {
    await open('clash');
    await untilFoe();
    const before = cursor();
    gm.page.Hooks.on('cadence.preAct', () => 'the ground shakes');
    await press('end');
    await settle();
    expect([isOn(), cursor(), byFoes().length]).toEqual([false, before, 2]);
    expect(party.heard(gm)).toContain('two of their actions in a row were refused');
    expect(party.heard(gm)).toContain('the ground shakes');
  });

  it('stop when one side is left, and do not begin where there are none', async () => {
    await open('clash');
    await untilFoe();
    await press('end');
    for (const token of [FOE, LAST]) {
      const { actor } = combat().combatants.get(party.of(token));
      await party.done(gm, () => gm.page.setDefeated(actor, true));
    }
    await settle();
    expect(isOn()).toBe(false);
    expect(party.heard(gm)).toContain('only one side is still standing');
  });

  it('are played by the tab of a GM who is not the referee', async () => {
    await open('clash', ['Gamemaster', 'Second', 'Ann']);
    await untilFoe();
    gm = party.table.tabOf('Second');
    expect(gm.page.isReferee(combat())).toBe(false);
    const before = cursor();
    await press('turn');
    await until(() => cursor() > before);
    await playOn(() => !isOn());
    expect(byFoes().length).toBeGreaterThan(0);
    await party.judge();
  });
});
