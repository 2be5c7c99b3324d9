import type { BODY_ZONES, BodyView, Faceoff, FaceoffSide } from '../../encounter/view';
import { text } from '../platform/text';
import type { Parts } from './parts';

/** What the `body` partial shows: a number and a mark for each zone, and in words what is worth telling. */
export function bodyContext(parts: Parts, { label, zones }: BodyView) {
  const zoneOf = (id: (typeof BODY_ZONES)[number]) => {
    const { label: name, value, mark } = zones[id];
    return { label: parts.words(name), value: value ?? '', mark: mark ?? 'plain' };
  };
  const [head, torso, arms, legs] = [zoneOf('head'), zoneOf('torso'), zoneOf('arms'), zoneOf('legs')];
  const values = [head, torso, arms, legs]
    .filter(({ value }) => value !== '')
    .map((zone) => text('CADENCE.App.Body.zone', { zone: zone.label, value: zone.value }))
    .join(', ');
  const name = parts.words(label);
  return { label: name, aria: [name, values].filter(Boolean).join(': '), head, torso, arms, legs };
}

const ICONS = { through: 'fa-burst', held: 'fa-shield-halved', open: 'fa-ellipsis' } as const;

/** What the `faceoff` partial shows: both sides with their totals, which of them stands, and where it lands. */
export function faceoffContext(
  parts: Parts,
  { attack, answer, verdict, body, tallies }: Faceoff,
  names: Readonly<Record<string, string>>,
) {
  const side = ({ by, label, total }: FaceoffSide, wins: boolean) => ({
    ...{ name: names[by] ?? '', label: parts.words(label), total: total ?? '–', wins },
  });
  const state = verdict ?? 'open';
  return {
    sides: [side(attack, verdict === 'through'), side(answer, verdict === 'held')],
    verdict: state,
    icon: ICONS[state],
    said: text(`CADENCE.App.Faceoff.${state}`),
    body: body && bodyContext(parts, body),
    tallies: tallies.map((tally) => ({ ...tally, label: parts.words(tally.label) })),
  };
}
