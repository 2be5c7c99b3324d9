import { applyChange, log, recordOutcome } from '../../../encounter/change';
import { areOnOneSide } from '../../../encounter/sides';
import { GM } from '../../../kernel/ask';
import { askAmount, askText, choose, type Procedure, refreshDice } from '../../../kernel/procedure';
import { addCondition, removeCondition } from '../../../toolkit/combat/condition';
import { hasLineOfSight } from '../../../toolkit/space/sight';
import { type Action, type SlotsContext, targeted, UNDONE } from '../action';
import { hasCover } from '../attack/edge';
import { whyNotUse } from '../attack/maneuvers';
import { whyNotReach } from '../attack/strikes';
import { grabReach, threatenersOf } from '../attack/threat';
import { type ConditionId, is, isObject, rootsOf, untilTurnEndOf, untilTurnOf } from '../conditions';
import { optionsOf } from '../options';
import { FOCI, LORE } from '../schema';
import type { SlotsFighter } from '../state';
import { check, skillCheck, skillOf } from './totals';

/** L-25, L-26, L-A6: until the end of the target's next turn, or of its running one. */
export const assist = targeted({
  slot: 'standard',
  readiable: true,
  promise: null,
  intent: 'help',
  whyNot({ encounter, fighter, target }) {
    if (isObject(target)) return [{ id: 'is-object' }];
    return whyNotReach(encounter, fighter, target, grabReach(fighter));
  },
  *play({ fighter, target }) {
    yield* addCondition(target.id, 'assisted', untilTurnEndOf(target.id), undefined, fighter.id);
  },
});

/** L-31, L-32, L-A12: `hide` needs Cover and stores the Stealth total for searchers. */
export const defend: Action = {
  slot: 'standard',
  inFight: true,
  readiable: true,
  options: ['hide'],
  promise: ({ fighter }) => (is(fighter, 'defending') ? null : 0.03),
  defends: true,
  whyNot({ encounter, fighter, command }) {
    if (is(fighter, 'surprised')) return [{ id: 'surprised' }];
    return optionsOf(command).hide && !hasCover(encounter, fighter) ? [{ id: 'no-cover' }] : [];
  },
  *play({ fighter, command }) {
    yield* addCondition(fighter.id, 'defending', untilTurnOf(fighter.id));
    if (!optionsOf(command).hide) return;
    const { total } = yield* refreshDice(() => check(fighter, 'stealth', skillOf(fighter, 'stealth')));
    yield* removeCondition(fighter, 'covered');
    yield* removeCondition(fighter, 'detected');
    yield* addCondition(fighter.id, 'covered', null, { stealth: total });
  },
};

/** L-63. */
export const observe: Action = {
  slot: 'move',
  readiable: true,
  promise: null,
  whyNot: ({ fighter }) => (is(fighter, 'observing') ? [{ id: 'already-so' }] : []),
  play: ({ fighter }) => addCondition(fighter.id, 'observing', untilTurnOf(fighter.id)),
};

/** L-75. */
export const focus: Action = {
  slot: 'quick',
  inFight: true,
  readiable: true,
  options: ['group'],
  promise: null,
  whyNot({ fighter, command }) {
    const { group = FOCI[0] } = optionsOf(command);
    return rootsOf(fighter, 'focused').some(({ data }) => data?.group === group) ? [{ id: 'already-so' }] : [];
  },
  play: ({ fighter, command }) =>
    addCondition(fighter.id, 'focused', untilTurnOf(fighter.id), { group: optionsOf(command).group ?? FOCI[0] }),
};

/** Conditions that prevent Psionic Focus (L-114). */
const FOCUS_BLOCKERS: readonly ConditionId[] = ['confused', 'frightened', 'nauseated', 'stunned', 'writhing'];

/** L-60, L-61, L-113, L-114, L-A26. */
export const concentrate: Action = {
  slot: 'move',
  readiable: true,
  promise: null,
  whyNot: ({ fighter }) => whyNotUse(fighter, 'endurance'),
  *play({ encounter, fighter }) {
    const against = 5 + 5 * threatenersOf(encounter, fighter).length;
    if ((yield* skillCheck(fighter, 'endurance', against)) < against) {
      yield* log('distracted', {}, fighter.id, { tone: 'harm', strong: true });
      return;
    }
    yield* addCondition(fighter.id, 'concentrating', untilTurnOf(fighter.id));
    if (fighter.stats.base.psionic && !FOCUS_BLOCKERS.some((id) => is(fighter, id)))
      yield* addCondition(fighter.id, 'psionic-focus', null);
  },
};

/** L-74, L-A57. */
const MOST_WORDS = 13;
const MOST_CHARACTERS = 400;
const MAX_DIFFICULTY = 60;

const wordsIn = (text: string): number => text.split(/\s/).filter(Boolean).length;

/** Returns the text of the command, or asks the fighter for it. */
function* textOf({ fighter, command }: SlotsContext, id: string): Procedure<string> {
  const text = optionsOf(command).text ?? (yield* askText(id, fighter.id, MOST_CHARACTERS));
  return text.trim().slice(0, MOST_CHARACTERS);
}

/** L-74; L-134: the deaf do not hear it; L-146: a threat at hand prevents calming. */
export const command: Action = {
  slot: 'quick',
  mayTarget: true,
  readiable: true,
  options: ['text'],
  promise: null,
  whyNot({ command }) {
    const count = wordsIn(optionsOf(command).text ?? '');
    return count > MOST_WORDS ? [{ id: 'too-many-words', data: { count, most: MOST_WORDS } }] : [];
  },
  *play(act) {
    const { encounter, fighter, target } = act;
    const text = yield* textOf(act, 'command');
    if (wordsIn(text) > MOST_WORDS) {
      yield* log('too-many-words', { most: MOST_WORDS }, fighter.id);
      return UNDONE;
    }
    yield* log('says', { text }, fighter.id);
    const heard = target ? [target] : Object.values(encounter.fighters).filter((each) => areOnOneSide(each, fighter));
    for (const each of heard) if (each !== fighter && is(each, 'deafened')) yield* log('does-not-hear', {}, each.id);
    if (target && is(target, 'hostile')) yield* log('not-calmed', {}, target.id);
    return undefined;
  },
};

/** L-76. */
export const recall: Action = {
  slot: 'quick',
  options: ['skill'],
  promise: null,
  *play({ fighter, command }) {
    const { skill = LORE[0] } = optionsOf(command);
    const against = yield* askAmount('recall-difficulty', GM, 0, MAX_DIFFICULTY, { at: fighter.id });
    const success = (yield* skillCheck(fighter, skill, against)) >= against;
    yield* recordOutcome({ result: success ? 'recalled' : 'not-recalled', success }, fighter.id, {
      tone: success ? 'boon' : 'neutral',
    });
  },
};

const senseOf = ({ fighter, command }: SlotsContext): 'sight' | 'hearing' =>
  optionsOf(command).sense ?? (is(fighter, 'blinded') ? 'hearing' : 'sight');

/** L-77, L-A27; L-122, L-134: needs a working sense. If no fighter hides, the GM sets the difficulty. */
export const search: Action = {
  slot: 'quick',
  mayTarget: true,
  readiable: true,
  options: ['sense'],
  promise: null,
  whyNot(act) {
    const { fighter } = act;
    const sense = senseOf(act);
    const missing = sense === 'sight' ? 'blinded' : 'deafened';
    return is(fighter, missing) ? [{ id: missing }] : [];
  },
  *play(act) {
    const { encounter, fighter, target } = act;
    const isPerceptible = (each: SlotsFighter): boolean =>
      senseOf(act) === 'hearing' || hasLineOfSight(encounter.ground, fighter.place, each.place);
    const hidden = Object.values(encounter.fighters).filter(
      (each) => each !== fighter && is(each, 'covered') && !is(each, 'detected', fighter.id) && isPerceptible(each),
    );
    if (hidden.length === 0) {
      const against = yield* askAmount('search-difficulty', GM, 0, MAX_DIFFICULTY, { at: fighter.id });
      // Rolled like a search for the hidden, without a number to reach: the roll must not reveal that there is no hidden fighter.
      const found = (yield* skillCheck(fighter, 'alertness')) >= against;
      yield* log(found ? 'finds' : 'finds-nothing', {}, fighter.id, { strong: !found });
      // L-123: detected foes do not surprise the blind.
      if (found && target && is(fighter, 'blinded')) yield* detect(target, fighter);
      return;
    }
    const total = yield* skillCheck(fighter, 'alertness');
    const found = hidden.filter((each) => total >= stealthOf(each));
    for (const each of found) {
      yield* detect(each, fighter);
      yield* log('detected', { at: each.name }, fighter.id, { tone: 'boon', strong: true });
    }
    if (found.length === 0) yield* log('finds-nothing', {}, fighter.id, { strong: true });
  },
};

const stealthOf = (fighter: SlotsFighter): number =>
  Math.max(...rootsOf(fighter, 'covered').map(({ data }) => Number(data?.stealth ?? 10)));

const detect = (found: SlotsFighter, by: SlotsFighter) =>
  applyChange({ kind: 'condition-added', of: found.id, condition: { id: 'detected', towards: [by.id] } });

const patientOf = ({ fighter, target }: SlotsContext): SlotsFighter =>
  target && is(target, 'bleeding') ? target : fighter;

/** L-125, L-07. */
export const patchWound: Action = {
  slot: 'standard',
  mayTarget: true,
  readiable: true,
  promise: 0.05,
  intent: 'help',
  whileHeld: true,
  whyNot(act) {
    const patient = patientOf(act);
    if (!is(patient, 'bleeding')) return [{ id: 'not-bleeding' }];
    return whyNotReach(act.encounter, act.fighter, patient, grabReach(act.fighter));
  },
  *play(act) {
    const patient = patientOf(act);
    const against = 10 + patient.pools.bleed.value;
    const patched = (yield* skillCheck(act.fighter, 'survival', against)) >= against;
    if (patched) yield* removeCondition(patient, 'bleeding');
    yield* recordOutcome({ result: patched ? 'patched' : 'not-patched', success: patched }, patient.id, {
      tone: patched ? 'boon' : 'harm',
      ...(patched && { covers: { loses: ['bleeding'] } }),
    });
  },
};

/** L-07: an unlisted action, if the GM agrees. */
export const otherStandard: Action = {
  slot: 'standard',
  readiable: true,
  promise: null,
  *play(act) {
    const { fighter } = act;
    const text = yield* textOf(act, 'other-standard');
    const fits = (yield* choose('fits', GM, ['yes', 'no'], { at: fighter.id, text })) === 'yes';
    yield* log(fits ? 'does-so' : 'does-not-fit', { text }, fighter.id);
    return fits ? undefined : UNDONE;
  },
};
