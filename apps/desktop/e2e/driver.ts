import { type ChildProcess, spawn } from 'node:child_process';
import { type Browser, chromium, expect, type Page } from '@playwright/test';

/** The window manager decides whether the page has the focus and is shown. */
export type DrivenPage = {
  /** `run` is sent as text, so it may use its argument and the page's globals only. */
  evaluate: <Result, Given = undefined>(
    run: (given: Given) => Result,
    given?: Given,
  ) => Promise<Awaited<Result>>;
  /** Gives the visible text. */
  text: () => Promise<string>;
  /** Waits for an element of the selector with this text or name, and clicks on it. */
  click: (selector: string, name: string) => Promise<void>;
  /** Waits for the element, focuses it, and types at its end. */
  type: (selector: string, text: string) => Promise<void>;
  /** Ends the connection: Chromium notices no hang of a page that somebody debugs. */
  detach: () => void;
  /** Changes the address without a reload. */
  goTo: (path: string) => Promise<void>;
};

export type DrivenApp = {
  process: ChildProcess;
  page: () => Promise<DrivenPage>;
  /** Gives the same page to Playwright, which emulates its focus and colour scheme. */
  playwrightPage: () => Promise<Page>;
  /** Gives what the program has written to its error output. */
  printed: () => string;
  /** `run` gets Electron's module and runs in the main process; it is sent as text. */
  inMain: <Result, Given = undefined>(
    run: (electron: typeof import('electron'), given: Given) => Result,
    given?: Given,
  ) => Promise<Awaited<Result>>;
  hasEnded: () => boolean;
  end: () => Promise<void>;
};

const CHROMIUM = /DevTools listening on (ws:\S+)/;

type Evaluated = {
  result?: {
    result?: { value?: unknown };
    exceptionDetails?: { text: string; exception?: { description?: string } };
  };
  error?: { message: string };
};

export type Start = {
  env: NodeJS.ProcessEnv;
  /** The program runs as this user. */
  user?: { uid?: number; gid?: number };
  folder?: string;
  /** The fuses of the packaged app refuse the inspector, without which `inMain` does not work. */
  isInspected?: boolean;
};

/**
 * Starts the program and drives it over the DevTools protocol. Playwright emulates focus and colour scheme for each
 * page that it drives, and so can show nothing about a window that is hidden, minimised, covered or not answering.
 */
export function drive(program: string, args: string[], start: Start): DrivenApp {
  const { env, user = {}, folder, isInspected = true } = start;
  const inspected = isInspected ? ['--inspect=0'] : [];
  const child = spawn(program, [...inspected, '--remote-debugging-port=0', ...args], {
    ...{ env, ...user, cwd: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  let browser: Browser | null = null;
  child.stderr.on('data', (data) => {
    printed += String(data);
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const found = async (pattern: RegExp) => {
    await expect.poll(() => pattern.test(printed) || hasEnded(), { message: String(pattern) }).toBe(true);
    const address = pattern.exec(printed)?.[1];
    if (!address) throw new Error(`The app has ended: ${printed}`);
    return address;
  };
  const debugged = async () => {
    const [, port] = /:(\d+)\//.exec(await found(CHROMIUM)) ?? [];
    const address = `http://127.0.0.1:${port}`;
    return { address, page: await pageAddress(`${address}/json/list`) };
  };
  return {
    process: child,
    printed: () => printed,
    page: async () => pageOf((await debugged()).page),
    playwrightPage: async () => {
      const { address, page: target } = await debugged();
      const driven = await pageOf(target);
      // Playwright can wait without end where it attaches to a page that still navigates.
      await expect.poll(() => driven.text().catch(() => '')).not.toBe('');
      driven.detach();
      browser = await chromium.connectOverCDP(address);
      const pages = browser.contexts().flatMap((context) => context.pages());
      const page = pages.find((one) => one.url().startsWith('app:'));
      if (!page) throw new Error(`No page of the app among ${pages.map((one) => one.url()).join(', ')}`);
      return page;
    },
    inMain: async <Result>(run: (...given: never[]) => unknown, given?: unknown) => {
      const inspector = await found(/Debugger listening on (ws:\S+)/);
      // Electron's module is there once Chromium listens.
      await found(CHROMIUM);
      const session = await connect(inspector);
      const electron = `process.getBuiltinModule('module').createRequire('/')('electron')`;
      try {
        const answer = `(${run.toString()})(${electron}, ${JSON.stringify(given)})`;
        // The inspector loses a promise that the garbage collector takes, so the app holds it.
        return await session.evaluate<Result>(`globalThis.answered = Promise.resolve(${answer})`);
      } finally {
        session.close();
      }
    },
    hasEnded,
    end: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (!hasEnded()) {
        child.kill('SIGKILL');
        await ended;
      }
      await browser?.close().catch(() => undefined);
    },
  };
}

async function pageAddress(list: string): Promise<string> {
  let address = '';
  const look = async () => {
    const targets = (await (await fetch(list)).json()) as {
      type: string;
      url: string;
      webSocketDebuggerUrl: string;
    }[];
    const page = targets.find(({ type, url }) => type === 'page' && url.startsWith('app:'));
    address = page?.webSocketDebuggerUrl ?? '';
    return address;
  };
  await expect.poll(look, { message: 'the page of the app' }).not.toBe('');
  return address;
}

async function pageOf(address: string): Promise<DrivenPage> {
  const session = await connect(address);
  const evaluate: DrivenPage['evaluate'] = (run, given) =>
    session.evaluate(`(${run.toString()})(${JSON.stringify(given)})`);
  const on = async (act: 'click' | 'focus', selector: string, name: string) => {
    const attempt = () =>
      evaluate(
        ([doing, wanted, called]) => {
          const isShown = (element: HTMLElement) => element.getClientRects().length > 0;
          const nameOf = (element: HTMLElement) =>
            `${element.getAttribute('aria-label') ?? ''} ${element.textContent ?? ''}`;
          const element = [...document.querySelectorAll<HTMLElement>(wanted)].find(
            (one) => isShown(one) && nameOf(one).includes(called),
          );
          element?.[doing]();
          return element !== undefined;
        },
        [act, selector, name] as const,
      );
    await expect.poll(attempt, { message: `${selector} ${name}` }).toBe(true);
  };
  return {
    evaluate,
    text: () => evaluate(() => document.body.innerText),
    click: (selector, name) => on('click', selector, name),
    type: async (selector, text) => {
      await on('focus', selector, '');
      await session.send('Input.insertText', { text });
    },
    detach: session.close,
    goTo: (path) =>
      evaluate((next) => {
        history.pushState(null, '', next);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path),
  };
}

async function connect(address: string) {
  const socket = new WebSocket(address);
  const pending = new Map<number, (answer: Evaluated) => void>();
  let last = 0;
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Evaluated & { id?: number };
    pending.get(answer.id ?? 0)?.(answer);
    pending.delete(answer.id ?? 0);
  });
  socket.addEventListener('close', () => {
    for (const answer of pending.values()) answer({ error: { message: 'The app has ended' } });
  });
  const send = (method: string, params: object) =>
    new Promise<Evaluated>((resolve) => {
      pending.set(++last, resolve);
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  return {
    send,
    close: () => socket.close(),
    evaluate: async <Result>(expression: string): Promise<Awaited<Result>> => {
      const how = { awaitPromise: true, returnByValue: true, userGesture: true };
      const { result, error } = await send('Runtime.evaluate', { expression, ...how });
      const thrown = result?.exceptionDetails;
      if (error || thrown) throw new Error(error?.message ?? thrown?.exception?.description ?? thrown?.text);
      return result?.result?.value as Awaited<Result>;
    },
  };
}
