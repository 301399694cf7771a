/** What was dropped or chosen as an artifact: one file, or a folder with the paths of its files. */

export interface ArtifactFile {
  /** Below the folder, `/` between the parts; the name alone of a single file. */
  readonly path: string;
  readonly file: File;
}

export type ArtifactSource =
  | { readonly kind: 'file'; readonly name: string; readonly bytes: number; readonly file: File }
  | {
      readonly kind: 'folder';
      readonly name: string;
      readonly bytes: number;
      readonly files: readonly ArtifactFile[];
    };

export function fileSource(file: File): ArtifactSource {
  return { kind: 'file', name: file.name, bytes: file.size, file };
}

function folderSource(name: string, files: readonly ArtifactFile[]): ArtifactSource {
  const bytes = files.reduce((sum, each) => sum + each.file.size, 0);
  return { kind: 'folder', name, bytes, files };
}

/** A folder from an `<input webkitdirectory>`; undefined where it holds no file. */
export function chosenFolder(list: Iterable<File>): ArtifactSource | undefined {
  const files = [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  const [first] = files;
  if (first === undefined) return undefined;
  const root = first.path.split('/')[0] ?? '';
  return folderSource(
    root,
    files.map(({ path, file }) => ({ path: belowRoot(path), file })),
  );
}

function belowRoot(path: string): string {
  const cut = path.indexOf('/');
  return cut < 0 ? path : path.slice(cut + 1);
}

function readBatch(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject));
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

async function walk(entry: FileSystemEntry, path: string, found: ArtifactFile[]): Promise<void> {
  if (isFile(entry)) found.push({ path, file: await fileOf(entry) });
  if (!isFolder(entry)) return;
  const reader = entry.createReader();
  // A reader hands out at most a hundred entries a time, and an empty batch at the end.
  for (let batch = await readBatch(reader); batch.length > 0; batch = await readBatch(reader)) {
    for (const each of batch) {
      await walk(each, path === '' ? each.name : `${path}/${each.name}`, found);
    }
  }
}

/**
 * Files that were let go over the page; undefined where it holds no file. Must be called within the drop
 * event: the browser empties the transfer afterwards, so the entries are taken before anything waits.
 */
export function droppedSource(transfer: DataTransfer): Promise<ArtifactSource | undefined> {
  const item = [...transfer.items].find((each) => each.kind === 'file');
  const entry = item?.webkitGetAsEntry() ?? null;
  const file = item?.getAsFile() ?? transfer.files[0] ?? null;
  return (async () => {
    if (entry !== null && isFolder(entry)) {
      const files: ArtifactFile[] = [];
      await walk(entry, '', files);
      return files.length === 0 ? undefined : folderSource(entry.name, files);
    }
    return file === null ? undefined : fileSource(file);
  })();
}
