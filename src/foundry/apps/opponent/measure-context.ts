import { text } from '../../platform/text';
import type { ThreatMeasurement } from './measure-run';
import type { FightThreats } from './threat-context';

/** The number of fights of a measurement is not known before; after so many, half of its progress is shown. */
const HALF_MEASURED = 30;

/** Returns the button that measures foes, and the progress of a measurement. */
export function measureContext({ foes }: FightThreats, measurement: ThreatMeasurement | null) {
  const again = foes.includes(null) ? 'measure' : 'measureAgain';
  const key = measurement ? 'cancelMeasure' : again;
  const button = { label: text(`CADENCE.App.Threat.${key}`), hint: text(`CADENCE.App.Threat.${key}Hint`) };
  if (!measurement) return { ...button, progress: null };
  const { at, fights, foes: all } = measurement;
  // Only the fights decide about the plural.
  const facts = { name: all[at]?.name ?? '', number: `${at + 1}`, all: `${all.length}`, fights };
  const percent = Math.round((100 * (at + fights / (fights + HALF_MEASURED))) / all.length);
  return {
    ...button,
    progress: {
      percent,
      label: text(`CADENCE.App.Threat.${all.length > 1 ? 'measuringSeveral' : 'measuring'}`, facts),
    },
  };
}
