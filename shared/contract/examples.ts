/** An example of every operation, for the interface's document. Nothing else reads them. */
import type { Example } from './examples/example.ts';
import { accessExamples } from './examples/access.ts';
import { auditExamples } from './examples/audit.ts';
import { billingExamples } from './examples/billing.ts';
import { chainExamples } from './examples/chain.ts';
import { datasetsExamples } from './examples/datasets.ts';
import { evidenceExamples } from './examples/evidence.ts';
import { grantsExamples } from './examples/grants.ts';
import { importsExamples } from './examples/imports.ts';
import { jobsExamples } from './examples/jobs.ts';
import { modelsExamples } from './examples/models.ts';
import { peopleExamples } from './examples/people.ts';
import { personsExamples } from './examples/persons.ts';
import { recordsExamples } from './examples/records.ts';
import { serviceExamples } from './examples/service.ts';
import { sessionsExamples } from './examples/sessions.ts';
import { sourceConnectionsExamples } from './examples/source-connections.ts';
import { webhooksExamples } from './examples/webhooks.ts';
import { workspaceExamples } from './examples/workspace.ts';
import type { OperationId } from './routes.ts';

export type { Example } from './examples/example.ts';

export const examples: Readonly<Record<OperationId, Example>> = {
  ...recordsExamples,
  ...modelsExamples,
  ...chainExamples,
  ...jobsExamples,
  ...workspaceExamples,
  ...datasetsExamples,
  ...sessionsExamples,
  ...sourceConnectionsExamples,
  ...evidenceExamples,
  ...grantsExamples,
  ...billingExamples,
  ...accessExamples,
  ...peopleExamples,
  ...personsExamples,
  ...auditExamples,
  ...webhooksExamples,
  ...serviceExamples,
  ...importsExamples,
};
