import { areFoes } from '../../../encounter/sides';
import type { Encounter, FighterId } from '../../../encounter/state';
import { loadJudge } from '../../../opponent/judge';
import { requireAdapter } from '../../adapters/registry';
import { noteChange } from '../../host/changes';
import { idOf } from '../../platform/documents';
import { fightOf } from '../../views/fight';
import { FoesRun, type FoesScope } from './foes-run';
import { PLAYED_FOES } from './played-foes';

interface FoesOfCombat {
  /** Null while no foe plays by itself. */
  run: FoesRun | null;
  /** Foes that the GM plays. */
  readonly takenOver: Set<FighterId>;
}

/** By combat; lost on a reload, which stops them. */
const played = new Map<string, FoesOfCombat>();

function foesOf(combat: string): FoesOfCombat {
  const known = played.get(combat) ?? { run: null, takenOver: new Set() };
  played.set(combat, known);
  return known;
}

/** Returns true for a fighter of no player that is a foe of a player's fighter. */
function isFoe({ fighters }: Encounter, id: FighterId): boolean {
  const fighter = fighters[id];
  if (!fighter || fighter.player) return false;
  return Object.values(fighters).some((other) => other.player && areFoes(fighter, other));
}

/** Runs a button of the tracker: it starts foes, pauses or stops them, or takes one over. */
export async function pressFoes(host: Combat.Implementation, { foes, of = '' }: DOMStringMap): Promise<void> {
  const now = foesOf(idOf(host));
  if (foes === 'stop') now.run?.stop();
  else if (foes === 'pause') now.run?.togglePause();
  else if (foes === 'take') toggleFoes(now, of.split(' ').filter(Boolean));
  else if (foes) await startFoes(host, foes as FoesScope);
  showFoes(host);
}

/** Takes over foes, or gives them back if the GM plays all of them. */
function toggleFoes({ run, takenOver }: FoesOfCombat, ids: readonly FighterId[]): void {
  const areTaken = ids.every((id) => takenOver.has(id));
  for (const id of ids)
    if (areTaken) takenOver.delete(id);
    else takenOver.add(id);
  run?.reconsider();
}

async function startFoes(host: Combat.Implementation, scope: FoesScope): Promise<void> {
  const foes = foesOf(idOf(host));
  const judge = await loadJudge(requireAdapter(host.type).ruleset);
  if (!judge || foes.run) return;
  foes.run = new FoesRun(host, judge, scope, {
    isPlayed: (encounter, fighter) => isFoe(encounter, fighter) && !foes.takenOver.has(fighter),
    onChange: () => showFoes(host),
  });
}

/** Shows what foes do, or that they have stopped. */
function showFoes(host: Combat.Implementation): void {
  const now = foesOf(idOf(host));
  const { run, takenOver } = now;
  if (run?.isStopped) now.run = null;
  const isOn = run?.isStopped === false;
  const { encounter } = fightOf(host) ?? {};
  const foes = encounter ? Object.keys(encounter.fighters).filter((fighter) => isFoe(encounter, fighter)) : [];
  const shown = foes.filter((fighter) => isOn || takenOver.has(fighter));
  PLAYED_FOES.set(host.id, {
    line: isOn ? run.line : '',
    isOn,
    isPaused: run?.isPaused ?? false,
    toggles: new Map(shown.map((fighter) => [fighter, takenOver.has(fighter) ? 'false' : 'true'])),
    isAnswering: (asked) => isOn && run.isAnswering(asked),
  });
  noteChange();
}
