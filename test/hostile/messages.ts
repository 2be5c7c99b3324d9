import type { Command } from '../../src/encounter/command';
import type { Place } from '../../src/encounter/state';
import { pack } from '../../src/foundry/platform/packed';
import type { Die } from '../../src/kernel/dice';
import type { KnownAsk, Source } from '../headless/documents';
import { anyAnswer } from '../support/answer';
import { anyCommand } from '../support/game';
import { type Carrier, flagged } from '../support/request';
import { ANNS, actor, BOBS, COMBAT, combatant, FOE, type HostileTable, SCENE, token } from './hostile-table';
import { anyValue, mutated, pick } from './nonsense';

export interface Look {
  readonly hostile: HostileTable;
  readonly die: Die;
  readonly users: Readonly<Record<'gm' | 'ann' | 'bob', string>>;
  /** Messages as stored on the server. */
  readonly own: readonly Source[];
  readonly cards: readonly Source[];
  readonly combat: Source | undefined;
  readonly ids: readonly string[];
}

export const anyId = (die: Die): string => Array.from({ length: 16 }, () => 'abcdefghijkmnpqr'[die(16) - 1]).join('');

/** A command as a client sends it: its places may be incomplete. */
type SentCommand = Omit<Command, 'path'> & { readonly path?: readonly Partial<Place>[] };

/** Returns a command of an own button, also a disabled one, of the clock, or one with which the GM sets numbers. */
export function command({ hostile, die, ids }: Look): SentCommand {
  const { rules } = hostile;
  const encounter = hostile.gm.page.encounterOf(hostile.combat);
  const by = encounter.fighters[ANNS] ? ANNS : pick(Object.keys(encounter.fighters), die);
  const made =
    die(3) > 1
      ? anyCommand(rules, encounter, die, [by])
      : pick<SentCommand>(
          [
            ...rules.clockCommands.map((clock: string) => ({ do: clock, by: 'gm' })),
            ...[
              { do: 'adjust', by: 'gm', at: BOBS, options: { pool: 'hp', to: 0 } },
              { do: 'end', by: 'gm' },
            ],
            ...[{ do: 'place', by: 'gm', at: FOE, path: [{ x: 1, y: 1, width: 1, height: 1, elevation: 0 }] }],
            ...[{ do: 'condition', by: 'gm', at: BOBS, options: { condition: 'dead' } }],
          ],
          die,
        );
  const whole = made ?? { do: rules.clockCommands[0], by };
  const kind = die(4);
  if (kind === 1) return whole;
  if (kind === 2) return { ...whole, by: pick([BOBS, FOE, 'gm', `Actor.${actor(0)}`, ...ids], die) };
  if (kind === 3) return { ...whole, at: pick([FOE, combatant(4), `Scene.${SCENE}.Token.${token(3)}`, ...ids], die) };
  return mutated(whole, ids, die);
}

export function request(look: Look): Carrier {
  const { hostile, die, ids, cards } = look;
  const open = hostile.combat?.system.open?.asks ?? [];
  const isAnswer = open.length > 0 ? die(2) === 1 : die(8) === 1;
  const said = isAnswer ? null : command(look);
  const asked = open.length > 0 ? pick(open, die) : null;
  const keys = [asked?.key ?? '1.1', `${die(9)}.${die(3)}`, ...ids];
  const system = {
    combat: die(6) === 1 ? pick(['', ...cards.map(({ _id }) => _id), ...ids], die) : COMBAT,
    fighter: die(6) === 1 ? pick([BOBS, FOE, 'gm', ...ids], die) : (said?.by ?? asked?.ask.by ?? ANNS),
    moment: die(8) === 1 ? anyValue(die) : hostile.moment,
    command: said,
    ask: isAnswer ? (die(6) === 1 ? pick(keys, die) : keys[0]) : null,
    answers: answersTo(asked?.ask, look),
    force: die(3) === 1,
    ...(die(8) === 1 && { refused: anyValue(die) }),
  };
  const message = { type: 'request', system: die(4) === 1 ? mutated(system, ids, die) : system };
  return die(4) === 1 ? flagged(message) : message;
}

function answersTo(ask: KnownAsk | undefined, { die, ids }: Look): unknown {
  const kind = die(4);
  if (kind === 1) return anyValue(die);
  if (ask && kind < 4)
    try {
      const right = [anyAnswer(ask, die)];
      return kind === 2 ? right : mutated(right, ids, die);
    } catch {
      return [];
    }
  return Array.from({ length: die(4) }, () => Array.from({ length: die(3) }, () => die(20)));
}

/** Returns data to put next to a request or a card in its message. */
export function beside({ die, users, ids }: Look): object {
  const kind = die(12);
  if (kind === 1) return { author: pick([users.gm, users.bob, ...ids], die) };
  if (kind === 2) return { whisper: [pick([users.gm, users.ann, users.bob], die)], blind: die(2) === 1 };
  if (kind === 3) return { rolls: [anyValue(die)] };
  if (kind === 4) return { flags: { cadence: anyValue(die), core: anyValue(die) } };
  if (kind === 5) return { _stats: { lastModifiedBy: users.gm, createdTime: 1, modifiedTime: 1 } };
  if (kind === 6) return { speaker: { actor: actor(3), token: token(3), scene: SCENE, alias: '<b>x</b>' } };
  if (kind === 7) return { content: '<script>x</script>', flavor: anyValue(die), title: anyValue(die) };
  if (kind === 8) return { sound: anyValue(die), style: anyValue(die), timestamp: anyValue(die) };
  return {};
}

/** Returns traces of a step that another window would undo. */
export function claim({ hostile, die, users }: Look): string {
  const at = (documentName: string, id: string, parent: string | null = null) => ({ documentName, id, parent });
  const changed = (path: string, from: unknown, to: unknown) => ({ done: 'changed', changes: [{ path, from, to }] });
  const traces = [
    { ...at('User', users.ann), ...changed('role', 4, 1) },
    { ...at('Actor', actor(1)), ...changed('ownership.default', 3, 0) },
    { ...at('Actor', actor(3)), ...changed('system.aura.value', 0, undefined) },
    { ...at('Actor', actor(3)), ...changed('name', 'mine', hostile.gm.page.game.actors.get(actor(3))?.name) },
    { ...at('Combat', COMBAT), done: 'created' },
    { ...at('Combatant', FOE, `Combat.${COMBAT}`), done: 'created' },
    {
      ...at('Macro', anyId(die)),
      done: 'deleted',
      source: { _id: anyId(die), name: 'x', type: 'script', command: '1' },
    },
    { ...at('Setting', anyId(die)), done: 'deleted', source: { _id: anyId(die), key: 'core.time', value: '9' } },
    { ...at('Token', token(1), `Scene.${SCENE}`), ...changed('x', 0, 800) },
  ];
  const step = (hostile.combat?.system.step ?? 0) + die(3) - 1;
  const client = pick(['', 'none', hostile.combat?.system.referee?.client ?? ''], die);
  return pack({ step, user: pick([users.gm, users.ann], die), client, traces: [pick(traces, die), pick(traces, die)] });
}

const BOMBS: readonly (() => string)[] = [
  () => pack(Array.from({ length: 5000 }, () => 0)),
  () => pack({ entries: 'x'.repeat(200_000) }),
  () =>
    pack(
      Array.from({ length: 2000 }, () => {
        const change = { kind: 'log', id: 'hit', facts: { total: 1 } };
        return { ask: { kind: 'apply', change }, answer: change };
      }),
    ),
  () => '.AAAA',
  () => 'x'.repeat(20_000),
];

/** Returns a card as only a referee's window writes one. */
export function card(look: Look): Carrier {
  const { hostile, die, ids, cards } = look;
  const { history = {}, step = 0, clock = {} } = hostile.combat?._source.system ?? {};
  const bomb = (): string => pick(BOMBS, die)();
  const parts = pick<unknown>([{}, { all: bomb() }, ...cards.map(({ system }) => system.parts)], die);
  const system = {
    combat: pick(['', COMBAT], die),
    exchange: die(9),
    version: 1,
    command: command(look) ?? {},
    parts,
    names: { [FOE]: '<b>x</b>' },
    undone: false,
    resolvedManually: false,
    clock,
    step: pick([0, 1, step, 9999], die),
    cursor: die(4) - 1,
    history: die(3) === 1 ? { 1: bomb() } : history,
    open: die(2) === 1 ? (hostile.combat?._source.system.open ?? null) : { exchange: 1, card: '', asks: [] },
    referee: pick<unknown>([null, hostile.combat?.system.referee ?? null], die),
    writing: die(2) === 1 ? claim(look) : '',
    thrown: die(3) === 1 ? { [BOBS]: { evasion: { moment: hostile.moment, faces: [1] } } } : {},
  };
  const types = ['energy', 'tempo', 'seconds', 'slots', 'clash'];
  const type = die(6) === 1 ? pick(types, die) : hostile.ruleset;
  return { type, system: die(3) === 1 ? mutated(system, ids, die) : system };
}
