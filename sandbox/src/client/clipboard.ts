/** `game.clipboard`. T14: client/helpers/interaction/clipboard-helper.d.mts; rejects if the browser denies access. */
export class ClipboardHelper {
  async copyPlainText(text: string): Promise<void> {
    await navigator.clipboard.writeText(text);
  }
}
