import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ruleset } from '../../src/encounter/ruleset';
import { RULESETS } from '../../src/rulesets/index';
import { holds, playScenario } from '../support/scenario/play';
import { linesOf } from '../support/scenario/report';
import { readScenario } from '../support/scenario/scenario';
import {
  COMBAT,
  GNOLL,
  KOR,
  MIRA,
  openChat,
  openTracker,
  startEncounter,
  startOver,
  untilClosed,
} from './support/fight';
import { look, SEEN } from './support/look';
import { loadDice, openTable, reported, type Seat, submit, type Table } from './support/table';

describe('the record of a fight', () => {
  let table: Table;
  let gm: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', SEEN);
    await startEncounter(gm.page);
  });
  afterAll(() => table?.close());

  const record = () => gm.page.locator('#cadence-record');
  const row = (name: string) => record().locator('.cadence-record__table tbody tr', { hasText: name });
  const command = () => record().locator('.cadence-record__command').innerText();

  it('is opened from the tracker, posted, exported and watched again, and names where the rules differ', async () => {
    const { page } = gm;
    await page.locator('#combat [data-action="cadenceRecord"]').click();
    await record().waitFor();
    await look('record-begun', gm);
    await page.evaluate(async () => {
      const open = [...foundry.applications.instances.values()].find(({ id }) => id === 'cadence-record');
      await open?.close({ animate: false });
    });

    // Not so high that a die would explode for ever.
    await loadDice(page, { face: 12, of: 20 });
    await submit(page, COMBAT, { do: 'ranged-attack', by: MIRA, at: GNOLL }, true);
    await untilClosed(page);
    await openTracker(page);
    await page.locator('#combat [data-action="cadenceRecord"]').click();
    await row('Mira').waitFor();
    expect(await row('Mira').locator('td').nth(2).innerText()).toMatch(/[01] of 1/);
    expect(await command()).toMatch(/2\/2 .*Mira: Ranged Attack → Gnoll raider/);
    await look('record', gm);

    // Backward and forward, on the slider and by buttons.
    const aura = () => record().locator('.cadence-record__fighter', { hasText: 'Gnoll raider' }).innerText();
    const after = await aura();
    await record().locator('[data-action="back"]').click();
    await expect.poll(command).toMatch(/^1\/2/);
    expect(await aura()).not.toBe(after);
    await record().locator('input[type="range"]').fill('0');
    await expect.poll(command).toMatch(/0\/2 .*Before the first action/);
    await record().locator('[data-action="forward"]').click();
    await record().locator('[data-action="forward"]').click();
    await expect.poll(aura).toBe(after);

    await record().locator('[data-action="post"]').click();
    await openChat(page);
    await page.locator('#chat .cadence-summary', { hasText: 'what happened' }).waitFor();

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      record().locator('[data-action="export"]').click(),
    ]);
    expect(download.suggestedFilename()).toBe('the-ford.cadence-fight.json');
    const written = await readFile((await download.path()) ?? '', 'utf8');
    const file = record().locator('input[type="file"]');
    const named = (text: string) => ({ name: 'fight.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await file.setInputFiles(named(written));
    await expect.poll(() => row('Mira').count()).toBe(1);
    expect(await record().locator('.cadence-record__fault').count()).toBe(0);

    const changed = JSON.parse(written);
    changed.exchanges[1].entries.find(({ ask }: { ask: { kind: string } }) => ask.kind === 'dice').answer = [21];
    await file.setInputFiles(named(JSON.stringify(changed)));
    await record().locator('.cadence-record__fault', { hasText: 'action 2' }).waitFor();
    await look('record-differs', gm);

    await file.setInputFiles(named('{}'));
    await expect.poll(() => reported(page)).toContainEqual(expect.stringContaining('isn’t a fight record'));
    expect(gm.errors).toEqual([]);
  });

  it('finds the turning point, and exports a scenario that holds', async () => {
    const { page } = gm;
    await startOver(gm);
    await loadDice(page, { face: 12, of: 20 });
    await submit(page, COMBAT, { do: 'ranged-attack', by: MIRA, at: GNOLL }, true);
    await untilClosed(page);
    // She has thrown her only weapon, and the heroes fall: the chance of the foes has risen, and the window goes there.
    for (const hero of [MIRA, KOR]) {
      const options = { condition: 'dead', on: true };
      await submit(page, COMBAT, { do: 'condition', by: 'gm', at: hero, options }, true);
      await untilClosed(page);
    }
    await openTracker(page);
    await page.locator('#combat [data-action="cadenceRecord"]').click();
    await expect.poll(command).toMatch(/^4\/4/);
    expect(await row('Mira').locator('td').nth(4).innerText()).toMatch(/^\d+:\d\d$/);
    await record().locator('[data-action="chances"]').click();
    const turn = record().locator('.cadence-record__turn', { hasText: 'Turning point: ' });
    await turn.waitFor({ timeout: 60_000 });
    expect(await turn.innerText()).toMatch(
      /(Ranged Attack → Gnoll raider|Set Condition → (Mira|Kor))\. Foes: \d+% → \d+% to win/,
    );
    await look('record-turning-point', gm);
    await record().locator('[data-action="back"]').click();
    await turn.locator('[data-action="turningPoint"]').click();
    const told = await command();
    expect(await turn.innerText()).toContain(told.split(' · ')[1]);
    expect(await record().locator('svg').getAttribute('aria-label')).toMatch(/Foes: .*% after 0, .*100% after 4/);

    await record().locator('[data-action="exportScenario"]').click();
    const [scenario] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('.cadence-confirm').getByRole('button', { name: 'Keep the names' }).click(),
    ]);
    expect(scenario.suggestedFilename()).toBe('the-ford.yaml');
    const text = await readFile((await scenario.path()) ?? '', 'utf8');
    const rulesets: Readonly<Record<string, Ruleset>> = RULESETS as never;
    const results = [...playScenario(readScenario(text, 'the-ford.yaml'), rulesets, {})];
    expect(results.filter((result) => !holds(result)).flatMap(linesOf)).toEqual([]);
    expect(results).toHaveLength(5);
    expect(text).toContain('mira ranged-attack gnoll');
    expect(gm.errors).toEqual([]);
  });
});
