import { say } from '../../../encounter/change';
import type { Place } from '../../../encounter/state';
import type { Option } from '../../../kernel/ask';
import { present } from '../../../kernel/present';
import { choose, type Procedure, place } from '../../../kernel/procedure';
import { gain } from '../../../mechanics/condition';
import { gap, isFree, metresBetween, neighbours } from '../../../mechanics/space';
import type { Rules } from '../act';
import { instancesOf, is, isAble, opposes } from '../conditions';
import type { Skill } from '../items';
import { type Arm, armsInHand, type ClashEncounter, type ClashFighter } from '../stats';
import { reachOf } from './reach';

/** Metres of the step after a parry (C-47). */
export const STEP = 2;

/** The Counter somebody has learned, if any (C-50). */
export const counterOf = ({ items }: ClashFighter): Skill | undefined =>
  items.find((item): item is Skill => item.type === 'clashSkill' && item.counter);

/** C-46 to C-50: one of four things, at no cost. */
export function* afterParry(
  encounter: ClashEncounter,
  rules: Rules,
  fighter: ClashFighter,
  attacker: ClashFighter,
  arm: Arm,
): Procedure<void> {
  if (!isAble(fighter)) return;
  const counter = counterOf(fighter);
  const places = stepsOf(encounter, fighter);
  const option = (id: string, whyNot: Option['whyNot'] = []): Option => ({ id, whyNot });
  const options: Option[] = [
    option('parry-nothing'),
    option('parry-step', whyNotStep(fighter, places)),
    option('parry-press'),
    ...(counter ? [option('parry-counter')] : []),
  ];
  switch (yield* choose('after-parry', fighter.id, options, { at: attacker.id })) {
    case 'parry-step':
      return yield* step(encounter, rules, fighter, attacker, places);
    case 'parry-press':
      return yield* press(fighter, attacker, arm.weaponProficiency);
    case 'parry-counter':
      return yield* rules.counter({
        do: 'parry-counter',
        by: fighter.id,
        at: attacker.id,
        with: present(counter, 'a weapon to counter with').id,
      });
  }
}

/** C-49, C-A22: several presses add up, so that each is an instance of its own. */
function* press({ id: by }: ClashFighter, attacker: ClashFighter, amount: number): Procedure<void> {
  yield* say('pressed', { amount }, attacker.id);
  const place = instancesOf(attacker, 'defence-penalty').length + 1;
  yield* gain(attacker.id, 'defence-penalty', null, { amount, place }, by);
}

function whyNotStep(fighter: ClashFighter, places: readonly Place[] | null): Option['whyNot'] {
  if (is(fighter, 'grappled')) return [{ id: 'grappled' }];
  return places?.length === 0 ? [{ id: 'no-room' }] : [];
}

/** Free places within two metres; null where the fighter stands on no map. */
function stepsOf({ ground, fighters }: ClashEncounter, fighter: ClashFighter): readonly Place[] | null {
  const { place: here } = fighter;
  if (!here) return null;
  const others = Object.values(fighters).flatMap((other) => (other === fighter ? [] : [other.place]));
  const within = (there: Place): boolean => metresBetween(ground, here, there) <= STEP + 1e-3;
  const free = (there: Place): boolean => isFree(ground, there, others);
  const near = neighbours(ground, here).filter((there) => within(there) && free(there));
  const far = near.flatMap((there) => neighbours(ground, there)).filter((there) => within(there) && free(there));
  const keyOf = ({ x, y }: Place): string => `${x} ${y}`;
  const all = new Map([...near, ...far].map((there) => [keyOf(there), there]));
  all.delete(keyOf(here));
  return [...all.values()];
}

/** C-47, C-48: up to two metres out of the way, at no cost; who might use the chance is named. */
function* step(
  encounter: ClashEncounter,
  rules: Rules,
  fighter: ClashFighter,
  attacker: ClashFighter,
  places: readonly Place[] | null,
): Procedure<void> {
  const who = opportunists(encounter, fighter, attacker);
  const here = fighter.place;
  if (here && places) {
    const there = yield* place('parry-step', fighter.id, [here, ...places]);
    if (there === here) return;
    yield* rules.go(fighter, [there]);
  } else yield* say('steps', {}, fighter.id);
  if (who.length > 0) yield* say('opportunists', { who: who.map(({ name }) => name).join(', ') }, fighter.id);
}

/** C-48, C-A24: enemies with the perk that reach the one who steps; never the one whose blow was parried. */
export function opportunists(
  { ground, fighters }: ClashEncounter,
  fighter: ClashFighter,
  attacker: ClashFighter,
): readonly ClashFighter[] {
  return Object.values(fighters).filter(
    (other) =>
      other !== attacker &&
      opposes(other, fighter) &&
      isAble(other) &&
      other.stats.perks.includes('opportunist') &&
      armsInHand(other).some(
        (arm) =>
          !arm.ranged &&
          (!other.place ||
            !fighter.place ||
            gap(ground, other.place, fighter.place) + ground.cell <= reachOf(ground, arm) + 1e-3),
      ),
  );
}
