import { CONDITIONS } from './rules.mjs';

const words = (key, facts) => ({ key, ...(facts && { facts }) });
const label = ({ do: id }) => words(`Action.${id}.label`);
const ICONS = { strike: 'actions/attack-basic-melee', 'next-round': 'actions/end-round' };
const iconOf = ({ do: id }) => ICONS[id] ?? `actions/${id}`;

/** Plain data for tracker, sheet and card. A key without a branch stands below `CADENCE.Pulse`. */
export function viewsOf({ kernel, encounter: fight, mechanics }, { whyNot, isOpen, isDown }) {
  const button = (encounter, command) => ({
    ...{
      id: command.do,
      label: label(command),
      hint: words(`Action.${command.do}.hint`),
      icon: iconOf(command),
      command,
    },
    cost: command.do === 'strike' ? [{ pool: 'beats', amount: 1 }] : [],
    whyNot: encounter ? whyNot(encounter, command) : [{ id: 'not-open' }],
    needs: command.do === 'strike' ? 'target' : 'nothing',
    fields: [],
  });

  const aimed = (encounter, command, { targets }) => {
    const at = command.do === 'strike' && targets.find((id) => encounter?.fighters[id]);
    return at ? { ...command, at } : command;
  };

  const gauge = ({ pools }, id, shape) => ({
    ...{ id, shape, label: words(`Pool.${id}`), pool: id, ...pools[id] },
    low: id === 'hp' && pools[id].value * 3 <= pools[id].max,
  });

  const gauges = (fighter) => [gauge(fighter, 'beats', 'pips'), gauge(fighter, 'hp', 'bar')];

  const badges = ({ conditions }) =>
    fight.activeConditions(CONDITIONS, conditions).map(({ id, roots }) => ({
      ...{ id, label: words(`Condition.${id}.label`), tone: CONDITIONS[id].tone },
      ...{ icon: `conditions/${CONDITIONS[id].icon}`, note: [], implied: roots.length === 0 },
    }));

  const tracker = (encounter, { gm }) => {
    const fighters = Object.values(encounter.fighters);
    const started = isOpen(encounter);
    const controls = ['start', 'next-round', 'end'].map((id) => button(encounter, { do: id, by: kernel.GM }));
    return {
      clock: started ? words('Clock.round', { round: encounter.clock.round }) : words('Clock.idle'),
      started,
      track: [],
      rows: fighters.map((fighter) => ({
        ...{ id: fighter.id, gauges: gauges(fighter), badges: badges(fighter), actions: [], out: isDown(fighter) },
        ready: started && fighter.pools.beats.value > 0,
      })),
      controls: gm ? controls : [],
    };
  };

  const sheet = (encounter, fighter, viewer) => {
    const actions = [button(encounter, aimed(encounter, { do: 'strike', by: fighter.id }, viewer))];
    const force = { label: words('Figure.force'), value: fighter.stats.force };
    return {
      ...{ gauges: gauges(fighter), badges: badges(fighter), itemActions: {} },
      figures: [{ id: 'force', ...force, terms: [force] }],
      groups: [{ id: 'actions', label: words('Group.actions'), actions }],
    };
  };

  const card = (input) =>
    mechanics.card.drawCard(input, {
      title: label,
      icon: iconOf,
      heading: mechanics.card.headingWith(words, label),
      roll: ({ id, facts }) => ({ label: words(`Roll.${id}`), note: words('Roll.force', facts), tag: null }),
      sentence: (effect, names) =>
        mechanics.card.tell(effect, names, {
          ...{ words, outcomes: { hit: 'harm' }, tones: {}, pools: {}, conditions: CONDITIONS },
          condition: ({ id }) => ({ condition: words(`Condition.${id}.label`) }),
        }),
      ask: (ask, names) =>
        mechanics.question.questionOf(ask, names, {
          label: ({ id }, facts) => words(`Ask.${id}`, facts),
          option: (_, option) => words(`Option.${option}`),
          offers: null,
        }),
    });

  const action = (encounter, command, viewer) => button(encounter, aimed(encounter, command, viewer));
  return { tracker, sheet, action, card };
}
