import type { Effect } from '../../../encounter/effect';
import type { BodyView, Faceoff, Tone } from '../../../encounter/view';
import { totalOf } from '../../../kernel/dice';
import type { Entry } from '../../../kernel/transcript';
import { message } from '../../../toolkit/define/labels';
import { zoneOf } from '../attack/attack';
import type { ClashOutcome } from '../attack/harm';
import { offeredDefense } from '../reactions';
import { ZONES, type Zone } from '../schema';

/** Dice that open an exchange, and those of its answers. */
const ATTACKS: readonly string[] = ['attack', 'grapple'];
const ANSWERS: readonly string[] = ['dodge', 'parry', 'block', 'spell'];
const PICKED: readonly string[] = ['defense', 'defense-unseen'];

/** What is told of an exchange so far. */
interface Told {
  attacker: string;
  defender: string;
  attack: number | null;
  way: string;
  kind: string | null;
  answer: number | null;
  zone: Zone | null;
  verdict: Faceoff['verdict'];
  soak: number | null;
  tallies: { id: string; value: number; tone: Tone }[];
}

/** The last attack of what was recorded, and what was set against it; null where nobody is attacked. */
export function faceoffOf(entries: readonly Entry[]): Faceoff | null {
  let told: Told | null = null;
  for (const entry of entries) told = goOn(told, entry);
  return told && drawn(told);
}

const begun = (attacker: string, defender: string, way: string): Told => ({
  attacker,
  defender,
  way,
  attack: null,
  kind: null,
  answer: null,
  zone: null,
  verdict: null,
  soak: null,
  tallies: [],
});

function goOn(told: Told | null, entry: Entry): Told | null {
  const { ask, answer } = entry;
  if (ask.kind === 'dice') {
    const total = totalOf(ask.dice, answer as readonly number[]) + Number(ask.facts?.bonus ?? 0);
    if (ATTACKS.includes(ask.id)) {
      // A defense picked before the die is the answer to this attack.
      const open = told?.attack === null && told.attacker === ask.by ? told : null;
      const from = open ?? begun(ask.by, String(ask.facts?.at ?? ''), ask.id);
      return { ...from, defender: open?.defender ?? from.defender, way: ask.id, attack: total };
    }
    return told && thrown(told, ask.id, ask.by, total);
  }
  if (ask.kind === 'choice') {
    const [option] = answer as readonly string[];
    if (PICKED.includes(ask.id)) {
      const from = ask.id === 'defense-unseen' || !told ? begun(String(ask.facts?.at ?? ''), ask.by, 'attack') : told;
      const kind = offeredDefense(ask, String(option))?.kind ?? String(option);
      // Another of those an attack is meant for answers its total.
      const fresh = from.kind === null ? from : { ...begun(from.attacker, ask.by, from.way), attack: from.attack };
      return { ...fresh, defender: ask.by, kind };
    }
    return told && ask.id === 'zone' ? { ...told, zone: option as Zone } : told;
  }
  const effect = ask.kind === 'apply' ? (answer as Effect | null) : null;
  return told && effect?.kind === 'outcome' ? concluded(told, effect.outcome) : told;
}

function thrown(told: Told, id: string, by: string, total: number): Told {
  if (ANSWERS.includes(id)) return { ...told, defender: by, kind: id, answer: total };
  if (id === 'zone') return { ...told, zone: zoneOf(total) };
  if (id === 'damage') return tallied(told, 'rolled', Math.max(0, total), 'neutral');
  if (id === 'second-die') return tallied(told, 'second', total, 'neutral');
  return id === 'absorb' ? tallied(told, 'absorbed', Math.max(0, total), 'boon') : told;
}

const tallied = (told: Told, id: string, value: number, tone: Tone): Told => ({
  ...told,
  tallies: [...told.tallies, { id, value, tone }],
});

function concluded(told: Told, { verdict, soak, damage = 0, zone }: ClashOutcome): Told {
  if (!verdict || told.verdict === 'through') return told;
  const settled = { ...told, verdict, ...(zone && { zone }) };
  if (soak === undefined) return settled;
  const armored = tallied({ ...settled, soak }, 'soak', soak, 'boon');
  return verdict === 'through' ? tallied(armored, 'wound', damage, 'harm') : armored;
}

function drawn({ attacker, defender, attack, way, kind, answer, zone, verdict, soak, tallies }: Told): Faceoff {
  return {
    attack: { by: attacker, label: message(`Roll.${way}`), total: attack },
    answer: {
      by: defender,
      label: kind === null ? message('Faceoff.waiting') : message(`Option.defense.${kind}`),
      total: answer,
    },
    verdict,
    body: zone && bodyWith(zone, verdict, soak),
    tallies: tallies.map((tally) => ({ ...tally, label: message(`Faceoff.${tally.id}`) })),
  };
}

/** The body with the zone it is about; what the others are worth is not the attacker's to know. */
function bodyWith(struck: Zone, verdict: Faceoff['verdict'], soak: number | null): BodyView {
  const zones = ZONES.map((zone) => {
    const mark = zone !== struck ? null : verdict === 'held' ? ('held' as const) : ('struck' as const);
    return [zone, { label: message(`Zone.${zone}`), value: zone === struck ? soak : null, mark }] as const;
  });
  return {
    label: message('Body.at', { zone: message(`Zone.${struck}`) }),
    zones: Object.fromEntries(zones) as BodyView['zones'],
  };
}
