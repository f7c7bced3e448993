import { shownErrorText } from '@guilde/contracts/errors/shown.ts';
import { denyInvite } from '@guilde/contracts/invitations/rules.ts';
import { UserRoundPlus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useMember } from '../auth/account.ts';
import { Button } from '../kit/button.tsx';
import { Card, SectionHeader } from '../kit/card.tsx';
import { formatNumber, pluralWord } from '../kit/format.ts';
import { paths } from '../paths.ts';

export function InvitationsLeft({ left }: { left: number }) {
  const { profile } = useMember();
  const refusal = denyInvite({ isCertified: profile?.isCertified ?? false, left });
  return (
    <section aria-label="Tes invitations">
      <SectionHeader title="Tes invitations" />
      <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p className="text-sm">
          <span className="font-title text-2xl font-bold tracking-tight tabular-nums">
            {formatNumber(left)}
          </span>
          <span className="ml-1.5 text-muted-foreground">{pluralWord(left, 'restante')}</span>
        </p>
        {refusal ? (
          <p className="max-w-44 text-right text-sm text-muted-foreground">{shownErrorText(refusal)}</p>
        ) : (
          <Button asChild variant="outline">
            <Link to={paths.profile}>
              <UserRoundPlus />
              Inviter
            </Link>
          </Button>
        )}
      </Card>
    </section>
  );
}
