/**
 * The German catalogue, for compliance officers; formal (Sie), with the typography of German („…“, a space
 * before …, no-break spaces where a line must not part). One word for one thing:
 *
 * ledger Journal · journal entry Journaleintrag · journal (billing) Buchungsjournal · record (of a decision)
 * Satz, Entscheidungssatz · record (of a dataset), row Zeile (its id Datensatz-ID) · dataset Datenbestand · case Fall
 * chain Kette · link Verknüpfung · head Kettenende · root Wurzel · commitment Festlegung · genesis
 * Anfangseintrag · verify, verification prüfen, Prüfung · verified, not verified, failed geprüft, nicht
 * geprüft, fehlgeschlagen · break Bruch · deviation, finding Abweichung · checkpoint Prüfpunkt · anchor Anker
 * evidence Nachweis · evidence bundle Nachweispaket, Paket · keep (elsewhere) verwahren · audit log
 * Prüfprotokoll · workspace Arbeitsbereich · engine Dienst · job Auftrag · request Anfrage · dry run Probelauf
 * review Durchsicht, durchsehen (never Prüfung) · intervention Eingriff ·
 * approve genehmigen · modify ändern · override überschreiben · reverse umkehren · annotate anmerken ·
 * escalate eskalieren · retract zurückziehen · second gegenzeichnen · four eyes Vier Augen · in effect gültig
 * policy Richtlinie · confidence Konfidenz · input, output Eingabe, Ausgabe · erase, delete löschen
 * model card Modellkarte · intended use Zweckbestimmung · limitations Einschränkungen · artifact Artefakt
 * data session Datensitzung · open eröffnen · close beenden (never schließen) · revoke widerrufen · withdraw (a dataset)
 * zurückziehen · operation Vorgang · metered erfasst · purpose Zweck · data holder Datenhalter · redact schwärzen
 * billing Abrechnung · invoice Rechnung · usage Nutzung · rate card Preisliste · rate Preis · commitment
 * (billing) Abnahmezusage · limit Limit · rate limit Anfragelimit · alert Warnung · suspend sperren · payout
 * Auszahlung · accrual Anspruch · carry vortragen · debit, credit Soll, Haben
 */
import type { Language } from '../catalogue.ts';
import { access } from './access.ts';
import { audit } from './audit.ts';
import { backups } from './backups.ts';
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
import { faults } from './faults.ts';
import { overview } from './overview.ts';
import { help } from './help.ts';
import { payouts } from './payouts.ts';
import { recovery } from './recovery.ts';
import { requests } from './requests.ts';
import { review } from './review.ts';
import { sessions } from './sessions.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { tables } from './tables.ts';
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
  checkpoints,
  common,
  connections,
  datasets,
  decisions,
  errors,
  evidence,
  faults,
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
  payouts,
  recovery,
  requests,
  review,
  sessions,
  settings,
  shell,
  tables,
};
