import { pulse, schemaOf } from './rules.mjs';

// Within this hook, not at `init`: by then it is known whether Cadence is there, and nothing is registered yet.
Hooks.once('cadence.init', (cadence) => cadence.register(pulse(cadence), schemaOf(cadence)));
