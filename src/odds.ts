import type { OddsQuestion, OddsResult } from './foundry/apps/odds/odds-worker';
import type { WorkerAnswer } from './foundry/platform/worker';
import { MANIFESTS } from './rulesets/manifests';

/** The worker's program: computes odds beside the page, with the rules of the ruleset it is asked about. */
addEventListener('message', ({ data }: MessageEvent<OddsQuestion>) => void answer(data));

async function answer(question: OddsQuestion): Promise<void> {
  const result = await oddsOf(question);
  postMessage({ id: question.id, result, isDone: true } satisfies WorkerAnswer<OddsResult>);
}

async function oddsOf(question: OddsQuestion): Promise<OddsResult | null> {
  const { ruleset: id, encounter, viewer } = question;
  const manifest = MANIFESTS.find(({ schema }) => schema.id === id);
  if (!manifest) return null;
  try {
    const { views } = await manifest.load();
    if ('ask' in question)
      return (await views.answers?.compute(encounter, viewer, question.exchange, question.ask)) ?? [];
    return question.commands.map((command) => views.odds?.(encounter, viewer, command) ?? []);
  } catch (error) {
    // Where they are computed instead the fault is seen too.
    console.error('Cadence | odds', error);
    return null;
  }
}
