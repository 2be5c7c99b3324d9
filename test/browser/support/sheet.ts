import type { Locator } from 'playwright-core';

/** Turns an open sheet of an actor to a tab, in the mode that has it; a foe is played from one page. */
export async function turnTo(sheet: Locator, tab: string): Promise<void> {
  const mode = tab === 'stats' ? 'edit' : 'play';
  if ((await sheet.getAttribute('data-mode')) !== mode) {
    // A notification may cover it.
    await sheet.locator('.cadence-mode').dispatchEvent('click');
    await sheet
      .page()
      .waitForFunction(([element, mode]) => (element as HTMLElement).dataset.mode === mode, [
        await sheet.elementHandle(),
        mode,
      ] as const);
  }
  const link = sheet.locator(`nav [data-tab="${tab}"]`);
  // A prompt may cover it.
  if (await link.isVisible()) await link.dispatchEvent('click');
}
