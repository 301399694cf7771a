/**
 * The German catalogue, for compliance officers: formal (Sie), actions in the infinitive, with the typography of
 * German („…“, a space before …, no-break spaces where a line must not part). One word for one thing:
 * `renderer/i18n/testing/glossary.ts`.
 */
import type { Language } from '../catalogue.ts';
import { access } from './access.ts';
import { audit } from './audit.ts';
import { backups } from './backups.ts';
import { billing } from './billing.ts';
import { bundles } from './bundles.ts';
import { cases } from './cases.ts';
import { charts } from './charts.ts';
import { checkpoints } from './checkpoints.ts';
import { connections } from './connections.ts';
import { common } from './common.ts';
import { datasets } from './datasets.ts';
import { evidence } from './evidence.ts';
import { decisions } from './decisions.ts';
import { developers } from './developers.ts';
import { erasures } from './erasures.ts';
import { errors } from './errors.ts';
import { faults } from './faults.ts';
import { overview } from './overview.ts';
import { figures } from './figures.ts';
import { grants } from './grants.ts';
import { help } from './help.ts';
import { payouts } from './payouts.ts';
import { people } from './people.ts';
import { profiles } from './profiles.ts';
import { persons } from './persons.ts';
import { proof } from './proof.ts';
import { protection } from './protection.ts';
import { recovery } from './recovery.ts';
import { requests } from './requests.ts';
import { review } from './review.ts';
import { rows } from './rows.ts';
import { rules } from './rules.ts';
import { sessions } from './sessions.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { signing } from './signing.ts';
import { sources } from './sources.ts';
import { tables } from './tables.ts';
import { oversight } from './oversight.ts';
import { vouchers } from './vouchers.ts';
import { where } from './where.ts';
import { imports } from './import.ts';
import { inspector } from './inspector.ts';
import { integrity } from './integrity.ts';
import { interventions } from './interventions.ts';
import { jobs } from './jobs.ts';
import { licences } from './licences.ts';
import { models } from './models.ts';
import { newDecision } from './new-decision.ts';

export const de: Language = {
  access,
  audit,
  backups,
  billing,
  bundles,
  cases,
  charts,
  checkpoints,
  common,
  connections,
  datasets,
  decisions,
  developers,
  erasures,
  errors,
  evidence,
  faults,
  figures,
  grants,
  help,
  imports,
  inspector,
  integrity,
  interventions,
  jobs,
  licences,
  models,
  newDecision,
  overview,
  oversight,
  payouts,
  people,
  profiles,
  persons,
  proof,
  protection,
  recovery,
  requests,
  review,
  rows,
  rules,
  sessions,
  settings,
  shell,
  signing,
  sources,
  tables,
  vouchers,
  where,
};
