import { eq } from 'drizzle-orm';
import type { DescribeNotice, NoticePlace } from '../notices/content.ts';
import { reports } from './tables.ts';

const TITLE = 'Ton signalement a été examiné';

export const placeOfExamined = (): NoticePlace => ({ path: '/information/contact' });

/** The sentence is neutral: it names nobody and no measure (docs/specification.md#cases-and-measures). */
export const describeExamined: DescribeNotice = async (queries, _memberId, reportId) => {
  const [report] = await queries
    .select({ status: reports.status })
    .from(reports)
    .where(eq(reports.id, reportId));
  if (!report || report.status === 'pending') return null;
  const body =
    report.status === 'resolved'
      ? 'L’équipe a examiné ton signalement et en a tiré les conséquences.'
      : 'L’équipe a examiné ton signalement et n’y a pas donné suite.';
  return {
    title: TITLE,
    body,
    tag: `report:${reportId}`,
    mail: {
      subject: TITLE,
      paragraphs: [
        body,
        'Merci d’avoir pris le temps de nous alerter. Pour protéger chacun, nous ne disons ni qui est concerné ni ce qui a été décidé. Tu peux contester cette issue par le formulaire de contact.',
      ],
      action: 'Nous écrire',
    },
  };
};
