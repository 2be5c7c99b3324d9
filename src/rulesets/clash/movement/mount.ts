import { log } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import { impossibleReason } from '../../../encounter/legality';
import type { Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import { section } from '../../../kernel/procedure';
import { reasonsAgainst } from '../../../toolkit/act/actions';
import { addCondition } from '../../../toolkit/combat/condition';
import { resolveSettings } from '../../../toolkit/define/setting';
import { pathOfCarrier } from '../../../toolkit/space/carried';
import { whyNotWalk } from '../../../toolkit/space/terrain';
import { type Action, type ClashContext, type Payment, requiring, targeted } from '../action';
import { attackInputWith, exchange } from '../attack/attack';
import { roundMetres, whyNotRange } from '../attack/reach';
import { armOf, whyNotStrike } from '../attack/strikes';
import { effectiveSpeed, is, isAble, isInCombat, mountOf, riderOf } from '../conditions';
import { rollModifiersOf } from '../magic/spell';
import { CONTEST_OPTIONS, JUMP_OPTIONS } from '../options';
import { type ActionKind, SETTINGS } from '../schema';
import { type ClashFighter, setState } from '../state';
import { armsInHand, type Skill } from '../stats';
import { moveUnseen, whyNotMoveUnseen } from './hiding';
import { metresOf, movePath, pathOptions, recordCrossed, walkPath, whyHeld, whyTooFar } from './movement';
import { mountedPlace, shareTurn, unseat } from './riding';
import { GOES_ON_MOVING, whyNotEnd } from './travel';

interface Mounted extends ClashContext {
  readonly mount: ClashFighter;
  /** The path of the command, which is drawn for the rider, as the mount's body walks it. */
  readonly way?: readonly Place[] | undefined;
}

const withMount = requiring<Mounted>({
  find(act) {
    const { encounter, fighter, command } = act;
    const mount = mountOf(encounter, fighter);
    if (!mount) return null;
    const [back, seat] = [mount.place, fighter.place];
    const way = command.path && back && seat ? pathOfCarrier(encounter.ground, back, seat, command.path) : command.path;
    return { mount, way, ...act };
  },
  whyMissing: () => [impossibleReason('not-mounted')],
});

/** C-01, C-70, C-A34: free, once in the rider's turn, unless the mount had a turn of its own. */
const ride = (speeds: number): Action =>
  withMount({
    category: 'free',
    needs: 'path',
    promise: speeds === 1 ? 0 : null,
    options: pathOptions,
    goesOn: GOES_ON_MOVING,
    whyNot(act) {
      const { encounter, fighter, mount, way = [] } = act;
      const reasons: Reason[] = [];
      if (fighter.state.mountUsed === true) reasons.push({ id: 'mount-moved' });
      reasons.push(...whyHeld(fighter, mount));
      if (isInCombat(encounter) && mount.state.done === true && mount.state.shared !== true)
        reasons.push({ id: 'mount-done' });
      const metres = metresOf(act, mount, way);
      if (metres === null) return [...reasons, impossibleReason('no-path')];
      reasons.push(
        ...whyNotWalk(encounter.ground, mount.place, way),
        ...whyNotEnd(encounter, mount, way.at(-1)),
        ...whyNotMoveUnseen(act),
      );
      return [...reasons, ...whyTooFar(metres, speeds * effectiveSpeed(mount))];
    },
    *play(act) {
      const { encounter, fighter, way, mount } = act;
      const metres = metresOf(act, mount, way) ?? 0;
      if (isInCombat(encounter)) {
        yield* setState(fighter.id, 'mountUsed', true);
        yield* setState(mount.id, 'moved', true);
      }
      const most = () => speeds * effectiveSpeed(mount);
      const onMap = way ? yield* movePath(act, way, mount, most) : null;
      if (!onMap) yield* log('walks', { metres: roundMetres(metres) }, mount.id);
      if (isInCombat(encounter)) yield* recordCrossed(fighter, onMap?.cells ?? []);
      yield* moveUnseen(act);
    },
  });

const ORDER_OPTIONS = ['pay', ...CONTEST_OPTIONS] as const;

/** C-71: one button, or one for each of several weapons and natural arms. */
function strikesOfMount(mount: ClashFighter | null): ReturnType<NonNullable<Action['buttons']>> {
  const arms = mount ? armsInHand(mount).filter(({ ranged, shield }) => !ranged && !shield) : [];
  const named = arms.flatMap(({ id }) => mount?.items.filter((item) => item.id === id) ?? []);
  return named.length > 1 ? named.map(({ id, name }) => ({ with: id, name })) : [{}];
}

const isStrike = ({ command }: ClashContext): boolean => command.options?.as !== 'utility';

/** C-71, C-A35. */
const priceOfExtra = ({ encounter }: ClashContext, kind: ActionKind): Payment =>
  resolveSettings(SETTINGS, encounter.settings).mountPrice === 'any' ? 'any' : kind;

/** C-71. */
const extraAction = withMount({
  category: 'free',
  mayTarget: true,
  mostTargets: (act) => (isStrike(act) ? 1 : 0),
  promise: 0.05,
  options: ORDER_OPTIONS,
  buttons: (_, mount) => [...strikesOfMount(mount), { options: { as: 'utility' } }],
  nameOf: ({ options }) => (options?.as === 'utility' ? 'mount-extra-utility' : 'mount-extra-action'),
  intent: (act) => (isStrike(act) ? 'harm' : null),
  price: (act) => priceOfExtra(act, isStrike(act) ? 'attack' : 'utility'),
  whyNot(act) {
    const { mount } = act;
    return isStrike(act) ? whyNotStrike(act, mount, armOf(mount, act.command.with, false), false) : [];
  },
  *play(act) {
    const { target, command, mount } = act;
    const arm = isStrike(act) ? armOf(mount, command.with, false) : null;
    if (arm && target) yield* exchange(attackInputWith(act, mount, target, arm, rollModifiersOf(act)));
    else yield* log('mount-acts', {}, mount.id);
  },
});

type OrderRow = Pick<Action, 'needs' | 'mayTarget' | 'promise' | 'options' | 'buttons' | 'price'>;

/** Returns an action of the mount; null if it has none of that kind. */
type OrderFinder = (act: Mounted) => Command | null;

/** C-71: what the mount does for one of the rider's actions, by its own row and without paying. */
const order = (row: OrderRow, commandOf: OrderFinder, movesMount = false): Action =>
  withMount({
    category: 'free',
    ...row,
    whyNot(act) {
      const command = commandOf(act);
      const found = command && act.runtime.find(command);
      if (!found) return [impossibleReason('no-ability')];
      return reasonsAgainst(found.action, found.act).map((reason) =>
        reason.id === 'grappled' ? { id: 'mount-grappled' } : reason,
      );
    },
    *play(act) {
      const { encounter, mount, runtime } = act;
      const command = commandOf(act);
      const found = command && runtime.find(command);
      if (!found) return;
      // C-65, C-A33.
      if (movesMount && isInCombat(encounter)) yield* setState(mount.id, 'moved', true);
      const { overruled } = act;
      yield* section(command, runtime.enact({ ...found, act: { ...found.act, orderedBy: act, overruled } }));
    },
  });

/** C-117: a creature jumps with any action. */
const extraJump = order(
  { needs: 'path', promise: null, options: JUMP_OPTIONS, price: () => 'any' },
  ({ command, mount, way }) => ({ ...command, ...(way && { path: way }), do: 'jump', by: mount.id }),
  true,
);

/** Returns the skills that a mount can use for an action of its rider. */
const skillsOfMount = (mount: ClashFighter): readonly Skill[] =>
  mount.items.filter(
    (item): item is Skill => item.type === 'clashSkill' && item.purpose !== 'reactive' && item.purpose !== 'movement',
  );

const skillOf = ({ mount, command }: Mounted): Skill | undefined =>
  skillsOfMount(mount).find(({ id }) => id === command.with);

const isOffensive = (act: ClashContext): boolean => {
  const mount = mountOf(act.encounter, act.fighter);
  return mount !== null && skillOf({ ...act, mount })?.purpose === 'offensive';
};

const extraSkill = order(
  {
    mayTarget: true,
    promise: null,
    options: ORDER_OPTIONS,
    buttons: (_, mount) => (mount ? skillsOfMount(mount).map(({ id, name }) => ({ with: id, name })) : []),
    price: (act) => priceOfExtra(act, isOffensive(act) ? 'attack' : 'utility'),
  },
  (act) =>
    skillOf(act) ? { ...act.command, do: isOffensive(act) ? 'attack-skill' : 'utility-skill', by: act.mount.id } : null,
);

/** C-64. */
const mount = targeted({
  category: 'free',
  promise: null,
  whyNotFirst: ({ encounter, fighter }) => [
    ...(is(fighter, 'mounted') || riderOf(encounter, fighter) ? [{ id: 'mounted' }] : []),
    ...(is(fighter, 'grappled') ? [{ id: 'grappled' }] : []),
  ],
  whyNot({ encounter, fighter, target }) {
    const reasons: Reason[] = [];
    if (target.side !== fighter.side || !isAble(target)) reasons.push({ id: 'no-mount' });
    if (riderOf(encounter, target) || is(target, 'mounted')) reasons.push({ id: 'has-rider' });
    return [...reasons, ...whyNotRange(encounter, fighter, target, encounter.ground.cell, 'reach')];
  },
  *play({ encounter, fighter, target }) {
    if (fighter.place && target.place) {
      yield* walkPath(encounter, fighter, [mountedPlace(encounter, fighter.place, target.place)]);
    }
    yield* addCondition(fighter.id, 'mounted', null, undefined, target.id);
    if (isInCombat(encounter)) yield* shareTurn(target);
  },
});

const dismount = withMount({
  category: 'free',
  promise: null,
  play: ({ encounter, fighter }) => unseat(encounter, fighter),
});

export const MOUNTING = {
  mount,
  dismount,
  'mount-free-move': ride(1),
  'mount-free-sprint': ride(2),
  'mount-extra-action': extraAction,
  'mount-extra-skill': extraSkill,
  'mount-extra-jump': extraJump,
} as const satisfies Readonly<Record<string, Action>>;
