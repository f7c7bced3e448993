import { existsSync } from 'node:fs';

type Reasons = Partial<Record<NodeJS.Platform, string>>;

type Need = 'recorder' | 'x11' | 'signals' | 'keyring' | 'dictionary' | 'small disk' | 'arguments';

const ONLY_X11 = 'the keys, dialogs and windows of other programs are driven through X11';
const UNMADE = 'nobody has made a small disk from a script there yet';
const UNSEEN = 'a script can neither read the notifications of this system nor click on one';

/** Some systems lack these abilities, each for its reason; `variable` names a file that the act needs besides. */
const NEEDS: Record<Need, { notOn: Reasons; variable?: string }> = {
  recorder: { notOn: { darwin: UNSEEN, win32: UNSEEN }, variable: 'RECORDER_LOG' },
  x11: { notOn: { darwin: ONLY_X11, win32: ONLY_X11 } },
  signals: { notOn: { win32: 'this system neither stops a process nor asks it to end by a signal' } },
  keyring: {
    notOn: { darwin: 'a keychain is always there', win32: 'a key of the system is always there' },
  },
  'small disk': { notOn: { darwin: UNMADE, win32: UNMADE }, variable: 'SMALL_DISK' },
  arguments: {
    notOn: {
      darwin: 'links are no arguments there',
      win32: 'other users cannot read the arguments there',
    },
  },
  dictionary: {
    variable: 'FRENCH_DICTIONARY',
    notOn: {
      darwin: 'macOS checks the spelling with a dictionary of its own',
      win32: 'the program that makes a dictionary for the test is Debian’s',
    },
  },
};

export type Act = { needs?: Need[]; notOn?: Reasons };
type Acts = Record<string, Act>;

const ANYWHERE: Act = {};
const RECORDED: Act = { needs: ['recorder'] };
const LOOKED_AT: Act = { needs: ['recorder', 'x11'] };

/** These run on a real Electron, by the workflows on all three systems. */
export const REAL_ACTS = {
  'in a window with the focus the page says the message, and the system nothing': LOOKED_AT,
  'what one reads at once, writes or does oneself never raises the number': LOOKED_AT,
  'a covered window reads nothing, and the click on its notification leads to the chat': LOOKED_AT,
  'a minimised window reads nothing, and the click on its notification shows it at the chat': LOOKED_AT,
  'a closed window reads nothing, and the click on its notification shows it at the chat': LOOKED_AT,
  'a notification leaves the screen once its chat is read on another client': RECORDED,
  'closing the window for the first time says where the app goes on': RECORDED,
  'the icon of the tray follows what is unread, and its click shows the window': RECORDED,
  'one asks once about a page that does not answer, and takes the question back when it answers': {
    needs: ['x11', 'signals'],
  },
  'the window has the theme of the member, also before the page is there': ANYWHERE,
  'the keys of the letters zoom in, out and back': { needs: ['x11'] },
  'the keys of the numbers zoom in, out and back': { needs: ['x11'] },
  'F5 loads the page again': { needs: ['x11'] },
  'reloading with unsaved words asks about the reload': { needs: ['x11'] },
  'the end of the session ends the app, also with unsaved words': { needs: ['signals'] },
  'the window opens where it was': ANYWHERE,

  'files are pasted, dropped and sent, and saved byte for byte where one says': ANYWHERE,
  'an answer quotes in its notification what it answers': RECORDED,
  'a burst of messages becomes one notification, which leads to the chat': RECORDED,
  'a muted conversation notifies of answers only, also after a focus': LOOKED_AT,
  'in quiet hours the number goes up and nothing else; afterwards one is told again': RECORDED,
  '« Ne pas déranger » from another device is silent, and still is when the app has started again': RECORDED,
  'started at login there is no window; one notification, and its click makes the window at the chat':
    RECORDED,
  'the trial notification of the settings is shown by the system': RECORDED,

  'offline and back: what was typed is sent once, what came meanwhile is told once': RECORDED,
  'what was written offline survives the end of the process, and is sent after the next start': ANYWHERE,
  'started before the server is there, the window comes by itself': ANYWHERE,
  'a connection that carries nothing any more is replaced': RECORDED,
  'an app that was stopped tells once what came meanwhile': { needs: ['recorder', 'signals'] },

  'no server at the address is said, and the diagnostic names both': ANYWHERE,
  'a certificate that nobody vouches for is said': {
    notOn: { win32: 'the program that makes the certificate is not on every machine' },
  },
  'a page of the network in place of Guilde is said': ANYWHERE,
  'a redirection to such a page is said too': ANYWHERE,
  'a proxy without its server is said': ANYWHERE,
  'a server that accepts and never answers is said, in place of « Chargement… »': ANYWHERE,
  'a picture and a file that stop in the middle are given up, and said to be late': ANYWHERE,
  'a file that finds no room on the disk is said, and leaves no part of it': { needs: ['small disk'] },

  'the page comes from its own scheme, isolated, and signing in works through the main process': ANYWHERE,
  'Electron exports what the stand-in offers and what the shell uses': ANYWHERE,
  'nothing leads away from our own page; a page of ours with a window of its own opens inside': ANYWHERE,
  'a link to the own community opens inside': ANYWHERE,
  'a malformed link leads nowhere': ANYWHERE,
  'the page gets the microphone and no other device or permission': ANYWHERE,
  'the session is sealed on the disk, and a second process hands its link over': ANYWHERE,
  'signing out leaves nothing behind': ANYWHERE,
  'a page that crashes is shown again': ANYWHERE,
  'after a crash of the main process the next start is signed in': ANYWHERE,
  'quitting asks before unsaved words are lost, and « Rester » keeps the app': ANYWHERE,
  'while the keyring asks its question there is a window that says so, and the session comes late': ANYWHERE,
  'without a keyring the session stays in memory, and the settings say so': { needs: ['keyring'] },
  'a link waits through the sign-in': ANYWHERE,
  'a link to an invitation leads through the sign-up to an account that stays': ANYWHERE,
  'a link to an invitation tells a member whose it is, and does not stay among the arguments': {
    needs: ['arguments'],
  },
  'the login item starts the app without a window; started again, it shows one': ANYWHERE,
  'typing asks nobody for a dictionary': ANYWHERE,
} satisfies Acts;

/** These run the installed package as an ordinary user, by the workflows on all three systems. */
export const INSTALLED_ACTS = {
  'signing in seals the session, and the next start opens it': ANYWHERE,
  'a link of the system starts the app at its page': {
    notOn: {
      darwin: 'a script may not read the title of another app’s window',
      win32: 'nobody has read the title of a window from a script there yet',
    },
  },
  'a link of the system leads the running app to its page': ANYWHERE,
  'a message is shown as a notification, whose click opens the chat': RECORDED,
  'the launcher counts unread messages': RECORDED,
  'the setting starts the installed program with the computer, without a window': {
    notOn: { darwin: 'macOS registers apps with a signature only' },
  },
  'the program is no Node, and nothing inspects its main process': ANYWHERE,
  'a French dictionary of the downloads underlines the misspelt word only': { needs: ['dictionary'] },
  'the removal takes the program and leaves the sealed session, and says so': {
    notOn: {
      darwin: 'an app is removed by dragging it to the bin',
      win32: 'nobody has run the uninstaller from a script yet',
    },
  },
} satisfies Acts;

/** Gives null for an act that this system can run. */
export function reasonNotToRun({ needs = [], notOn }: Act): string | null {
  const reasons = [notOn?.[process.platform], ...needs.map(missing)];
  return reasons.find((reason) => reason) ?? null;
}

function missing(need: Need): string | undefined {
  const { notOn, variable } = NEEDS[need];
  const isThere = variable === undefined || existsSync(process.env[variable] ?? '');
  return notOn[process.platform] ?? (isThere ? undefined : `${variable} names no file`);
}
