/**
 * `accepted`: the push service took it. `gone`: the browser has ended the subscription, which is removed. `busy`,
 * `unreachable`: later, perhaps. `refused`: by the push service. `none`: this session has no subscription.
 */
export const PUSH_TEST_OUTCOMES = ['accepted', 'gone', 'busy', 'unreachable', 'refused', 'none'] as const;
