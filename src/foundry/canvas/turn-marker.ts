import { displayRound } from '../../encounter/timing';
import { isRulesetType } from '../adapters/registry';
import { visibleFightOf } from '../host/store';
import { STEP_HOOK } from '../referee/store/step-hook';
import { SECRET_HOOK } from '../secrets/share';
import { activeBrush } from './brush';
import { FLOOR_ITEM_HOOK, floorItemOf } from './floor-tokens';

/** Tokens of fighters that act while no fighter has the turn, such as all that are due on one count. */
let marked: ReadonlySet<string> = new Set();

interface Marker extends PIXI.Container {
  draw(): Promise<void>;
}

declare class MarkedToken extends foundry.canvas.placeables.Token {
  turnMarker: Marker | null;
  protected _refreshTurnMarker(): void;
}

const CoreToken = foundry.canvas.placeables.Token as unknown as typeof MarkedToken;
const markerOf = (token: MarkedToken): Marker => {
  const { TokenTurnMarker } = foundry.canvas.placeables.tokens as unknown as {
    TokenTurnMarker: new (token: MarkedToken) => Marker;
  };
  return new TokenTurnMarker(token);
};
const markedTokens = (): Set<MarkedToken> =>
  (canvas.tokens as unknown as { turnMarkers: Set<MarkedToken> }).turnMarkers;

/** A token that also gets a turn marker while several fighters act. A single turn is marked by Foundry itself. */
class CadenceTokenObject extends CoreToken {
  /**
   * T14: client/canvas/placeables/token.d.mts `_refreshTurnMarker`, `turnMarker`; client/canvas/layers/tokens.d.mts `turnMarkers`, a set of
   * tokens. That a system marks several tokens by overriding it: Daggerheart (Foundryborne/daggerheart, `placeables/token.mjs`),
   * Star Wars FFG (StarWarsFoundryVTT/StarWarsFFG, `modules/tokens/token-ffg.js`).
   */
  protected override _refreshTurnMarker(): void {
    if (!marked.has(this.document.id ?? '') || !areMarkersShown(this.document)) {
      super._refreshTurnMarker();
      return;
    }
    this.turnMarker ??= this.addChildAt(markerOf(this), 0);
    markedTokens().add(this);
    void this.turnMarker.draw();
  }

  /** T14: Token#_canView decides who may double-click; a floor item has no actor to check. */
  protected override _canView(user: User.Implementation, event?: Canvas.Event.Pointer): boolean {
    return floorItemOf(this.document) !== null || super._canView(user, event);
  }

  /** T14: client/canvas/placeables/token.d.mts `_onClickLeft`, which selects or targets. */
  protected override _onClickLeft(event: Canvas.Event.Pointer): void {
    const brush = activeBrush();
    if (brush) brush(this);
    else super._onClickLeft(event);
  }

  protected override _onClickLeft2(event: Canvas.Event.Pointer): void {
    if (activeBrush()) return;
    if (floorItemOf(this.document)) Hooks.callAll(FLOOR_ITEM_HOOK, this.document);
    else super._onClickLeft2(event);
  }
}

function areMarkersShown({ turnMarker }: TokenDocument.Implementation): boolean {
  const { settings } = CONFIG.Combat as unknown as { settings: { turnMarker?: { enabled?: boolean } } | null };
  return settings?.turnMarker?.enabled !== false && turnMarker?.mode !== CONST.TOKEN_TURN_MARKER_MODES.DISABLED;
}

/** Milliseconds. The documents of a step arrive one after the other, so the refresh is debounced. */
const DELAY = 20;

const HOOKS = [
  ...([STEP_HOOK, SECRET_HOOK, 'canvasReady', 'renderCombatTracker', 'createCombatant', 'updateCombatant'] as const),
  ...(['deleteCombatant', 'deleteCombat'] as const),
];

function watchTurnMarkers(): void {
  const refresh = foundry.utils.debounce(refreshMarked, DELAY);
  for (const hook of HOOKS) Hooks.on(hook, () => refresh());
}

function refreshMarked(): void {
  const { combat } = game;
  const isOwnFight = combat && isRulesetType(combat.type) && combat.isActive && !combat.combatant;
  const acting = isOwnFight ? actingFighters(combat).flatMap((id) => combat.combatants.get(id) ?? []) : [];
  const tokens = acting.flatMap(({ tokenId, sceneId }) => (tokenId && sceneId === canvas?.scene?.id ? [tokenId] : []));
  const before = marked;
  marked = new Set(tokens);
  for (const id of new Set([...before, ...marked]))
    if (before.has(id) !== marked.has(id)) canvas?.tokens?.get(id)?.renderFlags.set({ refreshTurnMarker: true });
}

/** Returns ids; empty if all fighters may act, or no encounter is running. */
function actingFighters(combat: Combat.Implementation): readonly string[] {
  const fight = visibleFightOf(combat);
  if (!fight) return [];
  const { adapter, encounter } = fight;
  if (displayRound(encounter.clock, adapter.ruleset.idle) === 0) return [];
  return adapter.ruleset.timing.actingFighters(encounter);
}

export const TURN_MARKERS = {
  init() {
    const token: { objectClass: unknown } = CONFIG.Token;
    token.objectClass = CadenceTokenObject;
  },
  ready: watchTurnMarkers,
};
