import { pulse, schemaOf } from './rules.mjs';

// In this hook, not in `init`: it is called only if Cadence runs, and before anything is registered.
Hooks.once('cadence.init', (cadence) => cadence.register(pulse(cadence), schemaOf(cadence)));
