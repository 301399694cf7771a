/** People who sign, by keyboard alone in a small window: enrolled, signed in, a decision of two, locked, revoked. */
import { z } from 'zod';
import { Keyboard } from '../pages/keyboard.ts';
import { english, PeoplePage, type PeopleWords } from '../pages/people-page.ts';
import { ReviewPage } from '../pages/review-page.ts';
import { expectAccessible, expectNoHorizontalOverflow } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

const german: PeopleWords = {
  enrol: 'Eintragen\u00A0…',
  name: 'Name',
  passphrase: 'Passphrase',
  newPassphrase: 'Passphrase der Person',
  again: 'Die Passphrase noch einmal',
  person: 'Person',
  submitEnrol: 'Eintragen',
  signIn: 'Anmelden',
  nobody: 'Niemand ist angemeldet',
  lock: 'Sperren',
  revoke: 'widerrufen',
  reason: 'Begründung',
};

const ada = { name: 'Ada Okafor', passphrase: 'copper lantern by the door' };
const eva = { name: 'Eva Mayer', passphrase: 'seven quiet rivers in May' };

const listSchema = z.looseObject({
  data: z.array(
    z.looseObject({
      action: z.string(),
      meaning: z.string().optional(),
      supersedes: z.string().optional(),
      actor: z.looseObject({ id: z.string(), role: z.string() }),
      signature: z.looseObject({ by: z.string() }).optional(),
    }),
  ),
  decision_in_effect: z.looseObject({ status: z.string() }),
});
const peopleSchema = z.looseObject({
  data: z.array(
    z.looseObject({
      person_id: z.string(),
      name: z.string(),
      role: z.string(),
      revoked_at: z.string().nullable(),
      is_signed: z.boolean(),
    }),
  ),
});

const ways = [
  {
    language: 'English',
    locale: 'en-GB',
    scheme: 'light',
    words: english,
    roles: { admin: /^Administrator/, compliance: /^Compliance officer/ },
    said: {
      back: 'Back',
      samePerson: 'must be another person',
      interventions: 'Interventions',
      later: 'Decides later',
      proposed: 'Proposed: approved',
      proposedBy: 'Proposed by',
      second: 'Second the proposal',
      signsAs: 'Signs as Eva Mayer, compliance officer',
      seconded: 'Seconded by Ada Okafor',
      fourEyes: 'Four eyes',
      adaSignedIn: 'Ada Okafor, administrator: signed in',
      adaLocked: /Ada Okafor, administrator\s*Locked/,
      signedIn: 'Eva Mayer, compliance officer: signed in',
      revokeEva: 'Revoke Eva Mayer',
      revoked: 'Revoked',
      wrong: 'does not open the key',
    },
  },
  {
    language: 'German',
    locale: 'de-DE',
    scheme: 'dark',
    words: german,
    roles: { admin: /^Administration/, compliance: /^Compliance/ },
    said: {
      back: 'Zurück',
      samePerson: 'muss eine andere Person sein',
      interventions: 'Eingriffe',
      later: 'Entscheidet später',
      proposed: 'Vorschlag: genehmigt',
      proposedBy: 'Vorgeschlagen von',
      second: 'Vorschlag gegenzeichnen',
      signsAs: 'Es unterschreibt Eva Mayer, Compliance',
      seconded: 'Gegengezeichnet durch Ada Okafor',
      fourEyes: 'Vier Augen',
      adaSignedIn: 'Ada Okafor, Administration: angemeldet',
      adaLocked: /Ada Okafor, Administration\s*Gesperrt/,
      signedIn: 'Eva Mayer, Compliance: angemeldet',
      revokeEva: 'Eva Mayer widerrufen',
      revoked: 'Widerrufen',
      wrong: 'öffnet den Schlüssel nicht',
    },
  },
] as const;

for (const { language, locale, scheme, words, roles, said } of ways) {
  test.describe(`in ${language}, ${scheme}`, () => {
    test.use({ locale, colorScheme: scheme, viewport: { width: 1024, height: 700 } });
    test.describe.configure({ timeout: 600_000 });

    test('two people are enrolled, decide together, and one is revoked @whole', async ({
      page,
      api,
    }) => {
      const stored = await api.append({
        model_id: 'credit-scorer',
        input: { income: 52_000 },
        output: { decision: 'decline' },
      });
      const keys = await Keyboard.only(page);
      const people = new PeoplePage(page, keys, words);
      const review = new ReviewPage(page);
      const look = async (what: string, part: 'page' | 'overlay' = 'overlay') => {
        await expectAccessible(page, what, part);
        await expectNoHorizontalOverflow(page, what);
      };

      // The first administrator, whom nobody could sign for.
      await people.open();
      await expect(people.who(words.nobody)).toBeVisible();
      await look('nobody is enrolled', 'page');
      await people.beginEnrolment();
      await people.fillEnrolment({ ...ada, role: roles.admin });
      await look('enrolment');
      await people.submitEnrolment(ada.name);

      // A compliance officer, whom the administrator enrols: with her passphrase, not another one.
      await people.beginEnrolment();
      await people.fillEnrolment({ ...eva, role: roles.compliance }, { passphrase: 'not hers' });
      await keys.press('Control+Enter');
      await expect(people.dialog.getByText(said.wrong)).toBeVisible();
      await expect(people.field(words.passphrase)).toBeFocused();
      await keys.press('Control+a');
      await keys.type(ada.passphrase);
      await look('enrolment by an administrator');
      await people.submitEnrolment(eva.name);
      const { data: enrolled } = await api.get('/people', peopleSchema);
      expect(enrolled).toMatchObject([
        { name: ada.name, role: 'admin', is_signed: false },
        { name: eva.name, role: 'compliance', is_signed: true },
      ]);
      await look('two people', 'page');

      // She signs in.
      await keys.choose(people.who(words.nobody));
      await people.choosePerson(eva.name);
      await people.type(words.passphrase, eva.passphrase);
      await look('signing in');
      await keys.press('Control+Enter');
      await expect(people.dialog).toBeHidden();
      await expect(people.who(said.signedIn)).toBeVisible();

      // She proposes an approval: the key is in hand.
      await page.goto(`/#/decisions?record=${stored.id}`);
      await expect(page.getByRole('main')).toContainText(stored.id);
      await keys.to(page.getByRole('grid'));
      await keys.press('a');
      await expect(
        review.dialog.getByText(eva.name).filter({ visible: true }).first(),
      ).toBeVisible();
      await keys.choose(review.dialog.getByRole('button', { name: said.back }));
      await expect(review.dialog.getByText(said.signsAs)).toBeVisible();
      await keys.to(review.dialog.getByRole('radio', { checked: true }));
      await keys.press('ArrowRight');
      await expect(review.dialog.getByRole('radio', { name: said.later })).toBeChecked();
      await look('a proposal');
      await keys.press('Control+Enter');
      await expect(review.dialog).toContainText(said.proposed);
      await keys.press('Enter');
      await expect(review.dialog).toBeHidden();

      // The administrator seconds it; who proposed it cannot.
      await keys.to(page.getByRole('grid'));
      await keys.press('a');
      await expect(review.dialog.getByText(said.second, { exact: true }).first()).toBeVisible();
      await expect(review.dialog.getByText(said.samePerson)).toBeVisible();
      await people.choosePerson(ada.name);
      await people.type(words.passphrase, ada.passphrase);
      await look('the second person');
      await keys.press('Control+Enter');
      await expect(review.dialog.getByText(said.proposedBy, { exact: true })).toBeVisible();
      await keys.press('Enter');
      await expect(review.dialog).toBeHidden();
      const { data, decision_in_effect: inEffect } = await api.get(
        `/records/${stored.id}/interventions`,
        listSchema,
      );
      const [first, second] = enrolled;
      expect(data).toMatchObject([
        { meaning: 'proposal', actor: { id: second?.person_id, role: 'compliance_officer' } },
        { actor: { id: first?.person_id, role: 'admin' } },
      ]);
      expect(data.map(({ signature }) => signature?.by)).toEqual(data.map(({ actor }) => actor.id));
      expect(inEffect.status).toBe('approved');
      const tab = page.getByRole('tab', { name: said.interventions });
      await keys.to(page.getByRole('tab', { selected: true }));
      await keys.to(tab, 'ArrowRight');
      const panel = page.getByRole('tabpanel', { name: said.interventions });
      await expect(panel).toContainText(said.seconded);
      await expect(panel).toContainText(said.fourEyes);
      await look('the timeline', 'page');

      // Locked: the key is gone, and whose it was is still said.
      await keys.choose(people.who(said.adaSignedIn));
      await keys.to(page.getByRole('menuitem', { name: words.lock }), 'ArrowDown');
      await look('the menu of who is signed in');
      await keys.press('Enter');
      await expect(people.who(said.adaLocked)).toBeVisible();

      // Revoked, with the administrator's passphrase.
      await people.open();
      const eva1 = people.rows.filter({ hasText: eva.name });
      await keys.choose(eva1.getByRole('button', { name: said.revokeEva }));
      await expect(people.field(words.reason)).toBeFocused();
      await keys.type('Changed the department.');
      await people.choosePerson(ada.name);
      await people.type(words.passphrase, ada.passphrase);
      await look('revocation');
      await keys.press('Control+Enter');
      await expect(people.dialog).toBeHidden();
      await expect(eva1).toContainText(said.revoked);
      await expect(eva1).toContainText('Changed the department.');
      await look('one is revoked', 'page');
      const { data: after } = await api.get('/people', peopleSchema);
      expect(after.map(({ revoked_at: at }) => at === null)).toEqual([true, false]);
    });
  });
}

test.describe('in the demo', () => {
  test.use({ demo: 300 });

  test('one of its people signs an approval, and the next one without the passphrase @whole', async ({
    page,
    api,
  }) => {
    const keys = await Keyboard.only(page);
    const people = new PeoplePage(page, keys);
    const review = new ReviewPage(page);
    const { data: demo } = await api.get('/people', peopleSchema);
    const officer = demo.find(
      ({ role, revoked_at: revokedAt }) => role === 'compliance' && revokedAt === null,
    );
    const { name = '', person_id: by = '' } = officer ?? {};
    expect(name, 'a compliance officer of the demo').not.toBe('');
    // Of a model whose profile asks for no second person.
    const [one, two] = await Promise.all(
      ['decline', 'approve'].map((decision) =>
        api.append({
          model_id: 'triage-net',
          input: { income: 52_000 },
          output: { decision },
        }),
      ),
    );
    const openFor = async (id = '') => {
      await page.goto(`/#/decisions?record=${id}`);
      await review.inspector.expectOpen(id);
      await keys.to(page.getByRole('grid'));
      await keys.press('a');
      await review.expectDialog('Approve the decision');
    };
    const append = async (id = '') => {
      await expect(
        review.dialog.getByRole('button', { name: 'Append the approval' }),
      ).toBeFocused();
      await expect(review.dialog).toContainText(name);
      await keys.press('Enter');
      await expect(review.dialog).toBeHidden();
      const { data, decision_in_effect: inEffect } = await api.get(
        `/records/${id}/interventions`,
        listSchema,
      );
      expect(data).toMatchObject([
        { action: 'approve', actor: { id: by, role: 'compliance_officer' }, signature: { by } },
      ]);
      expect(inEffect.status).toBe('approved');
    };

    // Where one signs it stands what opens the key.
    await openFor(one?.id);
    await expect(review.dialog).toContainText('In the demo everybody has the same passphrase');
    await people.choosePerson(name);
    const told = await review.dialog.getByText('proofdesk demo', { exact: true }).textContent();
    await people.type(english.passphrase, told ?? '');
    await keys.press('Control+Enter');
    await append(one?.id);

    // The key is in hand: the act is shown as it will stand at once.
    await openFor(two?.id);
    await append(two?.id);
    await expect(people.who(`${name}, compliance officer: signed in`)).toBeVisible();
  });
});
