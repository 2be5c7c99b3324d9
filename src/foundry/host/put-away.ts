/** An item as stored; Item Piles passes an empty object to see whether it gets one back. */
interface ItemSource {
  system?: Record<string, unknown>;
}

/** Returns an item as it arrives at its new owner: in no hand, and not on the ground. */
export function putAwaySource<T extends ItemSource>(data: T): T {
  const { system } = data;
  if (!system) return data;
  for (const inHand of ['equipped', 'held']) if (inHand in system) system[inHand] = false;
  if ('dropped' in system) Object.assign(system, { dropped: false, lies: [], sceneLevel: '' });
  return data;
}
