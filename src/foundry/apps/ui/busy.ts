/** Marks a button as busy until `work` resolves. That may take long if no referee is present. */
export async function withBusyState<T>(button: HTMLElement, work: () => Promise<T>): Promise<T> {
  button.setAttribute('aria-busy', 'true');
  try {
    return await work();
  } finally {
    button.removeAttribute('aria-busy');
  }
}
