import { readdirSync, readFileSync } from 'node:fs';
import Handlebars from 'handlebars';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../templates/', import.meta.url);
const PATHS = ['parts', 'apps'].flatMap((folder) =>
  readdirSync(new URL(folder, ROOT)).map((file) => `${folder}/${file}`),
);
const sourceOf = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

const engine = Handlebars.create();
engine.registerHelper('localize', (key: string) => key);
for (const path of PATHS) engine.registerPartial(`systems/cadence/templates/${path}`, sourceOf(path));
const render = (path: string, context: object) => engine.compile(sourceOf(path))(context);

const EVIL = '<img src=x onerror=alert(1)>';

describe.each(PATHS)('%s', (path) => {
  it('says in a comment on top what it needs', () => {
    expect(sourceOf(path)).toMatch(/^\{\{!-- .+ --\}\}\n/);
  });

  it('includes only templates that are there', () => {
    const included = [...sourceOf(path).matchAll(/\{\{> "systems\/cadence\/templates\/([^"]+)"/g)];
    for (const [, other] of included) expect(PATHS).toContain(other);
  });
});

describe('an action', () => {
  const action = {
    id: 'melee-attack',
    label: 'Strike',
    icon: 'x.svg',
    command: JSON.stringify({ do: 'melee-attack', by: 'a"b', at: EVIL }),
    needs: 'target',
    tooltip: 'Strike',
    cost: [{ pool: 'energy', amount: 3, name: 'Energy', aria: '3 Energy' }],
  };

  it('can be clicked, and keeps its command whole within its attribute', () => {
    const html = render('parts/action.hbs', action);
    expect(html).not.toContain('aria-disabled');
    expect(html).not.toContain('<img src=x');
    expect(html).toContain('data-command="{&quot;do&quot;:&quot;melee-attack&quot;');
  });

  it('stays reachable when barred, with its reasons in words', () => {
    const html = render('parts/action.hbs', { ...action, barred: true, why: 'Too far away.' });
    expect(html).toContain('aria-disabled="true"');
    expect(html).not.toMatch(/\sdisabled/);
    expect(html).toContain('Too far away.');
  });
});

it('a name with HTML in it stays text, in a row and on a card', () => {
  const row = { id: 'a', name: EVIL, img: 'a.svg', gauges: [], badges: [], actions: [] };
  const card = {
    title: EVIL,
    icon: 'x.svg',
    by: { name: EVIL },
    at: { name: EVIL },
    lines: [{ text: { text: EVIL } }],
  };
  for (const html of [render('apps/tracker-row.hbs', row), render('apps/card.hbs', card)])
    expect(html).not.toContain(EVIL);
});

describe('an ask', () => {
  const ask = {
    key: '3.1',
    question: 'Evade?',
    waiting: 'Waiting for Mira',
    dice: { notation: '1d10*', aria: 'Throw' },
    options: [],
  };

  it('has its button for the one who is asked, and does not say to wait', () => {
    const html = render('parts/ask.hbs', { ...ask, mine: true, may: true });
    expect(html).toContain('data-ask="3.1"');
    expect(html).not.toContain('Waiting for');
  });

  it('has none for a bystander', () => {
    const html = render('parts/ask.hbs', { ...ask, mine: false, may: false });
    expect(html).not.toContain('<button');
    expect(html).toContain('Waiting for Mira');
  });

  it('offers every option under the key of the ask', () => {
    const options = [
      { id: 'dodge', label: 'Dodge' },
      { id: 'block', label: 'Block', barred: true, why: 'No shield.' },
    ];
    const html = render('parts/ask.hbs', { ...ask, dice: null, options, mine: true, may: true });
    expect(html.match(/data-ask="3\.1"/g)).toHaveLength(2);
    expect(html).toContain('No shield.');
  });
});
