import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type Scalar, visit } from 'yaml';

/** A scenario file that cannot be read, in one line: the file, the place, and what is wrong there. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
}

/** A value of a scenario file that knows where it was written. */
export class Source {
  private constructor(
    private readonly node: Node | null,
    private readonly at: (node: Node | null) => string,
    /** Such as `fighters.mira.side`. */
    readonly path: string,
  ) {}

  /** Throws ScenarioError where the text is no YAML. */
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
    spellOut(document);
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

  private wrong(wanted: string): never {
    const shown = isScalar(this.node) ? JSON.stringify(this.node.value) : isSeq(this.node) ? 'a list' : 'a mapping';
    this.fail(`${this.path || 'the file'} must be ${wanted}, is ${this.node ? shown : 'empty'}`);
  }

  private below(node: unknown, key: string): Source {
    return new Source(node as Node, this.at, this.path ? `${this.path}.${key}` : key);
  }

  text(): string {
    const value = (this.node as Scalar | null)?.value;
    return isScalar(this.node) && typeof value === 'string' && value ? value : this.wrong('a text');
  }

  flag(): boolean {
    const value = (this.node as Scalar | null)?.value;
    return isScalar(this.node) && typeof value === 'boolean' ? value : this.wrong('true or false');
  }

  number(): number {
    const value = (this.node as Scalar | null)?.value;
    return isScalar(this.node) && typeof value === 'number' ? value : this.wrong('a number');
  }

  word<W extends string>(words: readonly W[]): W {
    const value = isScalar(this.node) ? this.node.value : null;
    return words.includes(value as W) ? (value as W) : this.wrong(`one of ${words.join(', ')}`);
  }

  /** Whatever stands there, as plain JSON. */
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
    return isSeq(this.node) ? this.node.items.map((item, i) => this.below(item, String(i))) : this.wrong('a list');
  }

  /** One value, or a list of them. */
  oneOrMore(): Source[] {
    return this.isList() ? this.list() : [this];
  }

  entries(): [string, Source][] {
    if (!isMap(this.node)) this.wrong('a mapping');
    return this.node.items.map(({ key, value }) => {
      const name = String((key as Scalar).value);
      // An empty value has no place of its own; its key has.
      return [name, value ? this.below(value, name) : new Source(key as Node, this.at, this.path)];
    });
  }

  /** The members of a mapping. Throws where one is missing or none of those known. */
  members<K extends string, O extends string>(required: readonly K[], optional: readonly O[]) {
    const found = Object.fromEntries(this.entries()) as Record<K, Source> & Partial<Record<O, Source>>;
    const known: readonly string[] = [...required, ...optional];
    for (const [key, source] of this.entries())
      if (!known.includes(key)) source.fail(`${this.path || 'the file'} knows no ${key}; it knows ${known.join(', ')}`);
    for (const key of required) if (!found[key]) this.fail(`${this.path || 'the file'} needs ${key}`);
    return found;
  }
}

/** `*mira` stands for what was written at `&mira`, and `<<: *mira` for its members that are not written anew. */
function spellOut(document: Document): void {
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
