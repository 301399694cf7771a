/** The folder of cases: one for each, beside the ledgers, whole or not there. */
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { caseSchema, type Case } from '../../shared/contract/cases.ts';
import { makeFolder } from '../database/make-folder.ts';

const draftEnding = '.draft';
const namePattern = /^case_[0-9A-Z]{1,64}$/;

/** Cases below a data directory. In each: `case.json`, `bundle/` as it was sent, and a database made of it. */
export class CaseFiles {
  readonly #dataRoot: string;
  readonly #folder: string;

  /** @param dataRoot the folder that the workspaces are in */
  constructor(dataRoot: string) {
    this.#dataRoot = dataRoot;
    this.#folder = join(dataRoot, 'cases');
  }

  /** Every case, the newest first: ids sort by time. */
  list(): Case[] {
    return this.ids().flatMap((id) => this.find(id) ?? []);
  }

  ids(): string[] {
    if (!existsSync(this.#folder)) return [];
    return readdirSync(this.#folder)
      .filter((name) => namePattern.test(name))
      .toSorted()
      .toReversed();
  }

  /** Undefined where there is none with this id, or its description is damaged. */
  find(id: string): Case | undefined {
    if (!namePattern.test(id)) return undefined;
    try {
      const text = readFileSync(join(this.directoryOf(id), 'case.json'), 'utf8');
      return caseSchema.safeParse(JSON.parse(text)).data;
    } catch {
      return undefined;
    }
  }

  directoryOf(id: string): string {
    return join(this.#folder, id);
  }

  /** Takes a case from its place, with all that it was made of. Answers what to remove. */
  take({ case_id: id }: Case): string {
    renameSync(this.directoryOf(id), this.#draft(id));
    return this.#draft(id);
  }

  /** A new folder to make a case in. */
  makeDraft(jobId: string): string {
    const draft = this.#draft(jobId);
    makeFolder(draft, this.#dataRoot);
    return draft;
  }

  /** What is there of it when its job is over. */
  draftsOf(jobId: string): string[] {
    return [this.#draft(jobId)];
  }

  /** What jobs other than `jobIds` have left of theirs. */
  leftDrafts(jobIds: readonly string[]): string[] {
    const names = existsSync(this.#folder) ? readdirSync(this.#folder) : [];
    return names
      .filter((name) => name.endsWith(draftEnding))
      .map((name) => name.slice(0, -draftEnding.length))
      .filter((jobId) => !jobIds.includes(jobId))
      .map((jobId) => this.#draft(jobId));
  }

  /** Puts a finished draft in its place. */
  keep(jobId: string, found: Case): void {
    const draft = this.#draft(jobId);
    writeFileSync(join(draft, 'case.json'), `${JSON.stringify(found, null, 2)}\n`, { mode: 0o600 });
    renameSync(draft, this.directoryOf(found.case_id));
  }

  #draft(jobId: string): string {
    return join(this.#folder, `${jobId}${draftEnding}`);
  }
}
