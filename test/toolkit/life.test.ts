import { beforeEach, describe, expect, it } from 'vitest';
import { adjustPool, log } from '../../src/encounter/change';
import type { Command } from '../../src/encounter/command';
import { beginExchange, type ExchangeRun } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import { PASS } from '../../src/kernel/ask';
import { choose, type Procedure, roll } from '../../src/kernel/procedure';
import { type ActionContext, type Game, type Row, reasonsAgainst } from '../../src/toolkit/act/actions';
import { defineCommands, type Runtime } from '../../src/toolkit/act/commands';
import type { Life } from '../../src/toolkit/act/life';
import { offerOnce } from '../../src/toolkit/turns/reaction';
import { encounter, fighter, madeUp } from '../support/encounter';

interface Context extends ActionContext {
  readonly runtime: Runtime<Duel>;
}
interface Duel extends Game {
  readonly context: Context;
  readonly row: Row<Duel>;
  readonly declared: string | null;
  /** What was paid. */
  readonly paid: number;
  readonly outcome: string | void;
}

/** What happened, in order. */
let told: string[] = [];
const tell = (line: string): void => void told.push(line);
function* telling(line: string): Procedure<void> {
  tell(line);
  yield* log('told');
}

const whyNotStrike: Row<Duel>['whyNot'] = ({ target }) => (target?.pools.hp?.value === 0 ? [{ id: 'down' }] : []);
const ROWS: Readonly<Record<string, Row<Duel>>> = {
  strike: {
    whyNot: whyNotStrike,
    *declare({ command, fighter: { id } }) {
      if (command.options?.asks) yield* choose('how', id, ['hard']);
      return command.options?.forbidden ? null : 'declared';
    },
    *play({ fighter: { id }, overruled }, declared) {
      tell(`plays ${declared}${overruled.length > 0 ? ` despite ${overruled}` : ''}`);
      yield* roll('luck', { count: 1, sides: 6 }, id);
      yield* choose('after', id, ['go']);
      return 'hit';
    },
  },
  lunge: {
    inParts: true,
    whyNot: whyNotStrike,
    *play({ fighter: { id }, runtime, target }) {
      yield* choose('way', id, ['go']);
      const blow = yield* runtime.part<string | null>({
        reasons: () => (target?.pools.hp?.value === 0 ? [{ id: 'down' }] : []),
        *play() {
          yield* telling('blow');
          return 'blow';
        },
        *stopped() {
          yield* telling('no blow');
          return null;
        },
      });
      return blow ?? undefined;
    },
    stop: () => telling('own stop'),
  },
  fell: { play: ({ target }) => adjustPool(target?.id ?? '', 'hp', -9) as Procedure<never> },
  pass: { play: ({ runtime, command }) => runtime.playChild({ ...command, do: 'strike' }) as Procedure<never> },
};

const LIFE: Life<Duel> = {
  *pay({ act, declared }) {
    tell(`pays for ${declared}`);
    yield* adjustPool(act.fighter.id, 'mp', -1);
    return 1;
  },
  *offer({ action, act }) {
    const { fighter: actor, runtime } = act;
    if (action === ROWS.fell) return true;
    yield* offerOnce(runtime, {
      id: 'answer',
      wait: 'first',
      candidates: () => [
        { by: 'cid', commands: [{ do: 'fell', by: 'cid', at: act.command.at ?? '' }], defaultAnswer: 'ask' },
      ],
      playChild: runtime.playChild,
    });
    return actor.state.holds !== true;
  },
  *stop({ action, act, step }, reasons) {
    tell(`stops at ${step}: ${reasons.map(({ id }) => id)}`);
    yield* action.stop ? action.stop(act, reasons) : log('stopped', {}, act.fighter.id);
  },
  *settle({ act, paid = 0 }, end) {
    tell(`settles ${end.how}${end.how === 'resolved' ? ` ${end.outcome}` : ''}, paid ${paid}`);
    if (end.how === 'ended') yield* adjustPool(act.fighter.id, 'mp', paid);
  },
  close: ({ isInside, isInterrupt }) =>
    telling(isInside ? `closes inside${isInterrupt ? ' an interrupt' : ''}` : 'closes'),
};

const commandsWith = (life: Life<Duel> = LIFE) =>
  defineCommands<Duel>({
    clock: {},
    plain: {},
    actions: ROWS,
    actOf: (context) => context,
    whyNot: (action, act) => [
      ...reasonsAgainst(action, act),
      ...(act.fighter.pools.mp?.value === 0 ? [{ id: 'mp' }] : []),
    ],
    prices: () => [],
    life,
  });
const COMMANDS = commandsWith();

const duel = (): Encounter =>
  encounter(
    ...['ann', 'bob', 'cid'].map((id) =>
      fighter(id, { pools: { hp: { value: 3, max: 5 }, mp: { value: 3, max: 5 } } } as never),
    ),
  );
const strike: Command = { do: 'strike', by: 'ann', at: 'bob' };
const start = (command: Command, on = duel(), commands = COMMANDS): ExchangeRun & { readonly on: Encounter } => {
  const rules: Ruleset = { ...madeUp({}), play: commands.play, dueChanges: () => [] };
  return Object.assign(beginExchange(rules, on, command, makeCountingIds()), { on });
};
const mp = ({ on }: { readonly on: Encounter }) => on.fighters.ann?.pools.mp?.value;
const sections = ({ run }: ExchangeRun): number =>
  run.entries.reduce((open, { ask }) => open + (ask.kind === 'section' ? (ask.command === null ? -1 : 1) : 0), 0);

/** Answers everything; offers with `accepts`. */
function finish(play: ExchangeRun, accepts: boolean): void {
  for (let asks = 0; play.run.open && asks < 20; asks++) {
    const { open } = play.run;
    if (open.kind === 'offer') play.run.answer([accepts ? 0 : PASS]);
    else play.run.answer(open.kind === 'dice' ? [4] : open.kind === 'choice' ? [open.options[0]?.id ?? ''] : []);
  }
}

beforeEach(() => {
  told = [];
});

describe('the life of an action', () => {
  it('is declared, paid once, offered, resolved, settled and closed, in this order', () => {
    const play = start(strike);
    finish(play, false);
    expect(told).toEqual(['pays for declared', 'plays declared', 'settles resolved hit, paid 1', 'closes']);
    expect([mp(play), sections(play), play.run.open]).toEqual([2, 0, null]);
  });

  it('costs nothing and writes nothing if its declaration is not allowed', () => {
    const play = start({ ...strike, options: { forbidden: true } });
    expect(told).toEqual(['settles ended, paid 0', 'closes']);
    expect([mp(play), play.table.effects.filter(({ kind }) => kind !== 'log')]).toEqual([3, []]);
  });

  it('stops once, and is settled, if an answer makes it impossible', () => {
    const play = start(strike);
    finish(play, true);
    expect(told.filter((line) => line.includes('stops'))).toEqual(['stops at offers: down']);
    expect(told.filter((line) => line.startsWith('plays declared') || line.startsWith('settles stopped'))).toEqual([
      'settles stopped, paid 1',
    ]);
    expect([mp(play), sections(play), play.run.open]).toEqual([2, 0, null]);
  });

  it('is judged again after an interrupt and after a change outside of commands, at each of its questions', () => {
    for (const question of ['how', 'answer'])
      for (const isInterrupt of [true, false]) {
        told = [];
        const play = start({ ...strike, options: { asks: true } });
        if (question === 'answer') play.run.answer(['hard']);
        expect(play.run.open?.id).toBe(question);
        if (isInterrupt) play.run.interrupt({ do: 'fell', by: 'cid', at: 'bob' });
        else Object.assign(play.on.fighters.bob?.pools.hp ?? {}, { value: 0 });
        finish(play, false);
        const step = question === 'how' ? 'declares' : 'offers';
        expect(told.filter((line) => line.startsWith('stops'))).toEqual([`stops at ${step}: down`]);
        expect(told).not.toContain('plays declared');
      }
  });

  it('stands once its first die has fallen', () => {
    const play = start(strike);
    play.run.answer([PASS]);
    play.run.answer([4]);
    expect(play.run.open?.id).toBe('after');
    play.run.interrupt({ do: 'fell', by: 'cid', at: 'bob' });
    finish(play, false);
    expect(told).toContain('settles resolved hit, paid 1');
  });

  it('stops if its fighter has left', () => {
    const play = start(strike);
    delete (play.on.fighters as Record<string, unknown>).ann;
    play.run.answer([PASS]);
    expect(told).toContain('stops at offers: no-fighter');
  });

  it('goes on with reasons that the GM has overruled, which its row is told', () => {
    const on = duel();
    Object.assign(on.fighters.bob?.pools.hp ?? {}, { value: 0 });
    finish(start(strike, on), false);
    expect(told[1]).toMatch(/^plays declared despite down/);
  });

  it('is refunded if it is not resolved', () => {
    const on = duel();
    Object.assign(on.fighters.ann ?? {}, { state: { holds: true } });
    const play = start(strike, on);
    finish(play, false);
    expect(told.slice(1)).toEqual(['settles ended, paid 1', 'closes']);
    expect(mp(play)).toBe(3);
  });

  it('judges only its beginning if it has parts, each of which is judged when it begins', () => {
    const lunge: Command = { ...strike, do: 'lunge' };
    const early = start(lunge);
    finish(early, true);
    expect(told).toContain('own stop');
    expect(told.some((line) => line.includes('blow'))).toBe(false);
    told = [];
    const late = start(lunge);
    late.run.answer([PASS]);
    expect(late.run.open?.id).toBe('way');
    late.run.interrupt({ do: 'fell', by: 'cid', at: 'bob' });
    finish(late, false);
    expect(told.filter((line) => /blow|stops/.test(line))).toEqual(['no blow']);
  });

  it('has a section inside another one, and one of its own if the game says so', () => {
    finish(start({ ...strike, do: 'pass' }), false);
    expect(told).toContain('closes inside an interrupt');
    told = [];
    const alone = start({ ...strike, do: 'fell' }, duel(), commandsWith({ ...LIFE, interruptsAlone: () => true }));
    expect(alone.run.entries[0]?.ask).toMatchObject({ kind: 'section', command: { do: 'fell' } });
    expect([told.at(-1), sections(alone)]).toEqual(['closes', 0]);
  });

  describe('that can be averted', () => {
    const averting = (averts: boolean) =>
      commandsWith({
        ...LIFE,
        *avert({ act, paid = 0, step }, reasons) {
          yield* telling(`averts at ${step}: ${reasons.map(({ id }) => id)}`);
          if (averts) yield* adjustPool(act.target?.id ?? '', 'hp', 2);
          return averts ? paid + 1 : null;
        },
      });
    const lines = (pattern: RegExp): readonly string[] => told.filter((line) => pattern.test(line));

    it('is offered again and goes on with what was paid, paid once', () => {
      const play = start(strike, duel(), averting(true));
      play.run.answer([0]);
      expect(play.run.open?.id).toBe('answer');
      finish(play, false);
      expect(lines(/averts|stops|settles resolved hit|plays declared/)).toEqual([
        'averts at offers: down',
        'plays declared',
        'settles resolved hit, paid 2',
      ]);
      expect([mp(play), sections(play)]).toEqual([2, 0]);
    });

    it('stops if it is not averted, with what was paid', () => {
      finish(start(strike, duel(), averting(false)), true);
      expect(lines(/averts|stops|settles stopped/).slice(0, 3)).toEqual([
        'averts at offers: down',
        'stops at offers: down',
        'settles stopped, paid 1',
      ]);
    });

    it('stops at once while it is not paid', () => {
      const play = start({ ...strike, options: { asks: true } }, duel(), averting(true));
      play.run.interrupt({ do: 'fell', by: 'cid', at: 'bob' });
      finish(play, false);
      expect(lines(/^averts|stops/)).toEqual(['stops at declares: down']);
    });
  });

  it('is played by the hook that resolves it, after its offers, and not if it stops', () => {
    const commands = commandsWith({
      ...LIFE,
      *resolve(underway, playRow) {
        tell(`resolves at ${underway.step}`);
        underway.paid = 5;
        return yield* playRow;
      },
    });
    finish(start(strike, duel(), commands), false);
    expect(told.slice(1, 4)).toEqual(['resolves at resolves', 'plays declared', 'settles resolved hit, paid 5']);
    told = [];
    finish(start(strike, duel(), commands), true);
    // The answer alone is resolved.
    expect(told.filter((line) => line.startsWith('resolves at'))).toHaveLength(1);
    expect(told).not.toContain('plays declared');
    expect(told).toContain('settles stopped, paid 1');
  });

  it('needs no hooks', () => {
    const play = start({ ...strike, do: 'fell' }, duel(), commandsWith({}));
    expect([play.run.open, play.on.fighters.bob?.pools.hp?.value]).toEqual([null, 0]);
  });
});
