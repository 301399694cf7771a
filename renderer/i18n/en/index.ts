/** The English catalogue: one file an area, one i18next namespace a file. */
import { common } from './common.ts';
import { datasets } from './datasets.ts';
import { decisions } from './decisions.ts';
import { errors } from './errors.ts';
import { sessions } from './sessions.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { imports } from './import.ts';
import { inspector } from './inspector.ts';
import { integrity } from './integrity.ts';
import { jobs } from './jobs.ts';
import { models } from './models.ts';
import { newDecision } from './new-decision.ts';

export const en = {
  common,
  datasets,
  decisions,
  errors,
  imports,
  inspector,
  integrity,
  jobs,
  models,
  newDecision,
  sessions,
  settings,
  shell,
} as const;
