/** The routes of a holder's money: its summary, statements, and what became of a transfer. */
import type { Commits } from '../../access/commits.ts';
import type { Journal } from '../../ledger/journal.ts';
import {
  jsonReply,
  type Principal,
  type RouteHandlers,
  type RouteReply,
} from '../../route-handler.ts';
import { acceptedOf } from '../../../shared/accepted.ts';
import type { StatementFormat } from '../../../shared/contract/billing-holders.ts';
import { asOfIn } from '../as-of.ts';
import type { BillingWriting } from '../billing-writing.ts';
import { KeptPapers, type PaperReading } from '../papers/kept-papers.ts';
import { pdfReply } from '../papers/paper-routes.ts';
import { Parties } from '../parties.ts';
import { HolderSummaries } from './holder-summary.ts';
import { Statements, type DrawnStatement } from './statements.ts';

export type HolderReads = 'getHolderSummary' | 'getPayoutStatement' | 'getHolderStatement';
export type HolderWrites = 'tellPayoutOutcome';

export function holderReads(
  options: PaperReading & {
    readonly now: () => string;
    readonly settle: () => Promise<void>;
  },
): RouteHandlers<HolderReads> {
  const { database, now, isDemo, settle } = options;
  const parties = new Parties(database);
  const summaries = new HolderSummaries(database);
  const statements = new Statements(database);
  const papers = new KeptPapers(options);
  const requireKnown = (holderId: string, principal: Principal) => {
    if (!isHolderItself(principal)) parties.requireHolder(holderId);
  };
  return {
    getHolderSummary: async ({ parameters: { holder_id: id }, query, principal }) => {
      requireKnown(id, principal);
      await settle();
      const at = now();
      return jsonReply(summaries.of(id, at, asOfIn(database, query, at)));
    },

    getPayoutStatement: async ({ parameters: { payout_id: id }, query, accept }) => {
      const drawn = statements.ofPayout(id);
      const format = query.format ?? preferred(accept);
      if (format !== 'pdf') return statementReply(drawn, format, isDemo);
      const bytes = await papers.pdf({ kind: 'STATEMENT', about: id });
      return pdfReply(bytes, nameOf(drawn), 'attachment');
    },

    getHolderStatement: ({ parameters: { holder_id: id }, query, principal, accept }) => {
      requireKnown(id, principal);
      const { from, to, format = preferred(accept) } = query;
      const at = now();
      const asOf = asOfIn(database, query, at) ?? at;
      return statementReply(statements.ofPeriod(id, { from, to }, asOf), format, isDemo);
    },
  };
}

export function holderWrites({
  billing,
  commits,
}: {
  readonly billing: BillingWriting;
  readonly commits: Commits<Journal>;
}): RouteHandlers<HolderWrites> {
  return {
    tellPayoutOutcome: (call) =>
      commits.writeJson(call, { status: 200, topics: ['billing'] }, (now) =>
        billing.payoutRunner.tellOutcome(call.parameters.payout_id, call.body, now),
      ),
  };
}

/** A key of the holder that it asks for: the path was compared with it before. */
function isHolderItself(principal: Principal): boolean {
  return principal.kind === 'api_key' && principal.role === 'data_holder';
}

const formatOf: Readonly<Record<string, StatementFormat>> = {
  'application/pdf': 'pdf',
  'text/csv': 'csv',
  'application/json': 'json',
};

/** The format that a request prefers, of those that it names. */
function preferred(accept = ''): StatementFormat {
  const named = acceptedOf(accept).map((type) => formatOf[type.toLowerCase()]);
  return named.find((each) => each !== undefined) ?? 'json';
}

async function statementReply(
  drawn: DrawnStatement,
  format: StatementFormat,
  isDemo: boolean,
): Promise<RouteReply> {
  const { statement } = drawn;
  const name = nameOf(drawn);
  const attached = { 'content-disposition': `attachment; filename="${name}.${format}"` };
  if (format === 'json') {
    return {
      body: JSON.stringify(statement),
      headers: { ...attached, 'content-type': 'application/json' },
    };
  }
  if (format === 'csv') {
    const { statementCsv } = await import('../documents/statement-files.ts');
    return {
      body: statementCsv(statement),
      headers: { ...attached, 'content-type': 'text/csv; charset=utf-8' },
    };
  }
  const { statementPdf } = await import('../documents/statement-pdf.ts');
  return pdfReply(await statementPdf(drawn, { isDemo }), name, 'attachment');
}

/** The name of a statement's file. */
function nameOf({ statement: { number } }: DrawnStatement): string {
  return number.replaceAll(/[^\w-]+/g, '_');
}
