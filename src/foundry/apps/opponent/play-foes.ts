import { areFoes } from '../../../encounter/sides';
import type { Encounter, FighterId } from '../../../encounter/state';
import { loadJudge } from '../../../opponent/judge';
import { requireAdapter } from '../../adapters/registry';
import { noteChange } from '../../host/changes';
import { idOf } from '../../platform/documents';
import { fightOf } from '../../views/fight';
import { FoesRun, type FoesScope } from './foes-run';
import { PLAYED_FOES } from './played-foes';

/** By combat; lost on a reload, which stops them. */
const runs = new Map<string, FoesRun>();
/** Foes that the GM plays, by combat. */
const takenOver = new Map<string, Set<FighterId>>();

/** Returns true for a fighter of no player that is a foe of a player's fighter. */
function isFoe({ fighters }: Encounter, id: FighterId): boolean {
  const fighter = fighters[id];
  if (!fighter || fighter.player) return false;
  return Object.values(fighters).some((other) => other.player && areFoes(fighter, other));
}

/** Runs a button of the tracker: it starts foes, pauses or stops them, or takes one over. */
export async function pressFoes(host: Combat.Implementation, { foes, of = '' }: DOMStringMap): Promise<void> {
  const id = idOf(host);
  if (foes === 'stop') runs.get(id)?.stop();
  else if (foes === 'pause') runs.get(id)?.togglePause();
  else if (foes === 'take') toggleFoes(id, of.split(' ').filter(Boolean));
  else if (foes) await startFoes(host, foes as FoesScope);
  showFoes(host);
}

/** Takes over foes, or gives them back if the GM plays all of them. */
function toggleFoes(combat: string, ids: readonly FighterId[]): void {
  const taken = takenOver.get(combat) ?? new Set();
  const areTaken = ids.every((id) => taken.has(id));
  for (const id of ids)
    if (areTaken) taken.delete(id);
    else taken.add(id);
  takenOver.set(combat, taken);
  runs.get(combat)?.reconsider();
}

async function startFoes(host: Combat.Implementation, scope: FoesScope): Promise<void> {
  const id = idOf(host);
  const judge = await loadJudge(requireAdapter(host.type).ruleset);
  if (!judge || runs.has(id)) return;
  const run = new FoesRun(host, judge, scope, {
    isPlayed: (encounter, fighter) => isFoe(encounter, fighter) && !takenOver.get(id)?.has(fighter),
    onChange: () => showFoes(host),
  });
  runs.set(id, run);
}

/** Shows what foes do, or that they have stopped. */
function showFoes(host: Combat.Implementation): void {
  const id = idOf(host);
  const run = runs.get(id);
  if (run?.isStopped) runs.delete(id);
  const isOn = run?.isStopped === false;
  const taken = takenOver.get(id);
  const { encounter } = fightOf(host) ?? {};
  const foes = encounter ? Object.keys(encounter.fighters).filter((fighter) => isFoe(encounter, fighter)) : [];
  const shown = foes.filter((fighter) => isOn || taken?.has(fighter));
  PLAYED_FOES.set(id, {
    line: isOn ? run.line : '',
    isOn,
    isPaused: run?.isPaused ?? false,
    toggles: new Map(shown.map((fighter) => [fighter, taken?.has(fighter) ? 'false' : 'true'])),
    isAnswering: (asked) => isOn && run.isAnswering(asked),
  });
  noteChange();
}
