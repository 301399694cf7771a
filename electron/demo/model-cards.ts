/** What the demo registers: a card for each release of its models, some with gaps, and artifact checks. */
import { createModelSchema, type CreateModel } from '../../shared/contract/models.ts';
import type { ArtifactFinding } from '../ledger/model-entries.ts';
import { sha256 } from '../ledger/sha256.ts';
import { dateOf, DemoCalendar } from './calendar.ts';
import { demoModels } from './decisions.ts';

/** A registration or a check at an instant (ms since 1970), before the decisions of that instant. */
export type RegistryEvent =
  | { readonly at: number; readonly card: CreateModel }
  | { readonly at: number; readonly check: ArtifactFinding };

/** The same in every release of a model. */
interface CardText {
  readonly framework: string;
  readonly intendedUse?: string;
  readonly limitations?: string;
  /** No card states its artifact. */
  readonly withoutHash?: boolean;
  /** The first release with a card; earlier ones decided unregistered. */
  readonly since?: string;
  /** Of the first release; each one after is a little better. */
  readonly performance: Readonly<Record<string, number>>;
  readonly fairness?: Readonly<Record<string, number>>;
}

/** By model. The route planner has no card at all. */
const cardTexts: ReadonlyMap<string, CardText> = new Map([
  [
    'credit-scorer',
    {
      framework: 'XGBoost',
      intendedUse:
        'Scores applications of natural persons for instalment credit up to 60,000 EUR and recommends approve, refer or decline. A referred application is decided by a credit officer.',
      limitations:
        'Trained on applicants with a bureau history of at least twelve months: thin files are scored too low. Not for business credit. Incomes above 250,000 are extrapolated.',
      performance: { accuracy: 0.881, auc_roc: 0.902, brier_score: 0.094 },
      fairness: { demographic_parity: 0.061, equal_opportunity: 0.048, disparate_impact: 0.86 },
    },
  ],
  [
    'fraud-guard',
    {
      framework: 'LightGBM',
      intendedUse:
        'Holds card and transfer payments that look like fraud, for review within two hours.',
      limitations:
        'Merchants younger than thirty days are scored by their category alone. Not evaluated for cash withdrawals.',
      performance: { auc_roc: 0.951, precision: 0.71, recall: 0.83 },
      fairness: { false_positive_rate_gap: 0.012 },
    },
  ],
  [
    'triage-net',
    {
      framework: 'PyTorch',
      intendedUse:
        'Proposes an urgency from 1 to 5 for adult patients at arrival. A nurse confirms or changes every proposal.',
      limitations:
        'Not for patients under 18, and not for patients who cannot be interviewed. Under-triages atypical chest pain.',
      performance: { accuracy: 0.842, under_triage_rate: 0.041, cohen_kappa: 0.79 },
      fairness: { equal_opportunity: 0.034, equalized_odds: 0.051 },
    },
  ],
  [
    'kyc-match',
    {
      framework: 'TensorFlow',
      intendedUse: 'Compares a person with sanctions and watch lists at onboarding.',
      performance: { recall: 0.988, precision: 0.412 },
    },
  ],
  [
    'claims-router',
    {
      framework: 'scikit-learn',
      withoutHash: true,
      intendedUse: 'Routes property claims to automatic settlement, a clerk or an expert.',
      limitations: 'Claims above 20,000 EUR always go to an expert, whatever the score.',
      performance: { accuracy: 0.872, macro_f1: 0.81 },
    },
  ],
  [
    'content-moderation',
    {
      framework: 'PyTorch',
      intendedUse: 'Flags posts for removal or for a moderator, in nine languages.',
      limitations:
        'Irony and reclaimed terms are flagged too often. Images are judged by their text only.',
      performance: { precision: 0.93, recall: 0.87, f1: 0.899 },
      fairness: { dialect_false_positive_gap: 0.071 },
    },
  ],
  [
    'resume-ranker',
    {
      framework: 'PyTorch',
      since: '1.0.0',
      intendedUse: 'Orders applications for a recruiter, who reads every one of them.',
      limitations: 'Career breaks lower the rank. Not for internal moves.',
      performance: { ndcg_at_10: 0.744, auc_roc: 0.781 },
      fairness: { demographic_parity: 0.112, disparate_impact: 0.77 },
    },
  ],
]);

/** Releases whose artifact was checked a day later, and what came of it. */
const checked = [
  ['credit-scorer', '4.0.0', 'intact'],
  ['fraud-guard', '9.0.1', 'altered'],
  ['triage-net', '2.0.0', 'intact'],
  ['claims-router', '2.1.0', 'intact'],
] as const;

const day = 24 * 60 * 60 * 1000;

/** Every registration and check of the demo, in order of time; the same in every run of a calendar. */
export function registryEvents(calendar = new DemoCalendar()): RegistryEvent[] {
  const events = demoModels.flatMap(({ id, releases }) => {
    const text = cardTexts.get(id);
    if (text === undefined) return [];
    const first = releases.findIndex(
      ({ version }) => text.since === undefined || version === text.since,
    );
    return releases.slice(first).flatMap(({ from: written, version }, number): RegistryEvent[] => {
      const from = calendar.of(written);
      const card = cardOf(id, version, text, { from, number });
      const check = checked.find(([model, release]) => model === id && release === version);
      return check === undefined
        ? [{ at: from, card }]
        : [
            { at: from, card },
            { at: from + day, check: checkOf(card, check[2]) },
          ];
    });
  });
  return events.toSorted((left, right) => left.at - right.at);
}

function cardOf(
  id: string,
  version: string,
  text: CardText,
  release: { readonly from: number; readonly number: number },
): CreateModel {
  return createModelSchema.parse({
    model_id: id,
    version,
    ...(text.withoutHash === true ? {} : { model_hash: artifactHash(id, version) }),
    training_date: dateOf(release.from, -21),
    framework: text.framework,
    performance: better(text.performance, release.number),
    ...(text.fairness === undefined ? {} : { fairness: better(text.fairness, release.number) }),
    ...(text.intendedUse === undefined ? {} : { intended_use: text.intendedUse }),
    ...(text.limitations === undefined ? {} : { limitations: text.limitations }),
  });
}

/** A tenth of the way to the ideal with each release: scores to 1, gaps and errors to 0. */
function better(
  metrics: Readonly<Record<string, number>>,
  releases: number,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(metrics).map(([name, value]) => {
      const ideal = value > 0.2 ? 1 : 0;
      return [name, Math.round((ideal + (value - ideal) * 0.9 ** releases) * 1000) / 1000];
    }),
  );
}

function artifactHash(id: string, version: string): string {
  return `sha256:${sha256(`${id} ${version}`)}`;
}

function checkOf(card: CreateModel, state: (typeof checked)[number][2]): ArtifactFinding {
  const { model_id: modelId, version } = card;
  return {
    modelId,
    version,
    method: 'sha256',
    expected: card.model_hash,
    actual: artifactHash(modelId, state === 'intact' ? version : `${version} altered`),
    name: `${modelId}-${version}.bin`,
    files: 1,
    bytes: 48_317_440,
  };
}
