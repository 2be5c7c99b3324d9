import { type Host, hostOf } from '../host/host';
import { endByHand, openFault, rewindable, takeBack } from '../referee';

/** An entry of a menu of Foundry. API: ContextMenu.Entry of 14. */
interface MenuEntry {
  readonly label: string;
  readonly icon: string;
  visible(target: HTMLElement): boolean;
  onClick(event: Event, target: HTMLElement): void;
}

/** Puts what the game master may do with a card outside encounters into the menu of its message. */
export function extendCardMenu(): void {
  Hooks.on('getChatMessageContextOptions', (_app, entries) => {
    entries.push(
      entry('CADENCE.App.Card.takeBack', 'fa-solid fa-rotate-left', (host) => rewindable(host) !== null, takeBack),
      entry('CADENCE.App.Fault.byHand', 'fa-solid fa-hand', (host) => openFault(host) !== null, endByHand),
    );
  });
}

function entry(label: string, icon: string, isFor: (host: Host) => boolean, does: (host: Host) => unknown): MenuEntry {
  const cardAt = ({ dataset }: HTMLElement) => {
    const host = game.user.isGM ? hostOf(dataset.messageId) : null;
    return host && isFor(host) ? host : null;
  };
  return {
    ...{ label, icon },
    visible: (target) => cardAt(target) !== null,
    onClick: (_event, target) => {
      const host = cardAt(target);
      if (host) void does(host);
    },
  };
}
