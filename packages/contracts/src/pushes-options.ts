/**
 * `accepted`: the push service took it. `gone`: the browser has ended the subscription, which is removed. `busy`,
 * `unreachable`: later, perhaps. `refused`: by the push service. `none`: this session has no subscription.
 */
export const PUSH_TEST_OUTCOMES = ['accepted', 'gone', 'busy', 'unreachable', 'refused', 'none'] as const;

/** The known push services, and whose they are: of Chrome and its kin, Firefox, Safari, Edge. */
export const PUSH_SERVICES = [
  { company: 'Google', hosts: ['fcm.googleapis.com', 'jmt17.google.com'] },
  { company: 'Mozilla', hosts: ['push.services.mozilla.com'] },
  { company: 'Apple', hosts: ['push.apple.com'] },
  { company: 'Microsoft', hosts: ['notify.windows.com'] },
] as const;
