import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PROBES } from './support/module-probes';
import { openTable, type Seat, type Table } from './support/table';

const USAGE = 'usage: npm run try-modules -- MODULE-FOLDER… [--rulesets tempo,slots] [--together] [--picture FOLDER]';

/** The prepared fights, and a hero and a foe of each. */
const FIGHTS: Record<string, { combat: string; hero: string; foe: string }> = {
  energy: { combat: 'demoCombat000000', hero: 'Mira', foe: 'Gnoll raider' },
  tempo: { combat: 'demoTpCombat0000', hero: 'Ailsa', foe: 'Hill raider' },
  clash: { combat: 'demoClCombat0000', hero: 'Wystan', foe: 'Hired blade' },
  seconds: { combat: 'demoScCombat0000', hero: 'Tamsin', foe: 'Gnoll raider' },
  slots: { combat: 'demoSlCombat0000', hero: 'Rowena', foe: 'Wolf' },
};

interface Module {
  readonly id: string;
  readonly folder: string;
  /** Modules that it requires. */
  readonly requires: readonly string[];
}

interface Row {
  readonly module: string;
  readonly ruleset: string;
  readonly loads: string;
  readonly works: string;
  readonly fight: string;
  readonly errors: readonly string[];
}

async function moduleIn(folder: string): Promise<Module> {
  const { id, name, relationships = {} } = JSON.parse(await readFile(join(folder, 'module.json'), 'utf8'));
  const requires = (relationships.requires ?? []).map((each: { id: string }) => each.id);
  return { id: id ?? name, folder, requires };
}

/** The module and what it requires, of those that are there. */
function withRequired(module: Module, all: readonly Module[]): Module[] {
  const found = new Set([module]);
  for (const each of found) for (const other of all) if (each.requires.includes(other.id)) found.add(other);
  return [...found];
}

/** Opens a fight, has the GM take a few steps and go back one. */
const play = ({ page }: Seat, fight: { combat: string; hero: string; foe: string }): Promise<void> =>
  page.evaluate(async ({ combat: id, hero, foe }) => {
    const combat = game.combats.get(id);
    await combat.scene.activate();
    const viewed = () => canvas.ready && canvas.scene?.id === combat.scene.id;
    while (!viewed()) await new Promise((resolve) => setTimeout(resolve, 50));
    // As a person takes some time between two clicks.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await combat.activate();
    ui.sidebar.changeTab('combat', 'primary');
    await ui.combat.render({ force: true });
    const named = (name: string) => combat.combatants.find((each) => each.name === name);
    named(hero).token.object.control({ releaseOthers: true });
    named(foe).token.object.setTarget(true, { releaseOthers: true });
    await combat.submit({ do: 'start', by: 'gm' }, { force: true });
    const before = combat.system.step;
    const [status] = Object.keys(CONFIG.statusEffects);
    await named(hero).actor.toggleStatusEffect(status);
    await combat.nextTurn();
    await combat.nextTurn();
    await combat.previousTurn();
    await named(foe).actor.sheet.render({ force: true });
    await named(foe).actor.sheet.close();
    if (!(combat.system.step > before)) throw new Error('no step was taken');
  }, fight);

const said = async (what: () => Promise<unknown>): Promise<string> => {
  try {
    const found = await what();
    return typeof found === 'string' && found ? found : 'yes';
  } catch (error) {
    return `no: ${(error instanceof Error ? error.message : String(error)).split('\n')[0]}`;
  }
};

async function tryModules(
  tried: readonly Module[],
  all: readonly Module[],
  ruleset: string,
  pictures?: string,
): Promise<Row[]> {
  const fight = FIGHTS[ruleset];
  if (!fight) throw new Error(`no fight is prepared for ${ruleset}`);
  const needed = new Set(tried.flatMap((module) => withRequired(module, all)));
  let table: Table | undefined;
  try {
    table = await openTable({ module: [...needed].map(({ folder }) => folder) });
    const gm = await table.sit('Gamemaster', pictures ? { sharpness: 1 } : {});
    const active = await gm.page.evaluate((): string[] =>
      [...game.modules.values()].flatMap(({ id, active }) => (active ? [id] : [])),
    );
    const problems = await gm.page.locator('#boot-problems p').allTextContents();
    const played = await said(() => play(gm, fight));
    const rows: Row[] = [];
    for (const { id } of tried) {
      const probe = PROBES[id];
      const works = probe ? await said(() => probe(gm.page, fight)) : 'not known';
      const loads = !active.includes(id) ? 'no: inactive' : problems.length > 0 ? `no: ${problems[0]}` : 'yes';
      rows.push({ module: id, ruleset, loads, works, fight: played, errors: [] });
    }
    await gm.page.waitForTimeout(500);
    if (pictures)
      await gm.page.screenshot({
        path: join(
          pictures,
          `${tried
            .map(({ id }) => id)
            .join('+')
            .slice(0, 80)}-${ruleset}.png`,
        ),
      });
    return rows.map((row) => ({ ...row, errors: [...new Set(gm.errors)] }));
  } finally {
    await table?.close();
  }
}

function print(rows: readonly Row[]): void {
  console.log('| module | ruleset | loads | works | fight | console errors |\n|---|---|---|---|---|---|');
  for (const { module, ruleset, loads, works, fight, errors } of rows)
    console.log(`| ${module} | ${ruleset} | ${loads} | ${works} | ${fight} | ${errors.length} |`);
  for (const { module, ruleset, errors } of rows)
    for (const error of errors) console.log(`\n${module}, ${ruleset}: ${error}`);
}

try {
  const { values, positionals } = parseArgs({
    options: {
      rulesets: { type: 'string', default: 'tempo,slots' },
      together: { type: 'boolean', default: false },
      picture: { type: 'string' },
    },
    allowPositionals: true,
  });
  if (positionals.length === 0) throw new Error(USAGE);
  const all = await Promise.all(positionals.map(moduleIn));
  const rows: Row[] = [];
  for (const ruleset of values.rulesets.split(','))
    for (const tried of values.together ? [all] : all.map((module) => [module]))
      rows.push(...(await tryModules(tried, all, ruleset, values.picture)));
  print(rows);
  const isGood = ({ loads, works, fight }: Row) => ![loads, works, fight].some((each) => each.startsWith('no:'));
  process.exitCode = rows.every(isGood) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
process.exit();
