/** The records of a bundle for reading, not authoritative: arrays of JSON that a browser or an editor can still open. */
import { AppendedFile } from './file-pieces.ts';
import type { BundleFolder } from './bundle-folder.ts';

/** A file is ended before a record that would make it longer; a longer record is alone in its file. */
const longestFile = 16 * 1024 * 1024;

/** How many records are in how many files. */
export interface ViewCounts {
  readonly files: number;
  readonly records: number;
  readonly inFirst: number;
}

/** Writes `view/records.json`, then `view/records-00002.json` and so on. Close it, whatever happens. */
export class RecordViews {
  readonly #bundle: BundleFolder;
  #file: AppendedFile;
  #files = 1;
  #records = 0;
  #inFile = 0;
  #inFirst = 0;

  constructor(bundle: BundleFolder) {
    this.#bundle = bundle;
    this.#file = this.#begin();
  }

  /** Adds a record, given as its JSON. */
  add(record: string): void {
    const bytes = Buffer.from(record);
    if (this.#inFile > 0 && this.#file.bytes + bytes.length > longestFile) {
      this.#end();
      this.#file.close();
      this.#files += 1;
      this.#file = this.#begin();
    }
    if (this.#inFile > 0) this.#file.append(',\n');
    this.#file.append(bytes);
    this.#inFile += 1;
    this.#records += 1;
  }

  /** Ends the last file. */
  finish(): ViewCounts {
    this.#end();
    return { files: this.#files, records: this.#records, inFirst: this.#inFirst };
  }

  /** Lets go of the last file. */
  close(): void {
    this.#file.close();
  }

  #begin(): AppendedFile {
    const number = this.#files === 1 ? '' : `-${String(this.#files).padStart(5, '0')}`;
    const file = new AppendedFile(this.#bundle.placeOf(`view/records${number}.json`));
    file.append('[');
    return file;
  }

  #end(): void {
    this.#file.append(']\n');
    this.#file.flush();
    if (this.#files === 1) this.#inFirst = this.#inFile;
    this.#inFile = 0;
  }
}
