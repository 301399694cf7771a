/** Sources: rows that are read where they are. */
import type { Area, WriteContext } from '../area.ts';
import { DatasetsStore } from '../datasets/datasets-store.ts';
import type { Sourcing } from '../datasets/sourcing.ts';
import { profileOfFields } from '../filters/compile/profile-of-fields.ts';
import { sourceReadRoutes, sourceWriteRoutes } from './routes.ts';
import { sourceReadOnly } from './source-error.ts';
import { beginSource } from './source-facts.ts';
import { locatorOf, SourceLooks } from './source-looks.ts';
import { SourceStates } from './source-states.ts';
import { SourcesStore } from './sources-store.ts';

export const sourcesArea = {
  openReads: ({ database, now, ...means }) => ({
    handlers: sourceReadRoutes({
      datasets: new DatasetsStore(database),
      sources: new SourcesStore(database),
      states: new SourceStates(database),
      looks: new SourceLooks(means, now),
    }),
  }),
  openWrites: (context) => {
    const { database, commits, facts, wallClock } = context;
    return {
      handlers: sourceWriteRoutes({
        datasets: new DatasetsStore(database),
        sources: new SourcesStore(database),
        states: new SourceStates(database),
        looks: new SourceLooks(context, () => wallClock.now()),
        commits,
        facts,
      }),
    };
  },
} satisfies Area;

/** Makes datasets of files, and refuses rows for them. */
export function openSourcing(context: WriteContext): Sourcing {
  const sources = new SourcesStore(context.database);
  const looks = new SourceLooks(context, () => context.wallClock.now());
  return {
    prepare: async (source) => {
      const found = await looks.first(source, 'source');
      return {
        paths: [...profileOfFields(found.fields)],
        keep: (datasetId, now) => beginSource(context, datasetId, locatorOf(source), found, now),
      };
    },
    refuseRows: (datasetId) => {
      if (sources.find(datasetId) !== undefined) throw sourceReadOnly(datasetId);
    },
  };
}
