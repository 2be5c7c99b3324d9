import type { Command, Price } from '../../encounter/command';
import { NO_TARGET } from '../../encounter/legality';
import type { FighterId } from '../../encounter/state';
import type {
  ActionButton,
  ActionGroup,
  Badge,
  BODY_ZONES,
  BodyView,
  CardLine,
  Faceoff,
  FaceoffSide,
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
import type { Reason } from '../../kernel/ask';
import { localize, reasonText, ruleText, text } from '../platform/text';

/** Beyond this many dots nobody counts at a glance; a segmented bar says it better. */
const MOST_PIPS = 12;
const FEW_PIPS = 3;

/** Path of one of our icons as Foundry serves it. */
export const iconPath = (icon: string): string => `systems/cadence/icons/${icon}.svg`;

export interface Face {
  readonly id: FighterId;
  readonly name: string;
  readonly img: string;
}

/** A span that is not there yet, as an action button carries it. */
export interface Ghost {
  readonly by: FighterId;
  readonly length: number;
  readonly fit: Preview['fit'] | 'refused';
  readonly label: string;
}

/** Turns the parts of a ruleset's views into what the templates show, in the reader's language. */
export class Parts {
  constructor(
    readonly ruleset: string,
    /** How pools are called, so that a price bears the name of its gauge. */
    private readonly pools: Readonly<Record<string, string>> = {},
  ) {}

  /** The same, knowing the names of these gauges' pools. */
  withGauges(gauges: readonly Gauge[]): Parts {
    const labels = new Map(gauges.map(({ pool, label }) => [pool, label]));
    const names = Object.fromEntries([...labels].map(([pool, label]) => [pool, this.localize(label)]));
    return new Parts(this.ruleset, { ...this.pools, ...names });
  }

  localize(words: Message): string {
    return localize(this.ruleset, words);
  }

  /** What a tooltip tells the rule of, by the words of it: `energy.Action.run`. */
  ruleOf({ key }: Message): string {
    return [this.ruleset, ...key.split('.').slice(0, 2)].join('.');
  }

  gauge({ id, shape, label, value: points, max: most, low, pool, rough = false, per = 1, isPublic = false }: Gauge) {
    const [value, max] = [points / per, most / per];
    const name = this.localize(label);
    const many = Math.max(value, max) > MOST_PIPS;
    const drawn = shape === 'pips' && many ? 'segments' : shape;
    const ofMax = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
    const aria = rough
      ? text(`CADENCE.App.Gauge.rough.${value}`, { name })
      : max > 0
        ? text('CADENCE.App.Gauge.of', { name, value, max })
        : text('CADENCE.App.Gauge.at', { name, value });
    return {
      id,
      rule: this.ruleOf(label),
      shape: drawn,
      label: name,
      value,
      max,
      low,
      empty: value <= 0,
      pool,
      points,
      per,
      percent: Math.round(ofMax * 1000) / 10,
      segments: Math.max(1, Math.ceil(max)),
      pips: drawn === 'pips' ? pips(value, max) : [],
      isPips: drawn === 'pips',
      /** So few that one sees how many without a number: what a turn allows. */
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
    const notes = note.map((words) => this.localize(words));
    return {
      id,
      rule: this.ruleOf(label),
      label: name,
      tone,
      icon: iconPath(icon),
      implied,
      left: left ?? null,
      notes,
      /** When it ends and whom it concerns; what it does comes first of its notes. */
      lasts: notes.slice(1),
      tooltip: lines(notes),
      /** All of it in words, for a badge that is an icon alone. */
      aria: [name, ...notes].join(' · '),
    };
  }

  price({ pool, amount }: Price) {
    const name = this.pools[pool] ?? this.localize({ key: `Pool.${pool}` });
    return { pool, amount, name, aria: text('CADENCE.App.price', { amount, name }) };
  }

  /** @param unsent why the command could not even be sent, whatever the rules say */
  action(button: ActionButton, unsent: Reason | null = null) {
    const { id, label, hint, icon, command, cost, whyNot, needs, fields, preview } = button;
    const name = this.localize(label);
    const against = [...whyNot, ...(unsent ? [unsent] : [])];
    const reasons = against.map((reason) => reasonText(this.ruleset, reason));
    const prices = cost.map((price) => this.price(price).aria).join(', ');
    const later = reasons.length === 0 && preview?.fit === 'overflows';
    return {
      id,
      rule: `${this.ruleset}.Action.${command.do}`,
      label: name,
      hint: this.localize(hint),
      icon: iconPath(icon),
      command: JSON.stringify(command),
      /** The thing of its fighter it is done with. */
      item: command.with ?? null,
      needs,
      cost: cost.map((price) => this.price(price)),
      odds: this.odds(button),
      hasOptions: fields.length > 0,
      foreseen: preview ? JSON.stringify(this.ghost(preview, command, against)) : '',
      barred: against.some((reason) => !isAskedFor(button, reason)),
      against,
      reasons,
      why: reasons.join(' '),
      /** All of it in words, for a button that is an icon alone. */
      aria: [...(later ? [this.localize(preview.label)] : [name, prices]), this.odds(button), ...reasons]
        .filter(Boolean)
        .join(' · '),
      tooltip: lines([[prices, this.odds(button)].filter(Boolean).join(' · '), this.localize(hint), ...reasons]),
    };
  }

  /** What the lanes of a fighter show of something before it is done. */
  ghost({ label, length, fit }: Preview, { do: verb, by }: Command, whyNot: readonly Reason[]): Ghost {
    if (whyNot.length === 0) return { by, length, fit, label: this.localize(label) };
    const name = this.localize({ key: `Action.${verb}.label` });
    const why = whyNot.map((reason) => reasonText(this.ruleset, reason)).join(' ');
    return { by, length, fit: 'refused', label: text('CADENCE.App.Lane.refused', { name, why }) };
  }

  /** How likely the action is to come off, as far as the reader may know. */
  private odds({ odds = [] }: ActionButton): string {
    return odds
      .map(({ label, chance, exact }) => {
        const said = this.localize(label);
        if (chance === null) return exact ? said : text('CADENCE.App.Odds.amountAbout', { label: said });
        const percent = Math.round(chance * 100);
        return text(`CADENCE.App.Odds.${exact ? 'exact' : 'about'}`, { label: said, percent });
      })
      .join(' · ');
  }

  /** Fields of a dialog, as far as the command says something of each already. */
  fields(fields: readonly OptionField[], { options = {} }: Command) {
    return fields.map(({ key, label, hint, gm, input }) => {
      const said = options[key];
      return {
        key,
        gm,
        label: this.localize(label),
        hint: this.localize(hint),
        isToggle: input.kind === 'toggle',
        checked: input.kind === 'toggle' && said === input.value,
        number: input.kind === 'number' ? { min: input.min, max: input.max, value: said ?? '' } : null,
        line: input.kind === 'text' ? { value: said ?? '' } : null,
        choices:
          input.kind === 'choice'
            ? [
                { at: '', label: this.localize(input.emptyLabel), chosen: said === undefined },
                ...input.choices.map((each, at) => ({
                  at: String(at),
                  label: this.localize(each.label),
                  chosen: said === each.value,
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
   * @param lent what active effects add to what the rules make of it
   * @param unsent why nothing could be rolled with it, whatever the rules say
   */
  figure({ id, label, value, terms, kind, of = '', roll }: Figure, lent = 0, unsent: Reason | null = null) {
    const shown = terms.map((term) => ({ label: this.localize(term.label), value: signed(term.value) }));
    if (lent !== 0) shown.push({ label: text('CADENCE.App.Effect.title'), value: signed(lent) });
    const sum = shown.map((term) => `${term.value} ${term.label}`).join(', ');
    return {
      id,
      rule: this.ruleOf(label),
      label: this.localize(label),
      // What is added to a roll says so by its sign.
      value: kind === 'ability' ? signed(value + lent) : value + lent,
      kind: kind ?? 'number',
      of,
      roll: roll ? this.action(roll, unsent) : null,
      terms: shown,
      sum,
      tooltip: lines([ruleText(this.ruleset, label.key), sum]),
    };
  }

  fact({ id, label, tone, terms }: ItemFact) {
    const sum = terms.map((term) => `${signed(term.value)} ${this.localize(term.label)}`).join(', ');
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
      by: names[by] ?? '',
      dice,
      faces: faces.map(({ face, counts, exploded }) => ({
        face,
        counts,
        exploded,
        aria: text(`CADENCE.App.Face.${!counts ? 'discarded' : exploded ? 'exploded' : 'kept'}`, { face }),
      })),
      total,
      note: note ? this.localize(note) : '',
      tag: tag ? this.localize(tag) : '',
    };
  }

  text({ message, tone, strong }: TextLine) {
    return { text: this.localize(message), tone, strong };
  }

  /** A lane of time: lengths as shares of it and what was carried into it, and in words for who does not see them. */
  lane({ length, active, carried, spans, left, flag }: Lane, fighter: FighterId) {
    const before = carried.reduce((sum, span) => sum + span.length, 0);
    const whole = before + length;
    const share = (long: number): number => Math.round((long / whole) * 1000) / 10;
    const said = active ? text('CADENCE.App.Lane.left', { left }) : '';
    const filled = [...carried, ...spans].map((span) => this.span(span, share(span.length)));
    const all = [...filled.map(({ label }) => label), said].filter(Boolean);
    return {
      fighter,
      active,
      whole,
      length,
      spans: filled,
      before: share(before),
      left: said,
      aria: all.length > 0 ? text('CADENCE.App.Lane.of', { spans: all.join(' · ') }) : text('CADENCE.App.Lane.empty'),
      flag: flag ? this.localize(flag) : '',
    };
  }

  private span({ id, label, state }: LaneSpan, share: number) {
    return { id, label: this.localize(label), state, share };
  }

  /** A card of what somebody means to do. @param of whose it is @param cells the strip, for the moment it stands on */
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
      /** Seen from behind: all there is to tell is whether a card lies there. */
      isBack: state === 'closed' || (state === 'empty' && drops.length === 0),
      canLay: drops.length > 0,
      aria: [
        text(`CADENCE.App.Plan.${state}`, { name: of.name, card: name, when }),
        ...prices.map(({ aria }) => aria),
      ].join(' · '),
    };
  }

  /** @param rows of the fighters, whose cards stand on the cells in their stead */
  track(cells: readonly TrackCell[], faces: ReadonlyMap<FighterId, Face>, rows: readonly FighterRow[] = []) {
    const by = new Map(rows.map((row) => [row.id, row]));
    const cardsOn = (id: FighterId, cell: string) =>
      (by.get(id)?.cards ?? []).filter(({ at, state }) => at === cell && (state === 'planned' || state === 'due'));
    const shown = (id: FighterId, isSpent: boolean, plan: PlanCard | null = null) => {
      const face = faces.get(id);
      if (!face) return [];
      const row = by.get(id);
      const state = row?.light ?? (row?.out ? 'out' : isSpent ? 'spent' : '');
      const said = state ? text(`CADENCE.App.Track.${state}`, { name: face.name }) : face.name;
      const card = plan && this.card(plan, face, cells);
      return [{ ...face, state, said: card?.aria ?? said, dim: isSpent, card }];
    };
    const placed = (id: FighterId, at: string, nth: number) => shown(id, false, cardsOn(id, at)[nth] ?? null);
    return cells.map(({ id, label, state, fighters, spent = [], marks = [], gauges = [] }) => ({
      id,
      label: this.localize(label),
      state,
      current: state === 'now',
      fighters: [
        ...fighters.flatMap((fighter, at) =>
          placed(fighter, id, fighters.slice(0, at).filter((each) => each === fighter).length),
        ),
        ...spent.flatMap((fighter) => shown(fighter, true)),
      ],
      marks: marks.map((mark) => this.badge(mark)),
      ...this.pipsOf(
        fighters.flatMap((fighter) => by.get(fighter)?.gauges ?? []).filter((each) => gauges.includes(each.id)),
      ),
    }));
  }

  /** Gauges as one small pip each, full or not, and all of them in one sentence. */
  private pipsOf(gauges: readonly Gauge[]) {
    const pips = gauges.map((gauge) => this.gauge(gauge));
    return { pips, pipsSaid: pips.map(({ aria }) => aria).join(' · ') };
  }
}

/** One dot a point; those above the maximum are shown as extra. */
function pips(value: number, max: number) {
  return Array.from({ length: Math.max(value, max) }, (_, index) => ({ on: index < value, extra: index >= max }));
}

/** What a tooltip says, a line each. */
const lines = (said: readonly (string | null)[]): string => said.filter(Boolean).join('\n');

/** Whether a reason is done away with by what its button asks: whom it is for. */
const isAskedFor = ({ needs, command }: ActionButton, { id }: Reason): boolean =>
  needs === 'target' && command.at === undefined && id === NO_TARGET;

const signed = (value: number): string => (value < 0 ? `−${-value}` : `+${value}`);

/** What the `body` partial shows: a number and a mark for each zone, and in words what is worth telling. */
export function bodyContext(parts: Parts, { label, zones }: BodyView) {
  const zoneOf = (id: (typeof BODY_ZONES)[number]) => {
    const { label: name, value, mark } = zones[id];
    return { label: parts.localize(name), value: value ?? '', mark: mark ?? 'plain' };
  };
  const [head, torso, arms, legs] = [zoneOf('head'), zoneOf('torso'), zoneOf('arms'), zoneOf('legs')];
  const values = [head, torso, arms, legs]
    .filter(({ value }) => value !== '')
    .map((zone) => text('CADENCE.App.Body.zone', { zone: zone.label, value: zone.value }))
    .join(', ');
  const name = parts.localize(label);
  return { label: name, aria: [name, values].filter(Boolean).join(': '), head, torso, arms, legs };
}

const ICONS = { through: 'fa-burst', held: 'fa-shield-halved', open: 'fa-ellipsis' } as const;

/** What the `faceoff` partial shows: both sides with their totals, which of them stands, and where it lands. */
export function faceoffContext(
  parts: Parts,
  { attack, answer, verdict, body, tallies }: Faceoff,
  names: Readonly<Record<string, string>>,
) {
  const side = ({ by, label, total }: FaceoffSide, wins: boolean) => ({
    name: names[by] ?? '',
    label: parts.localize(label),
    total: total ?? '–',
    wins,
  });
  const state = verdict ?? 'open';
  return {
    sides: [side(attack, verdict === 'through'), side(answer, verdict === 'held')],
    verdict: state,
    icon: ICONS[state],
    said: text(`CADENCE.App.Faceoff.${state}`),
    body: body && bodyContext(parts, body),
    tallies: tallies.map((tally) => ({ ...tally, label: parts.localize(tally.label) })),
  };
}
