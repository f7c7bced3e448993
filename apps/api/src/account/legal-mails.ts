import { type LegalRevision, legalAnnounced } from '@guilde/contracts/information/legal.ts';
import { and, eq, inArray, isNull, lt } from 'drizzle-orm';
import { members } from '../auth/tables.ts';
import type { Deps } from '../platform/deps.ts';
import { type MailContent, queueMail } from '../platform/services/mail.ts';
import { profiles } from '../profiles/tables.ts';

/** The batch is small, so that no message waits for a long transaction. */
const MEMBERS_PER_STEP = 50;
const DAY = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'Europe/Paris' });

/** Each member gets one mail about a revision (docs/specification.md#terms-and-privacy-policy). */
export async function mailAnnouncedRevision(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>,
): Promise<void> {
  const announced = legalAnnounced(deps.clock.now());
  if (announced) while ((await tellSome(deps, announced)) === MEMBERS_PER_STEP);
}

function tellSome(
  { db, jobs, config }: Pick<Deps, 'db' | 'jobs' | 'config'>,
  revision: LegalRevision,
): Promise<number> {
  return db.write(async (tx) => {
    const isDue = and(
      lt(members.announcedRevision, revision.number),
      eq(members.profileComplete, true),
      isNull(members.suspendedAt),
    );
    const due = await tx.orm
      .select({ id: members.id, email: members.email, firstName: profiles.firstName })
      .from(members)
      .innerJoin(profiles, eq(profiles.userId, members.id))
      .where(isDue)
      .limit(MEMBERS_PER_STEP);
    if (due.length === 0) return 0;
    const ids = due.map(({ id }) => id);
    await tx.orm.update(members).set({ announcedRevision: revision.number }).where(inArray(members.id, ids));
    for (const { email, firstName } of due) {
      const mail = revisionMail({ to: email, name: firstName }, revision, config.publicUrl);
      await queueMail({ jobs, config }, tx, mail, { isBulk: true });
    }
    return due.length;
  });
}

function revisionMail(
  { to, name }: { to: string; name: string },
  { from, changes }: LegalRevision,
  publicUrl: string,
): MailContent {
  const day = DAY.format(Date.parse(from));
  return {
    to,
    name,
    subject: `Les conditions de Guilde changent le ${day}`,
    heading: `Nos conditions changent le ${day}`,
    paragraphs: [
      ...changes,
      `À partir du ${day}, Guilde te demandera une fois d’accepter les nouvelles conditions. Si tu ne les acceptes pas, tu pourras toujours télécharger tes données et supprimer ton compte.`,
    ],
    action: { label: 'Lire les conditions', url: `${publicUrl}/terms` },
    footnote: 'Tu reçois cet e-mail parce que les conditions de ton compte Guilde changent.',
  };
}
