/** The routes of decision profiles (docs/oversight.md, "Decision profiles"). */
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt, type FieldError } from '../../shared/contract/faults.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import { limits } from '../../shared/contract/limits.ts';
import type { Profile, ProfileDocument } from '../../shared/contract/profiles.ts';
import { pointerNames } from '../../shared/json-pointer.ts';
import { lacksOffset, scalarAt, valueAt } from '../../shared/oversight/profile-reader.ts';
import { proposeProfile } from '../../shared/oversight/proposal.ts';
import type { WriteContext } from '../area.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import { SignersOf } from '../proof/signers.ts';
import { jsonReply, type RouteHandlers } from '../route-handler.ts';
import type { AlertWriter } from './alert-writer.ts';
import { ProfileStore } from './profile-store.ts';

/** Handlers that a reader thread answers. */
export function profileReadRoutes(
  database: ReaderDatabase,
): RouteHandlers<'listProfiles' | 'getProfileProposal'> {
  const profiles = new ProfileStore(database);
  return {
    listProfiles: ({ parameters: { id }, own }) =>
      database
        .transaction(() => {
          requireModel(profiles, id);
          const data = profiles.ofModel(id);
          return jsonReply({ data: own === undefined ? data : data.map(shownToLab) });
        })
        .deferred(),
    getProfileProposal: ({ parameters: { id } }) =>
      database
        .transaction(() => {
          requireModel(profiles, id);
          return jsonReply(proposeProfile(profiles.newestRecords(id, limits.profile.proposed)));
        })
        .deferred(),
  };
}

/** Handlers that write. */
export function profileWriteRoutes(
  means: Pick<WriteContext, 'database' | 'facts' | 'acts' | 'withheld' | 'projection' | 'acting'>,
  {
    alerts,
    confirmed,
  }: {
    readonly alerts: AlertWriter;
    /** Told once a profile is in force. */
    readonly confirmed: () => void;
  },
): RouteHandlers<'createProfile'> {
  const { database, facts, acts, projection, acting } = means;
  const profiles = new ProfileStore(database);
  const signers = new SignersOf(means);
  return {
    createProfile: async (call) => {
      const reply = await acts.append(call, ['models'], (act) => {
        const { id: modelId } = call.parameters;
        const { profile, accept_unseen: acceptsUnseen = false } = call.body;
        const signed = signers.of(call);
        requireModel(profiles, modelId);
        call.previous.confirm({ profile_id: profiles.newest(modelId) ?? null });
        // Where nothing is asked of them, the records are not read.
        const isAsked = !acceptsUnseen || profile.decided_at?.format === 'iso';
        const looked = isAsked ? profiles.newestRecords(modelId, limits.profile.looked) : [];
        refuseByRecords(profile, [...looked], { acceptsUnseen });
        const profileId = act.createId('prof');
        facts.write(
          'profiles',
          profileId,
          {
            set: { model_id: modelId, document: profile, created_at: act.now },
            ...(signed && { by: signed.actor, signing: act.signedBy(signed) }),
          },
          { number: profiles.nextNumber() },
        );
        projection.work.confirmed(modelId);
        alerts.closeGone(act.journal, {
          modelId,
          profileId,
          rules: profile.rules ?? [],
          actor: signed?.actor ?? acting.actor,
        });
        const created = profiles.ofModel(modelId)[0];
        return { status: 201, body: JSON.stringify(created) };
      });
      confirmed();
      return reply;
    },
  };
}

/** @throws {ApiError} `not_found` for a model that neither a card nor a record names */
function requireModel(profiles: ProfileStore, modelId: string): void {
  if (profiles.isKnown(modelId)) return;
  throw new ApiError('not_found', `No card and no record names a model ${modelId}.`);
}

/** What a lab may know of how its model is watched: the outcome and the columns. */
function shownToLab({ profile: { outcome = null, columns = [] }, ...rest }: Profile): Profile {
  return { ...rest, profile: { outcome, columns } };
}

/**
 * Refuses what the newest records speak against.
 * @throws {ApiError} `validation_error` for a time of day without its offset; `path_unseen` for paths that none has
 */
function refuseByRecords(
  profile: ProfileDocument,
  records: readonly JsonObject[],
  { acceptsUnseen }: { readonly acceptsUnseen: boolean },
): void {
  const decided = profile.decided_at;
  if (decided?.format === 'iso') {
    const names = pointerNames(decided.path) ?? [];
    const text = records
      .map((record) => scalarAt(record, names))
      .find((value) => lacksOffset(value));
    if (text !== undefined) {
      throw validationError([
        faultAt('profile.decided_at.path', 'time_with_offset', { text: String(text) }),
      ]);
    }
  }
  if (acceptsUnseen) return;
  const unseen = namedPaths(profile).filter(([, path, isList]) => {
    const names = pointerNames(path) ?? [];
    return !records.some((record) => isThere(record, names, isList));
  });
  if (unseen.length === 0) return;
  const fields: FieldError[] = unseen.map(([field]) => faultAt(field, 'path_unseen'));
  throw new ApiError(
    'path_unseen',
    'Some paths are in none of the newest records of the model. Send `accept_unseen: true` to take them all the same.',
    { fields, details: { paths: unseen.map(([, path]) => path) } },
  );
}

type NamedPath = readonly [field: string, path: string, isList: boolean];

/** The paths of a profile, each with the field of the body that has it. */
function namedPaths(profile: ProfileDocument): NamedPath[] {
  const { subject, groups, columns } = profile;
  const single = (['outcome', 'decided_at', 'version', 'amount', 'reasons'] as const).flatMap(
    (name): NamedPath[] => {
      const member = profile[name];
      return member === null ? [] : [[`profile.${name}.path`, member.path, name === 'reasons']];
    },
  );
  const each = (field: string, path: string): NamedPath => [`profile.${field}`, path, false];
  return [
    ...single,
    ...(subject?.paths ?? []).map((path, place) => each(`subject.paths.${place}`, path)),
    ...groups.map(({ path }, place) => each(`groups.${place}.path`, path)),
    ...columns.map(({ path }, place) => each(`columns.${place}.path`, path)),
  ];
}

function isThere(record: JsonObject, names: readonly string[], isList: boolean): boolean {
  return isList ? Array.isArray(valueAt(record, names)) : scalarAt(record, names) !== undefined;
}
