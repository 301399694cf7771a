/** Sources: rows that are read where they are. */
import type { Area, WriteContext } from '../area.ts';
import { DatasetsStore } from '../datasets/datasets-store.ts';
import type { Sourcing } from '../datasets/sourcing.ts';
import { connectionReadRoutes, connectionWriteRoutes } from './connections/routes.ts';
import { ServerLooks } from './connections/server-looks.ts';
import {
  SourceConnectionsStore,
  SourceConnectionWriter,
} from './connections/source-connections-store.ts';
import { Looks, looksOf, placeOf } from './looks.ts';
import { profileOfSource } from './profile-of-source.ts';
import { sourceReadRoutes, sourceWriteRoutes } from './routes.ts';
import { sourceReadOnly } from './source-error.ts';
import { beginSource } from './source-facts.ts';
import { SourceStates } from './source-states.ts';
import { SourcesStore } from './sources-store.ts';

export const sourcesArea = {
  openReads: ({ database, now, ...means }) => {
    const connections = new SourceConnectionsStore(database);
    return {
      handlers: {
        ...sourceReadRoutes({
          datasets: new DatasetsStore(database),
          sources: new SourcesStore(database),
          states: new SourceStates(database),
          looks: new Looks(means, connections, now),
        }),
        ...connectionReadRoutes({ connections, looks: new ServerLooks(means), now }),
      },
    };
  },
  openWrites: (context) => {
    const { database, commits, facts, createId, signingSeed: seed } = context;
    const connections = new SourceConnectionsStore(database);
    return {
      handlers: {
        ...sourceWriteRoutes({
          datasets: new DatasetsStore(database),
          sources: new SourcesStore(database),
          states: new SourceStates(database),
          looks: looksOf(context),
          commits,
          facts,
        }),
        ...connectionWriteRoutes({
          connections,
          looks: new ServerLooks(context),
          writer: new SourceConnectionWriter(facts),
          commits,
          createId,
          means: context,
          seed,
        }),
      },
    };
  },
} satisfies Area;

export { openElsewhere } from './first-rows.ts';

/** Makes datasets of what is elsewhere, and refuses rows for them. */
export function openSourcing(context: WriteContext): Sourcing {
  const sources = new SourcesStore(context.database);
  const looks = looksOf(context);
  return {
    prepare: async (source, holders) => {
      const found = await looks.first(source, holders, 'source');
      return {
        paths: [...profileOfSource(found)],
        keep: (datasetId, now) =>
          beginSource(context, datasetId, placeOf(source, found), found, now),
      };
    },
    refuseRows: (datasetId) => {
      if (sources.find(datasetId) !== undefined) throw sourceReadOnly(datasetId);
    },
  };
}
