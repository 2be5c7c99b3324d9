/**
 * Shows on a button that it was pressed, at once and until what it does is done: what comes of it may take a while, or wait for a referee who
 * is away.
 */
export async function withBusyState<T>(button: HTMLElement, work: () => Promise<T>): Promise<T> {
  button.setAttribute('aria-busy', 'true');
  try {
    return await work();
  } finally {
    button.removeAttribute('aria-busy');
  }
}
