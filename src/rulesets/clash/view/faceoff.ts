import type { Tone } from '../../../encounter/condition';
import type { Effect } from '../../../encounter/effect';
import { sectionOf } from '../../../encounter/exchange';
import type { BodyView, Faceoff } from '../../../encounter/view';
import { totalOf } from '../../../kernel/dice';
import type { Entry } from '../../../kernel/transcript';
import { message } from '../../../toolkit/define/labels';
import { zoneOf } from '../attack/attack';
import type { ClashOutcome } from '../attack/harm';
import { offeredDefense } from '../reactions';
import { ZONES, type Zone } from '../schema';

/** Dice ids of attacks and of defenses. */
const ATTACKS: readonly string[] = ['attack', 'grapple'];
const ANSWERS: readonly string[] = ['dodge', 'parry', 'block', 'spell'];
const DEFENSE_ASKS: readonly string[] = ['defense', 'defense-unseen'];

/** The attack so far. */
interface FaceoffState {
  attacker: string;
  defender: string;
  attack: number | null;
  attackId: string;
  kind: string | null;
  answer: number | null;
  zone: Zone | null;
  verdict: Faceoff['verdict'];
  soak: number | null;
  tallies: { id: string; value: number; tone: Tone }[];
}

/** Returns the attack and defense that moved last; null without an attack. One inside another is apart from it. */
export function faceoffOf(entries: readonly Entry[]): Faceoff | null {
  let shown: FaceoffState | null = null;
  let state: FaceoffState | null = null;
  const outer: (FaceoffState | null)[] = [];
  for (const entry of entries) {
    if (entry.ask.kind === 'section') {
      if (sectionOf(entry)) outer.push(state);
      state = sectionOf(entry) ? null : (outer.pop() ?? null);
      continue;
    }
    const next = advance(state, entry);
    if (next !== state) shown = next;
    state = next;
  }
  return shown && viewOf(shown);
}

const startFaceoff = (attacker: string, defender: string, attackId: string): FaceoffState => ({
  attacker,
  defender,
  attackId,
  attack: null,
  kind: null,
  answer: null,
  zone: null,
  verdict: null,
  soak: null,
  tallies: [],
});

function advance(state: FaceoffState | null, entry: Entry): FaceoffState | null {
  const { ask, answer } = entry;
  if (ask.kind === 'dice') {
    const total = totalOf(ask.dice, answer as readonly number[]) + Number(ask.facts?.bonus ?? 0);
    if (ATTACKS.includes(ask.id)) {
      // A defense chosen before the attack's die.
      const pending = state?.attack === null && state.attacker === ask.by ? state : null;
      const base = pending ?? startFaceoff(ask.by, String(ask.facts?.at ?? ''), ask.id);
      return { ...base, defender: pending?.defender ?? base.defender, attackId: ask.id, attack: total };
    }
    return state && withRoll(state, ask.id, ask.by, total);
  }
  if (ask.kind === 'choice') {
    const [option] = answer as readonly string[];
    if (DEFENSE_ASKS.includes(ask.id)) {
      const base =
        ask.id === 'defense-unseen' || !state ? startFaceoff(String(ask.facts?.at ?? ''), ask.by, 'attack') : state;
      const kind = offeredDefense(ask, String(option))?.kind ?? String(option);
      // Another target of the same total.
      const current =
        base.kind === null ? base : { ...startFaceoff(base.attacker, ask.by, base.attackId), attack: base.attack };
      return { ...current, defender: ask.by, kind };
    }
    return state && ask.id === 'zone' ? { ...state, zone: option as Zone } : state;
  }
  const effect = ask.kind === 'apply' ? (answer as Effect | null) : null;
  return state && effect?.kind === 'outcome' ? withOutcome(state, effect.outcome) : state;
}

function withRoll(state: FaceoffState, id: string, by: string, total: number): FaceoffState {
  if (ANSWERS.includes(id)) return { ...state, defender: by, kind: id, answer: total };
  if (id === 'zone') return { ...state, zone: zoneOf(total) };
  if (id === 'damage') return withTally(state, 'rolled', Math.max(0, total), 'neutral');
  if (id === 'second-die') return withTally(state, 'second', total, 'neutral');
  return id === 'absorb' ? withTally(state, 'absorbed', Math.max(0, total), 'boon') : state;
}

const withTally = (state: FaceoffState, id: string, value: number, tone: Tone): FaceoffState => ({
  ...state,
  tallies: [...state.tallies, { id, value, tone }],
});

function withOutcome(state: FaceoffState, { verdict, soak, damage = 0, zone }: ClashOutcome): FaceoffState {
  if (!verdict || state.verdict === 'through') return state;
  const decided = { ...state, verdict, ...(zone && { zone }) };
  if (soak === undefined) return decided;
  const armored = withTally({ ...decided, soak }, 'soak', soak, 'boon');
  return verdict === 'through' ? withTally(armored, 'wound', damage, 'harm') : armored;
}

function viewOf({
  attacker,
  defender,
  attack,
  attackId,
  kind,
  answer,
  zone,
  verdict,
  soak,
  tallies,
}: FaceoffState): Faceoff {
  return {
    attack: { by: attacker, label: message(`Roll.${attackId}`), total: attack },
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

/** The attacker must not know the armor of other zones. */
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
