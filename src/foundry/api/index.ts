import { actFromMacro } from '../apps/actions/named-action';
import type { NamedAction } from '../apps/actions/perform-named-action';
import { bringIn } from '../apps/tracker/tracker';
import type { ExchangeDocument } from '../host/exchange-document';
import { STEP_HOOK } from '../referee/store/step-hook';
import { isRecord } from '../stored/validators';
import { factsOfNewestStep } from '../views/acted';
import type { ActOptions } from './act';
import { actionsOf } from './actions';
import type { ActResult } from './follow-exchange';
import { stateOf } from './state';

/** Called on every client after each step, with what this user may know of it. */
const ACTED_HOOK = 'cadence.acted';

function requireActor(name: string, given: unknown): Actor.Implementation {
  if (given instanceof Actor) return given;
  throw new TypeError(`${name}: \`actor\` is no Actor document`);
}

function act(named: NamedAction): Promise<void>;
function act(actor: Actor.Implementation, id: string, options?: ActOptions): Promise<ActResult | null>;
async function act(first: unknown, id?: unknown, options: unknown = {}): Promise<ActResult | null | void> {
  if (!(first instanceof Actor)) return actFromMacro(first);
  if (typeof id !== 'string') throw new TypeError('act: `id` is no id of an action, such as actionsOf(actor) lists');
  if (!isActOptions(options))
    throw new TypeError('act: `options` is nothing such as { targets: [token], options: {} }');
  const { performAction } = await import('./act');
  return performAction(first, id, options);
}

const isActOptions = (value: unknown): value is ActOptions => {
  if (!isRecord(value)) return false;
  const { targets, options, path } = value;
  const isList = (given: unknown): boolean => given === undefined || Array.isArray(given);
  return isList(targets) && isList(path) && (options === undefined || isRecord(options));
};

/** `game.system.api`, besides the toolkit and `register`. */
export const API = {
  act,
  actionsOf: (actor: Actor.Implementation) => actionsOf(requireActor('actionsOf', actor)),
  stateOf: (actor: Actor.Implementation) => stateOf(requireActor('stateOf', actor)),
  bringIn,
};

function announceStep(host: ExchangeDocument): void {
  const facts = factsOfNewestStep(host);
  if (facts) Hooks.callAll(ACTED_HOOK, host, facts);
}

export const ACTED = { init: () => void Hooks.on(STEP_HOOK, announceStep) };
