import Handlebars from 'handlebars';
import { beforeAll, describe, expect, it } from 'vitest';
import { HELPERS } from '../../src/client/applications/handlebars-helpers';

const words: Record<string, string> = { 'K.hello': 'Hello', 'K.to': 'Hello {name}' };
const render = (template: string, data: object = {}) => Handlebars.compile(template)(data);

beforeAll(() => {
  Handlebars.registerHelper(HELPERS);
  const localize = (key: string) => words[key] ?? key;
  const format = (key: string, data: Record<string, string>) =>
    localize(key).replace(/\{(\w+)\}/g, (_, name) => data[name]!);
  Object.assign(globalThis, { game: { i18n: { lang: 'en', localize, format } } });
});

describe("Foundry's template helpers", () => {
  it.each([
    ['{{localize "K.hello"}}', 'Hello'],
    ['{{localize "K.to" name=who}}', 'Hello &lt;b&gt;'],
    ['{{#if (and (eq 1 1) (not no))}}yes{{/if}}', 'yes'],
    ['{{#if (or no (gt 2 1))}}yes{{/if}}', 'yes'],
    ['{{ifThen no "a" "b"}}', 'b'],
    ['{{concat "a." who}}', 'a.&lt;b&gt;'],
    ['{{checked true}}{{disabled no}}', 'checked'],
    ['{{numberFormat 3 sign=true}} {{numberFormat 1.25 decimals=1}}', '+3 1.3'],
    ['{{#each (array 1 2)}}{{this}}{{/each}}', '12'],
    ['{{#with (object a=1)}}{{a}}{{/with}}', '1'],
  ])('%s', (template, expected) => {
    expect(render(template, { who: '<b>', no: false })).toBe(expected);
  });

  it('render options of a record, selected and escaped', () => {
    const html = render('{{selectOptions choices selected="b" localize=true blank=""}}', {
      choices: { a: 'K.hello', b: '<i>' },
    });
    expect(html).toBe(
      '<option value=""></option><option value="a">Hello</option><option value="b" selected>&lt;i&gt;</option>',
    );
  });

  it('render options of an array of objects by their attributes', () => {
    const html = render('{{selectOptions choices valueAttr="id" labelAttr="name" selected="x"}}', {
      choices: [{ id: 'x', name: 'Ex' }],
    });
    expect(html).toBe('<option value="x" selected>Ex</option>');
  });
});
