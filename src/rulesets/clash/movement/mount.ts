import { log } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import { impossibleReason } from '../../../encounter/legality';
import { groundAt } from '../../../encounter/scenes';
import { areOnOneSide } from '../../../encounter/sides';
import type { Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import { section } from '../../../kernel/procedure';
import { reasonsAgainst } from '../../../toolkit/act/actions';
import { addCondition } from '../../../toolkit/combat/condition';
import { resolveSettings } from '../../../toolkit/define/setting';
import { pathOfCarrier } from '../../../toolkit/space/carried';
import { whyNotWalk } from '../../../toolkit/space/terrain';
import { type Action, type ClashContext, type Payment, requiring, targeted } from '../action';
import { asBasic, attackInputWith, exchange } from '../attack/attack';
import { roundMetres, whyNotRange } from '../attack/reach';
import { armOf, whyNotStrike } from '../attack/strikes';
import { effectiveSpeed, is, isAble, isInCombat, mountOf, riderOf } from '../conditions';
import { rollModifiersOf } from '../magic/spell';
import { CONTEST_OPTIONS, JUMP_OPTIONS } from '../options';
import { type ActionKind, SETTINGS } from '../schema';
import { type ClashFighter, setState } from '../state';
import { type AbilityItem, type Arm, armsInHand, UNARMED } from '../stats';
import { logHiddenAct, moveUnseen, whyNotMoveUnseen } from './hiding';
import { metresOf, movePath, pathOptions, recordCrossed, walkPath, whyHeld, whyNotGo } from './movement';
import { isInSaddle, mountedPlace, shareTurn, unseat } from './riding';
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
  whyNot: () => [impossibleReason('not-mounted')],
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
      return [...reasons, ...whyNotGo(metres, speeds * effectiveSpeed(mount))];
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
      if (!onMap) yield* log('walks', { metres: roundMetres(metres) }, mount.id, { covers: { moves: true } });
      if (isInCombat(encounter)) yield* recordCrossed(fighter, onMap?.cells ?? []);
      yield* moveUnseen(act);
    },
  });

const ORDER_OPTIONS = ['pay', ...CONTEST_OPTIONS] as const;

/** C-10, C-71: one button for its first melee weapon, or one for each of several weapons; and one for bare limbs. */
function strikesOfMount(mount: ClashFighter | null): ReturnType<NonNullable<Action['buttons']>> {
  const weapons = mount ? armsInHand(mount).filter(({ id, shield }) => !shield && id !== UNARMED) : [];
  if (weapons.length === 0) return [{}];
  const isChoice = weapons.length > 1 || weapons.some(({ ranged }) => ranged);
  return [...(isChoice ? weapons.map(({ id, name }) => ({ with: id, name })) : [{}]), { with: UNARMED }];
}

const armOfMount = ({ mount, command }: Mounted): Arm | null => armOf(mount, command.with, false);

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
    const arm = armOfMount(act);
    return isStrike(act) ? whyNotStrike(act, mount, arm, arm?.ranged ?? false) : [];
  },
  *play(act) {
    const { target, mount } = act;
    const arm = isStrike(act) ? armOfMount(act) : null;
    if (arm && target) yield* exchange(asBasic(attackInputWith(act, mount, target, arm, rollModifiersOf(act))));
    else yield* log('mount-acts', {}, mount.id);
  },
});

type OrderRow = Pick<Action, 'needs' | 'mayTarget' | 'promise' | 'options' | 'buttons' | 'price' | 'intent'> & {
  /** Returns reasons besides those of the mount's action. */
  whyNot?(act: Mounted): readonly Reason[];
};

/** Returns an action of the mount; null if it has none of that kind. */
type OrderFinder = (act: Mounted) => Command | null;

/** C-71: what the mount does for one of the rider's actions, by its own row and without paying. */
const order = ({ whyNot, ...row }: OrderRow, commandOf: OrderFinder): Action =>
  withMount({
    category: 'free',
    ...row,
    whyNot(act) {
      const command = commandOf(act);
      const found = command && act.runtime.find(command);
      if (!found) return [impossibleReason('no-ability')];
      const reasons = reasonsAgainst(found.action, found.act).map((reason) =>
        reason.id === 'grappled' ? { id: 'mount-grappled' } : reason,
      );
      return [...(whyNot?.(act) ?? []), ...reasons];
    },
    *play(act) {
      const { mount, runtime, overruled } = act;
      const command = commandOf(act);
      const found = command && runtime.find(command);
      if (!found) return;
      const { item } = found.act;
      // C-25: the order would name it.
      if (item && 'hidden' in item && item.hidden) yield* logHiddenAct(mount, item);
      yield* section(command, runtime.enact({ ...found, act: { ...found.act, orderedBy: act, overruled } }));
    },
  });

/** C-117: a creature jumps with any action. C-70, C-130: one that is held is not carried along. */
const extraJump = order(
  {
    needs: 'path',
    promise: null,
    options: JUMP_OPTIONS,
    price: () => 'any',
    whyNot: ({ fighter }) => (is(fighter, 'grappled') ? [{ id: 'grappled' }] : []),
  },
  ({ command, mount, way }) => ({ ...command, ...(way && { path: way }), do: 'jump', by: mount.id }),
);

/** C-12: it grabs with its own limbs. */
const extraGrapple = order(
  {
    needs: 'target',
    promise: null,
    options: ORDER_OPTIONS,
    intent: 'harm',
    price: (act) => priceOfExtra(act, 'attack'),
  },
  ({ command, mount }) => ({ ...command, do: 'attack-grapple', by: mount.id }),
);

/** C-A55. */
const extraEscape = order(
  { promise: null, options: ['pay'], price: (act) => priceOfExtra(act, 'attack') },
  ({ command, mount }) => ({ ...command, do: 'escape-grapple', by: mount.id }),
);

/** Returns what a mount can use for an action of its rider. Spell Defenses answer attacks. */
const abilitiesOfMount = (mount: ClashFighter, type: AbilityItem['type']): readonly AbilityItem[] =>
  mount.items.filter(
    (item): item is AbilityItem =>
      (item.type === 'clashSkill' || item.type === 'clashSpell') &&
      item.type === type &&
      item.purpose !== 'reactive' &&
      item.purpose !== 'movement' &&
      !(item.type === 'clashSpell' && item.syntax.type === 'SD'),
  );

/** C-11, C-14: an attack or a utility action of the mount. */
function extraAbility(type: AbilityItem['type'], verb: 'skill' | 'spell'): Action {
  const abilityOf = (act: ClashContext): AbilityItem | undefined => {
    const mount = mountOf(act.encounter, act.fighter);
    return mount ? abilitiesOfMount(mount, type).find(({ id }) => id === act.command.with) : undefined;
  };
  const kindOf = (act: ClashContext) => (abilityOf(act)?.purpose === 'offensive' ? 'attack' : 'utility');
  return order(
    {
      mayTarget: true,
      promise: null,
      options: type === 'clashSpell' ? [...ORDER_OPTIONS, 'level'] : ORDER_OPTIONS,
      buttons: (_, mount) => (mount ? abilitiesOfMount(mount, type).map(({ id, name }) => ({ with: id, name })) : []),
      price: (act) => priceOfExtra(act, kindOf(act)),
    },
    (act) => (abilityOf(act) ? { ...act.command, do: `${kindOf(act)}-${verb}`, by: act.mount.id } : null),
  );
}

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
    if (!areOnOneSide(target, fighter) || !isAble(target)) reasons.push({ id: 'no-mount' });
    if (riderOf(encounter, target) || is(target, 'mounted')) reasons.push({ id: 'has-rider' });
    return [
      ...reasons,
      ...whyNotRange(encounter, fighter, target, groundAt(encounter.ground, fighter.place).cell, 'reach'),
    ];
  },
  *play({ encounter, fighter, target }) {
    if (fighter.place && target.place) {
      yield* walkPath(encounter, fighter, [mountedPlace(encounter, fighter.place, target.place)]);
    }
    // An area on the way may have driven the rider off or felled it.
    if (!isAble(fighter) || !isAble(target) || !isInSaddle(encounter, fighter, target)) return;
    yield* addCondition(fighter.id, 'mounted', null, undefined, target.id);
    if (isInCombat(encounter)) yield* shareTurn(target);
  },
});

/** Also from a mount that is not in the encounter. */
const dismount: Action = {
  category: 'free',
  promise: null,
  whyNot: ({ fighter }) => (is(fighter, 'mounted') ? [] : [impossibleReason('not-mounted')]),
  play: ({ encounter, fighter }) => unseat(encounter, fighter),
};

export const MOUNTING = {
  mount,
  dismount,
  'mount-free-move': ride(1),
  'mount-free-sprint': ride(2),
  'mount-extra-action': extraAction,
  'mount-extra-skill': extraAbility('clashSkill', 'skill'),
  'mount-extra-spell': extraAbility('clashSpell', 'spell'),
  'mount-extra-grapple': extraGrapple,
  'mount-extra-escape': extraEscape,
  'mount-extra-jump': extraJump,
} as const satisfies Readonly<Record<string, Action>>;
