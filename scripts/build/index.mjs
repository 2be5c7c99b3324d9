import { SERVER, sandboxSteps } from '@cadence/sandbox/build';
import { isFresh } from './fresh.mjs';
import { packSteps } from './packs.mjs';
import { readablePath, systemSteps } from './system.mjs';

export { SERVER };

/** A step of the build that failed, in one line: the step, the place, and what is wrong there. */
export class BuildError extends Error {
  name = 'BuildError';
}

/**
 * Builds `dist/` and the sandbox's programs, leaving alone what is younger than its sources.
 * @param only names of steps, or their beginnings (`pack`); all where none is given
 * @param sizes whether a step that makes code also reports how much a world loads
 * @param say gets a line for each step that is done
 * @returns names of the steps that had something to do
 * @throws BuildError naming the step
 */
export async function build({ force = false, only = [], sizes = false, say = () => {} } = {}) {
  const steps = [...systemSteps, ...(await packSteps()), ...sandboxSteps];
  const done = [];
  for (const step of steps) {
    if (only.length > 0 && !only.some((name) => step.name.startsWith(name))) continue;
    if (!force && (await isFresh(step.inputs, step.output))) continue;
    const begun = performance.now();
    let made;
    try {
      made = await step.run();
    } catch (error) {
      throw new BuildError(`${step.name}: ${placeOf(error)}`);
    }
    done.push(step.name);
    say(`${step.name.padEnd(24)} ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    if (sizes && step.sizesOf) for (const line of step.sizesOf(made)) say(line);
  }
  return done;
}

/** Rollup, esbuild, Sass and js-yaml each have their own way of saying where. */
function placeOf(error) {
  const [first] = error.errors ?? [];
  const text = first?.text ?? error.sassMessage ?? error.reason ?? error.message ?? String(error);
  const at = first?.location ?? error.loc ?? error.mark ?? error.span?.start;
  const file = first?.location?.file ?? error.loc?.file ?? error.id ?? error.span?.url?.href;
  const line = at && (error.mark || error.span ? at.line + 1 : at.line);
  const place = file ? `${readablePath(String(file))}${line ? `:${line}` : ''}: ` : line ? `line ${line}: ` : '';
  return readablePath(`${place}${String(text).split('\n')[0]}`);
}
