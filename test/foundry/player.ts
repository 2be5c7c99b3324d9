import type { FoundryUser } from './documents';
import { CONFIG, foundry, game, refusal } from './stage';

/** What a player's client does when the game master's asks: these few things and no others, whoever asks. */
const TASKS = {
  /** A request that no encounter knows, so that no referee takes it. */
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

  /** Writes to a combatant, and says what the server said to it. */
  'write-combatant': ({ combat, combatant, changes }: { combat: string; combatant: string; changes: object }) =>
    refusal(() => game().combats.get(combat)!.combatants.get(combatant)!.update(changes)),

  /** Writes to a Combat, and says what the server said to it. */
  'write-combat': ({ combat, changes }: { combat: string; changes: object }) =>
    refusal(() => game().combats.get(combat)!.update(changes)),

  /** Adds a combatant, and says what the server said to it. */
  'create-combatant': ({ combat, data }: { combat: string; data: object }) =>
    refusal(() => game().combats.get(combat)!.createEmbeddedDocuments('Combatant', [data])),

  /** Takes a secret in. */
  tell: ({ secret }: { secret: string }) => {
    told.push(secret);
    return true;
  },
  /** From now on every packet is looked at; false where this client's socket does not let itself be listened to. */
  listen: () => {
    const { socket } = game();
    if (typeof socket.onAny !== 'function') return false;
    socket.onAny((...packet: unknown[]) => overheard.push(...secretsIn(packet)));
    return true;
  },
  /** Who asks, by Foundry's word. */
  'name-sender': () => sender,
  /** Every secret this client has come by: told, and overheard. */
  heard: () => ({ told: [...told], overheard: [...new Set(overheard)] }),
} as const;

export type Task = keyof typeof TASKS;
type TaskResult<T extends Task> = Awaited<ReturnType<(typeof TASKS)[T]>>;

const QUERY = 'cadence-quench';
const told: string[] = [];
const overheard: string[] = [];

/** Who asked last, as this client's Foundry names them. */
let sender: string | null = null;

const MARK = 'cadence-quench-secret-';
export const newSecret = (): string => `${MARK}${foundry.utils.randomID()}`;

function secretsIn(packet: readonly unknown[]): string[] {
  const text = JSON.stringify(packet, (_, value) => (typeof value === 'function' ? undefined : value));
  return text.match(new RegExp(`${MARK}\\w+`, 'g')) ?? [];
}

/** Makes this client one that can be asked. API: CONFIG.queries. */
export function answerTasks(): void {
  CONFIG.queries[QUERY] = ({ task, data }: { task: Task; data: never }, { user }: { user?: FoundryUser } = {}) => {
    sender = user?.id ?? null;
    if (!Object.hasOwn(TASKS, task)) throw new Error(`no task ${task}`);
    return TASKS[task](data);
  };
}

/** Has a player's client do something. API: User#query. */
export const ask = async <T extends Task>(
  player: FoundryUser,
  task: T,
  ...[data]: Parameters<(typeof TASKS)[T]>
): Promise<TaskResult<T>> =>
  (await player.query(QUERY, { task, data: data ?? {} }, { timeout: 10_000 })) as TaskResult<T>;

/** What this client itself has heard. */
export const heardHere = (): ReturnType<(typeof TASKS)['heard']> => TASKS.heard();
