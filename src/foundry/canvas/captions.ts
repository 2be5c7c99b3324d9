import { isRulesetType } from '../adapters/registry';
import { hasTokenBadges } from '../platform/user-settings';
import { activityOf } from '../views/activity';
import { fightOf, trackerView } from '../views/fight';

/** What is written above a token, and the lines as they are drawn. */
interface Caption {
  readonly words: string;
  readonly size: number;
  readonly drawn: PIXI.Container;
}

/** By the token as it is drawn. */
const captions = new WeakMap<Token.Implementation, Caption>();

/** Milliseconds. */
const DELAY = 20;

const INK = 0xf4efe2;
const GROUND = { color: 0x15181d, alpha: 0.78 };
/** Of a square of the grid: as small as the name below a token may be read. */
const SIZE = 0.15;
const LEAST = 12;
/** Pixels of the screen: what is smaller nobody reads. */
const LEAST_SEEN = 10;
/** Of a square of the grid: larger words would say nothing in the width of a token. */
const MOST = 0.26;
/** The width of a letter, of its size. */
const LETTER = 0.52;

/** Words stand on tokens that are drawn anew, too. */
export function watchCaptions(): void {
  // A scene draws all its tokens one after the other.
  const show = foundry.utils.debounce(showCaptions, DELAY);
  Hooks.on('drawToken', () => show());
  Hooks.on('canvasReady', () => show());
  // Pixels of the screen are others after zooming; a map that is only moved shows what it did.
  Hooks.on('canvasPan', () => sizeNow() !== sizeDrawn && show());
}

/** The size the words were last written in. */
let sizeDrawn = 0;

/** In pixels of the map, in steps, so that not every turn of the wheel writes them anew. */
function sizeNow(): number {
  const square = canvas.dimensions?.size ?? 0;
  const seen = LEAST_SEEN / (canvas.stage?.scale.x || 1);
  return Math.round(Math.max(LEAST, square * SIZE, Math.min(seen, square * MOST)));
}

/**
 * Writes above each token of the fight that is looked at what it is doing and has planned, and how long its conditions last. Core draws the icons of
 * conditions without their time (T14: client/canvas/placeables/token.d.mts `_drawEffects`).
 */
export function showCaptions(): void {
  if (!canvas?.ready) return;
  const said = saidOfTokens();
  sizeDrawn = sizeNow();
  for (const token of canvas.tokens?.placeables ?? []) write(token, said.get(token.document.id ?? '') ?? '');
}

/** By the ids of tokens on the scene. */
function saidOfTokens(): ReadonlyMap<string, string> {
  const { combat } = game;
  const fight = combat && isRulesetType(combat.type) && combat.started && hasTokenBadges() ? fightOf(combat) : null;
  if (!combat || !fight) return new Map();
  const { rows, track } = trackerView(fight);
  return new Map(
    rows.flatMap((row): [string, string][] => {
      const token = combat.combatants.get(row.id)?.tokenId;
      const lines = activityOf(fight.adapter.ruleset.id, row, track);
      return token && lines.length > 0 ? [[token, lines.join('\n')]] : [];
    }),
  );
}

function write(token: Token.Implementation, words: string): void {
  const before = captions.get(token);
  if (
    before &&
    !before.drawn.destroyed &&
    before.drawn.parent === token &&
    before.words === words &&
    before.size === sizeDrawn
  )
    return;
  if (before && !before.drawn.destroyed) before.drawn.destroy({ children: true });
  captions.delete(token);
  if (words === '' || token.document.isSecret) return;
  const drawn = token.addChild(captionOf(words, token.w));
  drawn.position.set(token.w / 2, 0);
  captions.set(token, { words, size: sizeDrawn, drawn });
}

/** Lines on a dark ground, the lowest of them right above the token, and no wider: the tracker has all of them. */
function captionOf(words: string, room: number): PIXI.Container {
  const caption = new PIXI.Container();
  caption.name = 'cadence-caption';
  const fontSize = sizeDrawn;
  const most = Math.floor(room / (fontSize * LETTER));
  const lines = new PIXI.Text(
    words
      .split('\n')
      .map((line) => shortened(line, most))
      .join('\n'),
    { fontFamily: 'Signika', fontSize, fill: INK, align: 'center' },
  );
  lines.anchor.set(0.5, 1);
  const { width, height } = lines;
  const ground = new PIXI.Graphics();
  ground.beginFill(GROUND.color, GROUND.alpha).drawRoundedRect(-width / 2 - 4, -height - 1, width + 8, height + 2, 4);
  caption.eventMode = 'none';
  caption.addChild(ground.endFill(), lines);
  return caption;
}

const shortened = (line: string, most: number): string =>
  line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line;
