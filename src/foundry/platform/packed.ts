import { deflateSync, Inflate, strFromU8, strToU8 } from 'fflate';

/** In characters. */
const LONGEST = 65_536;

/** In bytes. */
export const MAX_UNPACKED_BYTES = 524_288;

/**
 * Compressed bytes per call of `Inflate#push`, which inflates all its input before it returns. Deflate expands at most 1,032 times, so work
 * beyond the limit is bounded by 1,032 times this number. The option `out` of `inflateSync` bounds the buffer but not the work: fflate
 * reads
 * on to the end of the input and drops what does not fit.
 */
const CHUNK = 256;

/**
 * Frequent parts of steps, the most frequent last. Must never change, because stored texts can only be read with it;
 * another dictionary would need a new prefix. API: fflate, `dictionary` of deflate and inflate.
 */
const DICTIONARY = strToU8(
  [
    '\\"class\\":\\"OperatorTerm\\",\\"operator\\":\\"+\\"},{\\"class\\":\\"NumericTerm\\",\\"number\\":1}],\\"total\\":10,\\"evaluated\\":true}"],',
    '"rolls":["{\\"class\\":\\"Roll\\",\\"options\\":{},\\"dice\\":[],\\"formula\\":\\"1d20 + \\",\\"terms\\":[{\\"class\\":\\"Die\\",',
    '\\"options\\":{},\\"evaluated\\":true,\\"number\\":1,\\"faces\\":20,\\"modifiers\\":[],\\"results\\":[{\\"result\\":10,',
    '\\"active\\":true}],\\"method\\":null},{"documentName":"ActorDelta","parent":"Scene.","done":"deleted","source":{',
    '"documentName":"Item","parent":"Actor.","id":"","done":"changed","changes":[{"path":"system.writing","from":"","to":',
    '"documentName":"ActiveEffect","done":"created"},{"documentName":"ChatMessage","parent":null,"id":"cadence","done":"changed",',
    '{"path":"system.states."path":"rolls","path":"system.boundDice","path":"system.clock.turn","path":"system.open.asks","from":null,"sum":"',
    '"changes":[{"path":"system.parts."},{"path":"system.referee"},{"path":"system.history."documentName":"Combat",',
    '{"path":"system.step","from":1,"to":2},{"path":"system.cursor","from":{"step":1,"user":"client":"traces":[',
    '"retained":{"pools":{"conditions":{"boundDice":{"moment":"faces":["by":"towards":["data":{}},"options":',
    '{"mode":"on":true}"whyNot":[]"path":[{"x":0.5,"y":0.5,"width":1,"height":1,"elevation":0},',
    '"commands":[{"do":"candidates":[{"kind":"offer","id":"wait":"first","defaultAnswer":"ask"{"ask":{"kind":"all",',
    '"id":"asks":[{"kind":"choice","id":"options":[{"id":"{"kind":"amount","id":"min":0,"max":1}{"kind":',
    '"place","id":"to":{"x":{"kind":"text","id":"{"ask":{"kind":"interrupt","command":{"do":"},"answer":[',
    '"pass"{"ask":{"kind":"section","command":null},"answer":null}"to":null"turn":null"phase":',
    '"idle""phase":"turn","turn":"change":{"kind":"clock","to":{"round":1,"phase":""from":{"round":1,',
    '"phase":"{"ask":{"kind":"apply","change":{"kind":"move","of":"from":{"x":{"kind":"item-transferred","of":"item":',
    '"index":0,"newItem":"{"kind":"item","of":"item":"key":"equipped","to":false,"from":true}{"kind":',
    '"condition-removed","of":"condition":{"id":"until":null"until":{"at":"turn-start","round-end","n":1,"of":"}}},',
    '"answer":{"kind":"condition-removed","of":"},"key":"}}},{"ask":{"kind":"apply","change":{"kind":"condition-added","of":',
    '"condition":{"id":"unconscious"prone"dead"}},"answer":{"kind":"condition-added","of":"condition":{"id":"{"ask":',
    '{"kind":"apply","change":{"kind":"log","id":"facts":{"total":"bonus":"damage":"against":"weapon":',
    '"item":"defense":"attack":"}},"answer":{"kind":"log","id":"uses","facts":{"against":{"ask":{"kind":',
    '"dice","id":"initiative","by":"dice":{"count":1,"sides":20,"keep":"high"},"facts":{"bonus":0,',
    '"against":10}},"answer":[10],"user":"{"ask":{"kind":"apply","change":{"kind":"outcome","outcome":{',
    '"result":"takes-effect","success":true},"success":false},"of":"}},"answer":{"kind":"outcome",',
    '"outcome":{"result":"hit","miss"{"ask":{"kind":"apply","change":{"kind":"state","of":"key":"to":true}',
    '},"answer":{"kind":"state","of":"key":"to":true,"from":null}},{"ask":{"kind":"apply","change":{',
    '"kind":"pool","of":"pool":"movement","hp","by":-1}},"answer":{"kind":"pool","of":"pool":"attack",',
    '"by":-1}},{"exchange":1,"card":"command":{"do":"attack","by":"gm","at":"with":"options":{}},',
    '"version":1,"entries":[{"ask":{"kind":"apply","change":{"kind":"}],"user":"","ended":true}',
  ].join(''),
);

const MARK = '.';

/** Returns JSON as a compressed text, about a quarter as long for a step. */
export const pack = (value: object): string =>
  MARK + btoa(strFromU8(deflateSync(strToU8(JSON.stringify(value)), { level: 9, dictionary: DICTIONARY }), true));

/**
 * @param longest limit of the text, in characters
 * @param largest limit of the unpacked text, in bytes; unpacking stops there
 * @throws for a text that `pack` did not make, and RangeError for one beyond a limit
 */
export function unpack(text: string, longest = LONGEST, largest = MAX_UNPACKED_BYTES): unknown {
  if (text.length > longest) throw new RangeError(`packed JSON of ${text.length} characters; ${longest} is the most`);
  if (!text.startsWith(MARK)) throw new TypeError('this text is not packed');
  return JSON.parse(strFromU8(inflate(strToU8(atob(text.slice(MARK.length)), true), largest)));
}

function inflate(bytes: Uint8Array, largest: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const stream = new Inflate({ dictionary: DICTIONARY }, (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
  });
  for (let at = 0; at < bytes.length; at += CHUNK) {
    stream.push(bytes.subarray(at, at + CHUNK), at + CHUNK >= bytes.length);
    if (size > largest) throw new RangeError(`packed JSON of more than ${largest} bytes`);
  }
  const bytesOut = new Uint8Array(size);
  let end = 0;
  for (const chunk of chunks) {
    bytesOut.set(chunk, end);
    end += chunk.length;
  }
  return bytesOut;
}

/** A cache: every update initializes the whole model, and most of its steps are unchanged. */
const unpacked = new Map<string, { readonly value: unknown } | { readonly error: unknown }>();
const MOST_UNPACKED = 300;

/**
 * Returns the cached unpacked value, which must not be changed. Caches failures too.
 * @throws as `unpack` does
 */
export function unpackCached(text: string): unknown {
  let known = unpacked.get(text);
  if (!known) {
    if (unpacked.size >= MOST_UNPACKED) unpacked.clear();
    known = attempt(text);
    // The key is the text itself, so long ones are not cached.
    if (text.length <= LONGEST) unpacked.set(text, known);
  }
  if ('error' in known) throw known.error;
  return known.value;
}

function attempt(text: string): { readonly value: unknown } | { readonly error: unknown } {
  try {
    return { value: unpack(text) };
  } catch (error) {
    return { error };
  }
}
