/** The register of columns as docs/ledger-format.md has it: a line for each table, its columns by where they stand. */
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import {
  factTables,
  otherTables,
  type Column,
  type ColumnForm,
  type FactTable,
} from '../../shared/ledger/columns.ts';
import { keyText } from '../../shared/ledger/facts.ts';

const marks = ['<!-- register -->', '<!-- /register -->'] as const;

/** The page with its list written anew. @throws {Error} where the marks are gone */
export function withRegister(page: string): string {
  const [begin, end] = marks;
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from === -1 || to < from) throw new Error(`The page has no place for it: ${begin} … ${end}`);
  return `${page.slice(0, from + begin.length)}\n\n${registerText()}\n\n${page.slice(to)}`;
}

/** The list of every table, in the order of the register. */
export function registerText(): string {
  const others = Object.entries(otherTables).map(([name, columns]) =>
    lineOf(name, partsOf(columns)),
  );
  return [...Object.entries(factTables).map(factLine), ...others].join('\n');
}

function factLine([name, table]: readonly [string, FactTable]): string {
  const { columns, elsewhere = {}, given = [], begins } = table;
  const parts = partsOf(columns);
  const members = Object.keys(elsewhere).map(code);
  if (members.length > 0) parts.push(`in \`set\` beside the columns ${members.join(', ')}`);
  if (begins !== undefined) {
    const types = begins.types.map(code).join(' or ');
    parts.push(`begins with ${types} as \`${canonicalJson(begins.members)}\``);
  }
  for (const { id, members: state } of given) {
    const key = typeof id === 'string' ? id : keyText(id);
    parts.push(`\`${key}\` is there from the start as \`${canonicalJson(state)}\``);
  }
  return lineOf(name, parts);
}

function lineOf(name: string, parts: readonly string[]): string {
  return `- **\`${name}\`**: ${parts.join('; ')}.`;
}

/** Columns in their order, those of one source together. */
function partsOf(columns: Readonly<Record<string, Column>>): string[] {
  const bySource = new Map<string, string[]>();
  for (const [name, column] of Object.entries(columns)) {
    const source = sourceOf(column);
    bySource.set(source, [...(bySource.get(source) ?? []), columnText(name, column)]);
  }
  return [...bySource].map(([source, names]) => `${source} ${names.join(', ')}`);
}

function sourceOf(column: Column): string {
  switch (column.source) {
    case 'key':
      return 'key';
    case 'fact':
      return 'in clear';
    case 'commit':
      return 'committed';
    case 'secret':
      return 'secret';
    case 'entry':
      return 'of the entry';
    case 'line':
      return 'of the line';
    case 'derived':
      return `computed from ${column.from}:`;
    case 'rank':
      return 'rank';
    case 'none':
      return `no fact (${column.reason}):`;
  }
}

/** A column with its form, where that is not text, and the member that holds it where that has another name. */
function columnText(name: string, column: Column): string {
  const member = 'member' in column ? column.member : undefined;
  const form = 'form' in column ? formOf(column.form) : undefined;
  const said = [member === undefined ? undefined : `as ${code(member)}`, form].filter(
    (each) => each !== undefined,
  );
  return said.length === 0 ? code(name) : `${code(name)} (${said.join(', ')})`;
}

function formOf(form: ColumnForm): string | undefined {
  if (form === 'text') return undefined;
  return typeof form === 'string' ? form : `number in ${code(form.of)}`;
}

function code(name: string): string {
  return `\`${name}\``;
}
