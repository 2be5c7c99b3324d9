import { formatSigned } from '../../toolkit/define/labels';
import { adapterOf } from '../adapters/registry';
import { versionOf } from '../host/changes';
import { isSwitchedOn } from '../platform/user-settings';
import { foePoolVisibility } from '../platform/world-settings';
import { mainPage } from '../views/pages';

interface Checked {
  readonly version: number;
  readonly actor: Actor.Implementation;
  readonly value: number;
}

/** The value of each token at the last check. */
let checked = new WeakMap<TokenDocument.Implementation, Checked>();

const LOST = 0xff8a70;
const GAINED = 0x8fe08a;

/** Milliseconds. */
const DURATION = 1600;

/** Duration in milliseconds; width as a share of the token's. */
const FLASH = { lasts: 420, width: 0.08, color: 0xff5a4a };

/** Starts over with every scene: changes that were out of sight are not shown. */
export function watchNumbers(): void {
  Hooks.on('canvasReady', () => {
    checked = new WeakMap();
    showNumbers();
  });
}

/**
 * Shows on each token the change of its actor's first pool since the last check. Core shows no such numbers:
 * dnd5e, module/documents/actor/actor.mjs, and draw-steel, module/data/actor/base-actor.mjs, show their own in the same way.
 */
export function showNumbers(): void {
  if (!canvas?.ready) return;
  for (const token of canvas.tokens?.placeables ?? []) {
    const change = changeOf(token.document);
    if (change !== 0 && mayShow(token)) showChange(token, change);
  }
}

function changeOf(document: TokenDocument.Implementation): number {
  const { actor } = document;
  if (!actor) return 0;
  const before = checked.get(document);
  const version = versionOf(actor);
  if (before?.actor === actor && before.version === version) return 0;
  const value = currentValue(actor);
  if (value === null) return 0;
  checked.set(document, { version, actor, value });
  return before?.actor === actor ? value - before.value : 0;
}

function currentValue(actor: Actor.Implementation): number | null {
  const adapter = adapterOf(actor.type);
  if (!adapter) return null;
  const value: unknown = foundry.utils.getProperty(actor, `system.${adapter.health?.path}.value`);
  return typeof value === 'number' ? value : null;
}

function mayShow({ document: token, isVisible, actor }: Token.Implementation): boolean {
  if (!isVisible || token.isSecret || (token.hidden && !game.user.isGM)) return false;
  return game.user.isGM || foePoolVisibility() !== 'hidden' || actor?.hasPlayerOwner === true;
}

const hasReducedMotion = (): boolean =>
  mainPage().defaultView?.matchMedia('(prefers-reduced-motion: reduce)').matches ?? false;

function showChange(token: Token.Implementation, change: number): void {
  if (isSwitchedOn('numbers'))
    // T14: client/canvas/groups/interface.d.mts: upwards from the center. Draws nothing if the user has disabled such texts in core.
    void canvas.interface?.createScrollingText(token.center, formatSigned(change), {
      ...(hasReducedMotion() && { distance: 0 }),
      duration: DURATION,
      fontSize: Math.max(28, (canvas.dimensions?.size ?? 0) * 0.36),
      fill: change < 0 ? LOST : GAINED,
      stroke: 0x000000,
      strokeThickness: 5,
    });
  if (change < 0 && isSwitchedOn('hits') && !hasReducedMotion()) flash(token);
}

function flash(token: Token.Implementation): void {
  const ring = new PIXI.Graphics();
  const width = Math.max(4, token.w * FLASH.width);
  ring.lineStyle(width, FLASH.color).drawCircle(token.w / 2, token.h / 2, Math.min(token.w, token.h) / 2 - width / 2);
  token.addChild(ring);
  const start = performance.now();
  const fade = (): void => {
    const left = 1 - (performance.now() - start) / FLASH.lasts;
    if (ring.destroyed) return;
    if (left <= 0 || token.destroyed) return void ring.destroy();
    ring.alpha = left;
    requestAnimationFrame(fade);
  };
  fade();
}
