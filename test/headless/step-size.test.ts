import { afterEach, describe, expect, it } from 'vitest';
import { ANN, FOE, GAMES, Party } from './party';

/**
 * Characters that a step may send: more than the longest step of an attack needs, and fewer than the names alone took
 * in a large fight.
 */
const MOST = 2500;

/** The characters a window sends, without Foundry's own fields of every operation and document. */
function sentBy(party: Party): number[] {
  const { client } = party.gm.wire;
  const { emit } = client;
  const sizes: number[] = [];
  client.emit = function (event: string, ...args: unknown[]) {
    if (event === 'modifyDocumentBatch') sizes.push(payload(args[0] as Sent));
    return emit.call(this, event, ...args);
  };
  return sizes;
}

interface Sent {
  readonly operations: readonly { readonly operation: Readonly<Record<'data' | 'updates' | 'ids', unknown>> }[];
}

const payload = (batch: Sent): number =>
  batch.operations
    .map(({ operation }) => [operation.data, operation.updates, operation.ids])
    .map((written: unknown) => JSON.stringify(written, (key, value) => (key === '_stats' ? undefined : value)).length)
    .reduce((sum: number, length: number) => sum + length, 0);

/**
 * Plays an attack of the first hero with all its asks.
 * @param extras the number of additional foes
 */
async function attackAmong(ruleset: string, extras: number): Promise<{ party: Party; sizes: number[] }> {
  const party = await Party.open(ruleset, ['Gamemaster', 'Ann', 'Bob'], {}, undefined, extras);
  await party.start();
  await party.untilTurn(party.of(ANN));
  const sizes = sentBy(party);
  await party.play(party.asking(party.of(ANN), party.of(FOE)));
  return { party, sizes };
}

describe.each(Object.keys(GAMES))('%s', (ruleset) => {
  const parties: Party[] = [];
  afterEach(async () => {
    for (const party of parties.splice(0)) await party.table.close();
  });

  it(`writes a step of an attack in fewer than ${MOST} characters, independent of the number of fighters`, async () => {
    const few = await attackAmong(ruleset, 0);
    parties.push(few.party);
    await few.party.table.close();
    const many = await attackAmong(ruleset, 60);
    parties.splice(0, 1, many.party);
    expect(Math.max(...few.sizes, ...many.sizes)).toBeLessThan(MOST);
  });
});
