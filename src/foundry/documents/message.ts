import { fillCard } from '../apps/card';
import { fillRequest } from '../apps/request-card';
import { adapterOf } from '../registry';
import { requestSystem } from './systems';

/** The message document: cards and requests are drawn from their data, each time they are shown. */
export class CadenceMessage extends ChatMessage {
  /** An answer on its way is nothing to read; a refused one is. */
  override get visible(): boolean {
    if (this.type === ('request' as string)) {
      const { command, refused } = requestSystem(this);
      if (command === null && refused.length === 0) return false;
      if (refused.length > 0 && !this.isAuthor && !game.user!.isGM) return false;
    }
    return super.visible;
  }

  override async renderHTML(options?: ChatMessage.RenderHTMLOptions): Promise<HTMLElement> {
    const html = await super.renderHTML(options);
    if (this.type === ('request' as string)) await fillRequest(this, html);
    else if (adapterOf(this.type)) await fillCard(this, html);
    return html;
  }
}
