/** What tracker, sheet and card show besides the defaults. Text keys are looked up below `CADENCE.Pulse`. */
export function viewRulesOf({ define: { message }, views: { groupOf, figureOf } }, { isOpen, isDown, beatsOf }) {
  return {
    gauges: { beats: { shape: 'pips' }, hp: { shape: 'bar', low: (value, max) => value * 3 <= max } },
    tracker: {
      fighters: ({ fighters }) => Object.values(fighters),
      row: (encounter) => (fighter) => ({ out: isDown(fighter), ready: isOpen(encounter) && beatsOf(fighter) > 0 }),
    },
    sheet: {
      figures: (_, { stats }) => [figureOf('force', stats.force)],
      groups: ({ fighter, button }) => [groupOf('actions', [button({ do: 'strike', by: fighter.id })])],
    },
    card: { noteOfRoll: ({ facts }) => message('Roll.force', facts) },
  };
}
