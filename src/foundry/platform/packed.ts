import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';

/** Longer texts are not unpacked: whoever writes a message could make a thousand times as much of them. */
const LONGEST = 16_384;

/** JSON as a short text; a step of the history takes a third of its characters. */
export const pack = (value: object): string => btoa(strFromU8(deflateSync(strToU8(JSON.stringify(value))), true));

/** Throws where the text is none that `pack` makes, or longer than what is to be believed. */
export function unpack(text: string, longest = LONGEST): unknown {
  if (text.length > longest) throw new RangeError(`packed JSON of ${text.length} characters; ${longest} is the most`);
  return JSON.parse(strFromU8(inflateSync(strToU8(atob(text), true))));
}

/** What has been unpacked: every update initializes the whole model, and nearly all of its steps are what they were. */
const unpacked = new Map<string, unknown>();
const MOST_UNPACKED = 1000;

/** What was packed, not to be changed. Throws as `unpack` does. */
export function unpackedOf(text: string): unknown {
  if (!unpacked.has(text)) {
    if (unpacked.size >= MOST_UNPACKED) unpacked.clear();
    unpacked.set(text, unpack(text));
  }
  return unpacked.get(text);
}
