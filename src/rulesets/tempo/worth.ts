import type { Worth } from '../../encounter/worth';
import { COMMANDS } from './commands';
import { isOut } from './conditions';
import { dueEntries, isComplete } from './plan/plan';
import { DUAL_WIELD, INTERCEPT } from './reactions';
import { isAbility } from './schema';
import type { TempoEncounter, TempoFighter } from './state';
import { mayTakeTurn, whyNotTurn } from './turn/turn';

/** What a weapon in hand is worth. */
const ARMED = 0.15;

/** Reactions that are offered and have no row. */
const OFFERED = [INTERCEPT, DUAL_WIELD];

/** T-A15: Extra and Free actions need no plan. */
const mayActBesides = (encounter: TempoEncounter, fighter: TempoFighter): boolean =>
  fighter.items.some((item) => isAbility(item) && item.tag !== 'none') && mayTakeTurn(encounter, fighter);

export const WORTH: Worth<TempoEncounter> = {
  isOut: (fighter) => fighter.stats.object || isOut(fighter),
  health: ({ pools: { hp } }) => (hp.max > 0 ? hp.value / hp.max : 0),
  gear: ({ items }) => (items.some((item) => item.type === 'tempoWeapon' && item.equipped) ? ARMED : 0),
  pools: { momentum: 0.01 },
  conditions: { prone: -0.15, marked: -0.1, guarded: 0.08, hidden: 0.1 },
  promise: (encounter, command) =>
    OFFERED.find(({ id }) => id === command.do)?.promise ?? COMMANDS.of(encounter).promiseOf(command),
  isAsked: (encounter, fighter) =>
    encounter.clock.turn === fighter.id ||
    !isComplete(encounter, fighter) ||
    (dueEntries(encounter, fighter).length > 0 && whyNotTurn(encounter, fighter).length === 0) ||
    mayActBesides(encounter, fighter),
  isAwaited: (encounter, fighter) => encounter.clock.phase === 'planning' && !isComplete(encounter, fighter),
};
