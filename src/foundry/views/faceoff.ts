import type { BODY_ZONES, BodyView, Faceoff, FaceoffSide } from '../../encounter/view';
import { lookup } from '../../kernel/lookup';
import { numberText, text } from '../platform/text';
import type { Parts } from './parts';

/** Returns the context of the `body` partial: a number and a state for each zone, with a text. */
export function bodyContext(parts: Parts, { label, zones }: BodyView) {
  const zoneOf = (id: (typeof BODY_ZONES)[number]) => {
    const { label: name, value, mark } = zones[id];
    return { label: parts.localize(name), value: value ?? '', mark: mark ?? 'plain' };
  };
  const [head, torso, arms, legs] = [zoneOf('head'), zoneOf('torso'), zoneOf('arms'), zoneOf('legs')];
  const values = [head, torso, arms, legs]
    .filter(({ value }) => value !== '')
    .map((zone) => text('CADENCE.App.Body.zone', { zone: zone.label, value: zone.value }))
    .join(', ');
  const name = parts.localize(label);
  return { label: name, aria: [name, values].filter(Boolean).join(': '), head, torso, arms, legs };
}

const ICONS = { through: 'fa-burst', held: 'fa-shield-halved', open: 'fa-ellipsis' } as const;

/** Returns the context of the `faceoff` partial: both sides with totals, the winner, and the body zone hit. */
export function faceoffContext(
  parts: Parts,
  { attack, answer, verdict, body, tallies }: Faceoff,
  names: Readonly<Record<string, string>>,
) {
  const side = ({ by, label, total }: FaceoffSide, wins: boolean) => ({
    name: lookup(names, by) ?? '',
    label: parts.localize(label),
    total: total === null ? '–' : numberText(total),
    wins,
  });
  const state = verdict ?? 'open';
  return {
    sides: [side(attack, verdict === 'through'), side(answer, verdict === 'held')],
    verdict: state,
    icon: ICONS[state],
    said: text(`CADENCE.App.Faceoff.${state}`),
    body: body && bodyContext(parts, body),
    tallies: tallies.map((tally) => ({ ...tally, label: parts.localize(tally.label) })),
  };
}
