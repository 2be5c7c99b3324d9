/** Asks a yes-or-no question; closing it means no. API: DialogV2.confirm */
export async function askConfirmation(question: object): Promise<boolean> {
  const dialog: { confirm(options: object): Promise<unknown> } = foundry.applications.api.DialogV2;
  return (await dialog.confirm({ ...question, rejectClose: false })) === true;
}
