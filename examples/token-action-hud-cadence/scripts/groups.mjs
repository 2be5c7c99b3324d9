/** The tabs of the HUD. Each has one group, to which the groups of the fighter's actions are added. */
export const TABS = /** @type {const} */ (['actions', 'items']);

/** The group of a tab, as HUD core's functions refer to it. */
export const parentOf = (tab) => ({ id: `cadence-${tab}`, type: 'system' });

/** The default layout, which users may change. A nest id is the path of ids, joined by underscores. */
export function defaultLayout() {
  const groups = TABS.map((tab) => {
    const name = game.i18n.localize(`TAH_CADENCE.${tab}`);
    return { ...parentOf(tab), name, listName: name };
  });
  const layout = TABS.map((tab, at) => ({
    nestId: tab,
    id: tab,
    name: groups[at].name,
    groups: [{ ...groups[at], nestId: `${tab}_${groups[at].id}` }],
  }));
  return { layout, groups };
}
