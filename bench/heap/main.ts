import { seededDie } from '../../src/kernel/rng';
import { ANN, BOB, FOE, Party } from '../../test/headless/party';
import { left, Report, words } from '../report';

/** Steps before the first measurement: by then everything is loaded and the history is full. */
const EARLY = 100;
const LATE = 1000;
/** Messages that stay in the log. */
const KEPT = 50;
/** Maximum growth of the heap, as a factor. */
const AIM = 1.2;

const collect = (globalThis as { gc?: () => void }).gc;

/** Returns the used heap in megabytes. */
function heap(): number {
  for (let times = 0; times < 3; times++) collect?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/** Deletes old messages as a GM would: Foundry stores the log, which must not count as a leak. */
async function forget(party: Party): Promise<void> {
  const { gm } = party;
  const old = gm.page.game.messages.contents.slice(0, -KEPT);
  await party.done(gm, () => Promise.all(old.map((message: any) => message.delete())));
}

/** Measures the heap during attacks in an endless fight, with the server and the GM's client in the same process. */
export async function growing(ruleset = 'energy'): Promise<void> {
  const party = await Party.open(ruleset, ['Gamemaster']);
  await party.start();
  const die = seededDie(5);
  const found: { readonly step: number; readonly mb: number }[] = [];
  for (const until of [EARLY, LATE]) {
    while (party.combat.system.step < until && left() > 0) {
      const onward = die(3) === 1 ? party.onward()[0] : undefined;
      // Lets delayed work run and be released.
      if (die(20) === 1) await party.table.settle();
      if (die(20) === 1) await forget(party);
      await party.play(onward ?? party.asking(party.of(die(2) === 1 ? ANN : BOB), party.of(FOE)));
    }
    const row = { ruleset, step: party.combat.system.step, mb: heap(), cards: party.gm.page.game.messages.size };
    found.push(row);
    report.add(row, `${row.mb.toFixed(1)} MB after ${row.step} steps (${row.cards} cards)`);
    if (row.step < until) console.log(`stopped before step ${until}: no time left`);
  }
  const [early, late] = found;
  await party.table.close();
  if (early && late) console.log(`${(late.mb / early.mb).toFixed(2)} times as large, target: at most ${AIM}`);
}

const report = new Report('heap');
await growing(words[0]);
report.close();
