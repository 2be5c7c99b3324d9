import type { Command } from '../../../encounter/command';
import { judge } from '../../../encounter/legality';
import type { ActionButton } from '../../../encounter/view';
import type { Reason } from '../../../kernel/ask';
import { documentsOf, type ExchangeDocument } from '../../host/exchange-document';
import { tryOrReport } from '../../platform/data-problems';
import { notify } from '../../platform/notice';
import { reasonsText, text } from '../../platform/text';
import { strictnessFor } from '../../platform/world-settings';
import { type SubmitOptions, submit } from '../../referee';
import { assess } from '../../referee/assess';
import { forgetIntent, toggleIntent } from '../../views/moves';
import { confirmReasons } from '../ui/templates';

/** How an action is submitted, and how the user learns of a refusal. */
export interface ActionHooks {
  submit(host: ExchangeDocument, command: Command, options: SubmitOptions): Promise<void>;
  refuse(rulesetId: string, reasons: readonly Reason[]): void;
}

const CLICK: ActionHooks = { submit, refuse: (rulesetId, reasons) => notify('warn', reasonsText(rulesetId, reasons)) };

/**
 * Performs an action button's command. Reasons are computed again, because the button may be outdated. If the world only warns this user,
 * asks first.
 */
export async function act(
  host: ExchangeDocument,
  command: Command,
  needs: ActionButton['needs'],
  hooks = CLICK,
): Promise<void> {
  const assessed = tryOrReport(() => assess(host, command), host);
  if (!assessed) return;
  const { ruleset, reasons } = assessed;
  if (needs === 'path') {
    documentsOf(host, command.by).token?.object?.control({ releaseOthers: true });
    // The drag performs this action only. Pressed again, it performs the cheapest one.
    notify('info', text(toggleIntent(command) ? 'CADENCE.App.dragToken' : 'CADENCE.App.dragAny'));
    return;
  }
  if (needs === 'area') {
    const { placeArea } = await import('../prompt/place-area');
    const placed = await placeArea(host, command);
    return placed ? act(host, placed, 'nothing', hooks) : undefined;
  }
  if (needs === 'target' && (command.at === undefined || game.user.targets.size > 1)) {
    const { chooseTarget } = await import('./choose-target');
    const aimed = await chooseTarget(host, command);
    return aimed ? act(host, aimed, 'nothing', hooks) : undefined;
  }
  const strictness = strictnessFor(game.user);
  const verdict = judge(reasons, strictness);
  if (verdict !== 'refuse') forgetIntent(command.by);
  const warnings = strictness === 'off' ? [] : (ruleset.warnings?.(assessed.encounter, command) ?? []);
  if (verdict === 'go' && warnings.length === 0) return hooks.submit(host, command, { assessed });
  if (verdict === 'refuse') return hooks.refuse(ruleset.id, reasons);
  if (await confirmReasons(ruleset.id, reasons, warnings)) await hooks.submit(host, command, { force: true });
}

export function readAction(button: HTMLElement): { command: Command; needs: ActionButton['needs'] } {
  const { command, needs } = button.dataset;
  return { command: JSON.parse(command ?? 'null') as Command, needs: (needs ?? 'nothing') as ActionButton['needs'] };
}
