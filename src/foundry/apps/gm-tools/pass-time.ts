import { adapterOf } from '../../adapters/registry';
import { isRunning } from '../../host/exchange-document';
import { notify } from '../../platform/notice';
import { text } from '../../platform/text';
import { submit } from '../../referee';

const SPANS = { 'ten-minutes': 600, hour: 3600, 'eight-hours': 28_800, day: 86_400 } as const;

const isFighting = (): boolean => (game.combats?.contents ?? []).some((combat) => isRunning(combat));

export const timeContext = () => ({
  fighting: isFighting(),
  spans: Object.keys(SPANS).map((id) => ({ id, label: text(`CADENCE.App.Bulk.span.${id}`) })),
});

/** Foundry's clock expires what it times. If an idle encounter counts time too, its command advances both. */
export async function passTime(span: string): Promise<void> {
  const seconds = Object.entries(SPANS).find(([id]) => id === span)?.[1];
  if (seconds === undefined || isFighting()) return;
  const { combat } = game;
  const command = combat && adapterOf(combat.type)?.ruleset.timing.passTime?.(seconds);
  if (combat && command) await submit(combat, command);
  else await game.time.advance(seconds);
  notify('info', text('CADENCE.App.Bulk.passed', { span: text(`CADENCE.App.Bulk.span.${span}`) }));
}
