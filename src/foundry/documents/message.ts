import { fillCard } from '../apps/card';
import { fillRequest } from '../apps/request-card';
import { adapterOf } from '../registry';
import { combatSystem, requestSystem } from './systems';

/** The message document: cards and requests are drawn from their data, each time they are shown. */
export class CadenceMessage extends ChatMessage {
  /**
   * An answer on its way is nothing to read, nor is an intent the referee will take at once; one that waits is, and a refused one is for
   * its author and the game master.
   */
  override get visible(): boolean {
    if (this.type === ('request' as string) && !this.#isListed()) return false;
    return super.visible;
  }

  #isListed(): boolean {
    const { combat, command, refused } = requestSystem(this);
    if (refused.length > 0) return this.isAuthor || game.user!.isGM;
    const fight = game.combats?.get(combat);
    const waits = !game.users?.activeGM || (fight !== undefined && combatSystem(fight).open !== null);
    return command !== null && waits;
  }

  override async renderHTML(options?: ChatMessage.RenderHTMLOptions): Promise<HTMLElement> {
    const html = await super.renderHTML(options);
    if (this.type === ('request' as string)) await fillRequest(this, html);
    else if (adapterOf(this.type)) await fillCard(this, html);
    return html;
  }
}
