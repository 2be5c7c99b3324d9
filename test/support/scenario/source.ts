import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type Scalar, visit } from 'yaml';

/** The one-line error of an invalid scenario file: the file, the place and the cause. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
}

/** A value of a scenario file with its position. */
export class Source {
  private constructor(
    private readonly node: Node | null,
    private readonly at: (node: Node | null) => string,
    /** Such as `fighters.mira.side`. */
    readonly path: string,
  ) {}

  /** Throws ScenarioError for invalid YAML. */
  static parse(text: string, file: string): Source {
    const lines = new LineCounter();
    const document = parseDocument(text, { lineCounter: lines });
    const place = (offset: number) => {
      const { line, col } = lines.linePos(offset);
      return `${file}:${line}:${col}`;
    };
    const [error] = document.errors;
    if (error)
      throw new ScenarioError(`${place(error.pos[0])}: ${error.message.split('\n')[0].replace(/ at line.*/, '')}`);
    expandAliases(document);
    return new Source(document.contents, (node) => place(node?.range?.[0] ?? 0), '');
  }

  /** Such as `duel.yaml:12:9`. */
  get place(): string {
    return this.at(this.node);
  }

  get line(): number {
    return Number(this.place.split(':').at(-2));
  }

  fail(message: string): never {
    throw new ScenarioError(`${this.place}: ${message}`);
  }

  private failType(expected: string): never {
    const shown = isScalar(this.node) ? JSON.stringify(this.node.value) : isSeq(this.node) ? 'a list' : 'a mapping';
    this.fail(`${this.path || 'the file'} must be ${expected}, is ${this.node ? shown : 'empty'}`);
  }

  private below(node: unknown, key: string): Source {
    return new Source(node as Node, this.at, this.path ? `${this.path}.${key}` : key);
  }

  text(): string {
    const value = (this.node as Scalar | null)?.value;
    return isScalar(this.node) && typeof value === 'string' && value ? value : this.failType('a text');
  }

  flag(): boolean {
    const value = (this.node as Scalar | null)?.value;
    return isScalar(this.node) && typeof value === 'boolean' ? value : this.failType('true or false');
  }

  number(): number {
    const value = (this.node as Scalar | null)?.value;
    return isScalar(this.node) && typeof value === 'number' ? value : this.failType('a number');
  }

  word<W extends string>(words: readonly W[]): W {
    const value = isScalar(this.node) ? this.node.value : null;
    return words.includes(value as W) ? (value as W) : this.failType(`one of ${words.join(', ')}`);
  }

  value(): unknown {
    return this.node ? this.node.toJSON() : null;
  }

  isList(): boolean {
    return isSeq(this.node);
  }

  isMapping(): boolean {
    return isMap(this.node);
  }

  list(): Source[] {
    return isSeq(this.node) ? this.node.items.map((item, i) => this.below(item, String(i))) : this.failType('a list');
  }

  oneOrMore(): Source[] {
    return this.isList() ? this.list() : [this];
  }

  entries(): [string, Source][] {
    if (!isMap(this.node)) this.failType('a mapping');
    return this.node.items.map(({ key, value }) => {
      const name = String((key as Scalar).value);
      // An empty value has no position of its own, so its key's is used.
      return [name, value ? this.below(value, name) : new Source(key as Node, this.at, this.path)];
    });
  }

  /** Returns the members of a mapping. Throws for missing and unknown ones. */
  members<K extends string, O extends string>(required: readonly K[], optional: readonly O[]) {
    const found = Object.fromEntries(this.entries()) as Record<K, Source> & Partial<Record<O, Source>>;
    const known: readonly string[] = [...required, ...optional];
    for (const [key, source] of this.entries())
      if (!known.includes(key)) source.fail(`${this.path || 'the file'} knows no ${key}; it knows ${known.join(', ')}`);
    for (const key of required) if (!found[key]) this.fail(`${this.path || 'the file'} needs ${key}`);
    return found;
  }
}

/** Expands YAML aliases (`*mira`) and merge keys (`<<: *mira`). */
function expandAliases(document: Document): void {
  visit(document, { Alias: (_, alias) => (alias.resolve(document)?.clone() as Node | undefined) ?? undefined });
  visit(document, {
    Map(_, map) {
      const merged = map.items.find(({ key }) => isScalar(key) && key.value === '<<')?.value;
      if (!isMap(merged)) return;
      map.delete('<<');
      for (const item of merged.items) if (!map.has(item.key)) map.items.push(item);
    },
  });
}
