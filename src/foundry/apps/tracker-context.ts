import { openAsk, openFault, rewindable, whyNotSend } from '../referee';
import { branchOf, text } from '../text';
import { askContext, askedName } from './ask';
import { openCard } from './card';
import { type Fight, facesOf, isShown } from './fight';
import { iconPath, Parts } from './parts';

/** Everything the tracker shows of a fight; hidden combatants are left out here, for a player's client never lays them out. */
export function trackerContext(fight: Fight) {
  const { combat, adapter, encounter, viewer } = fight;
  const view = adapter.ruleset.views.tracker(encounter, viewer);
  const parts = new Parts(adapter.ruleset.id).withGauges(view.rows.flatMap(({ gauges }) => gauges));
  const faces = facesOf(combat);

  const rows = view.rows.flatMap((row) => {
    const combatant = combat.combatants.get(row.id);
    const face = faces.get(row.id);
    if (!combatant || !face || !isShown(combatant)) return [];
    const badges = row.badges.map((badge) => parts.badge(badge));
    return {
      ...face,
      uuid: combatant.actor?.uuid ?? '',
      gauges: row.gauges.map((gauge) => parts.gauge(gauge)),
      badges,
      actions: row.actions.map((action) => parts.action(action, whyNotSend(combat, action.command.by))),
      ready: row.ready,
      out: row.out,
      hidden: combatant.hidden,
      defeated: combatant.isDefeated,
      owned: viewer.owns.includes(row.id),
      targeted: viewer.targets.includes(row.id),
      gm: viewer.gm,
      canPing: combatant.sceneId === canvas?.scene?.id,
    };
  });

  return {
    id: combat.id,
    ruleset: adapter.ruleset.id,
    name: text(`${branchOf(adapter.ruleset.id)}.name`),
    clock: parts.words(view.clock),
    started: view.started,
    track: parts.track(view.track, faces),
    rows,
    controls: viewer.gm ? view.controls.map((control) => parts.action(control)) : [],
    rewind: viewer.gm ? rewindContext(fight, parts) : null,
    ask: askOf(fight, parts),
    fault: viewer.gm ? openFault(combat) : null,
  };
}

export type TrackerContext = ReturnType<typeof trackerContext>;
export type RowContext = TrackerContext['rows'][number];

/** The step the game master would take back next. */
function rewindContext({ combat }: Fight, parts: Parts) {
  const command = rewindable(combat);
  if (!command) return null;
  const action = parts.words({ key: `Action.${command.do}.label` });
  const name = combat.combatants.get(command.by)?.name;
  return {
    icon: iconPath('actions/rewind'),
    label: text('CADENCE.App.Rewind.label'),
    what: name ? text('CADENCE.App.Rewind.by', { name, action }) : action,
  };
}

function askOf({ combat }: Fight, parts: Parts) {
  const open = openAsk(combat);
  if (!open) return null;
  const who = askedName(combat, open.ask);
  const view = openCard(combat)?.ask;
  if (!view) return null;
  return askContext(parts, view, open, who);
}
