import { getProperty } from '../../../shared/property';
import { debounce } from '../../../shared/timing';

type Callback = (event: Event | null, query: string, rgx: RegExp, content: HTMLElement | null) => void;

interface SearchFilterConfig {
  inputSelector: string;
  contentSelector: string;
  initial?: string;
  callback?: Callback;
  delay?: number;
}

interface FieldFilter {
  field: string;
  operator?: string;
  negate?: boolean;
  value?: unknown;
}

const OPERATORS = {
  EQUALS: 'equals',
  CONTAINS: 'contains',
  STARTS_WITH: 'starts_with',
  ENDS_WITH: 'ends_with',
  LESS_THAN: 'lt',
  LESS_THAN_EQUAL: 'lte',
  GREATER_THAN: 'gt',
  GREATER_THAN_EQUAL: 'gte',
  BETWEEN: 'between',
  IS_EMPTY: 'is_empty',
} as const;

/** A text input that filters other elements through a callback. T14: client/applications/ux/search-filter.d.mts */
export class SearchFilter {
  static OPERATORS = Object.freeze(OPERATORS);

  query: string;
  callback: Callback | undefined;
  rgx: RegExp | undefined;
  _input: HTMLInputElement | null = null;
  _content: HTMLElement | null = null;
  private readonly selectors: { input: string; content: string };
  private readonly search: (event: Event) => void;

  constructor({ inputSelector, contentSelector, initial = '', callback, delay = 200 }: SearchFilterConfig) {
    this.selectors = { input: inputSelector, content: contentSelector };
    this.query = initial;
    this.callback = callback;
    this.search = debounce((event: Event) => this.filter(event, this._input?.value ?? ''), delay);
  }

  bind(html: HTMLElement): void {
    this._content = html.querySelector(this.selectors.content);
    this._input = html.querySelector(this.selectors.input);
    if (!this._input) return;
    this._input.value = this.query;
    this._input.addEventListener('input', this.search);
    this._input.addEventListener('keydown', stopEnter);
    this.filter(null, this.query);
  }

  unbind(): void {
    this._input?.removeEventListener('input', this.search);
    this._input?.removeEventListener('keydown', stopEnter);
    this._input = null;
    this._content = null;
    this.query = '';
  }

  filter(event: Event | null, query: string): void {
    this.query = SearchFilter.cleanQuery(query);
    this.rgx = new RegExp(this.query.replace(/[-[\]{}()*+?.,\\^$|#\s]/g, '\\$&'), 'i');
    this.callback?.(event, this.query, this.rgx, this._content);
  }

  static cleanQuery(query: string): string {
    return query
      .trim()
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '');
  }

  static testQuery(rgx: RegExp, value: string): boolean {
    return rgx.test(SearchFilter.cleanQuery(value));
  }

  static evaluateFilter(
    object: object,
    { field, operator = OPERATORS.EQUALS, negate = false, value }: FieldFilter,
  ): boolean {
    return test(getProperty(object, field), operator, value) !== negate;
  }
}

function stopEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

function test(found: unknown, operator: string, value: unknown): boolean {
  const [number, against] = [Number(found), Number(value)];
  const [text, part] = [String(found), String(value)];
  switch (operator) {
    case OPERATORS.EQUALS:
      return found === value;
    case OPERATORS.CONTAINS:
      return Array.isArray(found) ? found.includes(value) : text.includes(part);
    case OPERATORS.STARTS_WITH:
      return text.startsWith(part);
    case OPERATORS.ENDS_WITH:
      return text.endsWith(part);
    case OPERATORS.LESS_THAN:
      return number < against;
    case OPERATORS.LESS_THAN_EQUAL:
      return number <= against;
    case OPERATORS.GREATER_THAN:
      return number > against;
    case OPERATORS.GREATER_THAN_EQUAL:
      return number >= against;
    case OPERATORS.BETWEEN: {
      const [low, high] = value as [number, number];
      return number >= low && number <= high;
    }
    case OPERATORS.IS_EMPTY:
      return found === undefined || found === null || found === '' || (Array.isArray(found) && found.length === 0);
    default:
      throw new Error(`"${operator}" is not an operator of SearchFilter`);
  }
}
