/** All areas of the API. */
import { accessArea } from '../access/area.ts';
import { auditArea } from '../audit/area.ts';
import { backupArea } from '../backup/area.ts';
import { billingArea } from '../billing/area.ts';
import { openMetering } from '../billing/metering.ts';
import { bundlesArea } from '../bundles/area.ts';
import { casesArea } from '../cases/area.ts';
import { checkpointsArea } from '../checkpoints/area.ts';
import { datasetsArea } from '../datasets/area.ts';
import { erasuresArea } from '../erasures/area.ts';
import { exportsArea } from '../exports/area.ts';
import { grantsArea, openGranting, useEnder } from '../grants/area.ts';
import { importsArea } from '../imports/area.ts';
import { intakeArea } from '../intake/area.ts';
import { interventionsArea } from '../interventions/area.ts';
import { jobsArea } from '../jobs/area.ts';
import { modelsArea } from '../models/area.ts';
import { oversightArea } from '../oversight/area.ts';
import { overviewArea } from '../overview/area.ts';
import { peopleArea } from '../people/area.ts';
import { personsArea } from '../persons/area.ts';
import { proofArea } from '../proof/area.ts';
import { recordsArea } from '../records/area.ts';
import { reviewsArea } from '../reviews/area.ts';
import { rowProofsArea } from '../row-proofs/area.ts';
import { sessionsArea } from '../sessions/area.ts';
import { verificationArea } from '../verification/area.ts';
import { openElsewhere, openSourcing, sourcesArea } from '../sources/area.ts';
import { vouchersArea } from '../vouchers/area.ts';
import { webhooksArea } from '../webhooks/area.ts';

/** Where two have the same job, the later one does it. */
export const areas = [
  // Closed last: what the others leave is sealed.
  proofArea,
  recordsArea,
  intakeArea,
  modelsArea,
  interventionsArea,
  reviewsArea,
  erasuresArea(useEnder),
  verificationArea,
  checkpointsArea,
  rowProofsArea,
  vouchersArea,
  sourcesArea,
  datasetsArea(useEnder, openSourcing, openElsewhere),
  grantsArea,
  sessionsArea(openMetering, openGranting),
  billingArea,
  importsArea,
  exportsArea,
  bundlesArea,
  casesArea,
  accessArea,
  peopleArea,
  auditArea,
  webhooksArea,
  jobsArea,
  backupArea,
  overviewArea,
  oversightArea,
  personsArea,
] as const;
