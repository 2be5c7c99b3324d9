import { isRulesetType } from '../adapters/registry';
import { isSwitchedOn } from '../platform/user-settings';
import { activityOf, inTwoLines } from '../views/activity';
import { fightOf, trackerView } from '../views/fight';

interface Caption {
  readonly words: string;
  readonly size: number;
  readonly drawn: PIXI.Container;
}

/** What is drawn on each token, so that an equal caption stays. */
const captions = new WeakMap<Token.Implementation, Caption>();

/** Milliseconds. */
const DELAY = 20;

const STYLE = { fontFamily: 'Signika', fill: 0xf4efe2, align: 'center' } as const;
const GROUND = { color: 0x15181d, alpha: 0.78 };
/** Share of a grid square; the smallest readable size. */
const SIZE = 0.15;
const LEAST = 12;
/** Screen pixels; smaller text is unreadable. */
const LEAST_SEEN = 10;
/** Share of a grid square; larger text would not fit the width of a token. */
const MOST = 0.26;
/** Width of a letter as a share of its size. */
const LETTER = 0.52;

export function watchCaptions(): void {
  const show = foundry.utils.debounce(showCaptions, DELAY);
  Hooks.on('drawToken', () => show());
  Hooks.on('canvasReady', () => show());
  // Only zooming changes the size; panning does not.
  Hooks.on('canvasPan', () => currentSize() !== drawnSize && show());
}

/** Of all captions; another one redraws them. */
let drawnSize = 0;

/** In map pixels, rounded, so that not every zoom step redraws them. */
function currentSize(): number {
  const square = canvas.dimensions?.size ?? 0;
  const readable = LEAST_SEEN / (canvas.stage?.scale.x || 1);
  return Math.round(Math.max(LEAST, square * SIZE, Math.min(readable, square * MOST)));
}

/**
 * Shows above each token of the viewed fight its action, its plan or the remaining time of a condition. Core draws the icons of
 * conditions without their time (T14: client/canvas/placeables/token.d.mts `_drawEffects`).
 */
export function showCaptions(): void {
  if (!canvas?.ready) return;
  const texts = captionTexts();
  drawnSize = currentSize();
  for (const token of canvas.tokens?.placeables ?? []) drawCaption(token, texts.get(token.document.id ?? '') ?? '');
}

function captionTexts(): ReadonlyMap<string, string> {
  const { combat } = game;
  const fight =
    combat && isRulesetType(combat.type) && combat.started && isSwitchedOn('tokenBadges') ? fightOf(combat) : null;
  if (!combat || !fight) return new Map();
  const { rows, track } = trackerView(fight);
  return new Map(
    rows.flatMap((row): [string, string][] => {
      const { tokenId: token, sceneId } = combat.combatants.get(row.id) ?? {};
      // A teleported token keeps its id, and so do those of a copied scene.
      if (sceneId !== canvas.scene?.id) return [];
      const line = activityOf(fight.adapter.ruleset.id, row, track);
      return token && line !== '' ? [[token, line]] : [];
    }),
  );
}

function drawCaption(token: Token.Implementation, content: string): void {
  const before = captions.get(token);
  if (
    before &&
    !before.drawn.destroyed &&
    before.drawn.parent === token &&
    before.words === content &&
    before.size === drawnSize
  )
    return;
  if (before && !before.drawn.destroyed) before.drawn.destroy({ children: true });
  captions.delete(token);
  if (content === '' || token.document.isSecret) return;
  const drawn = token.addChild(captionOf(content, token.w));
  drawn.position.set(token.w / 2, 0);
  captions.set(token, { words: content, size: drawnSize, drawn });
}

/** At most two lines on a dark background just above the token, cut to its width. The tracker shows them in full. */
function captionOf(content: string, maxWidth: number): PIXI.Container {
  const caption = new PIXI.Container();
  caption.name = 'cadence-caption';
  const fontSize = drawnSize;
  const maxLength = Math.floor(maxWidth / (fontSize * LETTER));
  const line = new PIXI.Text(inTwoLines(content, maxLength), { ...STYLE, fontSize, lineHeight: fontSize });
  line.anchor.set(0.5, 1);
  const { width, height } = line;
  const ground = new PIXI.Graphics();
  ground.beginFill(GROUND.color, GROUND.alpha).drawRoundedRect(-width / 2 - 4, -height - 1, width + 8, height + 2, 4);
  caption.eventMode = 'none';
  caption.addChild(ground.endFill(), line);
  return caption;
}
