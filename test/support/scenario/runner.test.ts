import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Ruleset } from '../../../src/encounter/ruleset';
import { defined } from '../../../src/kernel/defined';
import { RULESETS } from '../../../src/rulesets/index';
import { encounterOf } from './encounter';
import { gearOf } from './files';
import { holds, playScenario, type StepResult } from './play';
import { linesOf } from './report';
import { readScenario, readScenarios } from './scenario';

const rulesets = RULESETS as unknown as Readonly<Record<string, Ruleset>>;

/** A hit that holds: combat 9, evasion 9, damage 6. */
const HIT = `ruleset: energy
rules: [E-72]
title: A hit
fighters:
  mira: { side: heroes, overrides: { meleeAV: 20 }, items: [{ type: weapon, name: sword, damage: 1d8 }] }
  gnoll: { side: foes, overrides: { evasion: 11 }, place: [3, 3], facing: e }
script:
  - do: gm start
  - do: mira melee gnoll with sword
    dice: [9, 9, 6]
    expect: { gnoll.aura: 14, gnoll.conditions: [], log: [hit] }
`;

const play = (text: string): StepResult[] => [
  ...playScenario(readScenario(text, 'hit.yaml'), rulesets, gearOf('energy', '.')),
];
const changed = (what: string, to: string): string => {
  expect(HIT).toContain(what);
  return HIT.replace(what, to);
};
const failures = (text: string): string =>
  play(text)
    .filter((result) => !holds(result))
    .flatMap(linesOf)
    .join('\n');

describe('a scenario', () => {
  it('holds where everything happens as written', () => {
    expect(play(HIT).map(holds)).toEqual([true, true]);
  });

  it.each`
    what                      | to                                                           | says
    ${'[9, 9, 6]'}            | ${'[9, 9, 6, 2]'}                                            | ${'dice left over: 2'}
    ${'[9, 9, 6]'}            | ${'[9, 9]'}                                                  | ${'mira must roll damage (1d8); no dice left'}
    ${'[9, 9, 6]'}            | ${'[9, 10]'}                                                 | ${'gnoll must roll evasion (1d10*); only 10 left'}
    ${'[9, 9, 6]'}            | ${'[9, 11, 6]'}                                              | ${'11 is no face of a d10'}
    ${'dice: [9, 9, 6]'}      | ${'dice: [9, 9, 6]\n    choose: [dodge]'}                    | ${'choices left over: dodge'}
    ${'gnoll.aura: 14'}       | ${'gnoll.aura: 13'}                                          | ${'gnoll.aura\n               - 13\n               + 14'}
    ${'gnoll.conditions: []'} | ${'gnoll.conditions: [prone]'}                               | ${'- ["prone"]'}
    ${'log: [hit]'}           | ${'log: [miss]'}                                             | ${'log'}
    ${'- do: gm start'}       | ${'- do: gm start\n    refused: not-open'}                   | ${'not refused for not-open'}
    ${'- do: gm start'}       | ${'- do: gm start\n  - do: gm start'}                        | ${'refused: already-open'}
    ${'log: [hit]'}           | ${'log: [{ id: hit, damage: 5 }]'}                           | ${'+ [{"id":"hit","damage":6,'}
    ${'log: [hit]'}           | ${'log: [hit], gnoll.conditions.prone: true'}                | ${'gnoll.conditions.prone'}
    ${'log: [hit]'}           | ${'asked: [combat, { id: evasion, dice: 1d20 }]'}            | ${'"dice":"1d10*"'}
    ${'[9, 9, 6]'}            | ${'[9, 9, 6]\n    offered: { gnoll: dodge }'}                | ${'gnoll is not offered dodge, but nothing'}
    ${'[9, 9, 6]'}            | ${'[9, 9, 6]\n    not-offered: { gnoll.dodge: agile-move }'} | ${'gnoll.dodge is not asked at all'}
  `('fails with $to instead of $what', ({ what, to, says }) => {
    expect(failures(changed(what, to))).toContain(says);
  });

  it('stops at the first step that did not run as written', () => {
    expect(play(changed('- do: gm start', '- do: gm start\n  - do: gm start')).map(holds)).toEqual([true, false]);
  });
});

describe('what a step may say besides', () => {
  /** A fight in its first round with Mira and the gnoll like this. */
  const fight = (mira: string, gnoll: string, step: string) => `ruleset: energy
rules: [E-72]
title: A fight
fighters:
  mira: { side: heroes, items: [{ type: weapon, name: sword }], ${mira} }
  gnoll: { side: foes, ${gnoll} }
script:
  - ${step}
`;

  it('is that a command is refused for these reasons and no other', () => {
    const command = 'do: mira melee gnoll with sword';
    const blow = (refused: string) =>
      failures(fight('conditions: [unconscious]', 'conditions: [dead]', `{ ${command}, refused: ${refused} }`));
    expect(blow('unconscious')).toBe('');
    expect(blow('{ only: [unconscious, target-dead] }')).toBe('');
    expect(blow('{ only: unconscious }')).toContain('refused for target-dead as well');
    expect(blow('{ only: [unconscious, energy] }')).toContain('not refused for energy, but for ');
  });

  it('is that something is entered on a sheet: what is derived follows, what happened stays', () => {
    const text = `${HIT}  - stat: { gnoll.overrides.auraMax: 30 }
    expect: { gnoll.aura: 14, gnoll.aura.max: 30, gnoll.sheet.evasion: 11 }\n`;
    expect(failures(text)).toBe('');
  });

  it('is the source and number of a condition, and that a state field is gone', () => {
    const has =
      'conditions: [{ id: dazed, until: { at: round-end, n: 2 }, by: mira }, unguarded], state: { initiativeUsed: true }';
    const expecting = (what: string) => failures(fight('name: Mira', has, `{ do: gm end-round, expect: { ${what} } }`));
    expect(expecting('gnoll.conditions.dazed: { until: { n: 2, at: round-end }, by: mira }')).toBe('');
    expect(expecting('gnoll.conditions.dazed: [{ by: mira }]')).toBe('');
    expect(expecting('gnoll.conditions.exposed: { from: [unguarded, dazed] }, gnoll.initiativeUsed: gone')).toBe('');
    expect(expecting('gnoll.conditions.dazed: { by: gnoll }')).toContain('"by":"mira"');
    expect(expecting('gnoll.conditions.dazed: [{}, {}]')).toContain('gnoll.conditions.dazed');
    expect(expecting('gnoll.conditions.dazed: { from: unguarded }')).toContain('gnoll.conditions.dazed');
    expect(expecting('gnoll.conditions.exposed: false')).toContain('+ true');
  });

  it('is several scripts from one beginning, each in its own world', () => {
    const text = changed('script:\n  - do: gm start\n', 'script:\n  - do: gm start\nvariants:\n')
      .replace('  - do: mira melee', '  - title: a hit\n    script:\n      - do: mira melee')
      .replace('    dice: [9, 9, 6]\n    expect:', '        dice: [9, 9, 6]\n        expect:');
    const both = `${text}  - title: nothing\n    settings: { exposedDefault: next }\n    script: [{ expect: { gnoll.aura: 20 } }]\n`;
    const scenarios = readScenarios(both, 'hit.yaml');
    expect(scenarios.map(({ title }) => title)).toEqual(['A hit: a hit', 'A hit: nothing']);
    for (const scenario of scenarios)
      expect([...playScenario(scenario, rulesets, {})].map(holds)).toEqual([true, true]);
    expect(() => readScenarios(both.replace('settings:', 'setings:'), 'hit.yaml')).toThrow(
      'variants.1 knows no setings',
    );
  });
});

describe('the beginning', () => {
  it('is the first round if no step starts it, with the pools that the file sets', () => {
    const text = changed('  - do: gm start\n', '').replace(
      'weapon, name: sword, damage: 1d8 }] }',
      'weapon, name: sword, damage: 1d8 }], pools: { energy: 3 } }',
    );
    const looking = `${text}  - expect: { mira.energy: 0, clock.round: 1 }\n`;
    expect(failures(looking)).toBe('');
  });

  it('is before it where the file starts the encounter itself, or says so', () => {
    expect(failures(changed('script:\n', 'script:\n  - expect: { clock.round: 0 }\n'))).toBe('');
    const idle = changed('  - do: gm start\n', '').replace('fighters:', 'clock: { phase: idle }\nfighters:');
    expect(failures(idle)).toContain('refused: not-open');
  });

  it('is what docs/scenario-files.md shows', () => {
    const [, example] = defined(
      /```yaml\n([\s\S]*?)```/.exec(readFileSync('docs/scenario-files.md', 'utf8')),
      'an example',
    );
    expect(failures(example)).toBe('');
  });
});

describe('a broken file is named with line and column', () => {
  it.each`
    what                                            | to                                              | says
    ${'title: A hit'}                               | ${'title: ['}                                   | ${/^hit\.yaml:\d+:\d+: /}
    ${'title: A hit'}                               | ${''}                                           | ${'hit.yaml:1:1: the file needs title'}
    ${'title: A hit'}                               | ${'titel: A hit'}                               | ${'hit.yaml:3:8: the file knows no titel; it knows ruleset, rules, title'}
    ${'[E-72]'}                                     | ${'[72]'}                                       | ${'hit.yaml:2:9: rules.0 must be a text, is 72'}
    ${'[E-72]'}                                     | ${'[hit]'}                                      | ${'hit.yaml:2:9: hit is no rule id such as E-72'}
    ${'ruleset: energy'}                            | ${'ruleset: tea'}                               | ${'hit.yaml:1:10: no ruleset tea; there are energy'}
    ${'side: foes'}                                 | ${'side: 3'}                                    | ${'hit.yaml:6:18: fighters.gnoll.side must be a text, is 3'}
    ${'evasion: 11'}                                | ${'evasino: 11'}                                | ${/^hit\.yaml:6:10: gnoll: overrides\.evasino/}
    ${'facing: e'}                                  | ${'facing: up'}                                 | ${'hit.yaml:6:75: fighters.gnoll.facing must be one of s, sw, w, nw, n, ne, e, se, is "up"'}
    ${'mira melee gnoll'}                           | ${'mira dance gnoll'}                           | ${'hit.yaml:9:9: energy knows no action dance'}
    ${'mira melee gnoll'}                           | ${'mara melee gnoll'}                           | ${'hit.yaml:9:9: no fighter mara'}
    ${'mira melee gnoll'}                           | ${'mira melee gnome'}                           | ${/^hit\.yaml:9:9: gnome is no fighter/}
    ${'with sword'}                                 | ${'with axe'}                                   | ${'hit.yaml:9:9: mira has no axe; has sword'}
    ${'[9, 9, 6]'}                                  | ${'[9, nine, 6]'}                               | ${'hit.yaml:10:15: script.1.dice.1 must be a number, is "nine"'}
    ${'gnoll.aura: 14'}                             | ${'gnoll.auro: 14'}                             | ${/^hit\.yaml:11:27: gnoll has no auro/}
    ${'with sword'}                                 | ${'with sword swfit=true'}                      | ${/^hit\.yaml:9:9: energy knows no option swfit; there are swap, /}
    ${'with sword'}                                 | ${'with sword minutes=5'}                       | ${'hit.yaml:9:9: melee-attack does nothing with minutes'}
    ${'damage: 1d8'}                                | ${'damgae: 1d8'}                                | ${/^hit\.yaml:5:\d+: an item of type energyWeapon has no damgae; there are /}
    ${'title: A hit'}                               | ${'title: A hit\nsettings: { hevay: true }'}    | ${/^hit\.yaml:4:\d+: energy knows no setting hevay/}
    ${'title: A hit'}                               | ${'title: A hit\nclock: { rnd: 1 }'}            | ${'hit.yaml:4:15: the clock has no rnd; there are round, phase'}
    ${'gnoll.aura: 14'}                             | ${'gnoll.ready: gone'}                          | ${'hit.yaml:11:28: gnoll never had the state ready'}
    ${'gnoll.aura: 14'}                             | ${'gnoll.initiativUsed: false'}                 | ${/^hit\.yaml:11:\d+: gnoll has no initiativUsed: no pool, mark or stat/}
    ${'gnoll.aura: 14'}                             | ${'gnoll.sheet.evasoin: 14'}                    | ${/^hit\.yaml:11:36: the sheet of gnoll has no evasoin; it has /}
    ${'gnoll.aura: 14'}                             | ${'gnoll.conditions.sad: true'}                 | ${'hit.yaml:11:37: energy knows no condition sad'}
    ${'log: [hit]'}                                 | ${'log: [{ id: hit, damgae: 6 }]'}              | ${/^hit\.yaml:11:\d+: hit has no damgae; it has /}
    ${'- do: gm start'}                             | ${'- stat: { mira.strr: 3 }\n  - do: gm start'} | ${/^hit\.yaml:8:24: mira: strr: /}
    ${'- do: gm start'}                             | ${'- stat: { strr: 3 }\n  - do: gm start'}      | ${'hit.yaml:8:19: strr is nothing on the sheet of a fighter'}
    ${'- do: gm start'}                             | ${'- do: gm start\n    refused: []'}            | ${'what is refused is refused for something'}
    ${'gnoll.aura: 14'}                             | ${'clock.hour: 14'}                             | ${'hit.yaml:11:27: the clock has no hour'}
    ${'{ type: weapon, name: sword, damage: 1d8 }'} | ${'excalibur'}                                  | ${/^hit\.yaml:5:\d+: no excalibur in the armory; there are .*\baxe\b/}
  `('$to', ({ what, to, says }) => {
    expect(() => play(changed(what, to))).toThrow(says);
  });
});

describe('undo and redo', () => {
  const again = (script: string): string => failures(`${HIT}${script}`);

  it('take the last command with all its effects, as often as there are any', () => {
    expect(
      again(`  - { do: gm undo, expect: { gnoll.aura: 20, clock.round: 1 } }
  - { do: gm redo, expect: { gnoll.aura: 14 } }
  - { do: gm undo }
  - { do: gm undo, expect: { clock.round: 0 } }
  - { do: gm undo, refused: nothing-to-rewind }
  - { do: gm redo }
  - { do: gm redo, expect: { gnoll.aura: 14, clock.round: 1 } }
  - { do: gm redo, refused: nothing-to-redo }
`),
    ).toBe('');
  });

  it('forget what was undone once another command is played', () => {
    expect(again('  - do: gm undo\n  - do: gm adjust mira pool=aura to=3\n  - do: gm redo\n')).toContain(
      'refused: nothing-to-redo',
    );
  });

  it('say what they left unchanged', () => {
    const text = again(`  - stat: { gnoll.overrides.auraMax: 15 }\n  - do: gm undo\n`);
    expect(text).toContain('left unchanged: pool-clamped');
  });

  it('name nothing', () => {
    expect(() => again('  - do: gm undo mira\n')).toThrow('undo takes the last step and names nothing');
  });
});

describe('a command that cuts in', () => {
  const cut = (command: string, more = ''): string => `ruleset: energy
rules: [E-155]
title: A run past a gnoll
clock: { round: 1, phase: open }
settings: { pause: 5 }
fighters:
  mira: { side: heroes, items: [{ type: weapon, name: sword }], state: { nonMoveEnergy: 2 } }
  gnoll: { side: foes, items: [{ type: weapon, name: axe }], state: { nonMoveEnergy: 2 } }
script:
  - do: mira melee gnoll with sword
    answers: [{ cuts-in: ${command} }${more}]
`;

  it.each`
    command                                                   | more  | says
    ${'gnoll melee mira with axe'}                            | ${''} | ${'melee-attack of gnoll interrupts nothing: it waits until the exchange is over'}
    ${'mira drop-item with sword'}                            | ${''} | ${'drop-item of mira interrupts nothing'}
    ${'{ do: melee-attack, by: gnoll, at: mira, with: axe }'} | ${''} | ${'interrupts nothing'}
    ${'gnoll withdraw'}                                       | ${''} | ${'refused: nothing-declared'}
    ${'gm undo'}                                              | ${''} | ${'energy knows no action undo'}
  `('$command: $says', ({ command, more, says }) => expect(() => failures(cut(command, more))).toThrow(says));
});

describe('bodies and hexes', () => {
  it('are as wide and as high as their cells, and stand where their upper left cell is', () => {
    const text = `ruleset: energy
rules: [E-47]
title: A horse
fighters:
  horse: { side: heroes, place: [2, 3], width: 1, height: 2 }
  ogre: { side: foes, place: [5, 3], width: 3 }
script:
  - expect: { horse.place: [2, 3], horse.place.x: 2.5 }
`;
    const fighters = encounterOf(
      readScenario(text.replace(', horse.place.x: 2.5', ''), 'a.yaml'),
      RULESETS.energy as never,
      {},
    ).fighters;
    expect(failures(text.replace(', horse.place.x: 2.5', ''))).toBe('');
    expect([fighters.horse, fighters.ogre].map((each) => each?.place)).toMatchObject([
      { x: 2.5, y: 4, width: 1, height: 2 },
      { x: 6.5, y: 4.5, width: 3, height: 3 },
    ]);
  });

  it('are written in metres on hexes, ground too', () => {
    const text = `ruleset: energy
rules: [E-47]
title: Hexes
ground: { grid: hex-rows, cell: 2, difficult: [[3, 1.732]], walls: [[0, 1, 2, 1]], light: { ambient: dark, lamps: [{ at: [1, 0], bright: 2 }] } }
fighters:
  mira: { side: heroes, place: [1, 0], facing: e }
script:
  - do: gm start
  - { do: mira run 1e, expect: { mira.place: [3, 0] } }
`;
    expect(failures(text)).toBe('');
    expect(readScenario(text, 'a.yaml').ground).toMatchObject({
      difficult: [{ x: 3, y: 1.732, width: 2 }],
      walls: [{ from: { x: 0, y: 1 }, to: { x: 2, y: 1 } }],
      light: { lamps: [{ x: 1, y: 0 }] },
    });
  });
});

describe('the ways of a scenario', () => {
  const walk = (way: string, ground = ''): StepResult[] =>
    play(`ruleset: energy
rules: [E-47]
title: A way
${ground}
fighters:
  mira: { side: heroes, stats: { speed: 20 }, place: [4, 4], facing: w }
script:
  - do: gm start
  - do: mira run ${way}
    expect: { mira.place: here }
`);
  const endOf = (way: string, ground?: string) => walk(way, ground).at(-1)?.differences[0].found;

  it.each`
    way         | ground                             | end
    ${'3e 2n'}  | ${undefined}                       | ${[7, 2]}
    ${'2sw'}    | ${undefined}                       | ${[2, 6]}
    ${'3'}      | ${undefined}                       | ${[1, 4]}
    ${'2e'}     | ${'ground: { cell: 2 }'}           | ${[6, 4]}
    ${'2ne 2e'} | ${'ground: { grid: hex-rows }'}    | ${[7, 2.268]}
    ${'2se'}    | ${'ground: { grid: hex-columns }'} | ${[5.732, 5]}
  `('$way ends at $end', ({ way, ground, end }) => {
    expect(endOf(way, ground)).toEqual(end);
  });

  it('knows only the directions of its grid', () => {
    expect(() => walk('2n', 'ground: { grid: hex-rows }')).toThrow('hex-rows has no direction n');
  });
});

describe('the answers of a scenario', () => {
  const run = (answers: string): string =>
    failures(`ruleset: energy
rules: [E-155]
title: A run past a gnoll
clock: { round: 1, phase: open }
fighters:
  mira: { side: heroes, place: [0, 4], state: { nonMoveEnergy: 1 } }
  gnoll: { side: foes, items: [{ type: weapon, name: axe, reach: 0 }], place: [2, 3] }
script:
  - do: mira run 1e
    dice: [1]
    ${answers}
  - do: mira agile-move
    answers: [{ place: [1, 5] }]
    expect: { mira.place: [1, 5] }
`);

  it('name who takes what, by its first words', () => {
    expect(run('answers: [{ gnoll: swift melee }]')).toBe('');
    expect(run('answers: [{ gnoll: swift melee with axe }]')).toBe('');
  });
  it.each`
    answers                                      | says
    ${'expect: {}'}                              | ${'swift is offered to gnoll: swift melee with axe'}
    ${'answers: [pass]'}                         | ${'dice left over: 1'}
    ${'answers: [{ mira: agile-move }]'}         | ${'answers names nothing'}
    ${'answers: [{ gnoll: swift melee }, pass]'} | ${'answers left over: 1'}
  `('$answers', ({ answers, says }) => expect(run(answers)).toContain(says));
  it.each`
    answers                         | says
    ${'answers: [{ gnoll: bite }]'} | ${'gnoll is offered swift melee with axe'}
    ${'answers: [no]'}              | ${'an offer is answered by pass'}
  `('$answers', ({ answers, says }) => expect(() => run(answers)).toThrow(says));
});
