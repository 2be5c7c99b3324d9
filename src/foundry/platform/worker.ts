/**
 * Starts a module as a worker. A browser refuses a worker's script of another origin, as a host serves it from a content network, but lets a
 * worker import it.
 */
export function startWorker(address: URL, name: string): Worker {
  const options = { type: 'module', name } as const;
  if (address.origin === location.origin) return new Worker(address, options);
  const code = new Blob([`import ${JSON.stringify(address.href)};`], { type: 'text/javascript' });
  return new Worker(URL.createObjectURL(code), options);
}
