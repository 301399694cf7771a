/** Reads a Hugging Face model card: its YAML metadata, and the sections that a card has members for. */
import { parseDocument } from 'yaml';
import { validationError } from '../../../shared/contract/errors.ts';
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
 * What a README.md proposes. Members of Proofdesk's own export come first, then those of the format.
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

function split(text: string): { front: string | undefined; body: string } {
  const match = /^---[ \t]*\n([\s\S]*?)\n?---[ \t]*(?:\n|$)/.exec(text);
  if (match === null) return { front: undefined, body: text };
  return { front: match[1] ?? '', body: text.slice(match[0].length) };
}

function parseMetadata(front: string): unknown {
  const document = parseDocument(front, { version: '1.2', schema: 'core', logLevel: 'error' });
  const [error] = document.errors;
  if (error !== undefined) {
    const reason = error.message.split('\n')[0] ?? error.message;
    throw validationError([
      { field: wholeBody, message: `has metadata that is not YAML: ${reason}` },
    ]);
  }
  try {
    // A hundred aliases are more than any card has; without a limit a few lines fill the memory.
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    throw validationError([{ field: wholeBody, message: 'has metadata with too many aliases' }]);
  }
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
  const headings: { level: number; title: string; at: number }[] = [];
  let isCode = false;
  for (const [at, line] of lines.entries()) {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
    const match = isCode ? null : /^(#{1,6})\s+(.+?)\s*#*$/.exec(line);
    if (match === null) continue;
    const title = (match[2] ?? '').replaceAll(/\\(.)/g, '$1');
    headings.push({ level: match[1]?.length ?? 1, title, at });
  }
  return headings.map(({ level, title, at }, index) => {
    const end = headings.slice(index + 1).find((next) => next.level <= level)?.at ?? lines.length;
    return { level, title, text: lines.slice(at + 1, end).join('\n') };
  });
}

/** The text of the first section with such a title that says something. */
function statement(sections: readonly Section[], titles: readonly RegExp[]): string | undefined {
  for (const title of titles) {
    for (const section of sections) {
      if (section.level === 1 || !title.test(section.title)) continue;
      const text = plainBlock(section.text.replaceAll(/<!--[\s\S]*?-->/g, ''));
      if (text !== '' && text !== 'unknown' && !/^\[?more information needed\]?$/i.test(text)) {
        return text;
      }
    }
  }
  return undefined;
}
