import type { Encounter, Fighter, FighterIn } from '../encounter/state';
import type { ActionButton, Badge, FighterRow, Message, TrackCell, TrackerView, Viewer } from '../encounter/view';
import { GM } from '../kernel/ask';
import { withPeople } from './badges';
import type { Buttons, MakeButton } from './buttons';
import { message } from './labels';

/** What a ruleset shows of its clock and of its fighters' rows; whatever they have alike is not asked for. */
export interface TrackerRules<E extends Encounter> {
  isStarted(encounter: E): boolean;
  /** Where the clock stands, once it has started. */
  headline(encounter: E, viewer: Viewer): Message;
  /** The time strip, once it has started. */
  track(encounter: E, viewer: Viewer): readonly TrackCell[];
  /** The fighters that have rows, in their order, as far as the viewer may know of them. */
  fighters(encounter: E, viewer: Viewer): readonly FighterIn<E>[];
  row(encounter: E, fighter: FighterIn<E>, viewer: Viewer): Omit<FighterRow, 'id' | 'badges' | 'actions'>;
  badges(encounter: E, fighter: FighterIn<E>, viewer: Viewer): readonly Badge[];
  /** Buttons of the row, for whom the fighter belongs to and the game master. */
  actions(encounter: E, fighter: FighterIn<E>, button: MakeButton, viewer: Viewer): readonly ActionButton[];
  /** The game master's buttons that move the clock; one for each of its commands, where nothing is said. */
  controls?(encounter: E, button: MakeButton): readonly ActionButton[];
  more?(encounter: E, viewer: Viewer, button: MakeButton): Pick<TrackerView, 'calls' | 'hint'>;
}

/** Whether a fighter's buttons are the viewer's to press. */
const isMine = ({ gm, owns }: Viewer, { id }: { readonly id: string }): boolean => gm || owns.includes(id);

export const trackerOf =
  <E extends Encounter>(rules: TrackerRules<E>, { offered }: Buttons<E>, clock: readonly string[]) =>
  (encounter: E, viewer: Viewer): TrackerView => {
    const button = offered(encounter, viewer);
    const started = rules.isStarted(encounter);
    return {
      clock: started ? rules.headline(encounter, viewer) : message('Clock.idle'),
      started,
      track: started ? rules.track(encounter, viewer) : [],
      rows: rules.fighters(encounter, viewer).map(
        (fighter): FighterRow => ({
          id: fighter.id,
          ...rules.row(encounter, fighter, viewer),
          badges: withPeople(rules.badges(encounter, fighter, viewer), encounter, fighter, viewer),
          actions: isMine(viewer, fighter) ? rules.actions(encounter, fighter, button, viewer) : [],
        }),
      ),
      ...rules.more?.(encounter, viewer, button),
      controls: viewer.gm ? (rules.controls?.(encounter, button) ?? clock.map((id) => button({ do: id, by: GM }))) : [],
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
