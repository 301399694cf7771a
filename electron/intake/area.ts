/** The ways in for decisions: one, many at once, OpenTelemetry. */
import { ModelOwners } from '../access/model-owners.ts';
import type { Area } from '../area.ts';
import { RecordsStore } from '../records/records-store.ts';
import { decisionAppender } from './append-decisions.ts';
import { ItemKeys, itemSecretOf } from './item-keys.ts';
import { intakeRoutes } from './routes.ts';

export const intakeArea = {
  openWrites: ({ database, commits, signingSeed }) => {
    const models = new ModelOwners(database);
    const records = new RecordsStore(database);
    const append = decisionAppender({
      commits,
      keys: new ItemKeys(database),
      secret: itemSecretOf(signingSeed),
      refuseOthersModel: models.refuseOthers.bind(models),
    });
    return {
      handlers: intakeRoutes({
        append,
        recordText: (id) => records.find(id, { includeSeq: false }),
      }),
    };
  },
} satisfies Area;
