import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Command } from '../../src/encounter/command';
import type { Exchange } from '../../src/encounter/exchange';
import type { Odds } from '../../src/encounter/view';
import { defined } from '../../src/kernel/defined';
import { ANN, FOE, MASTER, Party } from './party';

/** An attack of each ruleset whose button shows odds. */
const BLOWS: Readonly<Record<string, string>> = {
  energy: 'melee-attack',
  clash: 'attack-basic-melee',
  seconds: 'attack',
  slots: 'primary-attack',
  tempo: 'quick-attack',
};

interface Answered {
  readonly id: number;
  readonly result: readonly (readonly Odds[])[];
}

let hear: (event: { data: unknown }) => void;
let told: (answer: Answered) => void;

// One program hears all questions, as in a page.
beforeAll(async () => {
  vi.stubGlobal('addEventListener', (_: string, heard: typeof hear) => {
    hear = heard;
  });
  vi.stubGlobal('postMessage', (answer: unknown) => told(structuredClone(answer) as Answered));
  await import('../../src/odds');
});
afterAll(() => vi.unstubAllGlobals());

/** The worker's own program, called as a page calls it: input and output are cloned. */
describe.each(Object.keys(BLOWS))('odds of %s in the worker', (ruleset) => {
  let party: Party;

  beforeAll(async () => {
    party = await Party.open(ruleset, ['Gamemaster']);
    await party.start();
  });
  afterAll(() => party?.table.close());

  const asked = (encounter: unknown, commands: readonly Command[], id = ruleset): Promise<Answered> =>
    new Promise((done) => {
      told = done;
      hear({ data: structuredClone({ id: 7, ruleset: id, encounter, viewer: MASTER, commands }) });
    });

  it('are the same as on the page, and cached until something they depend on changes', async () => {
    const { encounter } = party.gm.page.windows.fightOf(party.combat);
    const { views } = party.rules;
    const [by, at] = [party.of(ANN), party.of(FOE)];
    const buttons = views.sheet(encounter, encounter.fighters[by], { ...MASTER, targets: [at] });
    const all = [...buttons.groups.flatMap((group) => group.actions), ...Object.values(buttons.itemActions).flat()];
    const commands: Command[] = all
      .map(({ command }) => command)
      .filter((command) => views.oddsAwaited?.(encounter, MASTER, command));
    expect(commands.map((command) => command.do)).toContain(BLOWS[ruleset]);
    const { id, result: odds } = await asked(encounter, commands);
    expect(id).toBe(7);
    // The page has computed nothing so far: the cached odds are the worker's.
    const keeps = commands.map((command) => views.oddsAwaited?.(encounter, MASTER, command));
    for (const [nth, keep] of keeps.entries()) keep?.(odds[nth]);
    for (const command of commands) expect(views.oddsAwaited?.(encounter, MASTER, command)).toBeNull();
    const copy = structuredClone(encounter);
    const other = {
      ...copy,
      ground: { ...copy.ground, cell: copy.ground.cell + 0.25 },
      settings: { ...copy.settings, another: true },
    };
    for (const [nth, command] of commands.entries()) {
      expect(views.oddsAwaited?.(other, MASTER, command)).not.toBeNull();
      // The page computes again in a fight that differs only in what no rule reads.
      const same = { ...encounter, settings: { ...encounter.settings, unread: true } };
      expect(views.odds?.(same, MASTER, command) ?? []).toEqual(odds[nth]);
    }
  });

  it('are left to the page where the worker has no such rules', async () => {
    const { encounter } = party.gm.page.windows.fightOf(party.combat);
    expect(await asked(encounter, [], 'package.other')).toEqual({ id: 7, result: null, isDone: true });
  });
});

/** What a question to a defender shows: the program computes it from what the page sends. */
describe('odds of answers in the worker', () => {
  it('are the same as on the page', async () => {
    const party = await Party.open('clash', ['Gamemaster', 'Ann']);
    await party.start();
    party.gm.page.CONFIG.Dice.randomUniform = () => 0.3;
    await party.send(party.gm, { do: 'attack-basic-melee', by: party.of(FOE), at: party.of(ANN) });
    const [, ann] = party.table.tabs;
    const host = party.combatAt(ann);
    const { encounter, viewer } = ann.page.windows.fightOf(host);
    const { history, open } = host.system;
    const current = defined(open, 'an open exchange').exchange;
    const steps = Object.values(history).filter(({ exchange }) => exchange === current);
    const [{ ask }] = ann.page.openAsks(host);
    const entries = steps.flatMap((step) => step.entries);
    const exchange = { version: 1, command: steps[0].command, entries } as unknown as Exchange;
    const onPage = (await party.rules.views.answers?.compute(encounter, viewer, exchange, ask)) ?? [];
    expect(onPage.map(({ answer }) => answer[0])).toEqual(ask.options.map(({ id }) => id));
    const inWorker = new Promise<unknown>((resolve) => {
      told = resolve;
    });
    hear({ data: structuredClone({ id: 3, ruleset: 'clash', encounter, viewer, exchange, ask }) });
    expect(await inWorker).toEqual({ id: 3, result: onPage, isDone: true });
    await party.table.close();
  });
});

describe('without a worker', () => {
  const question = { ruleset: 'energy', encounter: {} as never, viewer: MASTER, commands: [] };
  const asking = async () => (await import('../../src/foundry/apps/odds/odds-worker')).askWorker;

  beforeEach(() => {
    vi.resetModules();
    vi.spyOn(console, 'warn').mockReturnValue();
    vi.stubGlobal('game', { system: { version: '1' } });
    vi.stubGlobal('location', { origin: 'null' });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('the page is told that none can be created', async () => {
    vi.stubGlobal(
      'Worker',
      class {
        constructor() {
          throw new Error('forbidden');
        }
      },
    );
    const ask = await asking();
    expect(ask(question, () => expect.fail('it was not asked'))).toBe(false);
  });

  it.each([
    ['the same', 'null', /odds\.mjs\?1$/],
    ['another', 'https://table.example', /^blob:/],
  ])('its script is loaded from %s origin', async (_, origin, wanted) => {
    const started: string[] = [];
    vi.stubGlobal('location', { origin });
    vi.stubGlobal(
      'Worker',
      class {
        constructor(address: URL | string) {
          started.push(String(address));
        }
        addEventListener() {}
        postMessage() {}
      },
    );
    const ask = await asking();
    expect(ask(question, vi.fn())).toBe(true);
    expect(started).toEqual([expect.stringMatching(wanted)]);
  });

  it('the page takes over the pending odds of a worker that breaks', async () => {
    let broken: (event: object) => void = () => expect.fail('no listener');
    let made = 0;
    vi.stubGlobal(
      'Worker',
      class {
        constructor() {
          made += 1;
        }
        addEventListener(name: string, heard: typeof broken) {
          if (name === 'error') broken = heard;
        }
        postMessage() {}
        terminate() {}
      },
    );
    const ask = await asking();
    const heard = vi.fn();
    expect(ask(question, heard)).toBe(true);
    broken({ type: 'error' });
    expect(heard.mock.calls).toEqual([[null, true]]);
    expect(ask(question, heard)).toBe(false);
    expect(made).toBe(1);
  });
});
