import { apply, say } from '../../../encounter/change';
import { impossible } from '../../../encounter/legality';
import type { Reason } from '../../../kernel/ask';
import { gain, shed } from '../../../mechanics/condition';
import { mark } from '../../../mechanics/edit';
import { settled } from '../../../mechanics/setting';
import type { Act, Action, Price } from './act';
import { assaultWith, exchange } from './attack';
import { effectiveSpeed, is, isAble, isInCombat, mountOf, riderOf } from './conditions';
import { rounded, wayOf } from './movement';
import { distanceBetween, reachOf, whyNotTarget } from './reach';
import { lentBy } from './spell';
import type { ClashFighter } from './stats';
import { armOf, whyNotArm } from './strikes';
import { SETTINGS } from './words';

const afoot = (act: Act): readonly Reason[] => (mountOf(act.encounter, act.fighter) ? [] : [impossible('not-mounted')]);

/** C-70, C-A34: once in a turn of the rider the mount goes, or goes twice as far, for nothing. */
function ride(icon: string, speeds: number): Action {
  return {
    category: 'free',
    icon,
    needs: 'path',
    price: () => null,
    whyNot(act) {
      const { encounter, fighter } = act;
      const mount = mountOf(encounter, fighter);
      if (!mount) return [impossible('not-mounted')];
      const reasons: Reason[] = [];
      if (fighter.book.mountUsed === true) reasons.push({ id: 'mount-moved' });
      if (!isAble(mount)) reasons.push({ id: 'mount-defeated' });
      if (is(mount, 'grappled')) reasons.push({ id: 'grappled' });
      const way = wayOf(act, mount);
      if (way === null) return [...reasons, impossible('no-path')];
      const most = speeds * effectiveSpeed(mount);
      if (way > most + 1e-3) reasons.push({ id: 'no-movement', data: { metres: rounded(way), most } });
      return reasons;
    },
    *play(act) {
      const { encounter, fighter, command, rules } = act;
      const mount = mountOf(encounter, fighter)!;
      const way = wayOf(act, mount)!;
      if (isInCombat(encounter)) {
        yield* mark(fighter.id, 'mountUsed', true);
        yield* mark(mount.id, 'moved', true);
      }
      if (command.path) yield* rules.go(mount, command.path);
      else yield* say('walks', { metres: rounded(way) }, mount.id);
    },
  };
}

export const freeMove = ride('actions/mount-free-move', 1);
export const freeSprint = ride('actions/mount-free-sprint', 2);

/** What the mount does of itself: a blow, or something else of use. */
const isBlow = ({ command }: Act): boolean => command.options?.as !== 'utility';

/** C-71, C-A35: one of the rider's actions for one of the mount's. */
export const extraAction: Action = {
  category: 'free',
  icon: 'actions/mount-extra-action',
  needs: 'nothing',
  price(act): Price {
    if (settled(SETTINGS, act.encounter.settings).mountPrice === 'any') return 'any';
    return isBlow(act) ? 'attack' : 'utility';
  },
  whyNot(act) {
    const mount = mountOf(act.encounter, act.fighter);
    if (!mount) return afoot(act);
    const reasons = isAble(mount) ? [] : [{ id: 'mount-defeated' }];
    if (!isBlow(act)) return reasons;
    return [...reasons, ...whyNotArm(act, mount, armOf(mount, act.command.with, false), false)];
  },
  *play(act) {
    const { encounter, rules, fighter, target, command } = act;
    const mount = mountOf(encounter, fighter)!;
    if (!isBlow(act)) return void (yield* say('mount-acts', {}, mount.id));
    const arm = armOf(mount, command.with, false)!;
    yield* exchange(assaultWith(encounter, rules, mount, target!, arm, lentBy(act)));
  },
};

/** C-64: into the saddle of a friend that carries nobody. */
export const mount: Action = {
  category: 'free',
  icon: 'actions/mount',
  needs: 'target',
  price: () => null,
  whyNot(act) {
    const { encounter, fighter, target, command } = act;
    const reasons: Reason[] = [...whyNotTarget(fighter, target, command.at !== undefined)];
    if (is(fighter, 'mounted') || riderOf(encounter, fighter)) reasons.push({ id: 'mounted' });
    if (is(fighter, 'grappled')) reasons.push({ id: 'grappled' });
    if (!target) return reasons;
    if (target.side !== fighter.side || !isAble(target)) reasons.push({ id: 'no-mount' });
    if (riderOf(encounter, target) || is(target, 'mounted')) reasons.push({ id: 'has-rider' });
    const distance = distanceBetween(encounter, fighter, target);
    const reach = reachOf(encounter.ground, { reach: null });
    if (distance !== null && distance > reach + 1e-3) reasons.push({ id: 'reach', data: { distance, reach } });
    return reasons;
  },
  *play({ fighter, target }) {
    yield* gain(fighter.id, 'mounted', null, undefined, target!.id);
    if (fighter.place && target!.place) yield* settleOn(fighter, target!);
  },
};

function* settleOn(rider: ClashFighter, { place }: ClashFighter) {
  const { x, y, elevation } = place!;
  yield* apply({ kind: 'move', of: rider.id, to: { ...rider.place!, x, y, elevation }, by: [] });
}

export const dismount: Action = {
  category: 'free',
  icon: 'actions/dismount',
  needs: 'nothing',
  price: () => null,
  whyNot: afoot,
  *play({ fighter }) {
    yield* shed(fighter, 'mounted');
  },
};
