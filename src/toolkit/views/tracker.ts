import type { Encounter, Fighter, FighterIn } from '../../encounter/state';
import type { ActionButton, FighterRow, Message, TrackCell, TrackerView, Viewer } from '../../encounter/view';
import { GM } from '../../kernel/ask';
import { message } from '../define/labels';
import { badgesIn } from './badges';
import type { Buttons, MakeButton } from './buttons';
import type { FighterLooks, ViewParts } from './view-parts';

/** What a ruleset shows of its clock and of its fighters' rows; whatever they have alike is not asked for. */
export interface TrackerRules<E extends Encounter> {
  /** Whether the clock has started: it is not idle, where nothing is said. */
  isStarted?(encounter: E): boolean;
  /** Where the clock stands, once it has started; in which Round, where nothing is said. */
  headline?(encounter: E, viewer: Viewer): Message;
  /** The time strip, once it has started; none, where nothing is said. */
  track?(encounter: E, viewer: Viewer): readonly TrackCell[];
  /** The fighters that have rows, in their order, as far as the viewer may know of them. */
  fighters(encounter: E, viewer: Viewer): readonly FighterIn<E>[];
  row(encounter: E, fighter: FighterIn<E>, viewer: Viewer): RowRules;
  /** Buttons of the row, for whom the fighter belongs to and the game master. */
  actions?(encounter: E, fighter: FighterIn<E>, button: MakeButton, viewer: Viewer): readonly ActionButton[];
  /** The game master's buttons that move the clock; one for each of its commands, where nothing is said. */
  controls?(encounter: E, button: MakeButton): readonly ActionButton[];
  extras?(encounter: E, viewer: Viewer, button: MakeButton): Pick<TrackerView, 'hint' | 'opportunities'>;
}

/** What a ruleset says in a fighter's row; all its gauges, where it names none. */
type RowRules = Omit<FighterRow, 'id' | 'badges' | 'actions' | 'gauges'> & Partial<Pick<FighterRow, 'gauges'>>;

/** Whether a fighter's buttons are the viewer's to press. */
const isMine = ({ gm, owns }: Viewer, { id }: { readonly id: string }): boolean => gm || owns.includes(id);

export const trackerOf =
  <E extends Encounter>(
    rules: TrackerRules<E>,
    { makerFor }: Buttons<E>,
    { idle, commands, gauges, badges }: ViewParts<E> & FighterLooks<E>,
  ) =>
  (encounter: E, viewer: Viewer): TrackerView => {
    const { clock } = encounter;
    const button = makerFor(encounter, viewer);
    const started = rules.isStarted ? rules.isStarted(encounter) : clock.phase !== idle.phase;
    return {
      clock: started
        ? (rules.headline?.(encounter, viewer) ?? message('Clock.round', { round: clock.round }))
        : message('Clock.idle'),
      started,
      track: (started && rules.track?.(encounter, viewer)) || [],
      rows: rules.fighters(encounter, viewer).map((fighter): FighterRow => {
        const row = rules.row(encounter, fighter, viewer);
        return {
          id: fighter.id,
          ...row,
          gauges: row.gauges ?? gauges(fighter),
          badges: badgesIn(badges(encounter, fighter, viewer), encounter, fighter, viewer),
          actions: (isMine(viewer, fighter) && rules.actions?.(encounter, fighter, button, viewer)) || [],
        };
      }),
      ...rules.extras?.(encounter, viewer, button),
      controls: viewer.gm
        ? (rules.controls?.(encounter, button) ?? Object.keys(commands.clock).map((id) => button({ do: id, by: GM })))
        : [],
    };
  };

/** A turn on the time strip. */
export const turnCell = (
  { id }: Pick<Fighter, 'id'>,
  state: TrackCell['state'],
  label: Message,
  gauges?: TrackCell['gauges'],
): TrackCell => ({ id: `turn-${id}`, label, state, fighters: [id], ...(gauges && { gauges }) });

/** The turns of an order on the time strip: those before the one that runs are past; while none does, all are ahead. */
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
