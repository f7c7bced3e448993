import { memberName } from '@guilde/contracts/profiles/rules.ts';
import {
  denyCorrection,
  type GivenRating,
  RATING_COMMENT_MAX,
  RATING_LABELS,
  type RatingValue,
} from '@guilde/contracts/ratings/rules.ts';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Card, SectionHeader } from '../kit/card.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { Field } from '../kit/field.tsx';
import { formatDateTime } from '../kit/format.ts';
import { serverNow } from '../kit/server-time.ts';
import { StarRating } from '../kit/star-rating.tsx';
import { Textarea } from '../kit/textarea.tsx';
import { toast } from '../kit/toast.ts';
import { failureText } from '../refusals.ts';
import { RatingRow } from './rating-row.tsx';
import { useCorrectRating, useGivenRatings } from './rating-words.ts';

/** Renders nothing without a rating of the viewer. */
export function GivenRatings({ sosId, resolvedAt }: { sosId: string; resolvedAt: string }) {
  const { data = [] } = useGivenRatings(sosId, resolvedAt);
  if (data.length === 0) return null;
  return (
    <section className="mx-auto w-full max-w-3xl px-4 pb-8 md:px-8">
      <SectionHeader title="Tes évaluations" />
      <Card asChild>
        <ul className="divide-y">
          {data.map((rating) => (
            <RatingRow
              key={rating.id}
              rating={rating}
              title={memberName(rating.member)}
              replyBy={`${rating.member.firstName} répond`}
            >
              {!rating.isRemoved &&
                denyCorrection({ createdAt: Date.parse(rating.createdAt) }, serverNow()) === null && (
                  <Correction sosId={sosId} given={rating} />
                )}
            </RatingRow>
          ))}
        </ul>
      </Card>
    </section>
  );
}

function Correction({ sosId, given }: { sosId: string; given: GivenRating }) {
  const [open, setOpen] = useState(false);
  const [stars, setStars] = useState(given.rating as RatingValue);
  const [comment, setComment] = useState(given.comment);
  const { mutateAsync } = useCorrectRating(sosId);
  const name = memberName(given.member);
  const save = async () => {
    try {
      await mutateAsync({ id: given.id, rating: stars, comment });
      toast.success('Évaluation corrigée');
    } catch (error) {
      toast.error('Erreur', { description: failureText(error, 'Impossible de corriger l’évaluation.') });
      throw error;
    }
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title={`${name}\u00a0: corriger ton évaluation`}
      description={`Tu peux la corriger jusqu’au ${formatDateTime(given.correctUntil)}.`}
      confirmLabel="Enregistrer"
      onConfirm={save}
      trigger={
        <Button
          variant="outline"
          size="sm"
          className="w-fit"
          aria-label={`Corriger l’évaluation\u00a0: ${name}`}
        >
          Corriger
        </Button>
      }
    >
      <StarRating value={stars} onChange={setStars} labels={RATING_LABELS} legend={`Note pour ${name}`} />
      <Field label="Commentaire" optional>
        <Textarea
          maxLength={RATING_COMMENT_MAX}
          rows={2}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      </Field>
    </ConfirmDialog>
  );
}
