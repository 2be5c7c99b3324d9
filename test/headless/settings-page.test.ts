import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GamePage } from './game-page';
import { GAMES } from './party';
import { Table } from './table';
import { nothing } from './world';

const PAGE = 'docs/settings.md';
const HEAD = `# Settings and keys

Foundry keeps the settings under *Game Settings → Configure Settings → Cadence*, in one menu for each topic and each ruleset. Settings of the world
belong to the GM and count for everyone; settings of a user are kept in the browser. A ruleset's own settings follow its text; where the text is
silent, they say what the group has decided.`;

interface Key {
  readonly name: string;
  readonly hint?: string;
  readonly editable?: readonly { readonly key: string; readonly modifiers?: readonly string[] }[];
}

/** What the system has registered in Foundry. */
interface Registered {
  readonly settings: { readonly settings: ReadonlyMap<string, Setting> };
  readonly keybindings: { readonly actions: ReadonlyMap<string, Key> };
}

interface Setting {
  readonly id: string;
  readonly key: string;
  readonly name?: string;
  readonly hint?: string;
  readonly scope: string;
  readonly default: unknown;
  readonly choices?: Readonly<Record<string, string>>;
  readonly range?: { readonly min: number; readonly max: number };
}

/** What users can change. `CADENCE_WRITE=1` writes the page. */
describe(PAGE, () => {
  let table: Table;
  let page: GamePage;
  let registered: Registered;
  beforeAll(async () => {
    table = await Table.open({ seed: 1, present: ['Gamemaster'], world: nothing });
    ({ page } = table.tabs[0]);
    registered = page.game as unknown as Registered;
  });
  afterAll(() => table?.close());

  const words = (key: string): string => page.game.i18n.localize(key).replaceAll('\u00AD', '');
  const settings = (): readonly Setting[] =>
    [...registered.settings.settings.values()].filter(({ id, name }) => id.startsWith('cadence.') && name);
  const rulesetOf = ({ key }: Setting): string | undefined => Object.keys(GAMES).find((id) => key.startsWith(`${id}.`));

  function usualOf({ default: usual, choices, range }: Setting): string {
    const shown =
      typeof usual === 'boolean' ? (usual ? 'on' : 'off') : words(choices?.[String(usual)] ?? String(usual));
    const others = Object.entries(choices ?? {}).filter(([choice]) => choice !== usual);
    if (others.length > 0) return `**${shown}**, ${others.map(([, label]) => words(label)).join(', ')}`;
    return range ? `**${shown}**, ${range.min} to ${range.max}` : `**${shown}**`;
  }

  function tableOf(some: readonly Setting[]): string {
    const rows = some.map((setting) => {
      const { name = '', hint = '', scope } = setting;
      return `| ${words(name)} | ${words(hint)} | ${usualOf(setting)} | ${scope === 'world' ? 'world' : 'user'} |`;
    });
    return ['| setting | what it does | **usual** and others | of the |', '|---|---|---|---|', ...rows].join('\n');
  }

  function keys(): string {
    const actions = [...registered.keybindings.actions].filter(([id]) => id.startsWith('cadence.'));
    const rows = actions.map(([, { name, hint, editable }]) => {
      const pressed = (editable ?? []).map(({ key, modifiers = [] }) =>
        [...modifiers, key.replace(/^(Key|Digit)/, '')].join(' + '),
      );
      return `| ${words(name)} | ${words(hint ?? '')} | ${pressed.join(', ') || 'none'} |`;
    });
    return ['| key | what it does | pressed |', '|---|---|---|', ...rows].join('\n');
  }

  it('lists every setting and every key', () => {
    const shared = settings().filter((setting) => !rulesetOf(setting));
    const chapters = ['tempo', 'seconds', 'slots', 'clash', 'energy'].map((id) => {
      const own = settings().filter((setting) => rulesetOf(setting) === id);
      return `## ${words(`CADENCE.${id.charAt(0).toUpperCase()}${id.slice(1)}.name`)}\n\n${tableOf(own)}`;
    });
    const written = `${[HEAD, `## All games\n\n${tableOf(shared)}`, ...chapters, `## Keys\n\n${keys()}`].join('\n\n')}\n`;
    if (process.env.CADENCE_WRITE) writeFileSync(PAGE, written);
    else expect(existsSync(PAGE) && readFileSync(PAGE, 'utf8'), 'rewrite it with CADENCE_WRITE=1').toBe(written);
    expect(written).not.toMatch(/CADENCE\.|undefined|\[object/);
  });
});
