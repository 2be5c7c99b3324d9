/** When tokens show an effect's icon. API: CONST.ACTIVE_EFFECT_SHOW_ICON, which the installed types do not have. */
export const SHOW_ICON = { NEVER: 0, ALWAYS: 2 } as const;
