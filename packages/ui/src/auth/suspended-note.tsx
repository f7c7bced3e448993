import { Link } from 'react-router-dom';
import { ApiError, errorMessage, isRefusal } from '../api.ts';
import { Note } from '../kit/states.tsx';
import { paths } from '../paths.ts';

/** Shows the end of the suspension and how to contest it. Other errors show nothing. */
export function SuspendedNote({ error }: { error: Error | null }) {
  if (!(error instanceof ApiError) || !isRefusal(error, 'MEMBER_SUSPENDED')) return null;
  const { contest } = error.params;
  return (
    <Note tone="danger">
      <p>{errorMessage(error)}</p>
      <p className="mt-2">
        <Link
          to={contest ? paths.contest({ token: String(contest) }) : paths.contact}
          className="font-medium underline underline-offset-4"
        >
          Contester la décision
        </Link>
      </p>
    </Note>
  );
}
