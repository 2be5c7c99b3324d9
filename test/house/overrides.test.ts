import { expect, it } from 'vitest';
import { OVERRIDES } from '../../src/foundry/self-test/overrides';
import { filesBelow, read } from './sources';

/** Returns the overridden members in the code, by class. */
function overridden(): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const file of filesBelow('src/foundry', /\.ts$/))
    for (const [, name, body] of read(file).matchAll(/^export class (\w+) extends [\s\S]*?\{\n([\s\S]*?)^\}/gm)) {
      const members = [
        ...body.matchAll(/^ {2}(?:protected )?(?:static )?override (?:readonly )?(?:async )?(?:get )?(\w+)/gm),
      ];
      const named = members.map(([, member]) => member).filter((member) => !member.startsWith('_'));
      if (name in OVERRIDES) found[name] = [...new Set(named)].sort();
    }
  return found;
}

it('the self-test checks every member that our documents, sheets, tracker and ruler override', () => {
  const listed = Object.fromEntries(Object.entries(OVERRIDES).map(([name, members]) => [name, [...members].sort()]));
  expect(listed, 'name it in src/foundry/self-test/overrides.ts').toEqual(overridden());
});
