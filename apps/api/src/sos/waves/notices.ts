import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { SOS_CATEGORIES } from '@guilde/contracts/sos/rules.ts';
import { WAVES } from '@guilde/contracts/sos/waves.ts';
import { and, eq, isNull, notInArray, sql } from 'drizzle-orm';
import type { DescribeNotice } from '../../notices/content.ts';
import type { Queries } from '../../platform/database/db.ts';
import { profiles } from '../../profiles/tables.ts';
import { blockedAuthor, hiddenFrom } from '../hidden-by-blocks.ts';
import { sosAlerts } from '../tables.ts';
import { type WaitingSos, waitingSos } from './waiting.ts';

/** Returns null once somebody helps. */
export const describeAlert: DescribeNotice = async (queries, memberId, sosId) => {
  const [sos, isOpen] = await Promise.all([
    waitingSos(queries, sosId),
    queries.$count(
      sosAlerts,
      and(
        eq(sosAlerts.sosId, sosId),
        eq(sosAlerts.memberId, memberId),
        isNull(sosAlerts.openedAt),
        isNull(sosAlerts.declinedAt),
        notInArray(sosAlerts.sosId, hiddenFrom(sql`${memberId}`)),
      ),
    ),
  ]);
  if (!sos || !isOpen) return blockedAuthor(queries, memberId, sosId);
  const title = `${sos.isUrgent ? 'SOS urgent' : 'SOS'}\u00a0: ${sos.title}`;
  const name = await firstNameOf(queries, sos);
  const category = optionLabel(SOS_CATEGORIES, sos.category);
  const isReplaced = (sos.state?.wave ?? 0) < WAVES;
  return {
    title,
    body: `${name} cherche de l’aide\u00a0: ${category}`,
    tag: `sos:${sos.id}`,
    isUrgent: sos.isUrgent,
    mail: {
      subject: `${name} cherche de l’aide\u00a0: ${sos.title}`,
      heading: 'Un SOS a besoin de toi',
      paragraphs: [
        `${name} a lancé le SOS «\u00a0${sos.title}\u00a0» (${category}) et personne n’y a encore répondu.`,
        `Si tu ne peux pas aider, dis-le d’un clic sur la page du SOS\u00a0: ${isReplaced ? 'Guilde cherchera quelqu’un d’autre, et ' : ''}personne ne le saura.`,
      ],
      action: 'Voir le SOS',
    },
  };
};

/** Returns null once somebody helps. */
export const describeUnhelped: DescribeNotice = async (queries, _memberId, sosId) => {
  const sos = await waitingSos(queries, sosId);
  if (!sos) return null;
  const alerted = alertedText(sos.state?.alerted ?? 0);
  return {
    title: `SOS sans aide\u00a0: ${sos.title}`,
    body: alerted,
    tag: `unhelped:${sos.id}`,
    isUrgent: sos.isUrgent,
    mail: {
      subject: `SOS sans aide\u00a0: ${sos.title}`,
      heading: 'Un SOS est sans aide',
      paragraphs: [`Personne n’a répondu au SOS «\u00a0${sos.title}\u00a0».`, alerted],
      action: 'Voir le SOS',
    },
  };
};

function alertedText(alerted: number): string {
  if (alerted === 0) return 'Aucun membre n’était disponible pour être prévenu.';
  return alerted === 1
    ? 'Un seul membre a été prévenu, il n’a pas répondu.'
    : `${alerted} membres ont été prévenus, aucun n’a répondu.`;
}

async function firstNameOf(queries: Queries, { authorId }: WaitingSos): Promise<string> {
  const rows = authorId
    ? await queries
        .select({ firstName: profiles.firstName })
        .from(profiles)
        .where(eq(profiles.userId, authorId))
    : [];
  return rows[0]?.firstName || 'Un membre';
}
