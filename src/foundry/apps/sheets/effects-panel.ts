import { wasBound } from '../../platform/bound';
import { tryOrReport } from '../../platform/data-problems';
import { text } from '../../platform/text';
import { isSwitchedOn } from '../../platform/user-settings';
import { foreignBadges } from '../../views/badges';
import { fightOfActor, fightOutside, trackerView } from '../../views/fight';
import { mainPage } from '../../views/pages';
import { Parts } from '../../views/parts';
import { parseElement } from '../chat/message-frame';
import { patch } from '../ui/patch';
import { GAP } from '../ui/place';
import { AT_ONCE, Redraw } from '../ui/redraw';
import { render } from '../ui/templates';
import { effectsContext } from './effects';

/** The panel on the screen. It is no window. */
let panel: HTMLElement | null = null;

/** Shows the conditions and passing effects of the selected token beside the sidebar; hides the panel if it has none. */
export const refreshEffectsPanel = (): Promise<void> => REDRAW.request();

const REDRAW = new Redraw(async () => {
  const [token, ...others] = canvas?.ready ? (canvas.tokens?.controlled ?? []) : [];
  const actor = others.length === 0 && isSwitchedOn('effectsPanel') ? token?.actor : null;
  const context = actor ? tryOrReport(() => panelContext(actor), actor) : null;
  if (!context) {
    panel?.remove();
    panel = null;
    return;
  }
  const fresh = parseElement(await render('sheets/effects-panel', context));
  if (panel?.isConnected) patch(panel, fresh);
  else {
    panel = fresh;
    mainPage().body.append(fresh);
  }
  place(panel);
}, AT_ONCE);

/** Returns the panel's context, or null without any effect. */
export function panelContext(actor: Actor.Implementation) {
  const fight = fightOfActor(actor) ?? fightOutside(actor);
  const row = fight ? trackerView(fight).rows.find(({ id }) => id === fight.id) : undefined;
  if (!fight || !row) return null;
  const parts = new Parts(fight.adapter.ruleset.id);
  const { conditions } = fight.adapter.ruleset;
  const ofRules = row.badges.map((badge) => {
    const { id, rule, label, tone, icon, left, notes, lasts } = parts.badge(badge);
    return {
      id,
      rule,
      label,
      tone,
      icon,
      left: left && text('CADENCE.App.Effect.left', { left }),
      lasts,
      hint: notes[0],
    };
  });
  const statuses = new Set<string | null>(foreignBadges(actor, conditions).map(({ id }) => id));
  const lasting = text('CADENCE.App.Effect.lasting');
  const effects = effectsContext(actor, false)
    .list.filter(({ id, active, lasts }) => active && (lasts !== lasting || statuses.has(id)))
    .map(({ id, name, img, lasts, from, changes }) => ({
      id,
      rule: '',
      label: name,
      tone: 'neutral',
      icon: img,
      left: lasts,
      lasts: from ? [from] : [],
      hint: changes.join(', '),
    }));
  const list = [...ofRules, ...effects];
  return list.length > 0 ? { ruleset: fight.adapter.ruleset.id, name: actor.name, list } : null;
}

/** Left of the sidebar, also while it is folded or unfolded. */
function place({ ownerDocument: page }: HTMLElement): void {
  const sidebar = page.getElementById('sidebar');
  if (!sidebar) return;
  const move = () => {
    const { left } = sidebar.getBoundingClientRect();
    if (panel) panel.style.right = `${page.documentElement.clientWidth - left + GAP}px`;
  };
  if (!wasBound(sidebar, place)) {
    new ResizeObserver(move).observe(sidebar);
    page.defaultView?.addEventListener('resize', move);
  }
  move();
}
