import { allRulesets } from '../adapters/registry';
import { lastRefusals } from '../platform/refusals';
import { text } from '../platform/text';
import { lastSelfTest } from '.';

/** Returns a text for bug reports: versions, test results, modules, refusals. Contains only ids, no names of users, actors or worlds. */
export function reportText(): string {
  const list = (items: Iterable<string>): string => [...items].join(', ') || text('CADENCE.SelfTest.Report.none');
  const modules = (game.modules?.contents ?? [])
    .filter(({ active }) => active)
    .map(({ id, version }) => `${id} ${version}`);
  const { release, system } = game;
  return [
    text('CADENCE.SelfTest.Report.versions', {
      cadence: system.version,
      foundry: `${release.version} (${release.build})`,
    }),
    text('CADENCE.SelfTest.Report.rulesets', { rulesets: list(allRulesets().map(({ id }) => id)) }),
    selfTestLine(),
    text('CADENCE.SelfTest.Report.modules', { modules: list(modules) }),
    text('CADENCE.SelfTest.Report.refusals', { refusals: list(lastRefusals()) }),
  ].join('\n');
}

function selfTestLine(): string {
  const last = lastSelfTest();
  if (!last) return text('CADENCE.SelfTest.Report.untested');
  const { of, failed, milliseconds } = last;
  return failed.length === 0
    ? text('CADENCE.SelfTest.Report.passed', { of, milliseconds })
    : text('CADENCE.SelfTest.Report.failed', { of, milliseconds, parts: failed.join(', ') });
}
