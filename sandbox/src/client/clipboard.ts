/** `game.clipboard`. T14: client/helpers/interaction/clipboard-helper.d.mts; rejects where the browser does not let it. */
export class ClipboardHelper {
  async copyPlainText(text: string): Promise<void> {
    await navigator.clipboard.writeText(text);
  }
}
