import { instances } from './api/application';

/** Closes the frontmost menu or window. Returns whether it closed one. */
export function closeFront(): boolean {
  if (ui.context) {
    void ui.context.close();
    return true;
  }
  const windows = [...instances.values()].filter((app) => app.rendered && (app.hasFrame || app.id === 'token-hud'));
  const front = windows.sort((a, b) => (b.position.zIndex ?? 0) - (a.position.zIndex ?? 0))[0];
  if (!front) return false;
  void front.close({ closeKey: true });
  return true;
}

export function activateEscape(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    const field = document.activeElement;
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.blur();
    if (closeFront()) event.preventDefault();
  });
}
