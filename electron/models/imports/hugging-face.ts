/** Reads a Hugging Face model card: its YAML metadata, and the sections that a card has members for. */
import { isScalar, parseDocument, visit, type Document } from 'yaml';
import { ApiError, validationError } from '../../../shared/contract/errors.ts';
import { faultOf, type Fault } from '../../../shared/contract/faults.ts';
import { wholeBody } from '../../../shared/contract/intake.ts';
import type { ProposedCard } from '../../../shared/contract/models.ts';
import { plainBlock } from '../exports/markdown.ts';
import { listOf, membersOf, metricsFrom, Proposal, textOf } from './proposed-card.ts';

interface Section {
  readonly level: number;
  readonly title: string;
  readonly text: string;
}

/**
 * Reads the card that a README.md proposes. Members of Proofdesk's own export come first, then those of the format.
 * @throws {ApiError} `validation_error` when the metadata is not YAML
 */
export function readHuggingFaceCard(text: string): ProposedCard {
  const { front, body } = split(text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n'));
  const metadata = membersOf(front === undefined ? undefined : parseMetadata(front));
  const own = membersOf(metadata.get('proofdesk'));
  const sections = sectionsOf(body);
  const proposal = new Proposal();
  if (front === undefined) proposal.note('The file has no YAML metadata.');
  for (const member of [
    'model_id',
    'version',
    'model_hash',
    'training_date',
    'fairness',
  ] as const) {
    proposal.offer(member, own.get(member), `proofdesk.${member}`);
  }
  const index = membersOf(listOf(metadata.get('model-index'))[0]);
  const title = sections.find((section) => section.level === 1)?.title;
  proposal.offer('model_id', textOf(index.get('name')), 'model-index name');
  proposal.offer('model_id', textOf(metadata.get('model_name')), 'model_name');
  proposal.offer('model_id', title, 'The title');
  proposal.offer('version', textOf(metadata.get('version')), 'version');
  proposal.offer('version', textOf(metadata.get('model_version')), 'model_version');
  proposal.offer('framework', textOf(metadata.get('library_name')), 'library_name');
  proposal.offer('performance', metricsFrom(metricsOf(index), proposal), 'model-index');
  proposal.offer('intended_use', statement(sections, useTitles), 'The section on uses');
  proposal.offer(
    'limitations',
    statement(sections, limitationTitles),
    'The section on limitations',
  );
  if (metadata.has('license')) proposal.note('A card has no member for the license.');
  return proposal.result();
}

const useTitles = [/^(intended|direct) uses?\b/i, /^intended (purpose|use)/i, /^uses?$/i];
const limitationTitles = [/limitations?\b/i, /^out-of-scope use/i];

/** The lines between a first line `---` and the next one, and what follows them. */
function split(text: string): { front: string | undefined; body: string } {
  const lines = text.split('\n');
  const isRule = (line: string) => line.startsWith('---') && line.slice(3).trim() === '';
  const end = isRule(lines[0] ?? '') ? lines.findIndex((line, at) => at > 0 && isRule(line)) : -1;
  if (end < 0) return { front: undefined, body: text };
  return { front: lines.slice(1, end).join('\n'), body: lines.slice(end + 1).join('\n') };
}

function parseMetadata(front: string): unknown {
  try {
    // Looking for each name among all before it takes the square of their number.
    const document = parseDocument(front, { ...yaml, uniqueKeys: false });
    const reason = document.errors[0]?.message.split('\n')[0] ?? repeatedName(document);
    if (reason !== undefined) throw badMetadata(faultOf('metadata_yaml', { words: reason }));
    // A hundred aliases are more than any card has; without a limit a few lines fill the memory.
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // The stack is full, or the limit of aliases is reached.
    throw badMetadata(faultOf(error instanceof RangeError ? 'metadata_deep' : 'metadata_aliases'));
  }
}

const yaml = { version: '1.2', schema: 'core', logLevel: 'error' } as const;

function badMetadata(found: Fault): ApiError {
  return validationError([{ field: wholeBody, ...found }]);
}

/** What is wrong with the first map that has a name twice. */
function repeatedName(document: Document.Parsed): string | undefined {
  let found: string | undefined;
  visit(document, {
    Map: (_key, { items }) => {
      const names = new Set<unknown>();
      for (const { key } of items) {
        const name = isScalar(key) ? key.value : key;
        if (names.has(name)) {
          found = `Map keys must be unique: ${JSON.stringify(name)} is there twice`;
          return visit.BREAK;
        }
        names.add(name);
      }
      return undefined;
    },
  });
  return found;
}

function metricsOf(index: ReadonlyMap<string, unknown>): [string, unknown][] {
  return listOf(index.get('results')).flatMap((result) =>
    listOf(membersOf(result).get('metrics')).flatMap((each): [string, unknown][] => {
      const metric = membersOf(each);
      const name = textOf(metric.get('name')) ?? textOf(metric.get('type'));
      return name === undefined ? [] : [[name, metric.get('value')]];
    }),
  );
}

/** Headings with the text below them, that of deeper headings included. */
function sectionsOf(body: string): Section[] {
  const lines = body.split('\n');
  const sections: { level: number; title: string; from: number; to: number }[] = [];
  /** Sections that go on, each deeper than the one before it. */
  const open: typeof sections = [];
  let isCode = false;
  for (const [at, line] of lines.entries()) {
    const start = line.trimStart();
    if (start.startsWith('```') || start.startsWith('~~~')) isCode = !isCode;
    const heading = isCode ? undefined : headingOf(line);
    if (heading === undefined) continue;
    while ((open.at(-1)?.level ?? 0) >= heading.level) {
      const closed = open.pop();
      if (closed !== undefined) closed.to = at;
    }
    const section = { ...heading, from: at + 1, to: lines.length };
    sections.push(section);
    open.push(section);
  }
  return sections.map(({ level, title, from, to }) => ({
    level,
    title,
    text: lines.slice(from, to).join('\n'),
  }));
}

/** `## Title ##`: level and title. */
function headingOf(line: string): { level: number; title: string } | undefined {
  const level = /^#*/.exec(line)?.[0].length ?? 0;
  const rest = line.slice(level);
  const text = rest.trim();
  if (level < 1 || level > 6 || text === '' || rest === rest.trimStart()) return undefined;
  let end = text.length;
  while (end > 0 && text[end - 1] === '#') end -= 1;
  const title = text.slice(0, end).trimEnd();
  return { level, title: (title === '' ? text : title).replaceAll(/\\(.)/g, '$1') };
}

/** A text without its HTML comments. One that does not end is text. */
function withoutComments(text: string): string {
  let rest = '';
  let from = 0;
  for (;;) {
    const start = text.indexOf('<!--', from);
    const end = start < 0 ? -1 : text.indexOf('-->', start + '<!--'.length);
    if (end < 0) return rest + text.slice(from);
    rest += text.slice(from, start);
    from = end + '-->'.length;
  }
}

/** The text of the first section with such a title that says something. */
function statement(sections: readonly Section[], titles: readonly RegExp[]): string | undefined {
  for (const title of titles) {
    for (const section of sections) {
      if (section.level === 1 || !title.test(section.title)) continue;
      const text = plainBlock(withoutComments(section.text));
      if (text !== '' && text !== 'unknown' && !/^\[?more information needed\]?$/i.test(text)) {
        return text;
      }
    }
  }
  return undefined;
}
