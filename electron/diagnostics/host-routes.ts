/** The routes of diagnostics: what there is, and a zip of it for whoever is asked for help. */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Diagnostics } from '../../shared/contract/backups.ts';
import { instant, type Clock } from '../../shared/time.ts';
import { backupFolders, listBackups } from '../backup/backup-folders.ts';
import { readSettings, readState } from '../backup/backup-settings.ts';
import type { HeldLedger, MaintenanceThread } from '../backup/maintenance.ts';
import { freeBytes } from '../database/free-bytes.ts';
import { jsonReply, type RouteHandlers } from '../route-handler.ts';

export interface DiagnosticsOptions {
  readonly ledger: HeldLedger;
  readonly thread: Pick<MaintenanceThread, 'inspect'>;
  readonly dataRoot: string;
  readonly version: string;
  readonly clock: Clock;
  /** How the engine is, as far as it says so itself: no secrets. */
  readonly engineStatus: () => unknown;
  /** The last lines of the log. */
  readonly logLines: () => readonly string[];
}

/** What is in the zip, as it is told before it is made. */
const contents = [
  { name: 'about.json', holds: 'program' },
  { name: 'engine.json', holds: 'engine' },
  { name: 'ledger.json', holds: 'ledger' },
  { name: 'files.json', holds: 'files' },
  { name: 'backups.json', holds: 'backups' },
  { name: 'log.txt', holds: 'log' },
] as const;

export function diagnosticsRoutes(
  options: DiagnosticsOptions,
): RouteHandlers<'describeDiagnostics' | 'exportDiagnostics'> {
  return {
    describeDiagnostics: async () => jsonReply(await describe(options)),
    exportDiagnostics: async () => {
      const stamp = instant(options.clock()).slice(0, 19).replaceAll(/[-:]/g, '');
      return {
        body: Readable.toWeb(Readable.from(await pack(options))),
        headers: {
          'content-disposition': `attachment; filename="proofdesk-diagnostics-${stamp}Z.zip"`,
        },
      };
    },
  };
}

async function describe(options: DiagnosticsOptions): Promise<Diagnostics> {
  const { ledger, dataRoot, version } = options;
  const { directory, kind } = ledger.workspace();
  const size = (name: string) => sizeOf(join(directory, name));
  const folders = await backupFolders(directory, kind);
  const { data } = await listBackups(folders);
  return {
    data_directory: dataRoot,
    ledger_path: join(directory, 'proofdesk.db'),
    ledger_bytes: await size('proofdesk.db'),
    log_bytes: await size('proofdesk.db-wal'),
    jobs_bytes: await size('jobs.db'),
    backups_bytes: data.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
    replaced: await replacedIn(directory),
    free_bytes: await freeBytes(directory),
    version,
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    engine: ledger.state(),
    files: contents.map((each) => ({ ...each })),
  };
}

async function pack(options: DiagnosticsOptions): Promise<Buffer[]> {
  const { ledger, thread, version, clock } = options;
  const { directory, kind } = ledger.workspace();
  const zip = new ZipFile();
  const mtime = new Date(clock());
  const add = (name: (typeof contents)[number]['name'], text: string) =>
    zip.addBuffer(Buffer.from(text), name, { mtime, mode: 0o100600 });
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  const { version: node, arch, platform, versions } = process;
  const memory = process.memoryUsage();
  const uptime = Math.round(process.uptime());
  add(
    'about.json',
    json({ version, made_at: instant(clock()), node, platform, arch, versions, memory, uptime }),
  );
  add('engine.json', json(options.engineStatus()));
  add('ledger.json', json(await inspected(thread)));
  add('files.json', json({ ...(await describe(options)), ledger_files: await filesIn(directory) }));
  add(
    'backups.json',
    json({
      settings: await readSettings(directory, kind),
      state: await readState(directory),
      ...(await listBackups(await backupFolders(directory, kind))),
    }),
  );
  add('log.txt', `${options.logLines().join('\n')}\n`);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
  return chunks;
}

async function inspected(thread: Pick<MaintenanceThread, 'inspect'>): Promise<unknown> {
  try {
    return await thread.inspect();
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** Names, sizes and modes of what is in the ledger's folder; nothing of what is in the files. */
async function filesIn(directory: string): Promise<unknown[]> {
  const names = await readdir(directory).catch(() => []);
  return Promise.all(
    names.toSorted(byName).map(async (name) => {
      const info = await lstat(join(directory, name)).catch(() => undefined);
      return {
        name,
        kind: info?.isDirectory() === true ? 'folder' : info?.isFile() === true ? 'file' : 'other',
        bytes: info?.size ?? null,
        mode: info === undefined ? null : (info.mode & 0o777).toString(8),
        modified_at: info?.mtime.toISOString() ?? null,
      };
    }),
  );
}

async function replacedIn(directory: string): Promise<{ path: string; bytes: number }[]> {
  const folder = join(directory, 'replaced');
  const names = await readdir(folder).catch(() => []);
  return Promise.all(
    names.toSorted(byName).map(async (name) => ({
      path: join(folder, name),
      bytes: (await sizeOf(join(folder, name, 'proofdesk.db'))) ?? 0,
    })),
  );
}

function byName(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

async function sizeOf(path: string): Promise<number | null> {
  const info = await lstat(path).catch(() => undefined);
  return info?.isFile() === true ? info.size : null;
}
