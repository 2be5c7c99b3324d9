import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import type { Condition } from '../../src/encounter/condition';
import { beginExchange, type ExchangeRun, whyNotInterrupt } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter, Fighter } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import type { CardInput } from '../../src/encounter/view';
import { type Answer, type ChoiceAsk, GM, type InputAsk, type OfferAsk, PASS } from '../../src/kernel/ask';
import { deepEqual } from '../../src/kernel/deep-equal';
import { seededDie } from '../../src/kernel/rng';
import { TRANSCRIPT_VERSION } from '../../src/kernel/transcript';
import { CLEAN_UP } from '../../src/toolkit/act/commands';
import { anyAnswer } from '../support/answer';
import { copyOf } from '../support/copy';
import { playedPairs, type Situation } from '../support/pairs';
import { TESTED } from '../support/rulesets';
import { gearOf, scenariosOf } from '../support/scenario/files';
import { sampled, TIER } from '../tiers/tier';

/** A fighter whose items, state and pools a door changes. */
interface Loose extends Omit<Fighter, 'items' | 'state' | 'conditions'> {
  items: Record<string, unknown>[];
  state: Record<string, unknown>;
  conditions: Condition[];
}
const fighterIn = ({ fighters }: Encounter, id: string): Loose => fighters[id] as unknown as Loose;
const refill = ({ pools }: Loose, ids: readonly string[], to: number): void => {
  for (const pool of ids.flatMap((id) => pools[id] ?? [])) pool.value = to;
};

/** Another way to the same act: prepares the encounter and returns the command, or null if it does not lead there. */
interface Door {
  readonly name: string;
  make(on: Encounter, command: Command): Command | null;
  /** Ids of offers that are accepted. */
  readonly accepts?: readonly string[];
  /** Whether the act itself interrupts the command that `make` returns. */
  readonly during?: true;
  /** Whether it leads to another result by a rule. */
  spares?(command: Command): boolean;
}

/** A fighter who takes no part in anything. */
const BYSTANDER = 'bystander';

/** The turn of a fighter who does nothing. */
const onAnothersTurn = (on: Encounter): void => {
  on.clock = { ...on.clock, phase: 'turn', turn: BYSTANDER };
};

const PAID_BY_ACTIONS = ['attack', 'utility', 'movement', 'reaction'] as const;

/** Clash: an ability that is free to use is the same act as one that takes an action (C-22). */
const free = (freedom: 'action' | 'reaction'): Door => ({
  name: `free ${freedom}`,
  make(on, command) {
    const item = fighterIn(on, command.by).items.find(({ id }) => id === command.with);
    const isAbility = /^(attack|utility|reaction|move|free)-(skill|spell|action|reaction)$/.test(command.do);
    if (!item || !isAbility || command.do === `free-${freedom}`) return null;
    item.free = freedom;
    return { ...command, do: `free-${freedom}` };
  },
});

/** Slots: what the Standard or the banked slot pays for (L-08, L-09); an attack has the penalty of its slot (L-A8). */
const SLOT_ATTACKS = ['secondary-attack', 'tertiary-attack'];
const paidWith = (slot: 'standard' | 'waited'): Door => ({
  name: `${slot} slot`,
  spares: (command) => SLOT_ATTACKS.includes(command.do),
  make(on, command) {
    if (command.options?.slot !== undefined) return null;
    if (slot === 'waited') onAnothersTurn(on);
    refill(fighterIn(on, command.by), [slot], 1);
    return { ...command, options: { ...command.options, slot } };
  },
});

/** Tempo: actions that an ability may list (T-18). */
const LISTED = ['quick-attack', 'standard-attack', 'slow-attack', 'magic', 'help', 'guard', 'mark', 'hide', 'move'];

const DOORS: Readonly<Record<string, readonly Door[]>> = {
  seconds: [
    {
      name: 'held',
      make(on, { do: id, by, at, with: item, path, options }) {
        if (path || options) return null;
        const actor = fighterIn(on, by);
        const { state } = actor;
        // S-A15: the seconds that are paid count for a fear.
        if (actor.conditions.some((each) => each.id === 'frightened')) return null;
        onAnothersTurn(on);
        refill(actor, ['reactions'], 1);
        const held = { do: id, ticks: 10, ...(item && { with: item }), ...(at && { at }) };
        Object.assign(state, { held: 'now', heldPlan: [held] });
        return { do: 'held-action', by, ...(at && { at }) };
      },
    },
  ],
  slots: [
    paidWith('standard'),
    paidWith('waited'),
    {
      name: 'readied',
      accepts: ['readied'],
      spares: ({ do: id }) => SLOT_ATTACKS.includes(id),
      make(on, { do: id, by, at, with: item, path, options }) {
        if (path || options) return null;
        const holder = fighterIn(on, by);
        onAnothersTurn(on);
        refill(holder, ['waited'], 1);
        holder.state.readied = { do: id, when: 'told', ...(item && { with: item }), ...(at && { at }) };
        return { do: 'trigger', by: GM, at: by, options: { whom: at ?? BYSTANDER } };
      },
    },
  ],
  tempo: [
    {
      name: 'listed by an ability',
      make(on, { do: id, with: item, ...command }) {
        if (!LISTED.includes(id)) return null;
        const { tempo } = on.clock as unknown as { readonly tempo: number };
        const fields = {
          type: 'tempoAbility',
          tag: 'extra',
          tempo,
          listsAction: id,
          momentumCost: 0,
          usesPerRound: null,
        };
        fighterIn(on, command.by).items.push({ ...NO_EFFECT, ...fields, id: 'door', name: 'door' });
        const means = item === undefined ? {} : id === 'magic' ? { spell: item } : { item };
        return { ...command, do: 'ability', with: 'door', options: { ...command.options, ...means } };
      },
    },
  ],
  clash: [free('action'), free('reaction')],
  energy: [],
};
const NO_EFFECT = {
  befalls: 'other',
  momentum: 0,
  harm: '',
  healing: 0,
  gives: '',
  takes: '',
  push: 0,
  figure: '',
  amount: 0,
  lasting: 'scene-end',
  range: 6,
};

/** In every game: a reaction between two commands, and while a question of the GM about another fighter is open. */
const DURING: Door = {
  name: 'during another command',
  during: true,
  make: () => ({ do: 'displace', by: GM, at: BYSTANDER, options: { pushFar: 1 } }),
};

/** What the doors are paid with, and what only tells of them: no part of what the act does. */
const PRICES: Readonly<Record<string, readonly string[]>> = {
  seconds: [
    ...['seconds', 'reactions', 'spans', 'held', 'heldPlan', 'runUp', 'heading'],
    // S-83, S-A30: of who is pinned in their own turn.
    'freshPins',
  ],
  slots: ['standard', 'move', 'quick', 'reaction', 'waited', 'managing', 'readied'],
  // T-89: an Extra turn has no Normal Move.
  tempo: ['normalMoveLeft', 'normalMoveOf', 'record', 'did-x-door', 'did-1', 'did-2', 'did-a1', 'used-door'],
  clash: PAID_BY_ACTIONS,
  energy: [],
};

/** Lets all acts be paid and be over at once. */
const READY: Readonly<Record<string, (actor: Loose) => void>> = {
  seconds({ state, pools }) {
    for (const key of Object.keys(state)) if (/^(progress|held|help)/.test(key)) delete state[key];
    if (pools.seconds) Object.assign(pools.seconds, { value: 60, max: 60 });
  },
  clash: (actor) => refill(actor, PAID_BY_ACTIONS, 3),
};

/** Returns the situation with a bystander far away and an actor who can pay. */
function prepared({ id }: Ruleset, { before, command }: Situation): Encounter | null {
  const on = copyOf(before);
  const other = Object.values(on.fighters).find(({ id: of }) => of !== command.by);
  if (!on.fighters[command.by] || !other) return null;
  const place = other.place && { ...other.place, x: other.place.x + 90, y: other.place.y + 90 };
  const { state: _, ...rest } = structuredClone(other);
  on.fighters[BYSTANDER] = { ...rest, id: BYSTANDER, name: BYSTANDER, place, conditions: [], items: [], state: {} };
  READY[id]?.(fighterIn(on, command.by));
  return on;
}

const seedOf = (text: string): number => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7);

/** Plays a command with dice that depend on the question alone, not on those before it. */
function play(
  ruleset: Ruleset,
  on: Encounter,
  command: Command,
  seed: number,
  { accepts = [], by, interrupt = null }: { accepts?: readonly string[]; by?: string; interrupt?: Command | null } = {},
): ExchangeRun {
  const played = beginExchange(ruleset, on, command, makeCountingIds('new-'));
  const asked = new Map<string, number>();
  const answerTo = (ask: InputAsk): Answer => {
    if (ask.kind === 'all') return ask.asks.map(answerTo) as unknown as Answer;
    if (ask.kind === 'offer')
      return ask.candidates.map((each) => (accepts.includes(ask.id) && each.by === by ? 0 : PASS));
    const key = `${ask.kind} ${ask.id} ${ask.by}`;
    const nth = (asked.get(key) ?? 0) + 1;
    asked.set(key, nth);
    return anyAnswer(ask, seededDie(seedOf(`${key} ${nth} ${seed}`)));
  };
  if (interrupt && played.run.open) played.run.interrupt(interrupt);
  for (let asks = 0; played.run.open && asks < 300; asks++) played.run.answer(answerTo(played.run.open));
  if (played.run.open) throw new Error(`${command.do} leaves ${played.run.open.kind} open`);
  return played;
}

/** Returns what an act has done, without its price. Ends of conditions depend on the moment. */
function outcomeOf({ id }: Ruleset, { fighters }: Encounter, by: string): object {
  const prices = PRICES[id] ?? [];
  const unpaid = (record: object, of: string): object =>
    Object.fromEntries(Object.entries(record).filter(([key]) => of !== by || !prices.includes(key)));
  const plain = ({ key: _, until, ...rest }: Condition): string => JSON.stringify({ ...rest, at: until?.at ?? null });
  return Object.values(fighters)
    .filter((each) => each.id !== BYSTANDER)
    .map(({ id: of, place, pools, state, conditions, items }) => ({
      of,
      place,
      pools: unpaid(Object.fromEntries(Object.entries(pools).map(([key, { value }]) => [key, value])), of),
      state: unpaid(state, of),
      conditions: conditions.map(plain).sort(),
      items: items.flatMap((item) => (item.id === 'door' ? [] : [{ ...item, free: '' }])),
    }));
}

/** The condition of the hidden, which an attack ends: S-A32, L-A27, Tempo section 8, C-A51. */
const HIDDEN: Readonly<Record<string, string>> = {
  clash: 'unseen',
  seconds: 'hidden',
  slots: 'covered',
  tempo: 'hidden',
};

/** Where fighters strike at openings; other attacks in answer are acts with doors of their own. */
const STRIKING_BACK: readonly string[] = ['seconds', 'slots'];
const STRIKE = 'opportunity-attack';

/** Hides a fighter from all others. */
function hide({ id, conditions }: Ruleset, on: Encounter, of: string): void {
  const hidden = HIDDEN[id];
  if (hidden === undefined) return;
  const fighter = fighterIn(on, of);
  const others = conditions[hidden]?.asks?.towards ? Object.keys(on.fighters).filter((other) => other !== of) : [null];
  fighter.conditions = [
    ...fighter.conditions.filter((each) => each.id !== hidden),
    ...others.map((other, at) => ({ key: `h${at}`, id: hidden, until: null, ...(other && { towards: [other] }) })),
  ];
}

const isHidden = ({ id }: Ruleset, { fighters }: Encounter, of: string): boolean =>
  fighters[of]?.conditions.some((each) => each.id === HIDDEN[id]) === true;

const isLegal = (ruleset: Ruleset, on: Encounter, command: Command): boolean =>
  ruleset.dueChanges(on).length === 0 && ruleset.whyNot(on, command).length === 0;

/** Returns how an act differs by a door; null if it does not, undefined if the door does not lead there. */
function differenceAt(ruleset: Ruleset, start: Situation, door: Door, hidden: boolean): string | null | undefined {
  const { command } = start;
  const [direct, other] = [prepared(ruleset, start), prepared(ruleset, start)];
  if (!direct || !other || door.spares?.(command)) return undefined;
  if (door.during && (ruleset.interrupts(command) !== 'reaction' || !other.fighters[BYSTANDER]?.place))
    return undefined;
  if (hidden) for (const on of [direct, other]) hide(ruleset, on, command.by);
  const made = door.make(other, command);
  if (!made || !isLegal(ruleset, direct, command) || !isLegal(ruleset, other, made)) return undefined;
  const seed = seedOf(start.file);
  const given = { accepts: door.accepts ?? [], by: command.by, interrupt: door.during ? command : null };
  if (door.during) {
    const { run } = beginExchange(ruleset, copyOf(other), made, makeCountingIds());
    if (!run.open || whyNotInterrupt(ruleset, run, command)?.length !== 0) return undefined;
  }
  play(ruleset, direct, command, seed);
  const { table } = play(ruleset, other, made, seed, given);
  // S-24: what cannot be held, or is not possible now.
  if (table.effects.some((effect) => effect.kind === 'log' && effect.id === 'dropped')) return undefined;
  const [one, two] = [outcomeOf(ruleset, direct, command.by), outcomeOf(ruleset, other, command.by)];
  return deepEqual(one, two) ? null : `${JSON.stringify(one)}\n  but ${JSON.stringify(two)}`;
}

/** Returns whether a fighter that answers with an attack is still hidden; undefined if it does not. */
function staysHidden(ruleset: Ruleset, { before, command }: Situation, by: string): boolean | undefined {
  const on = copyOf(before);
  hide(ruleset, on, by);
  if (!isLegal(ruleset, on, command)) return undefined;
  const played = beginExchange(ruleset, on, command, makeCountingIds('new-'));
  const { run } = played;
  const die = seededDie(5);
  let hasStruck = false;
  const strikes = ({ candidates }: OfferAsk): Answer =>
    candidates.map(({ by: who, commands }) => {
      const at = (commands as readonly Command[]).findIndex((each) => each.do === STRIKE);
      return who === by && at >= 0 ? at : PASS;
    });
  for (let asks = 0; run.open && asks < 300; asks++) {
    const from = run.entries.length;
    const { open } = run;
    run.answer(open.kind === 'offer' ? strikes(open) : anyAnswer(open, die));
    const begun = run.entries.slice(from).flatMap(({ ask }) => (ask.kind === 'section' ? [ask.command] : []));
    hasStruck ||= begun.some((each) => (each as Command | null)?.by === by && (each as Command).do === STRIKE);
  }
  const isRolled = run.entries.some(({ ask }) => ask.kind === 'dice' && ask.by === by);
  return hasStruck && isRolled ? isHidden(ruleset, on, by) : undefined;
}

/** Returns the command by which the GM gives a condition like this. */
function byHand({ conditions }: Ruleset, at: string, { id, by, towards, data = {} }: Omit<Condition, 'key'>): Command {
  const asks: object = conditions[id]?.asks ?? {};
  const [against] = towards ?? [];
  const told = Object.fromEntries(Object.entries(data).filter(([key]) => key in asks));
  const bonds = {
    ...('source' in asks && by && { source: by }),
    ...('towards' in asks && against && { towards: against }),
  };
  return { do: 'condition', by: GM, at, options: { condition: id, on: true, ...bonds, ...told } as Command['options'] };
}

/**
 * Conditions that an act sets back as a whole: Hide is rolled against all (S-65); a spell and a hidden act replace what
 * they had given (T-A56, C-97, L-A27).
 */
const SET_BACK: readonly string[] = ['seconds hidden', 'tempo bolstered', 'clash empowered', 'clash defence-penalty'];

/** Returns how the fate of an older condition differs, if the same one is given by a rule and by the GM's hand. */
function fatesAt(ruleset: Ruleset, { before, command }: Situation, seed: number): string[] {
  if (!isLegal(ruleset, before, command)) return [];
  const { effects } = play(ruleset, copyOf(before), command, seed).table;
  return effects.flatMap((effect): string[] => {
    if (effect.kind !== 'condition-added') return [];
    const { of, condition } = effect;
    const { id, by } = condition;
    const hand = byHand(ruleset, of, condition);
    if (SET_BACK.includes(`${ruleset.id} ${id}`) || ruleset.whyNot(before, hand).length > 0) return [];
    const third = Object.keys(before.fighters).find((each) => each !== of && each !== by);
    if (!third) return [];
    const older: readonly (readonly [bearer: string, Condition])[] = [
      ...(by === undefined ? [] : [[third, { ...condition, key: 'older' }] as const]),
      ...(by === undefined ? [] : [[of, { ...condition, key: 'older', by: third }] as const]),
    ];
    return older.flatMap(([bearer, had]): string[] => {
      const [rule, gm] = [copyOf(before), copyOf(before)];
      for (const on of [rule, gm]) fighterIn(on, bearer).conditions.push(structuredClone(had));
      if (!isLegal(ruleset, rule, command)) return [];
      const isGivenAgain = play(ruleset, rule, command, seed).table.effects.some(
        (each) =>
          each.kind === 'condition-added' && each.of === of && each.condition.id === id && each.condition.by === by,
      );
      play(ruleset, gm, hand, seed);
      const [stays, staysByHand] = [rule, gm].map((on) =>
        fighterIn(on, bearer).conditions.some(({ key }) => key === 'older'),
      );
      return isGivenAgain && stays !== staysByHand
        ? [`${id}: of ${bearer} ${stays ? 'stays' : 'ends'}, by hand ${staysByHand ? 'stays' : 'ends'}`]
        : [];
    });
  });
}

const keysIn = ({ fighters }: Encounter): readonly string[] =>
  Object.values(fighters).flatMap(({ id, conditions }) =>
    conditions.map(({ key, id: what }) => `${what} of ${id} ${key}`),
  );

/** Returns how what ends with a condition differs, if the GM removes it, and if it just ends. */
function endsAt(ruleset: Ruleset, on: Encounter): string[] {
  if (ruleset.dueChanges(on).length > 0) return [];
  return Object.values(on.fighters).flatMap(({ id: of, conditions }) =>
    conditions.flatMap(({ id, key }): string[] => {
      // Several of one condition may be one state, which the GM ends as a whole.
      if (conditions.some((each) => each.id === id && each.key !== key)) return [];
      const [ended, removed] = [copyOf(on), copyOf(on)];
      const fighter = fighterIn(ended, of);
      fighter.conditions = fighter.conditions.filter((each) => each.key !== key);
      if (ruleset.dueChanges(ended).length > 0) play(ruleset, ended, CLEAN_UP, 1);
      play(ruleset, removed, { do: 'condition', by: GM, at: of, options: { condition: id, on: false } }, 1);
      if (ruleset.dueChanges(removed).length > 0) return [`${id} of ${of}: leaves changes due`];
      const [left, leftByHand] = [keysIn(ended), keysIn(removed)].map((keys) =>
        keys.filter((each) => keysIn(on).includes(each)),
      );
      return deepEqual(left, leftByHand) ? [] : [`${id} of ${of}: ${left} are left, by hand ${leftByHand}`];
    }),
  );
}

/** Returns the questions of a situation whose answers read alike. */
function alikeAt(ruleset: Ruleset, { before, command }: Situation): string[] {
  const on = copyOf(before);
  if (!isLegal(ruleset, on, command)) return [];
  const names = Object.fromEntries(Object.values(on.fighters).map(({ id, name }) => [id, name]));
  const { run } = beginExchange(ruleset, on, command, makeCountingIds('new-'));
  const alike: string[] = [];
  const look = (ask: ChoiceAsk): void => {
    const exchange = { version: TRANSCRIPT_VERSION, command, entries: [] };
    const input: CardInput = { exchange, open: [ask], names, viewer: { gm: true, owns: [], targets: [] } };
    const labels = ruleset.views
      .card(input)
      .asks.flatMap(({ options }) => options.map(({ label }) => JSON.stringify(label)));
    if (new Set(labels).size < labels.length) alike.push(`${ask.id}: ${labels}`);
  };
  for (let asks = 0; run.open && asks < 60; asks++) {
    const { open } = run;
    for (const ask of open.kind === 'all' ? open.asks : [open]) if (ask.kind === 'choice') look(ask);
    run.answer(anyAnswer(open, seededDie(asks)));
  }
  return alike;
}

const PART = TIER === 'fast' ? 12 : 1;

describe.each(sampled(TESTED, 1, 2))('in $id', (ruleset) => {
  const { id } = ruleset;
  const scenarios = scenariosOf(id).filter((_, at) => at % PART === 0);
  const all = [...playedPairs(ruleset, scenarios, gearOf(id, '.')).situations.values()].flat();
  const given = all.filter(({ command }) => command.by !== GM);
  const where = ({ file, command }: Situation): string => `${file}: ${JSON.stringify(command)}: `;

  it.each([
    ['an act does the same by each of its doors', false],
    ['an act of the hidden does, and reveals them, the same by each of its doors', true],
  ])('%s', (_, hidden) => {
    let compared = 0;
    const faults = given.flatMap((start) =>
      [...(DOORS[id] ?? []), DURING].flatMap((door) => {
        const difference = differenceAt(ruleset, start, door, hidden);
        if (difference !== undefined) compared++;
        return difference ? [`${where(start)}${door.name}: ${difference}`] : [];
      }),
    );
    expect(faults).toEqual([]);
    if (PART === 1) expect(compared).toBeGreaterThan(3);
  });

  it.runIf(STRIKING_BACK.includes(id))('who strikes back out of hiding is seen', () => {
    let struck = 0;
    const faults = given.flatMap((start) =>
      Object.keys(start.before.fighters).flatMap((by) => {
        const stays = by === start.command.by ? undefined : staysHidden(ruleset, start, by);
        if (stays !== undefined) struck++;
        return stays ? [where(start) + by] : [];
      }),
    );
    expect(faults).toEqual([]);
    if (PART === 1) expect(struck).toBeGreaterThan(0);
  });

  it('a condition that the GM gives ends an older one as that of a rule does', () => {
    expect(
      given.flatMap((start) =>
        [1, 2].flatMap((seed) => fatesAt(ruleset, start, seed).map((fate) => where(start) + fate)),
      ),
    ).toEqual([]);
  });

  it('what ends with a condition ends with it when the GM removes it, too', () => {
    const states = given.flatMap((start) => {
      const after = copyOf(start.before);
      if (isLegal(ruleset, after, start.command)) play(ruleset, after, start.command, 1);
      return [start.before, after].map((on) => ({ start, on }));
    });
    expect(states.flatMap(({ start, on }) => endsAt(ruleset, on).map((end) => where(start) + end))).toEqual([]);
  });

  it('the answers of a question read differently', () => {
    expect(given.flatMap((start) => alikeAt(ruleset, start).map((each) => where(start) + each))).toEqual([]);
  });
});
