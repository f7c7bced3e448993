import { type RefObject, useState } from 'react';
import { toast } from '../kit/toast.ts';

/** What has failed stands in the form, and in a toast where its page was left before the answer. */
export function useFormFailure(form: RefObject<HTMLFormElement | null>, failed: string) {
  const [failure, setFailure] = useState<string | null>(null);
  const fail = (text: string) =>
    form.current ? setFailure(`${failed}. ${text}`) : toast.error(failed, { description: text });
  return { failure, fail, clear: () => setFailure(null) };
}
