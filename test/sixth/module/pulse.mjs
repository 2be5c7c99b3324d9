import { pulse } from './rules.mjs';

// Within this hook, not at `init`: by then it is known whether Cadence is there, and nothing is registered yet.
Hooks.once('cadence.init', (cadence) => {
  const { counter, pool } = cadence.fields;

  class PulseActor extends foundry.abstract.TypeDataModel {
    static LOCALIZATION_PREFIXES = ['CADENCE.Pulse.Actor'];
    static defineSchema() {
      return { hp: pool(), force: counter(1, { min: 0, max: 9 }), hpMax: counter(6, { min: 1, max: 99 }) };
    }
  }

  const ruleset = pulse(cadence);
  cadence.register({
    ruleset,
    pools: {
      hp: { document: 'actor', path: 'hp.value' },
      beats: { document: 'combat', path: 'beats' },
    },
    models: { Actor: { [ruleset.id]: PulseActor }, Item: {} },
    ...cadence.storedReader(['force', 'hpMax'], []),
  });
});
