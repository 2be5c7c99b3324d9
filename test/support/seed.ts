import fc from 'fast-check';

/** The seed of every property, fixed for reproducible runs. `npm run soak -- --properties` sets others. */
const seed = Number(process.env['CADENCE_SEED'] ?? 1);
if (!Number.isInteger(seed)) throw new Error(`CADENCE_SEED is not a whole number: ${process.env['CADENCE_SEED']}`);

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
