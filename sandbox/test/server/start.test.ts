import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILD, buildServer } from '../../build.mjs';
import type { SandboxOptions } from '../../src/server/server';
import { Client, COMBAT, DEMO, folders, GNOLL, MIRA, start, userId } from './table';

let place: Awaited<ReturnType<typeof folders>>;
beforeAll(async () => {
  place = await folders();
});
afterAll(() => place.remove());

it('closes beside a connection that a browser opened ahead, without a request', async () => {
  const sandbox = await start(place);
  const ahead = createConnection(sandbox.port, '127.0.0.1');
  await once(ahead, 'connect');
  const ended = once(ahead, 'close');
  ahead.resume();
  await sandbox.close();
  await ended;
});

describe('the world', () => {
  it('is created from the demo files, with prototypes, packs and user names resolved', async () => {
    const sandbox = await start(place);
    const gm = await Client.join(sandbox, 'Gamemaster');
    const world = await gm.world();
    expect(world.world).toMatchObject({ id: 'demo', title: 'A small table', system: 'fixture' });
    const mira = world.actors.find((actor) => actor._id === MIRA)!;
    expect(mira.ownership).toEqual({ default: 0, [userId('Ann')]: 3 });
    expect(mira.system.notes).toBe('<b>Brave</b>');
    expect(mira.items).toMatchObject([{ _id: 'itemSpear0000000', name: 'Old spear', system: { reach: 2 } }]);
    const gnoll = world.actors.find((actor) => actor._id === GNOLL)!;
    expect(gnoll).toMatchObject({ name: 'Gnoll', system: { hp: { value: 7, max: 7 } }, items: [{ name: 'Club' }] });
    expect(gnoll._stats.compendiumSource).toBe('Compendium.fixture.foes.Actor.actorPackGnoll00');
    const [miraToken, gnollToken] = world.scenes[0]!.tokens;
    expect(miraToken).toMatchObject({ name: 'Mira', actorLink: true, disposition: 1, x: 100 });
    expect(miraToken!.randomImg).toBeUndefined();
    expect(gnollToken).toMatchObject({ name: 'Gnoll One', actorLink: false, texture: { scaleX: 1 } });
    expect(world.combats[0]!.combatants[0]).toMatchObject({ actorId: MIRA, sceneId: 'sceneYard0000000' });
    expect(world.settings.find((entry) => entry.key === 'fixture.strict')!.value).toBe('{"mode":"enforce"}');
    gm.close();
    await sandbox.close();
  });

  it('survives a restart and is recreated with reset', async () => {
    let sandbox = await start(place);
    let gm = await Client.join(sandbox, 'Gamemaster');
    await gm.update('Combat', { _id: COMBAT, system: { step: 12 } });
    await gm.delete('Actor', [GNOLL]);
    const before = await gm.world();
    gm.close();
    await sandbox.close();

    sandbox = await start(place);
    gm = await Client.join(sandbox, 'Gamemaster');
    const after = await gm.world();
    for (const name of ['actors', 'combats', 'scenes', 'settings', 'users']) expect(after[name]).toEqual(before[name]);
    expect(after.combats[0]!.system.step).toBe(12);
    gm.close();
    await sandbox.close();

    sandbox = await start({ ...place, reset: true });
    gm = await Client.join(sandbox, 'Gamemaster');
    expect((await gm.world()).actors).toHaveLength(2);
    expect((await gm.see('combats', COMBAT)).system.step).toBeUndefined();
    gm.close();
    await sandbox.close();
  });
});

describe('a failed start prints one line', () => {
  const failure = async (options: Partial<SandboxOptions>) => {
    const error = await start({ ...place, ...options }).then(
      () => null,
      (reason: Error) => reason,
    );
    expect(error?.name).toBe('StartupError');
    expect(error?.message).not.toContain('\n');
    return error?.message;
  };

  it('for a busy port, without changing the world', async () => {
    const first = await start(place);
    const gm = await Client.join(first, 'Gamemaster');
    await gm.update('Combat', { _id: COMBAT, 'system.step': 7 });
    const message = await failure({ port: first.port, data: join(place.data, '..', 'other') });
    expect(message).toContain(`Port ${first.port} is already in use`);
    expect(await failure({ port: first.port, reset: true })).toContain('already in use');
    expect(await failure({ reset: true })).toContain('is open in another process');
    expect((await gm.see('combats', COMBAT)).system.step).toBe(7);
    gm.close();
    await first.close();
  });

  it('for a missing build, an invalid manifest and a missing pack', async () => {
    expect(await failure({ dist: join(place.dist, 'none') })).toContain('system.json is missing');
    const broken = join(place.data, '..', 'broken');
    await mkdir(broken, { recursive: true });
    await writeFile(join(broken, 'system.json'), '{ "id": ');
    expect(await failure({ dist: broken })).toContain('is not valid JSON');
    await writeFile(join(broken, 'system.json'), '{ "id": "x" }');
    expect(await failure({ dist: broken })).toContain('lacks the text "title"');
    const packs = [{ name: 'gone', label: 'G', type: 'Item' }];
    await writeFile(join(broken, 'system.json'), JSON.stringify({ id: 'x', title: 'X', version: '1', packs }));
    expect(await failure({ dist: broken })).toContain('The compendium x.gone cannot be read');
  });

  it.each([
    ['bad YAML', 'actors:\n  - { name: "x\n', /table\.yml:\d+: /],
    [
      'an unknown pack id',
      'actors:\n  - _id: actorMira0000000\n    fromPack: fixture.foes.nobody\n',
      /table\.yml:3: .*"nobody"/,
    ],
    ['an unknown pack', 'actors:\n  - fromPack: fixture.none.x\n', /table\.yml:2: .*"fixture.none"/],
    ['an unknown collection', '\nspells: []\n', /table\.yml:2: "spells" is not a collection/],
    ['a bad id', 'actors:\n  - name: X\n    _id: short\n', /table\.yml:3: "short"/],
    ['an unknown type', 'actors:\n  - { _id: actorMira0000000, name: X, type: wizard }\n', /table\.yml:2: "wizard"/],
    [
      'an unknown user',
      'actors:\n  - { _id: actorMira0000000, name: X, ownership: {\n      Zoe: 3 } }\n',
      /table\.yml:3: .*"Zoe"/,
    ],
  ])('for %s, with file and line', async (_what, text, message) => {
    const demo = join(place.data, '..', 'demo');
    await cp(DEMO, demo, { recursive: true });
    await writeFile(join(demo, 'table.yml'), text);
    expect(await failure({ demo, data: join(place.data, '..', 'fresh') })).toMatch(message);
    await rm(demo, { recursive: true });
  });
});

describe('the command line', () => {
  it('prints addresses, exits on SIGINT, and exits with 1 and one line on failure', async () => {
    const server = join(BUILD, 'test-server.mjs');
    await buildServer(server);
    const run = (dist: string) => {
      const child = spawn(process.execPath, [server, '--dist', dist, '--data', place.data, '--demo', DEMO], {
        env: { ...process.env, CADENCE_PORT: '0' },
      });
      const output = { out: '', err: '' };
      child.stdout.on('data', (chunk) => (output.out += chunk));
      child.stderr.on('data', (chunk) => (output.err += chunk));
      return { child, output, ended: new Promise((done) => child.on('exit', done)) };
    };
    const { child, output, ended } = run(place.dist);
    for (let i = 0; i < 200 && !output.out.includes('Ctrl+C'); i++) await new Promise((next) => setTimeout(next, 25));
    expect(output.out).toMatch(/Gamemaster: http:\/\/localhost:\d+\/join\n {2}Helper \(Gamemaster\): http/);
    expect(output.out).toContain('A password is needed for: Bob.');
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    const broken = run(join(place.dist, 'none'));
    expect(await broken.ended).toBe(1);
    expect(broken.output.err.trim().split('\n')).toHaveLength(1);
    expect(await readFile(join(place.data, 'worlds/demo/world.json'), 'utf8')).toContain('A small table');
    await rm(server);
  });
});
