import { expect, it } from 'vitest';
import { openTable, setSetting } from './support/table';

it('a window that a second table uses again keeps its port and no settings of the first', async () => {
  const first = await openTable();
  const { page } = await first.sit('Ann');
  await setSetting(page, 'bar', 'off');
  await first.close();
  const second = await openTable();
  try {
    const ann = await second.sit('Ann');
    expect([ann.page, second.sandbox.port]).toEqual([page, first.sandbox.port]);
    expect(await ann.page.evaluate(() => game.settings.get('cadence', 'bar'))).toBe('open');
  } finally {
    await second.close();
  }
});
