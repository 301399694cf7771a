/** Removes prepared copies of CSV files that no dataset and no session needs any more. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { unlessGone } from '../database/durable-files.ts';
import { copyName, preparedFolder } from './files/csv-shape.ts';
import { filesSnapshotSchema, type SourcesStore } from './sources-store.ts';

export class CopySweep {
  readonly #folder: string;
  readonly #sources: SourcesStore;
  /** Copies that nobody needed at the last sweep: a dataset may be about to be made of them. */
  #spared: ReadonlySet<string> = new Set();

  /** @param directory of the workspace */
  constructor(directory: string, sources: SourcesStore) {
    this.#folder = join(directory, 'sources', preparedFolder);
    this.#sources = sources;
  }

  /**
   * Those of an erased dataset go at once, others at the second sweep that finds them needless.
   * @param sessions the rows that active sessions see
   */
  run(sessions: readonly { readonly datasetId: string; readonly snapshot: string }[]): void {
    const names = unlessGone(() => readdirSync(this.#folder)) ?? [];
    if (names.length === 0) return;
    const { needed, erased } = this.#copies(sessions);
    const spared = new Set<string>();
    for (const name of names) {
      if (needed.has(name) || !name.endsWith('.parquet')) continue;
      if (erased.has(name) || this.#spared.has(name))
        rmSync(join(this.#folder, name), { force: true });
      else spared.add(name);
    }
    this.#spared = spared;
  }

  #copies(sessions: readonly { readonly datasetId: string; readonly snapshot: string }[]) {
    const needed = new Set<string>();
    const erased = new Set<string>();
    for (const source of this.#sources.all()) {
      if (source.kind !== 'files' || source.locator.csv === undefined) continue;
      const { datasetId, isErased, snapshot } = source;
      const { csv } = source.locator;
      const seen = sessions
        .filter((each) => each.datasetId === datasetId)
        .map((each) => filesSnapshotSchema.parse(JSON.parse(each.snapshot)));
      const copies = isErased ? erased : needed;
      for (const { files } of [snapshot, ...seen]) {
        for (const { sha256 } of files) copies.add(copyName(sha256, csv));
      }
    }
    return { needed, erased };
  }
}
