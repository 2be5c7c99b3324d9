import type { FoundryUser } from './documents';
import { CONFIG, foundry, game, refusal } from './stage';

/** The only tasks that a player's client does on a query, for any sender. */
const TASKS = {
  /** A request unknown to every encounter, so that no referee accepts it. */
  'create-request': ({ note }: { note: string }) =>
    CONFIG.ChatMessage.documentClass
      .create({
        type: 'request',
        system: { combat: '', fighter: '', moment: note, command: null, ask: null, answers: [] },
      })
      .then((message) => message?.id ?? null),

  /** An ordinary message with a request in its flags. */
  'create-flagged-request': ({ request }: { request: object }) =>
    CONFIG.ChatMessage.documentClass.create({ flags: { cadence: { request } } }).then((message) => message?.id ?? null),

  /** Writes to a combatant, and returns the server's response. */
  'write-combatant': ({ combat, combatant, changes }: { combat: string; combatant: string; changes: object }) =>
    refusal(() => game().combats.get(combat)!.combatants.get(combatant)!.update(changes)),

  /** Writes to a Combat, and returns the server's response. */
  'write-combat': ({ combat, changes }: { combat: string; changes: object }) =>
    refusal(() => game().combats.get(combat)!.update(changes)),

  /** Adds a combatant, and returns the server's response. */
  'create-combatant': ({ combat, data }: { combat: string; data: object }) =>
    refusal(() => game().combats.get(combat)!.createEmbeddedDocuments('Combatant', [data])),

  tell: ({ secret }: { secret: string }) => {
    told.push(secret);
    return true;
  },
  /** Records every packet from now on; returns false if this client's socket allows no listener. */
  listen: () => {
    const { socket } = game();
    if (typeof socket.onAny !== 'function') return false;
    socket.onAny((...packet: unknown[]) => overheard.push(...secretsIn(packet)));
    return true;
  },
  /** The sender, as named by Foundry. */
  'name-sender': () => sender,
  /** Every secret this client has received: sent to it, or overheard. */
  heard: () => ({ told: [...told], overheard: [...new Set(overheard)] }),
} as const;

export type Task = keyof typeof TASKS;
type TaskResult<T extends Task> = Awaited<ReturnType<(typeof TASKS)[T]>>;

const QUERY = 'cadence-quench';
const told: string[] = [];
const overheard: string[] = [];

/** The sender of the last query, as named by this client's Foundry. */
let sender: string | null = null;

const MARK = 'cadence-quench-secret-';
export const newSecret = (): string => `${MARK}${foundry.utils.randomID()}`;

function secretsIn(packet: readonly unknown[]): string[] {
  const text = JSON.stringify(packet, (_, value) => (typeof value === 'function' ? undefined : value));
  return text.match(new RegExp(`${MARK}\\w+`, 'g')) ?? [];
}

/** Registers the query handlers of this client. API: CONFIG.queries. */
export function answerTasks(): void {
  CONFIG.queries[QUERY] = ({ task, data }: { task: Task; data: never }, { user }: { user?: FoundryUser } = {}) => {
    sender = user?.id ?? null;
    if (!Object.hasOwn(TASKS, task)) throw new Error(`no task ${task}`);
    return TASKS[task](data);
  };
}

/** Runs a task in a player's client. API: User#query. */
export const ask = async <T extends Task>(
  player: FoundryUser,
  task: T,
  ...[data]: Parameters<(typeof TASKS)[T]>
): Promise<TaskResult<T>> =>
  (await player.query(QUERY, { task, data: data ?? {} }, { timeout: 10_000 })) as TaskResult<T>;

/** What this client itself has received. */
export const heardHere = (): ReturnType<(typeof TASKS)['heard']> => TASKS.heard();
