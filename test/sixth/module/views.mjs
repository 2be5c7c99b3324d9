/** What tracker, sheet and card show besides what all rulesets show. A key without a branch stands below `CADENCE.Pulse`. */
export function viewRulesOf({ rulebook }, { ID, IDLE, CONDITIONS, COMMANDS, isOpen, isDown, beatsOf }) {
  const { message, labelOfAction, labelOfCondition, gaugeOf, badgesOf, groupOf, figureOf, cardOf, questionOf } =
    rulebook;

  const GAUGES = { beats: { shape: 'pips' }, hp: { shape: 'bar', low: (value, max) => value * 3 <= max } };
  const gauges = (fighter) => Object.keys(GAUGES).map((pool) => gaugeOf(GAUGES, fighter, pool));
  const badges = (_, { conditions }) => badgesOf(CONDITIONS, conditions, { note: () => [] });
  const iconOf = ({ do: id }) => COMMANDS.actionOf(id)?.icon ?? `actions/${id === 'next-round' ? 'end-round' : id}`;

  return {
    buttons: {
      commands: COMMANDS,
      alone: (fighter) => rulebook.encounterAlone(ID, IDLE, fighter),
      fieldsOf: () => [],
      look: (_, command) => ({ icon: iconOf(command) }),
    },
    tracker: {
      isStarted: isOpen,
      headline: ({ clock: { round } }) => message('Clock.round', { round }),
      track: () => [],
      fighters: ({ fighters }) => Object.values(fighters),
      row: (encounter, fighter) => ({
        ...{ gauges: gauges(fighter), out: isDown(fighter) },
        ready: isOpen(encounter) && beatsOf(fighter) > 0,
      }),
      badges,
      actions: () => [],
    },
    sheet: {
      gauges: (_, fighter) => gauges(fighter),
      figures: (_, { stats }) => [
        figureOf('force', { value: stats.force, terms: [{ id: 'force', value: stats.force }] }),
      ],
      badges,
      groups: ({ fighter, button }) => [groupOf('actions', [button({ do: 'strike', by: fighter.id })])],
      itemActions: () => [],
    },
    card: cardOf({
      title: ({ do: id }) => labelOfAction(id),
      icon: iconOf,
      ...{ outcomes: { hit: 'harm' }, tones: {}, pools: {}, conditions: CONDITIONS },
      condition: ({ id }) => ({ condition: labelOfCondition(id) }),
      noteOfRoll: ({ facts }) => message('Roll.force', facts),
      ask: (ask, names) => questionOf(ask, names, {}),
    }),
  };
}
