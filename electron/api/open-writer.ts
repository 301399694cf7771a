/** The writer's share of the API: the only writable connections, and every route that writes. */
import { ObjectOwners } from '../access/object-owners.ts';
import { Ownership } from '../access/ownership.ts';
import { together, type Means, type Opened, type WriteContext } from '../area.ts';
import { resumeRestore } from '../backup/restore-marker.ts';
import { CaseFiles } from '../cases/case-files.ts';
import { describeDatabaseError } from '../database/database-error.ts';
import { openBeside } from '../database/open-database.ts';
import { fillDemoStory } from '../demo/fill-story.ts';
import type { RouteHandlers, WriteOperationId } from '../route-handler.ts';
import { areas } from './areas.ts';
import { closingOnFailure, type KeepOpen } from './closing-on-failure.ts';
import { ledgerPathOf } from './open-ledger.ts';
import { prepareBody } from './read-body.ts';
import { readOnlyGuards } from './read-only-case.ts';
import { serviceWriteRoutes } from './service-routes.ts';
import { watchPlaces } from './watch-places.ts';
import { openWriteContext } from './write-context.ts';
import { openDatabases, placeBeside } from './writer-databases.ts';

export async function openWrites(means: Means) {
  try {
    return await closingOnFailure((open) => openAll(means, open));
  } catch (error) {
    // What is read or written first may be what is damaged, or what there is no room for.
    throw describeDatabaseError(error, ledgerPathOf(means));
  }
}

async function openAll(means: Means, open: KeepOpen) {
  const { workspace, random } = means;
  let isClosing = false;
  const restored = resumeRestore(workspace.directory);
  const databases = openDatabases(means, open);
  const { database, jobsDatabase, place, jobsPlace } = databases;
  const state = { restored, isClosing: () => isClosing };
  const { context, keeper } = await openWriteContext(means, databases, state, open);
  await fillDemoStory(context, {
    open: openStory,
    prepare: (operation, body) => prepareBody(operation, body, random),
  });
  const opened = openAreas(context, open);
  const handlers: RouteHandlers<WriteOperationId> = {
    ...opened.handlers,
    ...workspaceRoutes(context),
  };
  const endWatch = watchPlaces([place, jobsPlace, placeBeside(means)]);
  return {
    place,
    handlers,
    ownership: new Ownership(new ObjectOwners(database, jobsDatabase)),
    guards: workspace.kind === 'case' ? readOnlyGuards() : {},
    tasks: opened.tasks,
    close: async () => {
      isClosing = true;
      endWatch();
      await opened.close();
      await context.remover.close();
      await context.lock.close(async () => {
        if (workspace.kind !== 'case') context.signer.close();
        await keeper.close();
        database.close();
        jobsDatabase.close();
      });
    },
  };
}

/** Opens every area to write. */
function openAreas(context: WriteContext, open: KeepOpen) {
  const opened = areas.flatMap((area) => {
    if (!('openWrites' in area)) return [];
    const share = area.openWrites(context);
    open({ close: () => closeAll([share]) });
    return [share];
  });
  const shares: readonly Opened[] = opened;
  return {
    handlers: together(opened.map((each) => each.handlers)),
    tasks: together(shares.map((each) => each.tasks ?? {})),
    close: () => closeAll(shares),
  };
}

async function closeAll(shares: readonly Opened[]): Promise<void> {
  for (const each of shares.toReversed()) await each.close?.();
}

/** The areas as the demo's story asks them: to write, and about rows. */
function openStory(context: WriteContext) {
  const { handlers, tasks, close } = openAreas(context, (opened) => opened);
  const database = openBeside(context.database);
  const queries = areas.flatMap((area) =>
    'openQueries' in area ? [area.openQueries({ ...context, database })] : [],
  );
  return {
    handlers: { ...handlers, ...together(queries.map((each) => each.handlers)) },
    tasks,
    close: async () => {
      await close();
      database.close();
    },
  };
}

/** The route that asks for another workspace. */
function workspaceRoutes({ workspace, jobs, jobsIdempotency, supervisor, changed }: WriteContext) {
  const cases = new CaseFiles(workspace.dataRoot);
  return serviceWriteRoutes({
    jobs,
    idempotency: jobsIdempotency,
    hasCase: (id) => cases.find(id) !== undefined,
    openWorkspace: supervisor.openWorkspace,
    changed,
  });
}
