/** The job that makes what a person gets of their data: decisions to be read and for programs, letters, and their evidence. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { dayOf } from '../../shared/billing/calendar.ts';
import type { PersonAccessResult, PersonRequest } from '../../shared/contract/persons.ts';
import { languages } from '../../shared/languages.ts';
import { interventionType, type LedgerEntry } from '../../shared/ledger/entries.ts';
import { instant } from '../../shared/time.ts';
import { BundleFiles } from '../bundles/bundle-files.ts';
import { makeBundle, type BundleJobOptions } from '../bundles/bundle-job.ts';
import { writeFileBy } from '../bundles/file-pieces.ts';
import { ZipWriter } from '../bundles/zip-writer.ts';
import { openBeside, type ReaderDatabase } from '../database/open-database.ts';
import { givingWay } from '../jobs/give-way.ts';
import type { JobContext, JobKindRunner, JobOutcome } from '../jobs/job-runner.ts';
import { ChainStore } from '../ledger/chain-store.ts';
import { RecordsStore } from '../records/records-store.ts';
import { accessDecision, letterData, type AccessDecision } from './access-content.ts';
import type { AccessDocument } from './access-pdf.ts';
import { accessWords } from './access-words.ts';
import { LetterSource } from './letter-facts.ts';
import { unknownRequest } from './read-routes.ts';
import { RequestsStore } from './requests-store.ts';

/** Has the writer note that the data was handed over. */
export const disclosedTask = 'person-data-disclosed';
export const disclosedSchema = z.object({
  requestId: z.string(),
  sha256: z.string(),
  actor: z.object({ id: z.string(), role: z.string() }),
});

/** Parameters of the job. */
export const accessOrderSchema = z.object({
  requestId: z.string(),
  language: z.enum(languages),
  actor: disclosedSchema.shape.actor,
});
type AccessOrder = z.infer<typeof accessOrderSchema>;

export function accessFiles(directory: string): BundleFiles {
  return new BundleFiles(directory, 'access');
}

export interface AccessJobOptions extends BundleJobOptions {
  /** The folder of the ledger. */
  readonly directory: string;
  readonly callWriter: (task: string, params: unknown) => Promise<unknown>;
}

/** Decisions of one PDF. */
const decisionsOfPdf = 100;

export function accessJob(options: AccessJobOptions): JobKindRunner {
  const { files, remover } = options;
  return {
    run: async (context) => makeAccess(context, options),
    dispose: (jobId) => remover.remove(files.draftsOf(jobId)),
    completedResult: () => undefined,
    abandon: (jobId) => files.remove(jobId),
  };
}

async function makeAccess(context: JobContext, options: AccessJobOptions): Promise<JobOutcome> {
  const { jobId, parameters } = context;
  const { files, remover, callWriter } = options;
  const order = accessOrderSchema.parse(parameters);
  const draft = files.makeDraft(jobId);
  const evidence = join(draft, 'evidence.zip');
  const request = options.database
    .transaction(() => requestOf(options.database, order.requestId, options))
    .deferred();
  const ids = request.record_ids ?? [];
  await makeBundle(
    { kind: 'selection', format: 'bundle', record_ids: [...ids] },
    { context, draft, target: evidence, isWithheld: concernsOthers(new Set(ids)) },
    options,
  );
  const path = files.pathOf(jobId);
  const packed = await packAccess(`${path}.new`, { draft, evidence }, { context, order, options });
  await rename(`${path}.new`, path);
  try {
    // Told only once it is there: what was not made was not handed over.
    const { requestId, actor } = order;
    await callWriter(disclosedTask, { requestId, sha256: packed.sha256, actor });
  } catch (error) {
    files.remove(jobId);
    throw error;
  }
  await remover.remove(files.outdated());
  const result: PersonAccessResult = {
    request_id: order.requestId,
    number: request.number,
    records: ids.length,
    ...packed,
  };
  return { result };
}

async function packAccess(
  target: string,
  { draft, evidence }: { readonly draft: string; readonly evidence: string },
  {
    context: { report, shouldStop },
    order,
    options,
  }: {
    readonly context: JobContext;
    readonly order: AccessOrder;
    readonly options: AccessJobOptions;
  },
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const giveWay = givingWay(shouldStop);
  const zip = new ZipWriter(target);
  try {
    await addParts(zip, draft, order, options, async (done, total) => {
      report({ phase: 'writing', done, total, unit: 'records' });
      await giveWay();
    });
    await zip.addFile('evidence.zip', evidence, giveWay);
    return await zip.finish(giveWay);
  } finally {
    zip.close();
  }
}

/** Tells which values stay with the ledger: all but those of the decisions, and who acted on them. */
function concernsOthers(ids: ReadonlySet<string>) {
  return (entry: LedgerEntry, field: string): boolean => {
    if (entry.type === interventionType && 'recordId' in entry) {
      return !ids.has(entry.recordId) || field === 'actor_name';
    }
    return !('id' in entry) || typeof entry.id !== 'string' || !ids.has(entry.id);
  };
}

/** Everything but the evidence, of one state of the ledger. */
async function addParts(
  zip: ZipWriter,
  draft: string,
  { requestId, language }: AccessOrder,
  { database, directory, clock }: AccessJobOptions,
  onDecision: (done: number, total: number) => Promise<void>,
): Promise<void> {
  const connection = openBeside(database);
  try {
    connection.exec('BEGIN');
    const at = instant(clock());
    const request = requestOf(connection, requestId, { directory, clock });
    zip.addText('README.txt', accessWords[language].readme(request.number));
    const [decisions, letters] = [join(draft, 'decisions.json'), join(draft, 'letters.json')];
    await writeFileBy(decisions, (json) =>
      writeFileBy(letters, async (data) => {
        const { isDemo } = new ChainStore(connection);
        const document = { number: request.number, at, language, isDemo };
        const pdfs = new Pdfs(zip, document, request.records);
        for (const { decision, letter, place } of decisionsOf(connection, request)) {
          json.append(`${place === 1 ? '[' : ','}\n${JSON.stringify(decision.json, null, 2)}`);
          data.append(`${place === 1 ? '[' : ','}\n${JSON.stringify(letter, null, 2)}`);
          await pdfs.add(decision);
          await onDecision(place, request.records);
        }
        await pdfs.end();
        json.append('\n]\n');
        data.append('\n]\n');
      }),
    );
    await zip.addFile('decisions.json', decisions, async () => {});
    await zip.addFile('letters.json', letters, async () => {});
    addLetters(zip, { connection, directory }, request);
  } finally {
    connection.close();
  }
}

function* decisionsOf(connection: ReaderDatabase, request: PersonRequest) {
  const records = new RecordsStore(connection);
  const source = new LetterSource(connection);
  const signs = new Map<string, 1 | -1 | undefined>();
  for (const [index, id] of (request.record_ids ?? []).entries()) {
    const decision = accessDecision(records, id);
    yield { decision, letter: letterData(source.of(request, id, signs)), place: index + 1 };
  }
}

/** PDFs of so many decisions each; where one takes all of them, it has no number. */
class Pdfs {
  readonly #zip: ZipWriter;
  readonly #document: Pick<AccessDocument, 'number' | 'at' | 'language' | 'isDemo'>;
  readonly #total: number;
  #open: AccessDecision[] = [];
  #written = 0;

  constructor(
    zip: ZipWriter,
    document: Pick<AccessDocument, 'number' | 'at' | 'language' | 'isDemo'>,
    total: number,
  ) {
    this.#zip = zip;
    this.#document = document;
    this.#total = total;
  }

  async add(decision: AccessDecision): Promise<void> {
    this.#open.push(decision);
    if (this.#open.length === decisionsOfPdf) await this.end();
  }

  async end(): Promise<void> {
    if (this.#open.length === 0) return;
    const { accessPdf } = await import('./access-pdf.ts');
    const first = this.#written + 1;
    const pdf = await accessPdf(this.#open, { ...this.#document, total: this.#total, first });
    this.#written += this.#open.length;
    this.#open = [];
    const isOnly = this.#total <= decisionsOfPdf;
    const name = isOnly ? 'decisions.pdf' : `decisions-${Math.ceil(first / decisionsOfPdf)}.pdf`;
    this.#zip.addText(name, Buffer.from(pdf));
  }
}

/** The letters that were signed and are still kept. */
function addLetters(
  zip: ZipWriter,
  { connection, directory }: { readonly connection: ReaderDatabase; readonly directory: string },
  request: PersonRequest,
): void {
  const requests = new RequestsStore(connection, directory);
  for (const { n } of request.letters) {
    const document = requests.letter(request.request_id, n);
    if (document === undefined) continue;
    zip.addText(`letters/${request.number}-${n}.pdf`, Buffer.from(document, 'base64'));
  }
}

function requestOf(
  database: ReaderDatabase,
  id: string,
  { directory, clock }: Pick<AccessJobOptions, 'directory' | 'clock'>,
): PersonRequest {
  const today = dayOf(instant(clock()));
  return new RequestsStore(database, directory).find(id, today) ?? unknownRequest(id);
}
