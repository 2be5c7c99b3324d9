import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import { beginExchange, type ExchangeRun, resumeExchange, whyNotInterrupt } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import { partsOf, responderOf } from '../../src/kernel/answer';
import { type Answer, GM, type InputAsk, type OfferAsk, PASS } from '../../src/kernel/ask';
import { deepEqual } from '../../src/kernel/deep-equal';
import { seededDie } from '../../src/kernel/rng';
import { TRANSCRIPT_VERSION, TranscriptError } from '../../src/kernel/transcript';
import { anyAnswer } from '../support/answer';
import { copyOf } from '../support/copy';
import { playedPairs, type Situation } from '../support/pairs';
import { TESTED } from '../support/rulesets';
import { gearOf, scenariosOf } from '../support/scenario/files';
import { runs, sampled, TIER } from '../tiers/tier';

const isOffer = (ask: InputAsk | null): ask is OfferAsk => ask?.kind === 'offer';
const passAll = ({ candidates }: OfferAsk): Answer => candidates.map(() => PASS);

interface Opened {
  readonly on: Encounter;
  readonly play: ExchangeRun;
  readonly ask: InputAsk;
}

/** Plays a situation of a scenario to one of its questions, with the same answers each time. Returns null if there is none. */
function playTo(ruleset: Ruleset, { before, command }: Situation, nth: number): Opened | null {
  const die = seededDie(7);
  const on = copyOf(before);
  const play = beginExchange(ruleset, on, command, makeCountingIds());
  for (let asks = 0; play.run.open && asks <= nth; asks++) {
    const { open } = play.run;
    if (asks === nth) return { on, play, ask: open };
    play.run.answer(isOffer(open) ? passAll(open) : anyAnswer(open, die));
  }
  return null;
}

/** What may become of a thing; fields that it does not have stay away. */
const FATES = {
  stowed: { equipped: false },
  'on the ground far off': { dropped: true, equipped: false, lies: [90.5, 90.5, 0] },
  'on the ground': { dropped: true, equipped: false, lies: [] },
  broken: { hp: 0 },
  'used up': { quantity: 0 },
  gone: null,
  "another's": null,
} as const;
type Fate = keyof typeof FATES;

/** What happens to things in no command, as on a sheet. */
interface Loss {
  readonly of: string;
  readonly item: string;
  readonly fate: Fate;
}
type Happening = Command | Loss;
const isLoss = (each: Happening): each is Loss => 'fate' in each;

/** Returns the thing that a loss has changed; null if it cannot come about. */
function lose({ fighters }: Encounter, { of, item, fate }: Loss): object | null {
  const items = fighters[of]?.items ?? [];
  const thing = items.find(({ id }) => id === item);
  if (!thing) return null;
  const fields = FATES[fate];
  if (fields === null) {
    items.splice(items.indexOf(thing), 1);
    if (fate === "another's")
      Object.values(fighters)
        .find(({ id }) => id !== of)
        ?.items.push(thing);
    return thing;
  }
  const [first = ''] = Object.keys(fields);
  const changed = Object.fromEntries(Object.entries(fields).filter(([key]) => key in thing));
  if (!(first in changed) || deepEqual({ ...thing, ...changed }, thing)) return null;
  return Object.assign(thing, changed);
}

/** Pools that pay for reactions. */
const PAYING = ['reaction', 'waited', 'reactions', 'energy', 'agility', 'sq', 'mp'];

/** Conditions with which no fighter acts in any ruleset, then others that bar much. */
const DISABLING = ['unconscious', 'stunned', 'incapacitated', 'defeated', 'dead', 'corpse', 'restrained', 'exhausted'];

/** Returns what may happen while an offer is open: what the GM does by hand, and each command of others that interrupts. */
function changesTo(
  ruleset: Ruleset,
  { on, ask, play }: Opened,
  others: readonly Command[],
  acting: Command,
): Happening[] {
  const asked = partsOf(ask).map(responderOf);
  const concerned = [...new Set([...asked, acting.by, acting.at ?? ''])].filter((id) => on.fighters[id]);
  const byHand = concerned.flatMap((at): Command[] => {
    const { pools, place } = on.fighters[at] as Encounter['fighters'][string];
    const gm = (id: string, rest: Partial<Command>): Command => ({ do: id, by: GM, at, ...rest });
    return [
      ...Object.keys(pools).map((pool) => gm('adjust', { options: { pool, to: 0 } })),
      ...DISABLING.filter((id) => id in ruleset.conditions).map((condition) =>
        gm('condition', { options: { condition, on: true } }),
      ),
      ...(place ? [1, 9].map((far) => gm('place', { path: [{ ...place, y: place.y + far }] })) : []),
    ];
  });
  // Each fighter with each weapon and target, as an interrupt.
  const played = Object.values(on.fighters).flatMap(({ id: by, items }) =>
    others.flatMap(({ with: named, at, path: _, ...rest }): Command[] => [
      ...(named === undefined ? [] : items.map((item): Command => ({ ...rest, by, with: item.id, at: acting.by }))),
      {
        ...rest,
        by,
        at: at === undefined ? acting.by : (Object.keys(on.fighters).find((id) => id !== by) ?? acting.by),
      },
    ]),
  );
  const offered = isOffer(ask) ? ask.candidates.flatMap(({ commands }) => commands as readonly Command[]) : [];
  const losses = concerned.flatMap((of) =>
    (on.fighters[of]?.items ?? []).flatMap(({ id: item }) =>
      (Object.keys(FATES) as Fate[]).map((fate): Loss => ({ of, item, fate })),
    ),
  );
  const commands = [...byHand, ...played, ...offered].filter(
    (each) => whyNotInterrupt(ruleset, play.run, each)?.length === 0 && ruleset.whyNot(on, each).length === 0,
  );
  return [...commands, ...losses];
}

/** Returns every answer to an offer but to pass, and every choice; else one answer. */
function answersTo(ask: InputAsk): readonly Answer[] {
  if (ask.kind === 'choice') return ask.options.filter(({ whyNot }) => whyNot.length === 0).map(({ id }) => [id]);
  if (!isOffer(ask)) return [anyAnswer(ask, seededDie(5))];
  const { candidates, wait } = ask;
  const one = candidates.flatMap(({ commands }, at) =>
    commands.map((_, index) => candidates.map((_each, other) => (other === at ? index : PASS))),
  );
  return wait === 'all' && candidates.length > 1 ? [...one, candidates.map(() => 0)] : one;
}

/** Whether the fighter is in a condition with which no fighter acts. */
const isDisabled = (ruleset: Ruleset, { fighters }: Encounter, id: string): boolean =>
  DISABLING.slice(0, 6).some(
    (each) => each in ruleset.conditions && fighters[id]?.conditions.some((had) => had.id === each),
  );

/**
 * Gives an answer after a change, and passes or rolls from there. Returns the law that breaks, or null.
 * @param change played at the open offer
 */
function faultOf(ruleset: Ruleset, start: Situation, nth: number, change: Happening, answer: Answer): string | null {
  const opened = playTo(ruleset, start, nth);
  if (!opened) return null;
  const { on, play, ask } = opened;
  const { run, table } = play;
  const die = seededDie(3);
  if (isLoss(change)) lose(on, change);
  else run.interrupt(change);
  for (let asks = 0; run.open && run.open !== ask && asks < 60; asks++) run.answer(anyAnswer(run.open, die));
  // What it changed has ended the offer.
  if (run.open !== ask) return finish();
  const before = copyOf(on);
  const wasDisabled = new Set(Object.keys(on.fighters).filter((id) => isDisabled(ruleset, on, id)));
  const from = run.entries.length;
  run.answer(answer);
  const accepted = isOffer(ask)
    ? ask.candidates.flatMap(({ by, commands }, at) =>
        answer[at] === PASS ? [] : [{ by, command: commands[answer[at] as number] as Command }],
      )
    : [];
  for (let asks = 0; run.open && asks < 300; asks++)
    run.answer(isOffer(run.open) ? passAll(run.open) : anyAnswer(run.open, die));
  const after = run.entries.slice(from + 1);
  const effects = after.flatMap(({ ask: each, answer: effect }) =>
    each.kind === 'apply' && effect
      ? [effect as { kind: string; of?: string; pool?: string; key?: string; by?: number }]
      : [],
  );
  for (const { by, command } of accepted) {
    const isPlayed = after.some(
      ({ ask: each }) => each.kind === 'section' && (each.command as Command | null)?.by === by,
    );
    const isSaid = effects.some(({ kind, of }) => kind === 'log' && of === by);
    const isAskedAgain = after.some(
      ({ ask: each }) => each.kind === 'offer' && each.id === ask.id && each.candidates.some((one) => one.by === by),
    );
    if (!isPlayed && !isSaid && !isAskedAgain) return `${by} hears nothing of ${command.do}`;
    if (isPlayed && wasDisabled.has(by) && isDisabled(ruleset, before, by))
      return `${by} cannot act, and plays ${command.do}`;
    const spent = effects.filter(
      ({ kind, of, pool = '', key, by: amount = 0 }) =>
        of === by &&
        ((kind === 'pool' && PAYING.includes(pool) && amount < 0) || (kind === 'state' && key === 'reacted')),
    );
    if (!isPlayed && spent.length > 0) return `${by} pays for ${command.do}, which is not played`;
  }
  return finish();

  function finish(): string | null {
    for (let asks = 0; run.open && asks < 300; asks++)
      run.answer(isOffer(run.open) ? passAll(run.open) : anyAnswer(run.open, die));
    if (run.open) return `leaves ${run.open.kind} open`;
    for (const { id, pools } of Object.values(on.fighters))
      for (const [pool, { value }] of Object.entries(pools)) if (value < 0) return `${id} has ${value} ${pool}`;
    // What changes outside of commands, the clean-up applies.
    if (!isLoss(change) && ruleset.dueChanges(on).length > 0) return 'leaves changes due';
    const exchange = { version: TRANSCRIPT_VERSION, command: start.command, entries: [...run.entries] };
    if (
      !isLoss(change) &&
      table.effects.length > 0 &&
      resumeExchange(ruleset, on, exchange, makeCountingIds()).run.open
    )
      return 'resumes to a question';
    return null;
  }
}

/** The first questions of a command that are tried. */
const PAUSES = 5;
/** Changes and answers tried at a question, of some hundred. */
const EACH = 20;

/** Returns what may become of the things that a command names, in `with` or in an option. A spell is no thing. */
function lossesOf({ before: { fighters }, command: { with: thing, by, at = by, options = {} } }: Situation): Loss[] {
  return Object.values({ with: thing, ...options }).flatMap((named) =>
    [...new Set([by, at])].flatMap((of) =>
      fighters[of]?.items.some(({ id, type }) => id === named && !type.endsWith('Spell'))
        ? (Object.keys(FATES) as Fate[]).map((fate): Loss => ({ of, item: String(named), fate }))
        : [],
    ),
  );
}

/** Returns the ids of the reasons that a loss adds to those against a command when it begins. */
function whyNotAfter(ruleset: Ruleset, { before, command }: Situation, loss: Loss): readonly string[] {
  const on = copyOf(before);
  if (!lose(on, loss)) return [];
  const allowed = ruleset.whyNot(before, command).map(({ id }) => id);
  return ruleset.whyNot(on, command).flatMap(({ id }) => (allowed.includes(id) ? [] : [id]));
}

const isRolled = ({ ask, play }: Opened): boolean =>
  ask.kind === 'dice' || play.run.entries.some(({ ask: each }) => each.kind === 'dice');

/** Commands that scenarios play, one of each action that may interrupt. */
const interruptsIn = (ruleset: Ruleset, situations: readonly Situation[]): readonly Command[] => {
  const byAction = new Map(situations.map(({ command }) => [command.do, command]));
  return [...byAction.values()].filter((command) => ruleset.interrupts(command) === 'reaction');
};

describe.each(sampled(TESTED, 1))('an open question of $id', (ruleset) => {
  const { id } = ruleset;
  const { situations, interrupts } = playedPairs(ruleset, scenariosOf(id), gearOf(id, '.'));
  const all = [...situations.values()].flat();
  const others = [
    ...interruptsIn(ruleset, all),
    ...[...interrupts.values()].flatMap((each) => each.slice(0, 1)),
  ].filter((each) => each.by !== GM && ruleset.interrupts(each) === 'reaction');

  it('is answered by what is still legal, and leaves a line for what is not', () => {
    const die = seededDie(11);
    const faults = new Set<string>();
    let played = 0;
    for (const start of all)
      for (let nth = 0; nth < PAUSES; nth++) {
        const opened = playTo(ruleset, start, nth);
        if (!opened) break;
        const changes = changesTo(ruleset, opened, others, start.command);
        const pairs = changes.flatMap((change) => answersTo(opened.ask).map((answer) => ({ change, answer })));
        const wanted = Math.min(pairs.length, TIER === 'fast' ? 2 : runs(EACH));
        for (let count = 0; count < wanted; count++) {
          const { change, answer } = pairs.splice(die(pairs.length) - 1, 1)[0] as (typeof pairs)[number];
          const fault = tryFault(start, nth, change, answer);
          played++;
          if (fault)
            faults.add(
              `${fault}: ${start.file}: question ${nth}, ${JSON.stringify(change)}, ${JSON.stringify(answer)}, ${JSON.stringify(start.command)}`,
            );
        }
      }
    expect([...faults].slice(0, 20)).toEqual([]);
    expect(played).toBeGreaterThan(50);
  }, 600_000);

  it('with a thing that is no longer at hand is not played, up to its first die', () => {
    const faults = new Set<string>();
    for (const start of all)
      for (const loss of lossesOf(start)) {
        const against = whyNotAfter(ruleset, start, loss);
        if (against.length === 0) continue;
        for (let nth = 0; nth < PAUSES; nth++) {
          const opened = playTo(ruleset, start, nth);
          if (!opened || isRolled(opened)) break;
          const { ask, on, play } = opened;
          const thing = lose(on, loss);
          const was = JSON.stringify(thing);
          const from = play.run.entries.length;
          const die = seededDie(3);
          play.run.answer(isOffer(ask) ? passAll(ask) : anyAnswer(ask, die));
          for (let asks = 0; play.run.open && asks < 300; asks++)
            play.run.answer(isOffer(play.run.open) ? passAll(play.run.open) : anyAnswer(play.run.open, die));
          const isPlayed = play.run.entries.slice(from).some(({ ask: each }) => each.kind === 'dice');
          if (isPlayed || JSON.stringify(thing) !== was)
            faults.add(`${start.command.do} ${ask.kind}: ${loss.item} ${loss.fate}: ${start.file} ${against}`);
        }
      }
    expect([...faults].slice(0, 20)).toEqual([]);
  });

  function tryFault(start: Situation, nth: number, change: Happening, answer: Answer): string | null {
    try {
      return faultOf(ruleset, start, nth, change, answer);
    } catch (error) {
      return `throws ${error instanceof TranscriptError ? error.message.slice(0, 200) : String(error)}`;
    }
  }
});
