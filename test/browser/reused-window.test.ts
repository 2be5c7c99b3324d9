import { expect, it } from 'vitest';
import { openTable, setSetting } from './support/table';

it('a window that a second table uses again keeps no settings of the first, even at the same port', async () => {
  const first = await openTable();
  const { page } = await first.sit('Ann');
  await setSetting(page, 'bar', 'off');
  const port = Number(new URL(page.url()).port);
  await first.close();
  const second = await openTable({ port });
  try {
    const ann = await second.sit('Ann');
    expect(ann.page).toBe(page);
    expect(await ann.page.evaluate(() => game.settings.get('cadence', 'bar'))).toBe('open');
  } finally {
    await second.close();
  }
});
