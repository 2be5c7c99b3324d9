import type { Actor, Token } from './documents';
import type { Party } from './party';
import type { Tab } from './tab';
import { idOf } from './world';

export interface ShownAction {
  readonly id: string;
  readonly action: string;
  readonly label: string;
  readonly img: string;
  readonly group: { readonly id: string; readonly label: string };
  readonly whyNot: string | null;
  readonly isAvailable: boolean;
  readonly needs: string;
  readonly item: string | null;
}

export interface ActResult {
  readonly outcome: object | null;
  readonly effects: readonly object[];
  readonly card: string | null;
}

interface ShownState {
  readonly isActing: boolean;
  readonly pools: readonly { readonly id: string; readonly value: number; readonly isRough: boolean }[];
}

interface ModuleApi {
  actionsOf(actor: unknown): readonly ShownAction[];
  stateOf(actor: unknown): ShownState | null;
  act(...given: unknown[]): Promise<ActResult | null>;
}

/** `game.system.api`, as other packages use it. */
export const apiOf = ({ page }: Tab): ModuleApi => page.game.system.api as unknown as ModuleApi;

export const actorAt = (party: Party, tab: Tab, token: number): Actor =>
  party.combatAt(tab).combatants.get(party.of(token)).actor;

export const tokenAt = ({ page }: Tab, token: number): Token =>
  page.game.scenes.contents[0].tokens.get(idOf('Token', token));
