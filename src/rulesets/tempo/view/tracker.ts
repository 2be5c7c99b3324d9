import type { Command, Price } from '../../../encounter/command';
import type { Badge, DropTarget, FighterRow, Message, PlanCard, TrackCell, Viewer } from '../../../encounter/view';
import { message } from '../../../toolkit/define/labels';
import { canDualWield } from '../attack/attack';
import { COMMANDS } from '../commands';
import { type ConditionId, isAble, rootsOf } from '../conditions';
import { abilityOf, choicesOf, commandFor, isSameChoice, plansFor, spellOf, tagOf, usualTempo } from '../plan/choice';
import { dueEntries, entriesOf, isPlanned, type PlanEntry, unspentEntries } from '../plan/plan';
import { DUAL_WIELD, INTERCEPT, type ReactionLimits, TEAMWORK, usesOf } from '../reactions';
import { costOf, TEMPOS, TIERS } from '../schema';
import { type Choice, isOpen, isUnderWay, type TempoEncounter, type TempoFighter } from '../state';
import { choiceLabel, namesById } from './card';

/** Returns true if the viewer may see the plan before it is carried out. */
export const canSeePlan = ({ settings }: TempoEncounter, { id }: TempoFighter, { gm, owns }: Viewer): boolean =>
  gm || owns.includes(id) || settings.plans === 'open';

/** Moves and additions by Exert are public. */
const temposOf = (encounter: TempoEncounter, fighter: TempoFighter, viewer: Viewer): number[] =>
  entriesOf(encounter, fighter).flatMap((entry) => {
    const isKnown = isPublic(fighter, entry) || canSeePlan(encounter, fighter, viewer);
    return entry.state === 'planned' && entry.tempo !== null && isKnown ? [entry.tempo] : [];
  });

/** Returns the number of a fighter's next action, as far as the viewer may know it. */
export function nextNumber(
  encounter: TempoEncounter,
  fighter: TempoFighter,
  viewer: Viewer,
): Pick<FighterRow, 'number'> {
  const tempos = isUnderWay(encounter.clock) && isAble(fighter) ? temposOf(encounter, fighter, viewer) : [];
  if (tempos.length === 0) return {};
  const tempo = Math.min(...tempos);
  return { number: { value: tempo, label: message('Track.next', { tempo }) } };
}

/** Ranks after all numbers: a hidden plan, no action left, unable to act. */
const UNKNOWN = TEMPOS.length;
const DONE = UNKNOWN + 1;
const OUT = UNKNOWN + 2;

/** Returns the rows: during the count by the next number, players first (T-07). */
export function rowOrder(encounter: TempoEncounter, viewer: Viewer): readonly TempoFighter[] {
  const fighters = Object.values(encounter.fighters).filter(({ stats }) => !stats.object);
  if (!isOpen(encounter.clock)) return fighters;
  const rankOf = (fighter: TempoFighter): number => {
    if (!isAble(fighter)) return OUT;
    if (encounter.clock.turn === fighter.id) return encounter.clock.tempo;
    const { number } = nextNumber(encounter, fighter, viewer);
    return number?.value ?? (unspentEntries(encounter, fighter).length > 0 ? UNKNOWN : DONE);
  };
  const ranks = new Map(fighters.map((fighter) => [fighter, rankOf(fighter)]));
  const rank = (fighter: TempoFighter): number => ranks.get(fighter) ?? OUT;
  return fighters.toSorted((a, b) => rank(a) - rank(b) || Number(b.player) - Number(a.player));
}

const cellOf = (tempo: number): string => `tempo-${tempo}`;

/** Returns the ten numbers with the fighters due on each; players first (T-07). */
export function trackOf(encounter: TempoEncounter, viewer: Viewer): TrackCell[] {
  const { clock } = encounter;
  const fighters = Object.values(encounter.fighters)
    .filter(isAble)
    .sort((a, b) => Number(b.player) - Number(a.player));
  const planned = fighters.map((fighter) => ({ id: fighter.id, tempos: temposOf(encounter, fighter, viewer) }));
  const open = openReactions(encounter, viewer);
  return TEMPOS.map((tempo): TrackCell => {
    const isNow = isOpen(clock) && tempo === clock.tempo;
    const dueIds = planned.flatMap(({ id, tempos }) => tempos.filter((each) => each === tempo).map(() => id));
    const acting = isNow && clock.turn !== null && !dueIds.includes(clock.turn) ? [clock.turn] : [];
    return {
      id: cellOf(tempo),
      label: message('Track.tempo', { tempo }),
      state: isNow ? 'now' : isOpen(clock) && tempo < clock.tempo ? 'past' : 'ahead',
      fighters: [...acting, ...dueIds],
      marks: open.filter((gate) => gate.tempo === tempo).map((gate) => reactionBadge(encounter, gate)),
    };
  });
}

/** A Reaction of a fighter that opens on a number. */
interface OpenReaction extends ReactionLimits {
  readonly of: TempoFighter;
  /** Of an item; the actions have labels. */
  readonly name?: string;
}

/** T-75: returns the unused Reactions of the viewer's fighters. */
function openReactions({ fighters }: TempoEncounter, { gm, owns }: Viewer): OpenReaction[] {
  const all = Object.values(fighters);
  const sourcesOf = (id: ConditionId) =>
    new Set(all.flatMap((fighter) => rootsOf(fighter, id).flatMap(({ by }) => by ?? [])));
  const [guards, helpers] = [sourcesOf('guarded'), sourcesOf('assisted')];
  return all
    .filter((fighter) => isAble(fighter) && (owns.includes(fighter.id) || (gm && !fighter.player)))
    .flatMap((of): OpenReaction[] => [
      ...(guards.has(of.id) ? [{ ...INTERCEPT, of }] : []),
      ...(canDualWield(of) ? [{ ...DUAL_WIELD, of }] : []),
      ...(helpers.has(of.id) ? [{ ...TEAMWORK, of }] : []),
      ...of.items.flatMap((item) =>
        item.type === 'tempoReaction'
          ? [{ id: item.id, name: item.name, tempo: item.tempo, uses: item.usesPerRound, of }]
          : [],
      ),
    ])
    .filter(({ of, id, uses }) => usesOf(of, id) < uses);
}

const reactionBadge = ({ clock }: TempoEncounter, { of, id, name, tempo }: OpenReaction): Badge => ({
  id: `${of.id}-${id}`,
  label: name === undefined ? message(`Action.${id}.label`) : message('Note.plain', { text: name }),
  tone: isOpen(clock) && clock.tempo >= tempo ? 'boon' : 'neutral',
  icon: `actions/${name === undefined ? id : 'react'}`,
  note: [message('Track.reaction', { name: of.name, tempo })],
  implied: false,
});

/** Returns the plan; entries hidden from the viewer are face-down cards (T-03). */
export function cardsOf(encounter: TempoEncounter, fighter: TempoFighter, viewer: Viewer): PlanCard[] {
  const { clock } = encounter;
  if (!isUnderWay(clock)) return [];
  const isMine = viewer.gm || viewer.owns.includes(fighter.id);
  const due = new Set(dueEntries(encounter, fighter).map(({ key }) => key));
  return entriesOf(encounter, fighter).map((entry): PlanCard => {
    const { key, choice } = entry;
    const known = isPublic(fighter, entry) || canSeePlan(encounter, fighter, viewer);
    const shown = known ? choice : null;
    return {
      id: key,
      label: known ? labelOf(fighter, shown) : message('Plan.closed'),
      icon: shown ? COMMANDS.iconOf(shown.action) : 'actions/plan',
      state: known ? stateOf(entry, due) : hiddenState(encounter, fighter),
      // Blank and done entries have no number.
      at: shown && entry.tempo !== null ? cellOf(entry.tempo) : null,
      cost: shown ? costOfChoice(fighter, shown) : [],
      drops: isMine ? dropsOf(encounter, fighter, entry) : [],
    };
  });
}

/** Done, added and moved entries are public. */
const isPublic = (fighter: TempoFighter, { key, kind, state }: PlanEntry): boolean =>
  state === 'done' || kind === 'added' || fighter.state[`moved-${key}`] !== undefined;

function stateOf({ key, state }: PlanEntry, due: ReadonlySet<string>): PlanCard['state'] {
  if (state === 'blank') return 'empty';
  if (state === 'planned') return due.has(key) ? 'due' : 'planned';
  return state === 'done' ? 'done' : 'missed';
}

/** During the count a missing plan looks like a hidden one. */
const hiddenState = (encounter: TempoEncounter, fighter: TempoFighter): PlanCard['state'] =>
  isOpen(encounter.clock) || isPlanned(encounter, fighter) ? 'closed' : 'empty';

const labelOf = (fighter: TempoFighter, choice: Choice | null): Message =>
  choice ? choiceLabel(choice, namesById(fighter)) : message('Plan.empty');

/** Mana by tier (T-69) and Momentum (T-A51). */
function costOfChoice(fighter: TempoFighter, choice: Choice): Price[] {
  const spell = spellOf(fighter, choice);
  const mana = spell ? TIERS.map((tier) => ({ pool: `mana${tier}`, amount: costOf(spell, tier) })) : [];
  const momentum = abilityOf(fighter, choice)?.momentumCost ?? 0;
  return [...mana, { pool: 'momentum', amount: momentum }].filter(({ amount }) => amount > 0);
}

const slotOf = ({ key, kind }: PlanEntry): number | string => (kind === 'slot' ? Number(key) : key);

/** T-09, T-98: alternatives at their own numbers, and moves by Exert. */
function dropsOf(encounter: TempoEncounter, fighter: TempoFighter, entry: PlanEntry): DropTarget[] {
  if (entry.state === 'done') return [];
  const { id: by } = fighter;
  const plan = (choice: Choice, off = false): Command =>
    commandFor(by, 'plan', choice, { slot: slotOf(entry), ...(off && { off }) });
  const isOther = (choice: Choice): boolean => !entry.choice || !isSameChoice(choice, entry.choice);
  const others = entry.kind === 'slot' || entry.kind === 'added' ? plannable(fighter).filter(isOther) : [];
  const drops = others.flatMap((choice): DropTarget[] => {
    const command = plan(choice);
    const tempo = usualTempo(fighter, choice);
    if (tempo === null || COMMANDS.of(encounter).whyNot(command).length > 0) return [];
    const label = choiceLabel(choice, namesById(fighter));
    return [{ at: cellOf(tempo), label, icon: COMMANDS.iconOf(choice.action), command }];
  });
  const off = entry.choice && entry.kind === 'slot' ? plan(entry.choice, true) : null;
  const clearDrop: DropTarget[] =
    off && COMMANDS.of(encounter).whyNot(off).length === 0
      ? [{ at: null, label: message('Plan.take-back'), icon: 'actions/plan', command: off }]
      : [];
  return [...drops, ...movesOf(encounter, fighter, entry), ...clearDrop];
}

/** In the order of the count, without Extra and Free actions. */
const plannable = (fighter: TempoFighter): Choice[] =>
  choicesOf(fighter)
    .flatMap((choice) => plansFor(fighter, choice))
    .flatMap((choice) => {
      const tempo = tagOf(fighter, choice) === 'none' ? usualTempo(fighter, choice) : null;
      return tempo === null ? [] : [{ choice, tempo }];
    })
    .sort((a, b) => a.tempo - b.tempo)
    .map(({ choice }) => choice);

function movesOf(encounter: TempoEncounter, fighter: TempoFighter, { choice, tempo }: PlanEntry): DropTarget[] {
  const { id: by } = fighter;
  if (!choice || COMMANDS.of(encounter).whyNot({ do: 'exert-retime', by }).length > 0) return [];
  const label = message('Plan.exert', { action: choiceLabel(choice, namesById(fighter)) });
  return TEMPOS.flatMap((to): DropTarget[] => {
    const command = commandFor(by, 'exert-retime', choice, { to });
    if (to === tempo || COMMANDS.of(encounter).whyNot(command).length > 0) return [];
    return [{ at: cellOf(to), label, icon: COMMANDS.iconOf('exert-retime'), command }];
  });
}
