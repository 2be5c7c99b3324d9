import { FIT } from '../../../toolkit/combat/manual';
import type { Adapter } from '../../adapters/adapter';
import { allRulesets, isRulesetType, loadAdapter } from '../../adapters/registry';
import { type ExchangeDocument, isCard } from '../../host/exchange-document';
import { tryOrReport } from '../../platform/data-problems';
import { branchOf, localize, text } from '../../platform/text';
import { defaultRuleset } from '../../platform/world-settings';
import { submit } from '../../referee';
import { type ActorContext, actorContext } from '../../views/actor-context';
import { trackerView } from '../../views/fight';
import { isFoe } from '../ui/sheet-look';
import { whenClosed } from './bulk-actions';
import { everyAction, isReady } from './orders';

export interface PartyFighter {
  readonly actor: Actor.Implementation;
  readonly seen: ActorContext;
}

const allHeroes = (): readonly Actor.Implementation[] =>
  (game.actors?.contents ?? [])
    .filter((actor) => isRulesetType(actor.type) && !isFoe(actor))
    .sort((a, b) => Number(b.hasPlayerOwner) - Number(a.hasPlayerOwner) || a.sort - b.sort);

/** Returns the rulesets with heroes, that of the viewed encounter or of the world first. */
export function rulesetsOfParty(): readonly { readonly id: string; readonly name: string }[] {
  const types = new Set<string>(allHeroes().map(({ type }) => type));
  const isFirst = (id: string): boolean =>
    id === (isRulesetType(game.combat?.type) ? game.combat?.type : defaultRuleset());
  return allRulesets()
    .filter(({ id }) => types.has(id))
    .map(({ id }) => ({ id, name: text(`${branchOf(id)}.name`) }))
    .sort((a, b) => Number(isFirst(b.id)) - Number(isFirst(a.id)));
}

export async function loadParty(rulesetId: string): Promise<readonly PartyFighter[]> {
  const adapter = await loadAdapter(rulesetId);
  if (!adapter) return [];
  return allHeroes().flatMap((actor) => {
    const seen = (actor.type as string) === rulesetId && tryOrReport(() => actorContext(actor, adapter), actor);
    return seen ? [{ actor, seen }] : [];
  });
}

/** The action with which a hero rests now, if they can. */
const restOf = ({ seen }: PartyFighter, rest: string) =>
  everyAction(seen).find((action) => action.id === rest && isReady(action)) ?? null;

function isFit({ seen }: PartyFighter, rest: string): boolean {
  const { fight } = seen;
  const action = everyAction(seen).find(({ id }) => id === rest);
  const reasons = fight && action ? fight.adapter.ruleset.whyNot(fight.encounter, JSON.parse(action.command)) : [];
  return reasons.some(({ id }) => id === FIT);
}

/** A GM's control of an encounter that lets all its heroes rest together. */
function restForAll({ seen: { fight } }: PartyFighter, rest: string) {
  const controls = fight && !isCard(fight.host) ? trackerView(fight).controls : [];
  return controls.find(({ id, whyNot }) => id === rest && whyNot.length === 0) ?? null;
}

export const restsOf = (party: readonly PartyFighter[], { ruleset }: Adapter) =>
  ruleset.rests.map((id) => {
    const ready = party.filter((hero) => restForAll(hero, id) ?? restOf(hero, id));
    const label = localize(ruleset.id, { key: `Action.${id}.label` });
    return {
      id,
      label: text('CADENCE.App.Party.rest', { label, count: ready.length, all: party.length }),
      none: ready.length === 0,
    };
  });

/**
 * Lets all rest who can: those in one encounter together if its rules offer that, the others one after the other.
 * @returns the names of those who would need it, but cannot
 */
export async function restAll(party: readonly PartyFighter[], rest: string): Promise<readonly string[]> {
  const done = new Set<ExchangeDocument>();
  const left: string[] = [];
  for (const hero of party) {
    const host = hero.seen.combat;
    if (!host || done.has(host)) continue;
    const together = restForAll(hero, rest);
    const action = together ? together.command : restOf(hero, rest)?.command;
    if (!action) {
      if (!isFit(hero, rest)) left.push(hero.actor.name);
      continue;
    }
    if (together) done.add(host);
    await submit(host, typeof action === 'string' ? JSON.parse(action) : action);
    if (!isCard(host) && !together && !(await whenClosed(host))) break;
  }
  return left;
}
