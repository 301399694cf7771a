/** The routes of recorded figures (docs/ledger-format.md, "Figures"). */
import type { WriteContext } from '../area.ts';
import { actorOf } from '../access/acting.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import { jsonReply, pageReply, type RouteHandlers } from '../route-handler.ts';
import { FigureRecorder } from './figure-recorder.ts';
import { FigureStore } from './figure-store.ts';

/** Handlers that a reader thread answers. */
export function figureReadRoutes(
  database: ReaderDatabase,
): RouteHandlers<'listFigures' | 'getFigure'> {
  const figures = new FigureStore(database);
  const ofOneMoment = <Answer>(answer: () => Answer) => database.transaction(answer).deferred();
  return {
    listFigures: ({ query }) => {
      const { rows, total } = ofOneMoment(() => figures.page(query));
      return pageReply(rows, { total, limit: query.limit, offset: query.offset });
    },
    getFigure: ({ parameters: { id } }) => jsonReply(ofOneMoment(() => figures.require(id))),
  };
}

/** Handlers that write. */
export function figureWriteRoutes({
  database,
  acts,
  random,
}: Pick<WriteContext, 'database' | 'acts' | 'random'>): RouteHandlers<'createFigure'> {
  const recorder = new FigureRecorder(database, random);
  const figures = new FigureStore(database);
  return {
    createFigure: (call) =>
      acts.append(call, ['models'], (act) => {
        const id = act.createId('fig');
        recorder.record(call.body, { journal: act.journal, id, actor: actorOf(call.principal) });
        return { status: 201, body: JSON.stringify(figures.require(id)) };
      }),
  };
}
