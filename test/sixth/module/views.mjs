/** What tracker, sheet and card show, as plain data. A key without a branch stands below `CADENCE.Pulse`. */
export function viewRulesOf({ kernel, rulebook }, { ID, IDLE, CONDITIONS, whyNot, isOpen, isDown }) {
  const { message, labelOfCondition, gaugeOf, badgesOf, groupOf, figureOf, cardOf, questionOf } = rulebook;
  const ROWS = { strike: { icon: 'actions/attack-basic-melee', needs: 'target' } };
  const ICONS = { 'next-round': 'actions/end-round' };

  const GAUGES = { beats: { shape: 'pips' }, hp: { shape: 'bar', low: (value, max) => value * 3 <= max } };
  const gauges = (fighter) => Object.keys(GAUGES).map((pool) => gaugeOf(GAUGES, fighter, pool));
  const badges = (_, { conditions }) => badgesOf(CONDITIONS, conditions, { note: () => [] });

  return {
    buttons: {
      alone: (fighter) => rulebook.encounterAlone(ID, IDLE, fighter),
      rowOf: (id) => ROWS[id],
      whyNot,
      priceOf: (_, { do: id }) => (id === 'strike' ? [{ pool: 'beats', amount: 1 }] : []),
      fieldsOf: () => [],
      look: (_, { do: id }) => ICONS[id] && { icon: ICONS[id] },
    },
    tracker: {
      isStarted: isOpen,
      headline: ({ clock: { round } }) => message('Clock.round', { round }),
      track: () => [],
      fighters: ({ fighters }) => Object.values(fighters),
      row: (encounter, fighter) => ({
        ...{ gauges: gauges(fighter), out: isDown(fighter) },
        ready: isOpen(encounter) && fighter.pools.beats.value > 0,
      }),
      badges,
      actions: () => [],
      controls: (_, button) => ['start', 'next-round', 'end'].map((id) => button({ do: id, by: kernel.GM })),
    },
    sheet: {
      gauges: (_, fighter) => gauges(fighter),
      figures: (_, { stats: { force } }) => [
        figureOf('force', { value: force, terms: [{ id: 'force', value: force }] }),
      ],
      badges,
      groups: ({ fighter, button }) => [groupOf('actions', [button({ do: 'strike', by: fighter.id })])],
      itemActions: () => [],
    },
    card: cardOf({
      title: ({ do: id }) => rulebook.labelOfAction(id),
      icon: ({ do: id }) => ROWS[id]?.icon ?? ICONS[id] ?? `actions/${id}`,
      ...{ outcomes: { hit: 'harm' }, tones: {}, pools: {}, conditions: CONDITIONS },
      condition: ({ id }) => ({ condition: labelOfCondition(id) }),
      noteOfRoll: ({ facts }) => message('Roll.force', facts),
      ask: (ask, names) => questionOf(ask, names, {}),
    }),
  };
}
