/** The folder of exported audit logs: private, the newest ten. */
import { createReadStream, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { auditExportFormats } from '../../shared/contract/audit.ts';

const keptExports = 10;

export type AuditExportFormat = (typeof auditExportFormats)[number];

export class AuditExportFiles {
  readonly #folder: string;

  constructor(directory: string) {
    this.#folder = join(directory, 'audit-exports');
  }

  /** Where an export is written until it is whole. */
  draftOf(jobId: string): string {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    return join(this.#folder, `${jobId}.new`);
  }

  removeDraft(jobId: string): void {
    rmSync(join(this.#folder, `${jobId}.new`), { force: true });
  }

  pathOf(jobId: string, format: AuditExportFormat): string {
    return join(this.#folder, `${jobId}.${format}`);
  }

  /** The bytes of an export and how they are written; undefined when it is not (any more) there. */
  open(
    jobId: string,
  ): { readonly format: AuditExportFormat; readonly body: ReadableStream<Uint8Array> } | undefined {
    if (!/^job_[0-9A-Z]+$/.test(jobId)) return undefined;
    const format = auditExportFormats.find((each) => existsSync(this.pathOf(jobId, each)));
    if (format === undefined) return undefined;
    return { format, body: Readable.toWeb(createReadStream(this.pathOf(jobId, format))) };
  }

  /** Removes all but the newest; ids sort by time. */
  thin(): void {
    const names = existsSync(this.#folder) ? readdirSync(this.#folder) : [];
    const whole = names.filter((name) => !name.endsWith('.new')).toSorted();
    for (const name of whole.slice(0, -keptExports)) rmSync(join(this.#folder, name));
  }
}
