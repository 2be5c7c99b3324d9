import type { Command, Price } from '../../encounter/command';
import { NO_TARGET } from '../../encounter/legality';
import type { FighterId } from '../../encounter/state';
import type {
  ActionButton,
  ActionGroup,
  Badge,
  CardLine,
  FighterRow,
  Figure,
  Gauge,
  ItemFact,
  Lane,
  LaneSpan,
  Message,
  OptionField,
  PlanCard,
  Preview,
  RollLine,
  SectionLine,
  TextLine,
  TrackCell,
} from '../../encounter/view';
import { GM, type Reason } from '../../kernel/ask';
import { lookup } from '../../kernel/lookup';
import { formatSigned } from '../../toolkit/define/labels';
import { readPrivateMode } from '../platform/message-mode';
import { findText, localize, numberText, reasonText, ruleText, text } from '../platform/text';
import { diceHint } from './dice-hint';

/** Letters of a name in the bar; more need a second line. */
const MOST_LETTERS = 16;
/** More dots cannot be counted at a glance; a segmented bar is used instead. */
const MOST_PIPS = 12;
const FEW_PIPS = 3;
/** Of one cell of a track, that are shown without their number. */
const MOST_FACES = 2;

export const iconPath = (icon: string): string => `systems/cadence/icons/${icon}.svg`;

export interface Face {
  readonly id: FighterId;
  readonly name: string;
  readonly img: string;
}

/** A preview of a span on a lane, as an action button carries it. */
export interface PreviewSpan {
  readonly by: FighterId;
  readonly length: number;
  readonly fit: Preview['fit'] | 'refused';
  readonly label: string;
}

/** Converts the parts of a ruleset's views into template contexts, in the user's language. */
export class Parts {
  constructor(
    readonly ruleset: string,
    private readonly pools: Readonly<Record<string, Message>> = {},
    /** Pools that are shown as a few slots, each with its own shape. */
    private readonly slots: ReadonlySet<string> = new Set(),
    /** Names the targets of actions; without it they are not named. */
    private readonly nameOf: ((id: FighterId) => string) | null = null,
  ) {}

  withGauges(gauges: readonly Gauge[]): Parts {
    const labels = new Map(gauges.map(({ pool, label }) => [pool, label]));
    const slots = gauges.filter(({ shape, max }) => shape === 'pips' && max > 0 && max <= FEW_PIPS);
    return new Parts(
      this.ruleset,
      { ...this.pools, ...Object.fromEntries(labels) },
      new Set([...this.slots, ...slots.map(({ pool }) => pool)]),
      this.nameOf,
    );
  }

  withNames(nameOf: (id: FighterId) => string): Parts {
    return new Parts(this.ruleset, this.pools, this.slots, nameOf);
  }

  /** Returns "→ Name" of the fighter that an action acts on; empty without one. What the GM decides is about its bearer. */
  aim(target: FighterId | undefined, by: FighterId): string {
    if (target === undefined || by === GM || !this.nameOf) return '';
    return text('CADENCE.App.aimedAt', { name: this.nameOf(target) });
  }

  /** As `aim`, or empty if the text beside it has the name already. */
  aimBeside(label: string, target: FighterId | undefined, by: FighterId): string {
    const isNamed = target !== undefined && this.nameOf !== null && label.includes(this.nameOf(target));
    return isNamed ? '' : this.aim(target, by);
  }

  localize(message: Message): string {
    return localize(this.ruleset, message);
  }

  /** Returns the id of a label's rule for tooltips, such as `energy.Action.run`. */
  ruleOf({ key }: Message): string {
    return [this.ruleset, ...key.split('.').slice(0, 2)].join('.');
  }

  gauge(gauge: Gauge) {
    const { id, shape, label, value: points, max: most, low, pool, rough = false, per = 1, isPublic = false } = gauge;
    const [value, max, setAside] = [points / per, most / per, (gauge.setAside ?? 0) / per];
    const name = this.localize(label);
    const many = Math.max(value, max) > MOST_PIPS;
    const drawn = shape === 'pips' && many ? 'segments' : shape;
    const ofMax = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
    const said = rough
      ? text(`CADENCE.App.Gauge.rough.${value}`, { name })
      : max > 0
        ? text('CADENCE.App.Gauge.of', { name, value, max })
        : text('CADENCE.App.Gauge.at', { name, value });
    const aria = setAside > 0 ? text('CADENCE.App.Gauge.aside', { said, setAside, free: value - setAside }) : said;
    return {
      id,
      rule: this.ruleOf(label),
      shape: drawn,
      label: name,
      /** Where names have no space. */
      short: this.shortNameOf(pool) ?? name,
      value,
      max,
      shown: numberText(value),
      shownMax: numberText(max),
      low,
      empty: value <= 0,
      pool,
      points,
      per,
      percent: Math.round(ofMax * 1000) / 10,
      segments: Math.max(1, Math.ceil(max)),
      setAside,
      pips: drawn === 'pips' ? pips(value, max, setAside) : [],
      isPips: drawn === 'pips',
      /** Few enough to be read without a number. */
      isFew: drawn === 'pips' && isPublic && max <= FEW_PIPS && value <= FEW_PIPS,
      isNumber: drawn === 'number',
      meter: max > 0,
      rough,
      aria,
      tooltip: lines([ruleText(this.ruleset, label.key), aria]),
    };
  }

  badge({ id, label, tone, icon, note, implied, left }: Badge) {
    const name = this.localize(label);
    const notes = note.map((message) => this.localize(message));
    return {
      id,
      rule: this.ruleOf(label),
      label: name,
      tone,
      icon: iconPath(icon),
      implied,
      left: left ?? null,
      notes,
      /** The first note is the effect; the others are its end and the fighters involved. */
      lasts: notes.slice(1),
      tooltip: lines(notes),
      /** For a badge that is only an icon. */
      aria: [name, ...notes].join(' · '),
    };
  }

  private shortNameOf(pool: string): string | null {
    return findText(this.ruleset, `Short.${pool}`);
  }

  price({ pool, amount }: Price) {
    const label = lookup(this.pools, pool) ?? { key: `Pool.${pool}` };
    const name = this.localize({ ...label, facts: { count: amount, ...label.facts } });
    const isSlot = this.slots.has(pool) && amount > 0 && amount <= FEW_PIPS;
    return {
      ...{ pool, amount, name, shown: numberText(amount), aria: text('CADENCE.App.price', { amount, name }) },
      /** Where several prices stand side by side. */
      short: this.shortNameOf(pool) ?? name,
      /** One entry for each slot to draw instead of the number. */
      slots: isSlot ? Array.from({ length: amount }, () => pool) : [],
    };
  }

  /** @param unsent a reason outside the rules why the command cannot be sent */
  action(button: ActionButton, unsent: Reason | null = null) {
    const { id, label, hint, icon, command, cost, whyNot, needs, fields, preview } = button;
    const name = this.localize(label);
    const against = [...whyNot, ...(unsent ? [unsent] : [])];
    const reasons = against.map((reason) => reasonText(this.ruleset, reason));
    const prices = cost.map((price) => this.price(price).aria).join(', ');
    const later = reasons.length === 0 && preview?.fit === 'overflows';
    const aim = this.aimBeside(name, button.target, command.by);
    // Private rolls are chosen in the chat, so the button says what they do not hide.
    const shared = button.isShared && readPrivateMode() ? text('CADENCE.App.privateDice') : '';
    const named = (label: string) => [label, aim].filter(Boolean).join(' ');
    return {
      id,
      rule: `${this.ruleset}.Action.${command.do}`,
      label: name,
      /** Whether it does not fit into one line of the bar. */
      isLong: name.length > MOST_LETTERS,
      aim,
      hint: this.localize(hint),
      shared,
      icon: iconPath(icon),
      command: JSON.stringify(command),
      item: command.with ?? null,
      needs,
      cost: cost.map((price) => this.price(price)),
      odds: this.odds(button.odds),
      chance: this.chance(button),
      hasOptions: fields.length > 0,
      preview: preview ? JSON.stringify(this.ghost(preview, command, against)) : '',
      barred: against.some((reason) => !isAskedFor(button, reason)),
      against: whyNot,
      reasons,
      why: reasons.join(' '),
      aria: [
        ...(later ? [named(this.localize(preview.label))] : [named(name), prices]),
        this.odds(button.odds),
        ...reasons,
      ]
        .filter(Boolean)
        .join(' · '),
      tooltip: lines([
        [aim, prices, this.odds(button.odds)].filter(Boolean).join(' · '),
        this.localize(hint),
        shared,
        ...reasons,
      ]),
    };
  }

  ghost({ label, length, fit }: Preview, { do: verb, by }: Command, whyNot: readonly Reason[]): PreviewSpan {
    if (whyNot.length === 0) return { by, length, fit, label: this.localize(label) };
    const name = this.localize({ key: `Action.${verb}.label` });
    const why = whyNot.map((reason) => reasonText(this.ruleset, reason)).join(' ');
    return { by, length, fit: 'refused', label: text('CADENCE.App.Lane.refused', { name, why }) };
  }

  odds(odds: ActionButton['odds'] = []): string {
    return odds
      .map(({ label, chance, exact }) => {
        const name = this.localize(label);
        if (chance === null) return exact ? name : text('CADENCE.App.Odds.amountAbout', { label: name });
        const percent = Math.round(chance * 100);
        return text(`CADENCE.App.Odds.${exact ? 'exact' : 'about'}`, { label: name, percent });
      })
      .join(' · ');
  }

  /** Returns the first chance alone, for a button without space. */
  private chance({ odds = [] }: ActionButton): string {
    const chance = odds.find((each) => each.chance !== null)?.chance ?? null;
    return chance === null ? '' : text('CADENCE.App.Odds.percent', { percent: Math.round(chance * 100) });
  }

  fields(fields: readonly OptionField[], { options = {} }: Command) {
    return fields.map(({ key, label, hint, gm, input }) => {
      const current = lookup(options, key);
      return {
        key,
        gm,
        label: this.localize(label),
        hint: this.localize(hint),
        isToggle: input.kind === 'toggle',
        checked: input.kind === 'toggle' && current === input.value,
        number: input.kind === 'number' ? { min: input.min, max: input.max, value: current ?? '' } : null,
        line: input.kind === 'text' ? { value: current ?? '' } : null,
        choices:
          input.kind === 'choice'
            ? [
                { at: '', label: this.localize(input.emptyLabel), chosen: current === undefined },
                ...input.choices.map((each, at) => ({
                  at: String(at),
                  label: this.localize(each.label),
                  chosen: current === each.value,
                })),
              ]
            : null,
      };
    });
  }

  group({ id, label, actions }: ActionGroup, unsent: Reason | null = null) {
    return { id, label: this.localize(label), actions: actions.map((action) => this.action(action, unsent)) };
  }

  /**
   * @param effectBonus the bonus of active effects beside the rules' value
   * @param unsent a reason outside the rules why it cannot be rolled
   */
  figure({ id, label, value, terms, kind, of = '', roll }: Figure, effectBonus = 0, unsent: Reason | null = null) {
    const shown = terms.map((term) => ({ label: this.localize(term.label), value: formatSigned(term.value) }));
    if (effectBonus !== 0) shown.push({ label: text('CADENCE.App.Effect.title'), value: formatSigned(effectBonus) });
    const sum = shown.map((term) => `${term.value} ${term.label}`).join(', ');
    return {
      id,
      rule: this.ruleOf(label),
      label: this.localize(label),
      // A value that is added to a roll has a sign.
      value: (kind === 'ability' ? formatSigned : numberText)(value + effectBonus),
      kind: kind ?? 'number',
      of,
      roll: roll ? this.action(roll, unsent) : null,
      terms: shown,
      sum,
      tooltip: lines([ruleText(this.ruleset, label.key), sum]),
    };
  }

  fact({ id, label, tone, terms }: ItemFact) {
    const sum = terms.map((term) => `${formatSigned(term.value)} ${this.localize(term.label)}`).join(', ');
    return { id, label: this.localize(label), tone, sum };
  }

  line(line: CardLine, names: Readonly<Record<FighterId, string>>) {
    const { depth } = line;
    if (line.kind === 'roll') return { depth, roll: this.roll(line, names) };
    if (line.kind === 'section') return { depth, section: this.section(line) };
    return { depth, text: this.text(line) };
  }

  private section({ message, icon }: SectionLine) {
    return { text: this.localize(message), icon: icon ? iconPath(icon) : '' };
  }

  private roll({ label, by, dice, faces, total, note, tag }: RollLine, names: Readonly<Record<FighterId, string>>) {
    return {
      label: this.localize(label),
      by: lookup(names, by) ?? '',
      dice,
      hint: diceHint(dice),
      faces: faces.map(({ face, counts, exploded }) => ({
        face,
        counts,
        exploded,
        aria: text(`CADENCE.App.Face.${!counts ? 'discarded' : exploded ? 'exploded' : 'kept'}`, { face }),
      })),
      total: numberText(total),
      note: note ? this.localize(note) : '',
      tag: tag ? this.localize(tag) : '',
    };
  }

  text({ message, tone, strong }: TextLine) {
    return { text: this.localize(message), tone, strong };
  }

  /** Returns a lane of time: lengths as shares of lane and carried spans, and a text for screen readers. */
  lane({ length, active, carried, spans, left, flag }: Lane, fighter: FighterId) {
    const before = carried.reduce((sum, span) => sum + span.length, 0);
    const total = before + length;
    const share = (long: number): number => Math.round((long / total) * 1000) / 10;
    const remaining = active ? text('CADENCE.App.Lane.left', { left }) : '';
    const filled = [...carried, ...spans].map((span) => this.span(span, share(span.length)));
    const all = [...filled.map(({ label }) => label), remaining].filter(Boolean);
    return {
      fighter,
      active,
      whole: total,
      length,
      spans: filled,
      before: share(before),
      left: remaining,
      aria: all.length > 0 ? text('CADENCE.App.Lane.of', { spans: all.join(' · ') }) : text('CADENCE.App.Lane.empty'),
      flag: flag ? this.localize(flag) : '',
    };
  }

  private span({ id, label, state }: LaneSpan, share: number) {
    return { id, label: this.localize(label), state, share };
  }

  /**
   * Returns a planned card.
   * @param of its fighter
   * @param cells the strip, to name the card's cell
   */
  card({ id, label, icon, state, at, cost, drops }: PlanCard, of: Face, cells: readonly TrackCell[]) {
    const moment = cells.find((cell) => cell.id === at);
    const when = moment ? this.localize(moment.label) : '';
    const name = this.localize(label);
    const prices = cost.map((price) => this.price(price));
    return {
      id,
      state,
      at,
      when,
      label: name,
      cost: prices,
      drops,
      key: `${of.id} ${id}`,
      icon: iconPath(icon),
      /** A face-down card: only its presence is shown. */
      isBack: state === 'closed' || (state === 'empty' && drops.length === 0),
      canLay: drops.length > 0,
      aria: [
        text(`CADENCE.App.Plan.${state}`, { name: of.name, card: name, when }),
        ...prices.map(({ aria }) => aria),
      ].join(' · '),
    };
  }

  /** @param rows the fighters, whose cards replace them on the cells */
  track(cells: readonly TrackCell[], faces: ReadonlyMap<FighterId, Face>, rows: readonly FighterRow[] = []) {
    const by = new Map(rows.map((row) => [row.id, row]));
    const cardsOn = (id: FighterId, cell: string) =>
      (by.get(id)?.cards ?? []).filter(({ at, state }) => at === cell && (state === 'planned' || state === 'due'));
    const shown = (id: FighterId, isSpent: boolean, plan: PlanCard | null = null) => {
      const face = faces.get(id);
      if (!face) return [];
      const row = by.get(id);
      const state = row?.light ?? (row?.out ? 'out' : isSpent ? 'spent' : '');
      const stateText = state ? text(`CADENCE.App.Track.${state}`, { name: face.name }) : face.name;
      const card = plan && this.card(plan, face, cells);
      return [{ ...face, state, said: card?.aria ?? stateText, dim: isSpent, card }];
    };
    const placed = (id: FighterId, at: string, nth: number) => shown(id, false, cardsOn(id, at)[nth] ?? null);
    return cells.map(({ id, label, state, fighters, spent = [], marks = [], gauges = [] }) => {
      const faced = [
        ...fighters.flatMap((fighter, at) =>
          placed(fighter, id, fighters.slice(0, at).filter((each) => each === fighter).length),
        ),
        ...spent.flatMap((fighter) => shown(fighter, true)),
      ];
      return {
        id,
        label: this.localize(label),
        state,
        current: state === 'now',
        fighters: faced,
        /** Of faces that cannot be told apart at a glance. */
        crowd: faced.length > MOST_FACES ? text('CADENCE.App.Track.crowd', { count: faced.length }) : '',
        crowdNames: faced.map(({ name }) => name).join(', '),
        marks: marks.map((mark) => this.badge(mark)),
        ...this.pipsOf(
          fighters.flatMap((fighter) => by.get(fighter)?.gauges ?? []).filter((each) => gauges.includes(each.id)),
        ),
      };
    });
  }

  private pipsOf(gauges: readonly Gauge[]) {
    const pips = gauges.map((gauge) => this.gauge(gauge));
    return { pips, pipsSaid: pips.map(({ aria }) => aria).join(' · ') };
  }
}

/** One dot for each point; those above the maximum are extra. */
function pips(value: number, max: number, setAside: number) {
  return Array.from({ length: Math.max(value, max) }, (_, index) => ({
    on: index < value,
    aside: index < value && index >= value - setAside,
    extra: index >= max,
  }));
}

const lines = (texts: readonly (string | null)[]): string => texts.filter(Boolean).join('\n');

/** Whether the reason vanishes when the button asks for a target. */
const isAskedFor = ({ needs, command }: ActionButton, { id }: Reason): boolean =>
  needs === 'target' && command.at === undefined && id === NO_TARGET;
