import { adapterOf } from '../adapters/registry';
import { versionOf } from '../host/changes';
import { hasFloatingNumbers, hasHitFlash } from '../platform/user-settings';
import { foePoolVisibility } from '../platform/world-settings';
import { hasReducedMotion } from '../views/pages';

/** What a token's actor had left when it was looked at last. */
interface Looked {
  readonly version: number;
  readonly actor: Actor.Implementation;
  readonly value: number;
}

/** By the token's document; what is drawn anew is looked at for the first time. */
let looked = new WeakMap<TokenDocument.Implementation, Looked>();

const LOST = 0xff8a70;
const GAINED = 0x8fe08a;

/** Milliseconds. */
const LASTS = 1600;

/** Milliseconds, and the width as a share of the token's. */
const FLASH = { lasts: 420, width: 0.08, color: 0xff5a4a };

/** Begins to look anew with every scene: what changed out of sight is not told when one comes back. */
export function watchNumbers(): void {
  Hooks.on('canvasReady', () => {
    looked = new WeakMap();
    showNumbers();
  });
}

/**
 * Shows on each token what its actor has lost or gained since it was looked at last, whoever wrote it: of the pool a table watches first.
 * Core shows no such numbers: dnd5e, module/documents/actor/actor.mjs, and draw-steel, module/data/actor/base-actor.mjs, show their own in the same way.
 */
export function showNumbers(): void {
  if (!canvas?.ready) return;
  for (const token of canvas.tokens?.placeables ?? []) {
    const change = changeOf(token.document);
    if (change !== 0 && isTold(token)) tell(token, change);
  }
}

function changeOf(document: TokenDocument.Implementation): number {
  const { actor } = document;
  if (!actor) return 0;
  const before = looked.get(document);
  const version = versionOf(actor);
  if (before?.actor === actor && before.version === version) return 0;
  const value = leftOf(actor);
  if (value === null) return 0;
  looked.set(document, { version, actor, value });
  return before?.actor === actor ? value - before.value : 0;
}

/** What is left of what a table watches first; null for an actor of no ruleset. */
function leftOf(actor: Actor.Implementation): number | null {
  const adapter = adapterOf(actor.type);
  if (!adapter) return null;
  const [first] = adapter.bars ?? Object.values(adapter.pools).map(({ path }) => path.replace(/\.value$/, ''));
  const value: unknown = foundry.utils.getProperty(actor, `system.${first}.value`);
  return typeof value === 'number' ? value : null;
}

/** Whether the user sees the token, and may know of what its actor loses. */
function isTold({ document: token, isVisible, actor }: Token.Implementation): boolean {
  if (!isVisible || token.isSecret || (token.hidden && !game.user.isGM)) return false;
  return game.user.isGM || foePoolVisibility() !== 'hidden' || actor?.hasPlayerOwner === true;
}

function tell(token: Token.Implementation, change: number): void {
  if (hasFloatingNumbers())
    // T14: client/canvas/groups/interface.d.mts: from the middle upwards; where the user has switched such texts off in core, nothing is drawn.
    void canvas.interface?.createScrollingText(token.center, signed(change), {
      ...(hasReducedMotion() && { distance: 0 }),
      duration: LASTS,
      fontSize: Math.max(28, (canvas.dimensions?.size ?? 0) * 0.36),
      fill: change < 0 ? LOST : GAINED,
      stroke: 0x000000,
      strokeThickness: 5,
    });
  if (change < 0 && hasHitFlash() && !hasReducedMotion()) flash(token);
}

/** With a real minus. */
const signed = (change: number): string => `${change < 0 ? '−' : '+'}${Math.abs(change)}`;

/** A ring around the token that fades. */
function flash(token: Token.Implementation): void {
  const ring = new PIXI.Graphics();
  const width = Math.max(4, token.w * FLASH.width);
  ring.lineStyle(width, FLASH.color).drawCircle(token.w / 2, token.h / 2, Math.min(token.w, token.h) / 2 - width / 2);
  token.addChild(ring);
  const begun = performance.now();
  const fade = (): void => {
    const left = 1 - (performance.now() - begun) / FLASH.lasts;
    if (ring.destroyed) return;
    if (left <= 0 || token.destroyed) return void ring.destroy();
    ring.alpha = left;
    requestAnimationFrame(fade);
  };
  fade();
}
