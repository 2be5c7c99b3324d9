import type { MenuEntry } from '../../ux/context-menu';
import type { CombatTracker } from './combat-tracker';
/** The context menu of a row. T13: CombatTracker#_getEntryContextOptions, v14's keys */
export function combatantContextOptions(tracker: CombatTracker): MenuEntry[] {
  const of = (li: HTMLElement) => tracker.viewed?.combatants.get(li.dataset.combatantId);
  return [
    {
      label: 'COMBAT.CombatantSheet',
      icon: 'fa-solid fa-user',
      visible: (li: HTMLElement) => !!of(li)?.actor?.testUserPermission(game.user, 'LIMITED'),
      onClick: (_event: Event, li: HTMLElement) => of(li)?.actor?.sheet?.render({ force: true }),
    },
    {
      label: 'COMBAT.CombatantClear',
      icon: 'fa-solid fa-arrow-rotate-left',
      visible: (li: HTMLElement) => game.user.isGM && Number.isFinite(of(li)?.initiative),
      onClick: (_event: Event, li: HTMLElement) => of(li)?.update({ initiative: null }),
    },
    {
      label: 'COMBAT.CombatantReroll',
      icon: 'fa-solid fa-dice-d20',
      visible: (li: HTMLElement) => game.user.isGM && !!of(li),
      onClick: (_event: Event, li: HTMLElement) => tracker.viewed?.rollInitiative([of(li)?.id ?? '']),
    },
    {
      label: 'COMBAT.CombatantRemove',
      icon: 'fa-solid fa-trash',
      visible: (li: HTMLElement) => game.user.isGM && !!of(li),
      onClick: (_event: Event, li: HTMLElement) => of(li)?.delete(),
    },
  ];
}

export function combatContextOptions(tracker: CombatTracker): MenuEntry[] {
  const visible = () => game.user.isGM && !!tracker.viewed;
  return [
    {
      label: 'COMBAT.ToggleScene',
      icon: 'fa-solid fa-link',
      visible,
      onClick: () => tracker.viewed?.toggleSceneLink(),
    },
    {
      label: 'COMBAT.InitiativeReset',
      icon: 'fa-solid fa-arrow-rotate-left',
      visible,
      onClick: () => tracker.viewed?.resetAll(),
    },
    {
      label: 'COMBAT.Delete',
      icon: 'fa-solid fa-trash',
      visible,
      onClick: () => tracker.viewed?.endCombat(),
    },
  ];
}
