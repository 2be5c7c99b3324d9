import type { Encounter, Fighter, FighterIn } from '../../encounter/state';
import type { ActionButton, FighterRow, Message, TrackCell, TrackerView, Viewer } from '../../encounter/view';
import { GM } from '../../kernel/ask';
import { message } from '../define/labels';
import { badgesIn } from './badges';
import type { Buttons, MakeButton } from './buttons';
import type { FighterAppearance, ViewParts } from './view-parts';

export interface TrackerRules<E extends Encounter> {
  /** Default: the clock is not idle. */
  isStarted?(encounter: E): boolean;
  /** Default: the round. Called after the start. */
  headline?(encounter: E, viewer: Viewer): Message;
  /** The timeline after the start; default none. */
  track?(encounter: E, viewer: Viewer): readonly TrackCell[];
  /** Returns the fighters with rows, in order, without those hidden from the viewer. */
  fighters(encounter: E, viewer: Viewer): readonly FighterIn<E>[];
  /** Called once for all rows, so that they share what it works out. */
  row(encounter: E, viewer: Viewer): (fighter: FighterIn<E>) => RowRules;
  /** Row buttons for the fighter's owners and the GM. */
  actions?(encounter: E, button: MakeButton, viewer: Viewer): (fighter: FighterIn<E>) => readonly ActionButton[];
  /** The GM's clock buttons; default: one per clock command. */
  controls?(encounter: E, button: MakeButton): readonly ActionButton[];
  extras?(encounter: E, viewer: Viewer, button: MakeButton): Pick<TrackerView, 'hint' | 'opportunities'>;
}

/** The ruleset's part of a row; default: all gauges. */
type RowRules = Omit<FighterRow, 'id' | 'badges' | 'actions' | 'gauges'> & Partial<Pick<FighterRow, 'gauges'>>;

const canControl = ({ gm, owns }: Viewer, { id }: { readonly id: string }): boolean => gm || owns.includes(id);

/** Returns the buttons of rows, for their owners and the GM. */
export const rowActionsOf =
  <E extends Encounter>({ actions }: Pick<TrackerRules<E>, 'actions'>, { makerFor }: Buttons<E>) =>
  (encounter: E, viewer: Viewer) => {
    const actionsOf = actions?.(encounter, makerFor(encounter, viewer), viewer);
    return (fighter: FighterIn<E>): readonly ActionButton[] =>
      (canControl(viewer, fighter) && actionsOf?.(fighter)) || [];
  };

export const trackerOf =
  <E extends Encounter>(
    rules: TrackerRules<E>,
    buttons: Buttons<E>,
    { idle, commands, gauges, badges }: ViewParts & FighterAppearance<E>,
  ) =>
  (encounter: E, viewer: Viewer): TrackerView => {
    const { clock } = encounter;
    const button = buttons.makerFor(encounter, viewer);
    const rowOf = rules.row(encounter, viewer);
    const actionsOf = rowActionsOf(rules, buttons)(encounter, viewer);
    const badgesFor = badges(encounter, viewer);
    const started = rules.isStarted ? rules.isStarted(encounter) : clock.phase !== idle.phase;
    return {
      clock: started
        ? (rules.headline?.(encounter, viewer) ?? message('Clock.round', { round: clock.round }))
        : message('Clock.idle'),
      started,
      track: (started && rules.track?.(encounter, viewer)) || [],
      rows: rules.fighters(encounter, viewer).map((fighter): FighterRow => {
        const row = rowOf(fighter);
        return {
          id: fighter.id,
          ...row,
          gauges: row.gauges ?? gauges(fighter),
          badges: badgesIn(badgesFor(fighter), encounter, fighter, viewer),
          actions: actionsOf(fighter),
        };
      }),
      ...rules.extras?.(encounter, viewer, button),
      controls: viewer.gm
        ? (rules.controls?.(encounter, button) ?? Object.keys(commands.clock).map((id) => button({ do: id, by: GM })))
        : [],
    };
  };

/** Returns all fighters: those of the order first, then the others as they joined. */
export const allInOrder = <F extends Pick<Fighter, 'id'>>(order: readonly F[], all: readonly F[]): readonly F[] => [
  ...order,
  ...all.filter((fighter) => !order.includes(fighter)),
];

/** Returns the number of a row in games with initiative. */
export const initiativeNumber = ({
  state: { initiative },
}: {
  readonly state: { readonly initiative?: number | undefined };
}): Pick<FighterRow, 'number'> =>
  initiative === undefined ? {} : { number: { value: initiative, label: message('Note.initiative', { initiative }) } };

export const turnCell = (
  { id }: Pick<Fighter, 'id'>,
  state: TrackCell['state'],
  label: Message,
  gauges?: TrackCell['gauges'],
): TrackCell => ({ id: `turn-${id}`, label, state, fighters: [id], ...(gauges && { gauges }) });

/** Returns the track of a turn order. Without a running turn all cells are ahead. */
export function turnTrack<F extends Pick<Fighter, 'id'>>(
  order: readonly F[],
  running: unknown,
  label: (fighter: F, at: number) => Message,
  gauges?: TrackCell['gauges'],
): TrackCell[] {
  const now = order.findIndex(({ id }) => id === running);
  return order.map((fighter, at) =>
    turnCell(fighter, at === now ? 'now' : at < now ? 'past' : 'ahead', label(fighter, at), gauges),
  );
}
