import { afterEach, expect, it, vi } from 'vitest';
import { localize, numberText, text } from '../../src/foundry/platform/text';

afterEach(() => vi.unstubAllGlobals());

/** Has the user read these texts, in this language. */
function reads(lang: string, texts: Readonly<Record<string, string>>): void {
  const localizeKey = (key: string): string => texts[key] ?? key;
  const format = (key: string, facts: Readonly<Record<string, string>>): string =>
    localizeKey(key).replaceAll(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? '');
  vi.stubGlobal('game', { i18n: { lang, localize: localizeKey, format, has: (key: string) => key in texts } });
}

it.each([
  ['en', '1.5', '−0.25', '12000'],
  ['de', '1,5', '−0,25', '12000'],
  ['fr', '1,5', '−0,25', '12000'],
])('numbers have the decimal point of %s, and a minus sign', (lang, half, less, many) => {
  reads(lang, { 'CADENCE.Far': '{metres} m' });
  expect([numberText(1.5), numberText(-0.25), numberText(12000)]).toEqual([half, less, many]);
  expect(text('CADENCE.Far', { metres: 1.5 })).toBe(`${half} m`);
});

it('digits that come only from a sum are left out', () => {
  reads('en', {});
  expect(numberText(0.1 + 0.2)).toBe('0.3');
  expect(numberText(3.26, 1)).toBe('3.3');
});

it('a second number has a form of its own', () => {
  reads('fr', {
    'CADENCE.hit': '{percent} % de toucher, {damage} dégâts',
    'CADENCE.hit_damage_one': '{percent} % de toucher, {damage} dégât',
  });
  const said = (percent: number, damage: number) => text('CADENCE.hit', { percent, damage });
  expect([said(1, 3), said(40, 1.5)]).toEqual(['1 % de toucher, 3 dégâts', '40 % de toucher, 1,5 dégât']);
});

it('a word after a number has its form, also with letters beyond the English ones', () => {
  reads('de', {
    'CADENCE.Card.short': 'Es fehlen {amount} nötige {pool}',
    'CADENCE.Pool.surges': 'Schübe',
    'CADENCE.Pool.surges_one': 'Schub',
  });
  const said = (amount: number) =>
    localize('energy', { key: 'Card.short', facts: { amount, pool: { key: 'Pool.surges' } } });
  expect([said(1), said(3)]).toEqual(['Es fehlen 1 nötige Schub', 'Es fehlen 3 nötige Schübe']);
});
