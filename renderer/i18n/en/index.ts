/** The English catalogue: one file an area, one i18next namespace a file. */
import { access } from './access.ts';
import { audit } from './audit.ts';
import { billing } from './billing.ts';
import { bundles } from './bundles.ts';
import { cases } from './cases.ts';
import { checkpoints } from './checkpoints.ts';
import { connections } from './connections.ts';
import { common } from './common.ts';
import { datasets } from './datasets.ts';
import { evidence } from './evidence.ts';
import { decisions } from './decisions.ts';
import { errors } from './errors.ts';
import { payouts } from './payouts.ts';
import { requests } from './requests.ts';
import { review } from './review.ts';
import { sessions } from './sessions.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { imports } from './import.ts';
import { inspector } from './inspector.ts';
import { integrity } from './integrity.ts';
import { interventions } from './interventions.ts';
import { jobs } from './jobs.ts';
import { licences } from './licences.ts';
import { models } from './models.ts';
import { newDecision } from './new-decision.ts';

export const en = {
  access,
  audit,
  billing,
  bundles,
  cases,
  checkpoints,
  common,
  connections,
  datasets,
  decisions,
  errors,
  evidence,
  imports,
  inspector,
  integrity,
  interventions,
  jobs,
  licences,
  models,
  newDecision,
  payouts,
  requests,
  review,
  sessions,
  settings,
  shell,
} as const;
