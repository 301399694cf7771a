/** Folders and servers that datasets may be made of: chosen at the window, or named as a server starts. */
import { join } from 'node:path';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultOf } from '../../shared/contract/faults.ts';
import type { ChangeSourcePlaces, SourcePlaces } from '../../shared/contract/source-places.ts';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import { serverKeyOf } from '../../shared/source-server.ts';
import { plainPath, troubleOfFolder } from '../database/chosen-folder.ts';
import { writeWholeLater } from '../database/durable-files.ts';
import { jsonReply, type RouteHandlers } from '../route-handler.ts';
import { keptPlaces, sourcePlacesFileName } from './kept-places.ts';

export type SourcePlaceOperations = 'getSourcePlaces' | 'changeSourcePlaces';

export interface SourcePlacesOptions {
  readonly dataRoot: string;
  /** Whether a person chooses them here; otherwise they are those of the options alone. */
  readonly managed: boolean;
  /** Absolute paths that the options name. */
  readonly given: readonly string[];
  /** Servers that the options name; `host:port`. */
  readonly givenServers: readonly string[];
  readonly changed: (topics: readonly ChangeTopic[]) => void;
}

export interface PlacesOfMachine {
  /** Keeps the folders that are chosen; undefined where none may be. */
  readonly file: string | undefined;
  /** For the engine's `hostHandlers`. */
  readonly handlers: RouteHandlers<SourcePlaceOperations>;
}

export function placesOfMachine(options: SourcePlacesOptions): PlacesOfMachine {
  const { dataRoot, managed } = options;
  const file = managed ? join(dataRoot, sourcePlacesFileName) : undefined;
  return { file, handlers: placeRoutes(options, file) };
}

function placeRoutes(
  { dataRoot, managed, given, givenServers, changed }: SourcePlacesOptions,
  file: string | undefined,
): RouteHandlers<SourcePlaceOperations> {
  const kept = () => {
    const { folders, servers } = keptPlaces(file);
    return { folders: [...folders], servers: [...servers] };
  };
  const describe = (): SourcePlaces => ({
    managed,
    ...kept(),
    given: [...given],
    given_servers: [...givenServers],
  });
  let turn: Promise<unknown> = Promise.resolve();
  return {
    getSourcePlaces: () => jsonReply(describe()),
    changeSourcePlaces: ({ body, previous }) => {
      const done = turn.then(async () => {
        if (!managed) {
          throw new ApiError(
            'conflict',
            'The places of this server are named where it is started, with --source-folder and --source-host.',
          );
        }
        previous.confirm(kept());
        const folders = await checkedFolders(body, dataRoot);
        const places = JSON.stringify({ folders, servers: serversOf(body) });
        await writeWholeLater(dataRoot, sourcePlacesFileName, `${places}\n`);
        changed(['datasets']);
        return jsonReply(describe());
      });
      turn = done.catch(() => {});
      return done;
    },
  };
}

/** Each server once, with its port. */
function serversOf({ servers }: ChangeSourcePlaces): string[] {
  return [...new Set(servers.flatMap((server) => serverKeyOf(server) ?? []))];
}

/** Each folder once, without a separator at its end. @throws {ApiError} `validation_error` naming the first that will not do */
async function checkedFolders(
  { folders }: ChangeSourcePlaces,
  dataRoot: string,
): Promise<readonly string[]> {
  const checked = new Set<string>();
  for (const [index, folder] of folders.entries()) {
    const trouble = await troubleOfFolder(folder, dataRoot);
    if (trouble !== undefined) {
      const code = trouble === 'inside' ? 'folder_of_ledgers' : trouble;
      throw validationError([{ field: `folders.${index}`, ...faultOf(code) }]);
    }
    checked.add(plainPath(folder));
  }
  return [...checked];
}
