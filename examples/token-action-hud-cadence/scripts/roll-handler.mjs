/** @param {object} core the API of Token Action HUD Core */
export const rollHandlerOf = (core) =>
  class CadenceRollHandler extends core.RollHandler {
    /** A click performs the action; a right click opens the sheet of its item. */
    async handleActionClick() {
      const { actionId, item } = this.action.system;
      if (!this.actor) return;
      if (item && this.isRenderItem()) return this.renderItem(this.actor, item.split('.').pop());
      try {
        await game.system.api.act(this.actor, actionId);
      } catch (refusal) {
        ui.notifications.warn(refusal.message, { localize: false });
      }
    }
  };
