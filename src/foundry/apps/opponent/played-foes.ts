import type { FighterId } from '../../../encounter/state';
import type { UserAsk } from '../../referee';

/** Foes of an encounter that play by themselves, as tracker and prompt show them. */
interface PlayedFoes {
  readonly isOn: boolean;
  /** What they do now. */
  readonly line: string;
  readonly isPaused: boolean;
  /** The foes with a toggle: its `aria-pressed`, true if the foe plays by itself. */
  readonly toggles: ReadonlyMap<FighterId, 'true' | 'false'>;
  /** Whether a question needs no user. */
  isAnswering(asked: UserAsk): boolean;
}

/** By combat. The code that plays them fills it and is loaded on first use. */
export const PLAYED_FOES = new Map<string | null, PlayedFoes>();
