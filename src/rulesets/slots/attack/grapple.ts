import { log, recordOutcome } from '../../../encounter/change';
import { impossibleReason } from '../../../encounter/legality';
import type { Reason } from '../../../kernel/ask';
import { choose, type Procedure } from '../../../kernel/procedure';
import { fighterIn } from '../../../toolkit/act/actions';
import { stopOf } from '../../../toolkit/act/command-run';
import { addCondition } from '../../../toolkit/combat/condition';
import { type PlayContext, requiring, type SlotsContext } from '../action';
import { bondHolderOf, grappledBy, is, rootsOf, untilTurnEndOf } from '../conditions';
import { offerReaction, provokeTarget } from '../reactions';
import { rollOpposedCheck, skillCheck } from '../skills/totals';
import type { SlotsEncounter, SlotsFighter } from '../state';
import type { Strike } from '../stats';
import { whyNotAct, whyNotContinue } from '../turn/legality';
import { fireTriggers } from '../turn/ready';
import { strikeAt } from './attack';
import { endGrapple } from './health';
import { knockDown, makeManeuver, shove, whyNotUse } from './maneuvers';
import { strikeFor, weaponOf, whyNotOffense, whyNotReach } from './strikes';
import { grabReach, isWithin, strikesOf } from './threat';

/** L-35, L-36. */
export const grapple = makeManeuver({
  icon: 'actions/restrain',
  limits: ({ fighter }, target) =>
    grappledBy(fighter) || (target && grappledBy(target)) ? [{ id: 'grappled-already' }] : [],
  *succeed({ fighter, target }) {
    yield* addCondition(target.id, 'restrained', null, { cause: 'grapple' }, fighter.id);
    yield* addCondition(fighter.id, 'restrained', null, { cause: 'grapple' }, target.id);
    yield* recordOutcome({ result: 'seized', success: true }, target.id, {
      tone: 'harm',
      covers: { gains: ['restrained'] },
    });
  },
});

const grappling = requiring<SlotsContext & { readonly partner: SlotsFighter }>({
  find(act) {
    const partner = fighterIn(act.encounter, grappledBy(act.fighter) ?? undefined);
    return partner ? { partner, ...act } : null;
  },
  whyNot: () => [impossibleReason('not-grappled')],
});

/** L-37 to L-40, L-A29: grapplers contest the hold each turn. */
export const contest = grappling({
  slot: 'standard',
  icon: 'actions/escape',
  inParts: true,
  readiable: true,
  promise: 0.05,
  whyNot: ({ fighter }) => whyNotUse(fighter, 'athletics'),
  *play(act) {
    const { runtime, command, fighter, partner } = act;
    const reasons = () => whyNotContinue(runtime, command);
    const winner = yield* runtime.whileLegal(reasons, rollContest(act), stopOf(fighter.id));
    if (winner) yield* chooseHoldEffect(act, winner, winner === fighter ? partner : fighter);
  },
});

/** Returns the winner, or null after a tie. */
function* rollContest(act: SlotsContext & { readonly partner: SlotsFighter }): Procedure<SlotsFighter | null> {
  const { encounter, fighter, partner } = act;
  const result = { isOpposed: false, total: 0, partnerTotal: 0 };
  yield* offerReaction(act, 'oppose-grapple', partner, fighter, {
    whyNot: () => [...whyNotUse(partner, 'athletics'), ...whyNotHolding(partner, fighter)],
    *play() {
      result.total = yield* skillCheck(fighter, 'athletics');
      result.partnerTotal = yield* skillCheck(partner, 'athletics', result.total);
      result.isOpposed = true;
    },
  });
  if (!result.isOpposed) return fighter;
  if (result.total !== result.partnerTotal) return result.total > result.partnerTotal ? fighter : partner;
  yield* log('grapple-tie', { at: partner.name }, fighter.id);
  // Outside a fight no turn would end it.
  const { turn } = encounter.clock;
  if (turn !== null) for (const { id } of [fighter, partner]) yield* addCondition(id, 'locked', untilTurnEndOf(turn));
  return null;
}

const whyNotHolding = (fighter: SlotsFighter, other: SlotsFighter): Reason[] =>
  rootsOf(fighter, 'restrained').some((each) => bondHolderOf(each) === other.id) ? [] : [{ id: 'not-grappled' }];

/** What a winner may add to the contest (L-39); an attack with the first strike, or with another by its id. */
type Rider = 'trip' | 'push' | 'attack' | `attack ${string}`;
const isAttack = (rider: Rider): boolean => rider.startsWith('attack');

/** L-A19, L-A50. */
const whyNotRider = (encounter: SlotsEncounter, winner: SlotsFighter, other: SlotsFighter, rider: Rider): Reason[] => [
  ...whyNotOffense(winner, other),
  ...whyNotReach(encounter, winner, other, grabReach(winner)),
  ...(rider === 'trip' && is(other, 'prone') ? [{ id: 'prone-already' }] : []),
];

/** L-38, L-39: the winner ends or keeps the hold, and may add one more effect to the action. */
function* chooseHoldEffect(scene: PlayContext, winner: SlotsFighter, other: SlotsFighter): Procedure<void> {
  const { encounter, runtime } = scene;
  const stop = stopOf(winner.id);
  const reaches = ({ strikes, reach }: Strike): boolean =>
    strikes && isWithin(encounter.ground, winner.place, other.place, reach);
  function* pick(): Procedure<Rider | null> {
    const [first, ...others] = strikesOf(winner).filter(reaches);
    const withOthers = others.map(({ id }) => `attack ${id}` as const);
    const riders = (['trip', 'push', 'attack', ...withOthers] as const).map((id) => ({
      id,
      whyNot: whyNotRider(encounter, winner, other, id),
    }));
    // With bare hands alone the attack needs no name.
    const named = others.length === 0 || !first ? [] : [['attack', first] as const];
    const weapons = [...named, ...others.map((strike) => [`attack ${strike.id}`, strike] as const)];
    const names = weapons.map(([rider, strike]) => [rider, weaponOf(winner, strike)?.name ?? strike.id]);
    const facts = { at: other.id, ...Object.fromEntries(names) };
    const choice = yield* choose('grapple', winner.id, ['end', 'hold', ...riders], facts);
    yield* log(choice === 'end' ? 'grapple-ended' : 'grapple-held', {}, winner.id);
    if (choice === 'end') yield* endGrapple(winner);
    return choice === 'end' || choice === 'hold' ? null : choice;
  }
  function* play(rider: Rider): Procedure<void> {
    // L-09: the added effect is an attack and fires triggers.
    yield* fireTriggers({ encounter, runtime, fighter: winner }, 'attacks');
    if (rider === 'trip') {
      if (yield* rollOpposedCheck(winner, 'athletics', other, 'reflex')) yield* knockDown(other);
      else yield* provokeTarget(scene, winner, other);
    }
    if (rider === 'push') yield* shove(scene, winner, other, null);
    if (!isAttack(rider)) return;
    const strike = strikeFor(winner, rider === 'attack' ? undefined : rider.slice('attack '.length), reaches);
    if (strike) yield* strikeAt(encounter, { attacker: winner, defender: other, strike, slot: 0, other: 0 });
  }
  const whyNot = () => [...whyNotAct(winner), ...whyNotHolding(winner, other)];
  const rider = yield* runtime.part<Rider | null>({ reasons: whyNot, play: pick, stopped: stop });
  if (!rider) return;
  const whyNotAdd = () => [
    ...whyNot(),
    ...(isAttack(rider) ? [] : whyNotUse(winner, 'athletics')),
    ...whyNotRider(encounter, winner, other, rider),
  ];
  yield* runtime.part<void | null>({ reasons: whyNotAdd, play: () => play(rider), stopped: stop });
}
