import { existsSync, readdirSync, readFileSync } from 'node:fs';
import Handlebars from 'handlebars';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../templates/', import.meta.url);
const PATHS = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.hbs'));
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

  it('names only sources that are there', () => {
    const named = [...sourceOf(path).matchAll(/\bof ((?:apps|views)\/[\w/-]+\.ts)/g)].map(([, file]) => file);
    expect(named.filter((file) => !existsSync(new URL(`../src/foundry/${file}`, ROOT)))).toEqual([]);
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
    const html = render('ui/action.hbs', action);
    expect(html).not.toContain('aria-disabled');
    expect(html).not.toContain('<img src=x');
    expect(html).toContain('data-command="{&quot;do&quot;:&quot;melee-attack&quot;');
  });

  it('stays reachable when barred, with its reasons in words', () => {
    const html = render('ui/action.hbs', { ...action, barred: true, why: 'Too far away.' });
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
  for (const html of [render('tracker/tracker-row.hbs', row), render('chat/card.hbs', card)])
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
    const html = render('ui/ask.hbs', { ...ask, isMine: true, mayAnswer: true });
    expect(html).toContain('data-ask="3.1"');
    expect(html).not.toContain('Waiting for');
  });

  it('has none for a bystander', () => {
    const html = render('ui/ask.hbs', { ...ask, isMine: false, mayAnswer: false });
    expect(html).not.toContain('<button');
    expect(html).toContain('Waiting for Mira');
  });

  it('offers every option under the key of the ask', () => {
    const options = [
      { id: 'dodge', label: 'Dodge', answer: '["dodge"]' },
      { id: 'block', label: 'Block', answer: '["block"]', barred: true, why: 'No shield.' },
    ];
    const html = render('ui/ask.hbs', { ...ask, dice: null, options, isMine: true, mayAnswer: true });
    expect(html.match(/data-ask="3\.1"/g)).toHaveLength(2);
    expect(html).toContain('No shield.');
    expect(html).toContain('data-answer="[&quot;dodge&quot;]"');
  });

  it('keeps apart how to pass and to do something else', () => {
    const options = [
      { id: 'pass', label: 'Pass', answer: '[-1]', isPass: true },
      { id: 'dodge', label: 'Dodge', answer: '[0]' },
    ];
    const shown = {
      ...ask,
      dice: null,
      options,
      canPass: true,
      actsOtherwise: true,
      skipsRound: '[-1]',
      mayAnswer: true,
    };
    const [answers = '', passes = ''] = render('ui/ask.hbs', shown).split('cadence-ask__passes');
    expect(answers.match(/data-option="[^"]*"/g)).toEqual(['data-option="dodge"']);
    expect(passes.match(/data-option="[^"]*"/g)).toEqual(['data-option="pass"', 'data-option="skip-round"']);
    expect(passes).toContain('cadenceLater');
  });

  it('is typed as a number within its bounds, with a button to confirm', () => {
    const amount = { min: 3, max: 12, value: '5', bounds: '3 to 12' };
    const html = render('ui/ask.hbs', { ...ask, dice: null, typed: true, amount, isMine: true, mayAnswer: true });
    expect(html).toMatch(/<input type="number" [^>]*min="3" max="12"[^>]*value="5"/);
    expect(html.match(/<button/g)).toHaveLength(1);
  });

  it('is typed as words no longer than they may be, and keeps what was begun', () => {
    const words = { most: 80, value: EVIL };
    const html = render('ui/ask.hbs', { ...ask, dice: null, typed: true, words, isMine: true, mayAnswer: true });
    expect(html).toContain('maxlength="80"');
    expect(html).not.toContain(EVIL);
  });

  it('marks places, so that the map can show them', () => {
    const options = [{ id: 'place-0', label: 'North', answer: '[{"x":1}]' }];
    const html = render('ui/ask.hbs', { ...ask, dice: null, places: true, options, mayAnswer: true });
    expect(html).toContain('data-place');
  });

  it('that is answered says for whom it waits, and takes no second answer', () => {
    const html = render('ui/ask.hbs', { ...ask, isAnswered: true, waiting: 'Answered. Waiting for Kor' });
    expect(html).toContain('Waiting for Kor');
    expect(html).not.toContain('<button');
  });
});

describe('a card', () => {
  const card = { title: 'Strike', icon: 'x.svg', by: { name: 'Mira' }, lines: [] };

  it('sets what cut in below its own heading, deeper', () => {
    const lines = [
      { depth: 0, section: { text: 'Gnoll: Swift Attack', icon: 's.svg' } },
      { depth: 1, text: { text: 'A hit' } },
    ];
    const html = render('chat/card.hbs', { ...card, lines });
    expect(html).toMatch(/--cadence-depth: 0"><h5 class="cadence-section">/);
    expect(html).toMatch(/cadence-card__line--within" style="--cadence-depth: 1"><p/);
  });

  it('tells every question that waits', () => {
    const asks = ['7.1', '7.2'].map((key) => ({ key, question: 'Cut in?', waiting: 'Waiting' }));
    expect(render('chat/card.hbs', { ...card, asks }).match(/class="cadence-card__asked"/g)).toHaveLength(2);
  });
});

it('an action says its odds below its name', () => {
  const action = { label: 'Strike', icon: 'x.svg', command: '{}', odds: 'Hits 45 %' };
  expect(render('ui/action.hbs', action)).toContain('<small class="cadence-action__odds">Hits 45 %</small>');
});

it('a request can be withdrawn if the context says so', () => {
  expect(render('chat/message-frame.hbs', { action: 'Strike', canWithdraw: true })).toContain('cadenceWithdraw');
  expect(render('chat/message-frame.hbs', { action: 'Strike', faces: [7] })).not.toContain('cadenceWithdraw');
});

describe('the footer of the tracker', () => {
  const footer = (fight: object) => render('tracker/tracker-footer.hbs', { fight });

  it('offers only what is there', () => {
    const actions = [...footer({}).matchAll(/data-action="(\w+)"/g)].map(([, action]) => action);
    expect(actions).toEqual([]);
  });

  it('has rewind and redo, cancelling, and the referee to take over', () => {
    const step = { icon: 'r.svg', label: 'Undo', said: 'Undo: Mira: Melee Attack → Goblin' };
    const html = footer({ many: true, rewind: step, redo: step, canCancel: true, referee: 'Anna is the referee.' });
    const actions = [...html.matchAll(/data-action="(\w+)"/g)].map(([, action]) => action);
    const history = ['cadenceRewind', 'cadenceRedo', 'cadenceRecord', 'cadenceMany', 'cadenceGroupRoll'];
    expect(actions).toEqual(['cadenceTakeReferee', 'cadenceCancel', ...history]);
    // What is undone has a line of its own, beside no button.
    expect(html).toContain('<p>Undo: Mira: Melee Attack → Goblin</p>');
  });

  it('of a broken exchange puts the fault in place of its questions', () => {
    const html = footer({ fault: 'changed', asks: [{ key: '1.1', question: 'Evade?' }], canCancel: true });
    expect(html).not.toContain('Evade?');
    expect(html.match(/cadenceCancel/g)).toHaveLength(1);
    expect(html).toContain('cadenceResolveManually');
  });
});

describe('an action with options', () => {
  const action = { id: 'trip', label: 'Trip', icon: 'x.svg', command: '{}', hasOptions: true, aria: EVIL };

  it('has a button beside it for them, or says so itself where it is an icon alone', () => {
    expect(render('ui/action.hbs', action).match(/<button/g)).toHaveLength(2);
    const compact = render('ui/action.hbs', { ...action, compact: true });
    expect(compact.match(/<button/g)).toHaveLength(1);
    expect(compact).toContain('data-options');
    expect(compact).not.toContain(EVIL);
  });

  it('names each field and describes it', () => {
    const fields = [
      { key: 'swap', label: 'Swap', hint: 'Once', isToggle: true, checked: true },
      { key: 'other', label: EVIL, hint: 'More', number: { min: -2, max: 2, value: '' }, gm: true },
      {
        key: 'way',
        label: 'Way',
        hint: 'How',
        choices: [
          { at: '', label: 'As it is', chosen: true },
          { at: '0', label: EVIL },
        ],
      },
    ];
    const html = render('actions/options-window-fields.hbs', { fields, who: EVIL, whom: EVIL });
    for (const { key } of fields) {
      expect(html).toContain(`for="cadence-option-${key}"`);
      expect(html).toContain(`aria-describedby="cadence-option-${key}-hint"`);
    }
    expect(html).toMatch(/type="checkbox"[^>]*checked/);
    expect(html).toContain('min="-2" max="2"');
    expect(html).not.toContain(EVIL);
  });
});

it('a rough gauge shows no number', () => {
  const gauge = { id: 'aura', shape: 'bar', label: 'Aura', value: 3, max: 4, percent: 75, meter: true, aria: 'most' };
  expect(render('ui/gauge.hbs', gauge)).toContain('cadence-gauge__value');
  expect(render('ui/gauge.hbs', { ...gauge, rough: true })).not.toContain('cadence-gauge__value');
});

describe('the action bar', () => {
  const bar = {
    name: EVIL,
    img: 'x.svg',
    targets: [EVIL],
    gauges: [],
    asks: [EVIL],
    rulings: [{ id: 'ruled', label: EVIL, actions: [] }],
    isRulings: true,
    endTurn: { id: 'end-turn', label: EVIL, icon: 'x.svg', command: '{}' },
    places: [{ id: 'wait', label: EVIL, icon: 'x.svg', command: '{}' }, null],
  };

  it('is a toolbar, also while it is folded', () => {
    expect(render('actions/bar.hbs', bar)).toContain('role="toolbar"');
    const folded = render('actions/bar.hbs', { ...bar, folded: true });
    expect(folded).toContain('role="toolbar"');
    expect(folded).toContain('aria-expanded="false"');
    expect(folded).toContain('data-action="cadenceAsked"');
  });

  it('takes names for text', () => {
    expect(render('actions/bar.hbs', bar)).not.toContain(EVIL);
  });
});
