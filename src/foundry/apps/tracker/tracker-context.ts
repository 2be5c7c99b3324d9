import type { Command } from '../../../encounter/command';
import { areFoes, findRepresentatives, haveFoes, isNeutral, sideOf } from '../../../encounter/sides';
import type { Fighter, FighterId } from '../../../encounter/state';
import type { ActionButton, TrackerView } from '../../../encounter/view';
import { redactTracker } from '../../../encounter/visibility';
import { adapterOf } from '../../adapters/registry';
import { actorOf, combatantIn, combatantsOf, type ExchangeDocument, imgOf, nameOf } from '../../host/exchange-document';
import { reserveOf, tokenOf } from '../../host/reserve';
import { branchOf, reasonText, text } from '../../platform/text';
import { foePoolVisibility } from '../../platform/world-settings';
import {
  autoAdvanceHold,
  openAsks,
  openFault,
  redoableCommand,
  refereeStatus,
  rewindableCommand,
  type UserAsk,
  whyNotSend,
  whyWait,
} from '../../referee';
import { combatSystem } from '../../stored/systems';
import { foreignBadges, type ShownBadge } from '../../views/badges';
import { facesOf, isShown, type LoadedEncounter, targetNamesIn, trackerView } from '../../views/fight';
import { iconPath, Parts } from '../../views/parts';
import { rowGauges } from '../../views/row-gauges';
import { describeStep } from '../../views/step-text';
import { turnsOf } from '../../views/turns';
import { askContexts } from '../asks/ask';
import { openCard } from '../chat/card';
import { forecastLabelOf } from '../opponent/forecast-label';
import { PLAYED_FOES } from '../opponent/played-foes';
import type { Memo } from '../ui/memo';
import { disguiseText } from './disguise';
import { foldKinds } from './kinds';
import { turnText } from './turn-banner';

/**
 * Returns the context of the tracker for a fight, without hidden combatants for players.
 * @param memo caches rows, so that an unchanged row is the same object
 * @param opened the kinds of foes that the user has unfolded
 */
export function trackerContext(
  fight: LoadedEncounter,
  memo: Memo = (_of, _by, make) => make(),
  opened: ReadonlySet<string> = new Set(),
) {
  const { host, adapter, encounter, viewer } = fight;
  const view = redactTracker(trackerView(fight), encounter, viewer, foePoolVisibility());
  const parts = new Parts(adapter.ruleset.id)
    .withGauges(view.rows.flatMap(({ gauges }) => gauges))
    .withNames(targetNamesIn(host));
  const faces = facesOf(host);
  const current = turnHolderOf(fight);
  const foes = PLAYED_FOES.get(host.id);
  const { timing } = adapter.ruleset;
  const isSpread = new Set(combatantsOf(host).map(({ sceneId }) => sceneId)).size > 1;
  const sides = findRepresentatives(Object.values(encounter.fighters));
  const areFoesLeft = hasFoesLeft(fight);
  const movable = new Set(viewer.gm && view.started && timing.moveBefore ? timing.order(encounter) : []);

  const rows = view.rows.flatMap((row) => {
    const combatant = combatantIn(host, row.id);
    const face = faces.get(row.id);
    if (!combatant || !face || !isShown(combatant)) return [];
    const own = {
      uuid: combatant.actor?.uuid ?? '',
      hidden: combatant.hidden,
      defeated: combatant.isDefeated,
      owned: viewer.owns.includes(row.id),
      targeted: viewer.targets.includes(row.id),
      gm: viewer.gm,
      movable: movable.has(row.id),
      current: row.id === current,
      canPing: combatant.sceneId === canvas?.scene?.id,
      foe: foes?.toggles.get(row.id),
      side: sideMark(encounter.fighters[row.id], sides),
      elsewhere: isSpread ? elsewhereText(combatant) : null,
      disguise: viewer.gm ? disguiseText(combatant) : null,
    };
    const unsent = row.actions.map(({ command }) => whyNotSend(host, command.by));
    const track = row.cards?.length ? view.track : [];
    const foreign = combatant.actor ? foreignBadges(combatant.actor, adapter.ruleset.conditions) : [];
    return [
      memo(row.id, [row, face, own, unsent, track, foreign], () => ({
        ...face,
        ...own,
        gauges: rowGauges(row, parts, adapter),
        number: row.number ? { value: row.number.value, label: parts.localize(row.number.label) } : null,
        ...badgesIn([...row.badges.map((badge) => parts.badge(badge)), ...foreign]),
        lane: row.lane ? parts.lane(row.lane, row.id) : null,
        cards: (row.cards ?? []).map((card) => parts.card(card, face, track)),
        actions: row.actions.map((action, at) => parts.action(action, unsent[at])),
        ready: row.ready,
        out: row.out,
        light: row.light ?? '',
      })),
    ];
  });

  const fault = openFault(host);
  const { clockCommands } = adapter.ruleset;
  // What is only possible after the fight, such as a rest, is not in the way of its buttons.
  const [first = ''] = Object.keys(encounter.fighters);
  const isAfterwards = ({ command, whyNot }: ActionButton): boolean =>
    view.started &&
    whyNot.some(
      (reason) =>
        adapter.ruleset.views.when?.(encounter, { ...command, by: first }, reason, viewer)?.key === 'When.fight-over',
    );
  const track = parts.track(view.track, faces, view.rows);
  const controls = viewer.gm ? visibleControls(clockCommands, view).filter((control) => !isAfterwards(control)) : [];
  // What ends the encounter asks what to do about the open question.
  const { endCommands } = adapter.ruleset.timing;
  const wait = combatSystem(host).open ? whyWait(host) : null;
  const shown = (control: ActionButton) =>
    parts.action(control, endCommands.includes(control.command.do) ? null : wait);
  const mayPlayFoes = viewer.gm && view.started && adapter.ruleset.loadWorth && (foes?.isOn || areFoesLeft);
  const isOfFight = ({ command }: ActionButton) => view.started || clockCommands.includes(command.do);
  return {
    id: host.id,
    ruleset: adapter.ruleset.id,
    name: text(`${branchOf(adapter.ruleset.id)}.name`),
    clock: hasEnded(fight, view) ? text('CADENCE.App.Tracker.over') : parts.localize(view.clock),
    turn: turnText(fight),
    /** The row that is scrolled into view when it changes. */
    current: current ?? rows.find(({ ready }) => ready)?.id ?? null,
    started: view.started,
    track,
    trackPips: track.some(({ pips }) => pips.length > 0),
    hint: viewer.gm ? hintOf(view, parts, !areFoesLeft && haveFoes(sides)) : '',
    paused: game.paused && view.started ? text('CADENCE.App.paused') : '',
    rows: foldKinds(rows, (id) => encounter.fighters[id]?.player === false, opened, viewer.gm, memo),
    outsiders: viewer.gm ? outsidersOf(fight).map((each) => memo(`aside ${each.id}`, [each], () => each)) : [],
    controls: controls.filter(isOfFight).map(shown),
    // Below the others, so that none takes the place of the button that ends the fight.
    outside: controls.filter((control) => !isOfFight(control)).map(shown),
    rewind: viewer.gm ? stepContext(fight, 'rewind', rewindableCommand(host)) : null,
    redo: viewer.gm ? stepContext(fight, 'redo', redoableCommand(host)) : null,
    asks: asksOf(fight, parts),
    many: viewer.gm,
    canAddParty: viewer.gm && !view.started,
    reserve: reserveContext(fight),
    foes: mayPlayFoes ? { ...foes } : null,
    canForecast: viewer.gm && adapter.ruleset.loadWorth !== undefined,
    forecast: viewer.gm ? forecastLabelOf(fight) : null,
    canCancel: viewer.gm && combatSystem(host).open !== null,
    referee: viewer.gm ? refereeContext(host) : null,
    heldUp: viewer.gm ? (autoAdvanceHold(host)?.text ?? null) : null,
    fault: viewer.gm && fault ? reasonText(adapter.ruleset.id, fault) : null,
  };
}

/** Returns what a row says of the fighter's side: that it is no hero and no ordinary foe; null for the others. */
function sideMark(fighter: Fighter | undefined, sides: readonly Fighter[]) {
  const side = fighter && sideOf(fighter);
  if (!fighter || (side !== 'third' && side !== 'neutral')) return null;
  const against = isNeutral(fighter) && sides.some((other) => areFoes(fighter, other));
  return { side: against ? 'against' : side, label: text(`CADENCE.App.Side.${against ? 'against' : side}`) };
}

/** The fighter whose turn it is; null if several may act. */
function turnHolderOf(fight: LoadedEncounter): FighterId | null {
  const [holder, ...others] = turnsOf(fight).filter(({ own }) => own);
  return holder && others.length === 0 ? holder.id : null;
}

/** Returns on which scene the fighter is, if this user sees another one. Players read the name that they may know. */
function elsewhereText({ sceneId, token }: Combatant.Implementation): string | null {
  const scene = token?.parent;
  if (!scene || sceneId === canvas?.scene?.id) return null;
  // C13: Scene#navName, Scene#visible
  const name = scene.visible ? scene.navName || scene.name : '';
  return name ? text('CADENCE.App.elsewhere', { name }) : text('CADENCE.App.elsewhereUnknown');
}

/** More do not fit beside the name. */
const MOST_BADGES = 4;

/** Returns the badges of a row, and the names of those without space. */
function badgesIn(badges: readonly ShownBadge[]) {
  const shown = badges.length > MOST_BADGES ? badges.slice(0, MOST_BADGES - 1) : badges;
  const others = badges.slice(shown.length);
  const names = others.map(({ label }) => label).join(', ');
  return {
    badges: shown,
    more: others.length > 0 ? { count: others.length, names: text('CADENCE.App.Tracker.more', { names }) } : null,
  };
}

export type TrackerContext = ReturnType<typeof trackerContext>;
/**
 * Returns the shown controls: before the start those that start the encounter, afterwards the others; every available one, and what is
 * no part of a fight, such as a rest, with the reason why not.
 * @param clockCommands the first starts the encounter
 */
export function visibleControls(
  clockCommands: readonly string[],
  { controls, started }: TrackerView,
): readonly ActionButton[] {
  const [start] = clockCommands;
  const isOutside = (id: string): boolean => !started && !clockCommands.includes(id);
  return controls.filter(
    ({ command: { do: id }, whyNot }) => whyNot.length === 0 || (id === start) !== started || isOutside(id),
  );
}

/** Returns true while fighters who are not defeated have foes left. */
function hasFoesLeft({ host, encounter }: LoadedEncounter): boolean {
  const standing = combatantsOf(host).flatMap(
    ({ id, isDefeated }) => (id && !isDefeated && encounter.fighters[id]) || [],
  );
  return haveFoes(standing);
}

/** Returns what the GM waits for, or may end. */
function hintOf({ started, hint }: TrackerView, parts: Parts, isOneSided: boolean): string {
  if (started && isOneSided) return text('CADENCE.App.Tracker.decided');
  return hint ? parts.localize(hint) : '';
}

/** Returns true after a fight, until the next one starts: before the first, the encounter has not started. */
function hasEnded({ host, adapter }: LoadedEncounter, { started }: TrackerView): boolean {
  const { history, cursor } = combatSystem(host);
  const { endCommands } = adapter.ruleset.timing;
  return (
    !started &&
    Object.entries(history).some(([step, { command }]) => Number(step) <= cursor && endCommands.includes(command.do))
  );
}

function outsidersOf({ host, adapter, encounter }: LoadedEncounter) {
  return combatantsOf(host).flatMap((combatant) => {
    const { id } = combatant;
    if (!id || encounter.fighters[id]) return [];
    const actor = actorOf(combatant);
    const theirs = adapterOf(actor?.type);
    const facts = { name: nameOf(combatant), rules: text(`${branchOf(adapter.ruleset.id)}.name`) };
    const why = !actor ? 'noActor' : theirs === adapter ? 'unread' : 'otherRules';
    return { id, name: facts.name, img: imgOf(combatant), why: text(`CADENCE.Notice.${why}`, facts) };
  });
}

function stepContext({ host, adapter }: LoadedEncounter, direction: 'rewind' | 'redo', command: Command | null) {
  if (!command) return null;
  const label = text(`CADENCE.App.Step.${direction}`);
  const what = describeStep(host, adapter.ruleset.id, command);
  return { icon: iconPath(`actions/${direction}`), label, said: text('CADENCE.App.Step.said', { label, what }) };
}

function asksOf({ host, viewer: { hiddenFighters = [] } }: LoadedEncounter, parts: Parts) {
  const asks = openAsks(host).filter((asked) => !PLAYED_FOES.get(host.id)?.isAnswering(asked));
  const card = asks.length > 0 ? openCard(host) : null;
  if (!card) return [];
  // A waiting question would reveal a hidden fighter who is asked or who acts.
  const isVisible = ({ by, isMine, mayAnswer }: UserAsk): boolean =>
    isMine || mayAnswer || !(hiddenFighters.includes(by) || hiddenFighters.includes(card.by));
  const visible = new Set(asks.filter(isVisible).map(({ key }) => key));
  // Space is scarce: questions to the reader come first.
  const contexts = askContexts(parts, card.asks, asks, host).filter(({ key }) => visible.has(key));
  return contexts.sort((a, b) => Number(b.isMine) - Number(a.isMine));
}

/** Who waits to join, for the GM. */
function reserveContext({ host }: LoadedEncounter) {
  const reserve = reserveOf(host);
  if (!reserve) return null;
  const { when, round } = reserve.trigger;
  const count = reserve.members.filter(tokenOf).length;
  return { line: text(`CADENCE.App.Reserve.${when}`, { count, round }) };
}

function refereeContext(host: ExchangeDocument): string | null {
  const { here: isHere, user, name, away } = refereeStatus(host);
  if (isHere) return null;
  if (away) return text('CADENCE.Notice.referee.away', { name });
  return user === game.user.id
    ? text('CADENCE.Notice.referee.otherWindow')
    : text('CADENCE.Notice.referee.other', { name });
}
