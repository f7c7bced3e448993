import { type AdminUserDetail, denyActOnSelf, denyAdminRole } from '@guilde/contracts/admin/rules.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { useNavigate } from 'react-router-dom';
import { useMember } from '../auth/account.ts';
import type { Act } from '../kit/reason-dialog.tsx';
import { paths } from '../paths.ts';
import { acts, useAct } from './acts.ts';
import { optionalReason } from './cases/reasons.ts';

/** Gives one’s own role to another member; afterwards only the home page is left to see. */
export function useHandOver(user: AdminUserDetail): Act[] {
  const viewer = useMember();
  const navigate = useNavigate();
  const handOver = useAct(acts.handOver);
  if (viewer.role !== 'admin' || user.role === 'admin') return [];
  if (denyActOnSelf(viewer, user.id) || denyAdminRole(user, 'admin')) return [];
  return [
    {
      label: 'Passer la main',
      title: `Passer la main\u00a0: ${memberName(user)}\u202f?`,
      description:
        'Cette personne reçoit le rôle d’administrateur, et tu perds le tien aussitôt. Il lui faut déjà une double vérification. Un e-mail en informe chacun.',
      reason: optionalReason,
      onConfirm: async (reason) => {
        await handOver.run({ id: user.id, reason });
        await navigate(paths.home);
      },
    },
  ];
}
