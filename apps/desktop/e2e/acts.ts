type Act = {
  title: string;
  /** Systems where the journey does not run it, each with the reason. */
  notOn?: Partial<Record<NodeJS.Platform, string>>;
  /** This variable names a file without which it is skipped; .ci/package has them all. */
  needs?: string;
};

const UNSEEN_WINDOWS = 'a script can neither read the notifications of this system nor click on one';

/** Each act of the installed package starts the app anew. The workflows run them on all three systems. */
export const ACTS = {
  session: { title: 'signing in seals the session, and the next start opens it' },
  coldLink: {
    title: 'a link of the system starts the app at its page',
    notOn: {
      darwin: 'a script may not read the title of another app’s window',
      win32: 'nobody has read the title of a window from a script there yet',
    },
  },
  warmLink: { title: 'a link of the system leads the running app to its page' },
  notification: {
    title: 'a message is shown as a notification, whose click opens the chat',
    needs: 'RECORDER_LOG',
    notOn: { darwin: UNSEEN_WINDOWS, win32: UNSEEN_WINDOWS },
  },
  launcher: {
    title: 'the launcher counts unread messages',
    needs: 'RECORDER_LOG',
    notOn: {
      darwin: 'the dock shows its number to apps with a signature only',
      win32: 'the task bar shows a picture, which a script cannot read',
    },
  },
  autostart: {
    title: 'the setting starts the installed program with the computer, without a window',
    notOn: { darwin: 'macOS registers apps with a signature only' },
  },
  inspection: { title: 'the program is no Node, and nothing inspects its main process' },
  spelling: {
    title: 'a French dictionary of the downloads underlines the misspelt word only',
    needs: 'FRENCH_DICTIONARY',
    notOn: {
      darwin: 'macOS checks the spelling with a dictionary of its own',
      win32: 'the program that makes a dictionary for the test is Debian’s',
    },
  },
  removal: {
    title: 'the removal takes the program and leaves the sealed session, and says so',
    notOn: {
      darwin: 'an app is removed by dragging it to the bin',
      win32: 'nobody has run the uninstaller from a script yet',
    },
  },
} satisfies Record<string, Act>;

export function reasonNotToRun(name: keyof typeof ACTS): string | undefined {
  const { notOn, needs }: Act = ACTS[name];
  const isMissing = needs !== undefined && !process.env[needs];
  return notOn?.[process.platform] ?? (isMissing ? `${needs} names no file` : undefined);
}
