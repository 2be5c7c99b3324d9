import type { Command } from '../../../encounter/command';
import { onlyAlliesIn, unusualTarget } from '../../../encounter/intent';
import { judge } from '../../../encounter/legality';
import type { ActionButton, Message } from '../../../encounter/view';
import type { Reason } from '../../../kernel/ask';
import { documentsOf, type ExchangeDocument } from '../../host/exchange-document';
import { askConfirmation } from '../../platform/confirmation';
import { tryOrReport } from '../../platform/data-problems';
import { notify } from '../../platform/notice';
import { localize, reasonsText, reasonText, text } from '../../platform/text';
import { strictnessFor } from '../../platform/world-settings';
import { type SubmitOptions, submit } from '../../referee';
import { type Assessment, assess } from '../../referee/requests/assess';
import { combatSystem } from '../../stored/systems';
import { fightOf, targetNamesIn } from '../../views/fight';
import { forgetIntent, toggleIntent } from '../../views/moves';
import { nameWithItem } from '../../views/step-text';
import { render } from '../ui/templates';

/** How an action is submitted, and how the user learns of a refusal. */
interface ActionHooks {
  submit(host: ExchangeDocument, command: Command, options: SubmitOptions): Promise<void>;
  refuse(rulesetId: string, reasons: readonly Reason[]): void;
  /** Whether the target is not questioned. */
  readonly isSure?: boolean;
}

export const CLICK: ActionHooks = {
  submit,
  refuse: (rulesetId, reasons) => notify('warn', reasonsText(rulesetId, reasons)),
};

/**
 * Performs an action button's command. Reasons are computed again, because the button may be outdated. Asks first if the world only warns
 * this user, or if the target is unusual. A target that was chosen for it stays targeted only if it is performed.
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
  if (ruleset.timing.endCommands.includes(command.do) && combatSystem(host).open !== null) {
    const { settleBeforeEnd } = await import('./end-with-question');
    return (await settleBeforeEnd(host)) ? act(host, command, needs, hooks) : undefined;
  }
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
    const before = [...game.user.targets];
    const aimed = await chooseTarget(host, command);
    if (!aimed) return;
    let isPerformed = false;
    const perform: ActionHooks['submit'] = (...submitted) => {
      isPerformed = true;
      return hooks.submit(...submitted);
    };
    await act(host, aimed, 'nothing', { ...hooks, submit: perform });
    if (!isPerformed) setTargets(before);
    return;
  }
  const strictness = strictnessFor(game.user);
  const verdict = judge(reasons, strictness);
  if (verdict !== 'refuse') forgetIntent(command.by);
  const warnings = strictness === 'off' ? [] : (ruleset.warnings?.(assessed.encounter, command) ?? []);
  const question = hooks.isSure || verdict === 'refuse' ? '' : targetQuestion(host, assessed, command);
  if (verdict === 'go' && warnings.length === 0 && !question) return hooks.submit(host, command, { assessed });
  if (verdict === 'refuse') return hooks.refuse(ruleset.id, reasons);
  const isForced = verdict !== 'go';
  if (await confirmReasons(ruleset.id, reasons, warnings, question))
    await hooks.submit(host, command, { force: isForced || warnings.length > 0 });
}

function setTargets(tokens: readonly Token.Implementation[]): void {
  for (const token of [...game.user.targets])
    if (!tokens.includes(token)) token.setTarget(false, { releaseOthers: false });
  for (const token of tokens) token.setTarget(true, { releaseOthers: false });
}

/**
 * Asks whether a command is meant in spite of reasons against it, or of what it brings about.
 * @param question about the target, in place of the usual one
 */
async function confirmReasons(
  ruleset: string,
  reasons: readonly Reason[],
  warnings: readonly Message[] = [],
  question = '',
): Promise<boolean> {
  const lines = [
    ...reasons.map((reason) => reasonText(ruleset, reason)),
    ...warnings.map((warning) => localize(ruleset, warning)),
  ];
  return askConfirmation({
    classes: ['cadence', 'cadence-confirm'],
    window: { title: text(`CADENCE.App.Confirm.${reasons.length > 0 ? 'title' : 'warning'}`) },
    content: await render('ui/confirm', {
      reasons: lines,
      question: question || text('CADENCE.App.Confirm.question'),
      hint: question && text('CADENCE.App.Confirm.targetHint'),
    }),
    yes: { label: text('CADENCE.App.Confirm.yes') },
    no: { label: text('CADENCE.App.Confirm.no'), default: true },
    modal: true,
  });
}

/**
 * Returns the question about an ally that is harmed, a foe that is helped, a corpse, or an area that reaches allies alone; empty if the
 * target is as usual.
 */
function targetQuestion(
  host: ExchangeDocument,
  { ruleset, encounter }: Pick<Assessment, 'ruleset' | 'encounter'>,
  command: Command,
): string {
  const { at, by, with: itemId } = command;
  const action = localize(ruleset.id, { key: `Action.${command.do}.label` });
  const item = encounter.fighters[by]?.items.find(({ id }) => id === itemId);
  const named = nameWithItem(action, item?.name);
  const unusual = unusualTarget(ruleset.conditions, encounter, command, ruleset.intentOf(encounter, command));
  if (unusual && at !== undefined)
    return text(`CADENCE.App.Confirm.target.${unusual}`, { action: named, name: targetNamesIn(host)(at) });
  const viewer = fightOf(host)?.viewer;
  const hit = viewer ? onlyAlliesIn(encounter, command, ruleset.views.area(encounter, viewer, command)) : [];
  const names = new Intl.ListFormat(game.i18n.lang).format(hit.map(({ id }) => targetNamesIn(host)(id)));
  return names && text('CADENCE.App.Confirm.target.area', { action: named, names });
}
