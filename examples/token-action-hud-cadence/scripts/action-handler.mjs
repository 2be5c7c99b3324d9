import { parentOf, TABS } from './groups.mjs';

/** @param {object} core the API of Token Action HUD Core */
export const actionHandlerOf = (core) =>
  class CadenceActionHandler extends core.ActionHandler {
    /** Fills the HUD for the selected token. Several tokens at once have no actions: Cadence acts with one fighter. */
    async buildSystemActions() {
      if (!this.actor) return;
      const actions = game.system.api.actionsOf(this.actor);
      for (const tab of TABS)
        for (const [group, members] of byGroup(actions.filter((action) => tabOf(action) === tab))) {
          const data = { id: groupId(group), name: group.label, listName: group.label, type: 'system-derived' };
          this.addGroup(data, parentOf(tab));
          this.addActions(members.map(shownAction), { id: data.id, type: data.type });
        }
    }
  };

const tabOf = ({ item }) => (item ? 'items' : 'actions');

/** HUD core splits the paths of groups at underscores. */
const groupId = ({ id }) => `cadence-${id.replaceAll('_', '-')}`;

function byGroup(actions) {
  const groups = new Map();
  for (const action of actions) {
    const [, members] = groups.get(action.group.id) ?? [action.group, []];
    members.push(action);
    groups.set(action.group.id, [action.group, members]);
  }
  return groups.values();
}

function shownAction({ id, label, hint, img, price, odds, whyNot, isAvailable, item }) {
  const lines = [label, hint, whyNot].filter(Boolean).map((line) => `<p>${foundry.utils.escapeHTML(line)}</p>`);
  return {
    id,
    name: label,
    listName: label,
    img,
    cssClass: isAvailable ? '' : 'disabled',
    info1: { text: price.map((each) => game.i18n.format('TAH_CADENCE.price', each)).join(', ') },
    info2: { text: chanceText(odds), title: odds?.[0]?.label ?? '' },
    tooltip: { content: lines.join('') },
    system: { actionId: id, item },
  };
}

/** The first number of the odds, which is the most important. */
function chanceText(odds) {
  const first = odds?.find(({ chance }) => chance !== null);
  if (!first) return '';
  const percent = String(Math.round(first.chance * 100));
  return game.i18n.format(`TAH_CADENCE.${first.isExact ? 'chance' : 'chanceAbout'}`, { percent });
}
