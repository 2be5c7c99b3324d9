import { createHash } from 'node:crypto';
import type { Command } from '../../src/encounter/command';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import { partsOf, responderOf } from '../../src/kernel/answer';
import type { Answer, InputAsk } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { type Dice, rollSteps } from '../../src/kernel/dice';
import { RULESETS } from '../../src/rulesets/index';
import type { PoolLocation } from '../../src/toolkit/define/sheet-schema';
import { isKeyed, type Keyed } from '../support/record';
import { gearOf, loadScenario } from '../support/scenario/files';
import { playScenario } from '../support/scenario/play';

export type Kind = InputAsk['kind'];

/** One command of a scenario played without a server: the encounter before it, and all asks with answers. */
export interface Recorded {
  readonly ruleset: string;
  readonly combat: string;
  readonly scene: string;
  readonly base: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly before: Encounter;
  readonly command: Command;
  readonly asked: readonly { readonly ask: InputAsk; readonly answer: Answer }[];
  readonly at: number;
}

const idOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 16);

/**
 * Returns the first command of a scenario file with an ask of this kind; ids are those of documents.
 * @param owned makes all fighters players', so that no dice roll automatically
 */
export function recordedIn(file: string, kind: Kind, owned = false): Recorded {
  const scenario = loadScenario(`test/scenarios/${file}`);
  const ruleset = scenario.ruleset.text();
  const bases = Object.fromEntries(Object.entries(scenario.fighters).map(([id, { base }]) => [id, base]));
  let found: Recorded | undefined;
  const results = playScenario(
    scenario,
    RULESETS as never,
    gearOf(ruleset, '.'),
    (before, _after, { command, entries }) => {
      const asked = entries.filter(({ ask: { kind: each } }) => !['apply', 'section', 'interrupt'].includes(each));
      const isPlayers = (by: string) => owned || before.fighters[by]?.player === true;
      // Dice of unowned fighters roll automatically; all other asks wait for the GM.
      const waits = (ask: InputAsk) =>
        partsOf(ask).some((part) => part.kind !== 'dice' || isPlayers(responderOf(part)));
      const at = asked.findIndex(({ ask }) => ask.kind === kind && waits(ask));
      if (found || at < 0) return;
      const rename = idMapper(file, before);
      const record = {
        base: bases,
        before,
        command,
        asked: asked.map(({ ask, answer }) => ({ ask: ask as InputAsk, answer: answer as Answer })),
        at,
      };
      if (owned) for (const fighter of Object.values(record.before.fighters)) Object.assign(fighter, { player: true });
      found = { ruleset, combat: idOf(file, kind), scene: idOf(file, kind, 'scene'), ...rename(record) };
    },
  );
  while (!found && !results.next().done);
  if (!found) throw new Error(`${file} has no ask of kind ${kind}`);
  return structuredClone(found);
}

/** Returns a function that replaces ids by document ids everywhere. */
function idMapper(file: string, { fighters }: Encounter): <T>(value: T) => T {
  const names = new Map<string, string>();
  for (const { id, items, conditions } of Object.values(fighters)) {
    names.set(id, idOf(file, id));
    for (const item of items) names.set(item.id, idOf(file, 'item', item.id));
    for (const { key } of conditions) names.set(key, idOf(file, 'condition', key));
  }
  const mapIds = <T>(value: T): T => mapValue(value) as T;
  const mapValue = (value: unknown): unknown => {
    // A list of ids may be one string.
    if (typeof value === 'string') {
      const words = value.split(' ');
      return words.every((word) => names.has(word)) ? words.map((word) => names.get(word)).join(' ') : value;
    }
    if (Array.isArray(value)) return value.map(mapValue);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [names.get(key) ?? key, mapValue(each)]));
  };
  return mapIds;
}

const SIDES: Readonly<Record<string, number>> = { secret: -2, foes: -1, neutral: 0, heroes: 1 };
const PIXELS = 100;

/** Returns the encounter before the command as world documents; players' fighters belong to one of these users. */
export function documentsFor(
  record: Recorded,
  pools: Readonly<Record<string, PoolLocation>>,
  users: readonly string[],
) {
  const { ruleset, combat, scene, base, before } = record;
  const { cell } = before.ground;
  const orders = Object.fromEntries(
    ((RULESETS as Readonly<Record<string, Pick<Ruleset, 'automation'>>>)[ruleset]?.automation.orders ?? []).map(
      ({ id }) => [id, 'ask'],
    ),
  );
  const documents = Object.values(before.fighters).map((fighter, at) => {
    const { id, name, side, player, items, conditions, state, place } = fighter;
    const system = structuredClone(base[id]);
    const storedState = { ...state };
    for (const [pool, { document, path }] of Object.entries(pools)) {
      setAt(document === 'combat' ? storedState : system, path, fighter.pools[pool].value);
    }
    const size = { width: (place?.width ?? cell) / cell, height: (place?.height ?? cell) / cell };
    const corner = place && {
      x: Math.round((place.x / cell - size.width / 2) * PIXELS),
      y: Math.round((place.y / cell - size.height / 2) * PIXELS),
    };
    const actor = idOf(combat, id, 'actor');
    const token = idOf(combat, id, 'token');
    return {
      actor: {
        _id: actor,
        name,
        type: ruleset,
        system,
        ownership: { default: 0, ...(player && { [users[at % users.length]]: 3 }) },
        prototypeToken: { actorLink: true, disposition: SIDES[side] ?? 0 },
        items: items.map(({ id: _id, name: label, type, ...rest }) => ({ _id, name: label, type, system: rest })),
        effects: conditions.map(({ key, id: status, until, by, towards, data }) => ({
          _id: key,
          type: 'condition',
          name: status,
          statuses: [status],
          system: { until, by: by ?? '', towards: towards ?? [], data: data ?? {} },
        })),
      },
      token: corner && {
        _id: token,
        actorId: actor,
        name,
        ...corner,
        ...size,
        actorLink: true,
        disposition: SIDES[side] ?? 0,
        rotation: place.facing,
        elevation: place.elevation,
      },
      combatant: {
        _id: id,
        name,
        type: ruleset,
        actorId: actor,
        ...(corner && { tokenId: token, sceneId: scene }),
        system: { orders },
      },
      state: storedState,
    };
  });
  const { grid } = before.ground;
  return {
    actors: documents.map(({ actor }) => actor),
    scene: {
      _id: scene,
      name: combat,
      width: 10_000,
      height: 10_000,
      padding: 0,
      grid: { type: grid === 'gridless' ? 0 : 1, size: PIXELS, distance: cell, units: 'm' },
      tokens: documents.flatMap(({ token }) => token ?? []),
    },
    combat: {
      _id: combat,
      type: ruleset,
      scene,
      round: before.clock.round,
      system: {
        clock: before.clock,
        states: Object.fromEntries(documents.map(({ combatant, state }) => [combatant._id, state])),
      },
      combatants: documents.map(({ combatant }) => combatant),
    },
  };
}

function setAt(target: Keyed, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = defined(keys.pop(), 'a key');
  let at = target;
  for (const key of keys) {
    const existing = at[key];
    const copy: Keyed = isKeyed(existing) ? { ...existing } : {};
    at[key] = copy;
    at = copy;
  }
  at[last] = value;
}

/** Returns the state of an encounter without random ids. */
export function outcomeOf({ fighters, clock }: Encounter): unknown {
  const round = (metres: number): number => Math.round(metres * 1000) / 1000;
  return {
    clock,
    fighters: Object.fromEntries(
      Object.values(fighters).map(({ id, pools, conditions, state, place, player, side }) => [
        id,
        {
          player,
          side,
          state: state,
          pools: Object.fromEntries(Object.entries(pools).map(([pool, { value, max }]) => [pool, [value, max]])),
          conditions: conditions
            .map(({ id: each, until, by }) => `${each} ${JSON.stringify(until)} ${by ?? ''}`)
            .sort(),
          place: place && { x: round(place.x), y: round(place.y), facing: place.facing, elevation: place.elevation },
        },
      ]),
    ),
  };
}

/** Returns the dice the referee rolls, in order: those of unowned fighters. */
export function diceOfTheReferee({ asked, before }: Recorded, from: number): { face: number; of: number }[] {
  return asked.slice(from).flatMap(({ ask, answer }) =>
    partsOf(ask).flatMap((part, at) => {
      if (part.kind !== 'dice' || before.fighters[part.by]?.player) return [];
      return rolledDice(part.dice, (ask.kind === 'all' ? answer[at] : answer) as readonly number[]);
    }),
  );
}

function rolledDice(dice: Dice, faces: readonly number[]): { face: number; of: number }[] {
  const rolls: { face: number; of: number }[] = [];
  const steps = rollSteps(dice);
  let step = steps.next();
  for (const face of faces) {
    if (step.done) break;
    rolls.push({ face, of: step.value });
    step = steps.next(face);
  }
  return rolls;
}
