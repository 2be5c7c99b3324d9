import { SERVER, sandboxSteps } from '@cadence/sandbox/build';
import { isFresh } from './fresh.mjs';
import { packSteps } from './packs.mjs';
import { readablePath, systemSteps } from './system.mjs';

export { SERVER };

/** The one-line error of a failed step: the step, the place and the cause. */
export class BuildError extends Error {
  name = 'BuildError';
}

/**
 * Builds outdated parts of `dist/` and the sandbox's programs.
 * @param only names of steps or their prefixes (`pack`); all by default
 * @param sizes also reports the download of a world
 * @param begin gets the name of each step that starts
 * @param say gets a line for each finished step
 * @returns names of the steps that ran
 * @throws BuildError naming the step
 */
export async function build({ force = false, only = [], sizes = false, begin = () => {}, say = () => {} } = {}) {
  const steps = [...systemSteps, ...(await packSteps()), ...sandboxSteps];
  const done = [];
  for (const step of steps) {
    if (only.length > 0 && !only.some((name) => step.name.startsWith(name))) continue;
    if (!force && (await isFresh(step.inputs, step.output))) continue;
    const startedAt = performance.now();
    let output;
    begin(step.name);
    try {
      output = await step.run();
    } catch (error) {
      throw new BuildError(`${step.name}: ${placeOf(error)}`);
    }
    done.push(step.name);
    say(`${step.name.padEnd(24)} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    if (sizes && step.sizesOf) for (const line of step.sizesOf(output)) say(line);
  }
  return done;
}

/** Returns the place and text of an error. Rollup, esbuild, Sass and js-yaml each report the place differently. */
function placeOf(error) {
  const [first] = error.errors ?? [];
  const text = first?.text ?? error.sassMessage ?? error.reason ?? error.message ?? String(error);
  const at = first?.location ?? error.loc ?? error.mark ?? error.span?.start;
  const file = first?.location?.file ?? error.loc?.file ?? error.id ?? error.span?.url?.href;
  const line = at && (error.mark || error.span ? at.line + 1 : at.line);
  const place = file ? `${readablePath(String(file))}${line ? `:${line}` : ''}: ` : line ? `line ${line}: ` : '';
  return readablePath(`${place}${String(text).split('\n')[0]}`);
}
