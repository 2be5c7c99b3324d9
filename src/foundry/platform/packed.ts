import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';

/** Longer texts are not unpacked: whoever writes a message could make a thousand times as much of them. */
const LONGEST = 16_384;

/**
 * What steps are full of, the commonest last: what is packed refers to it. Never to be changed, for what is stored can only be read with it;
 * a better one would need a mark of its own. API: fflate, `dictionary` of deflate and inflate.
 */
const DICTIONARY = strToU8(
  [
    '\\"class\\":\\"OperatorTerm\\",\\"operator\\":\\"+\\"},{\\"class\\":\\"NumericTerm\\",\\"number\\":1}],\\"total\\":10,\\"evaluated\\":true}"],',
    '"rolls":["{\\"class\\":\\"Roll\\",\\"options\\":{},\\"dice\\":[],\\"formula\\":\\"1d20 + \\",\\"terms\\":[{\\"class\\":\\"Die\\",',
    '\\"options\\":{},\\"evaluated\\":true,\\"number\\":1,\\"faces\\":20,\\"modifiers\\":[],\\"results\\":[{\\"result\\":10,',
    '\\"active\\":true}],\\"method\\":null},{"documentName":"ActorDelta","parent":"Scene.","done":"deleted","source":{',
    '"documentName":"Item","parent":"Actor.","id":"","done":"changed","changes":[{"path":"system.writing","from":"","to":',
    '"documentName":"ActiveEffect","done":"created"},{"documentName":"ChatMessage","parent":null,"id":"cadence","done":"changed",',
    '{"path":"system.books."path":"rolls","path":"system.thrown","path":"system.clock.turn","path":"system.open.asks","from":null,"sum":"',
    '"changes":[{"path":"system.parts."},{"path":"system.referee"},{"path":"system.history."documentName":"Combat",',
    '{"path":"system.step","from":1,"to":2},{"path":"system.cursor","from":{"step":1,"user":"client":"traces":[',
    '"retained":{"pools":{"conditions":{"thrown":{"moment":"faces":["by":"towards":["data":{}},"options":',
    '{"mode":"on":true}"whyNot":[]"path":[{"x":0.5,"y":0.5,"width":1,"height":1,"elevation":0},',
    '"commands":[{"do":"takers":[{"kind":"offer","id":"wait":"first","unasked":"ask"{"ask":{"kind":"all",',
    '"id":"asks":[{"kind":"choice","id":"options":[{"id":"{"kind":"amount","id":"min":0,"max":1}{"kind":',
    '"place","id":"to":{"x":{"kind":"text","id":"{"ask":{"kind":"interrupt","command":{"do":"},"answer":[',
    '"pass"{"ask":{"kind":"section","command":null},"answer":null}"to":null"turn":null"phase":',
    '"idle""phase":"turn","turn":"change":{"kind":"clock","to":{"round":1,"phase":""from":{"round":1,',
    '"phase":"{"ask":{"kind":"apply","change":{"kind":"move","of":"from":{"x":{"kind":"hand","of":"item":',
    '"index":0,"newItem":"{"kind":"item","of":"item":"key":"equipped","to":false,"from":true}{"kind":',
    '"lose","of":"condition":{"id":"until":null"until":{"at":"turn-start","round-end","n":1,"of":"}}},',
    '"answer":{"kind":"lose","of":"},"key":"}}},{"ask":{"kind":"apply","change":{"kind":"gain","of":',
    '"condition":{"id":"unconscious"prone"dead"}},"answer":{"kind":"gain","of":"condition":{"id":"{"ask":',
    '{"kind":"apply","change":{"kind":"say","id":"facts":{"total":"bonus":"damage":"against":"weapon":',
    '"item":"defense":"attack":"}},"answer":{"kind":"say","id":"uses","facts":{"against":{"ask":{"kind":',
    '"dice","id":"initiative","by":"dice":{"count":1,"sides":20,"keep":"high"},"facts":{"bonus":0,',
    '"against":10}},"answer":[10],"user":"{"ask":{"kind":"apply","change":{"kind":"outcome","outcome":{',
    '"result":"takes-effect","success":true},"success":false},"of":"}},"answer":{"kind":"outcome",',
    '"outcome":{"result":"hit","miss"{"ask":{"kind":"apply","change":{"kind":"book","of":"key":"to":true}',
    '},"answer":{"kind":"book","of":"key":"to":true,"from":null}},{"ask":{"kind":"apply","change":{',
    '"kind":"pool","of":"pool":"movement","hp","by":-1}},"answer":{"kind":"pool","of":"pool":"attack",',
    '"by":-1}},{"exchange":1,"card":"command":{"do":"attack","by":"gm","at":"with":"options":{}},',
    '"version":1,"entries":[{"ask":{"kind":"apply","change":{"kind":"}],"user":"","ended":true}',
  ].join(''),
);

/** What texts begin with that are packed by the dictionary; those of 0.4.0 and before have no mark, and were packed without one. */
const MARK = '.';

/** JSON as a short text; a step of the history takes a quarter of its characters. */
export const pack = (value: object): string =>
  MARK + btoa(strFromU8(deflateSync(strToU8(JSON.stringify(value)), { level: 9, dictionary: DICTIONARY }), true));

/** Throws where the text is none that `pack` makes or made, or longer than what is to be believed. */
export function unpack(text: string, longest = LONGEST): unknown {
  if (text.length > longest) throw new RangeError(`packed JSON of ${text.length} characters; ${longest} is the most`);
  const isMarked = text.startsWith(MARK);
  const bytes = strToU8(atob(isMarked ? text.slice(MARK.length) : text), true);
  return JSON.parse(strFromU8(inflateSync(bytes, isMarked ? { dictionary: DICTIONARY } : {})));
}

/** What has been unpacked: every update initializes the whole model, and nearly all of its steps are what they were. */
const unpacked = new Map<string, unknown>();
const MOST_UNPACKED = 300;

/** What was packed, not to be changed. Throws as `unpack` does. */
export function unpackedOf(text: string): unknown {
  if (!unpacked.has(text)) {
    if (unpacked.size >= MOST_UNPACKED) unpacked.clear();
    unpacked.set(text, unpack(text));
  }
  return unpacked.get(text);
}
