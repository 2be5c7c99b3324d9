/** Asks a yes-or-no question; closing it means no. API: DialogV2.confirm */
export async function askConfirmation(question: object): Promise<boolean> {
  const dialog: { confirm(options: object): Promise<unknown> } = foundry.applications.api.DialogV2;
  return (await dialog.confirm({ ...question, rejectClose: false })) === true;
}

interface Choice {
  readonly title: string;
  /** Plain text, one paragraph each. */
  readonly lines: readonly string[];
  /** Labels by action; the first is the default. */
  readonly buttons: Readonly<Record<string, string>>;
}

/** Asks which of several actions to take, and returns it; null if the question is closed. API: DialogV2.wait */
export async function askChoice({ title, lines, buttons }: Choice): Promise<string | null> {
  const dialog: { wait(options: object): Promise<unknown> } = foundry.applications.api.DialogV2;
  const chosen = await dialog.wait({
    classes: ['cadence', 'cadence-confirm'],
    window: { title },
    content: lines.map((line) => `<p>${foundry.utils.escapeHTML(line)}</p>`).join(''),
    buttons: Object.entries(buttons).map(([action, label], at) => ({ action, label, default: at === 0 })),
    rejectClose: false,
  });
  return typeof chosen === 'string' && Object.hasOwn(buttons, chosen) ? chosen : null;
}
