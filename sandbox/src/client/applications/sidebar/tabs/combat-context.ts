import type { Combat } from '../../../documents/combat';
import type { Combatant } from '../../../documents/combatant';
import type { CombatTracker } from './combat-tracker';
/** T13: CombatTracker.TurnContext */
export interface TrackerTurn {
  id: string | null;
  name: string;
  isOwner: boolean;
  isDefeated: boolean;
  hidden: boolean;
  initiative: number | null;
  resource: unknown;
  active: boolean;
  hasDecimals: boolean;
  hasRolled: boolean;
  canPing: boolean;
  img: string;
  css: string;
  effects: { icons: { name: string; img: string }[]; tooltip: string };
}

/** Returns the data of header and footer. T13: CombatTracker.CombatContext */
export function prepareCombatContext(combat: Combat | null): object {
  const combats = [...game.combats.combats];
  const index = combat ? combats.indexOf(combat) : -1;
  const control = !!combat?.combatant?.players.includes(game.user);
  const icon = CONFIG.Combat?.initiativeIcon ?? { icon: '', hover: '' };
  return {
    combat,
    hasCombat: !!combat,
    combats: combats.map((one, at) => ({ id: one.id, name: one.name, label: at + 1, active: one === combat })),
    control,
    css: combat ? 'combat' : '',
    currentIndex: index + 1,
    displayCycle: combats.length > 0,
    previousId: combats[index - 1]?.id ?? null,
    nextId: combats[index + 1]?.id ?? null,
    initiativeIcon: icon.icon,
    initiativeHoverIcon: icon.hover,
    linked: !!combat?.scene,
    title: combat ? titleOf(combat) : '',
  };
}

function titleOf(combat: Combat): string {
  if (combat.name) return combat.name;
  const started = combat.round > 0;
  return started ? game.i18n.format('COMBAT.Round', { round: combat.round }) : game.i18n.localize('COMBAT.NotStarted');
}

/** Adds the rows of fighters this user may see, in turn order. */
export async function prepareTrackerContext(tracker: CombatTracker): Promise<object> {
  const combat = tracker.viewed;
  const turns: TrackerTurn[] = [];
  if (!combat) return { turns, hasDecimals: false, combat: null };
  let index = 0;
  for (const combatant of combat.turns) {
    if (combatant.visible) turns.push(await tracker._prepareTurnContext(combat, combatant, index));
    index += 1;
  }
  const hasDecimals = turns.some(({ initiative }) => initiative !== null && !Number.isInteger(initiative));
  for (const turn of turns) turn.hasDecimals = hasDecimals;
  return { turns, hasDecimals, combat };
}

/** T13: CombatTracker.TurnContext */
export async function prepareTurnContext(
  tracker: CombatTracker,
  combat: Combat,
  combatant: Combatant,
  index: number,
): Promise<TrackerTurn> {
  const { id, name, isOwner, isDefeated, hidden, initiative, resource = null, actor } = combatant;
  const active = index === combat.turn;
  const icons: { name: string; img: string }[] = [];
  const { DEFEATED } = CONFIG.specialStatusEffects;
  for (const effect of actor?.temporaryEffects ?? []) {
    if (!effect.img || (DEFEATED && effect.statuses.has(DEFEATED))) continue;
    icons.push({ name: game.i18n.localize(effect.name), img: effect.img });
  }
  return {
    id,
    name,
    isOwner,
    isDefeated,
    hidden,
    initiative: initiative ?? null,
    resource,
    active,
    hasDecimals: false,
    hasRolled: initiative !== null && initiative !== undefined,
    canPing: !!canvas?.scene && combatant.sceneId === canvas.scene.id && game.user.hasPermission('PING_CANVAS'),
    img: await tracker._getCombatantThumbnail(combatant),
    css: [active && 'active', hidden && 'hide', isDefeated && 'defeated'].filter(Boolean).join(' '),
    effects: { icons, tooltip: tracker._formatEffectsTooltip(icons) },
  };
}
