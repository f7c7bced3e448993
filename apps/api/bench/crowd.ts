import type { CrowdReport, CrowdTask } from './crowd-load.ts';
import { milliseconds, percent, progress, table, whole } from './figures.ts';
import type { HttpReport, HttpTask } from './http-load.ts';
import type { Installation } from './installation.ts';
import { BENCH_PASSWORD, cookieOf, emailOf, idOf, seatsOf } from './people.ts';
import { generate, watch } from './processes.ts';
import { type Pace, READS, requestsFor } from './reads.ts';

const IDLE_SOCKETS = 1000;
const ACTIVE_MEMBERS = 200;
const SIGN_INS_AT_ONCE = 20;

/** The crowd (d) has a thousand idle sockets, and 200 active members. */
export async function benchCrowd(installation: Installation, pace: Pace): Promise<void> {
  progress(`${IDLE_SOCKETS} idle sockets and ${ACTIVE_MEMBERS} active members`);
  const { size } = installation;
  const server = await installation.startProduct();
  const members = (count: number, first: number) =>
    Array.from({ length: count }, (_, index) => (first + index) % size.members);
  const task: CrowdTask = {
    ports: server.ports,
    pids: server.pids,
    idle: members(IDLE_SOCKETS, ACTIVE_MEMBERS).map((member) => cookieOf(installation, member)),
    active: Array.from({ length: ACTIVE_MEMBERS }, (_, room) => ({
      cookie: cookieOf(installation, seatsOf(room, size)[0] ?? 0),
      room: idOf('room', room),
    })),
    durationMs: pace.durationMs * 5,
  };
  const used = watch(server);
  const report = await generate<CrowdReport>('./crowd-load.ts', task);
  const usage = used();
  await server.stop();
  table(
    `(d) ${IDLE_SOCKETS} idle sockets and ${ACTIVE_MEMBERS} active members`,
    [
      'kB per idle socket',
      'requests',
      'mean ms',
      'p99 ms',
      '5xx',
      'other refusals',
      'server CPU',
      'memory MB',
      'generator CPU',
    ],
    [
      [
        whole(report.bytesPerSocket / 1024),
        whole(report.requests),
        milliseconds(report.mean),
        milliseconds(report.p99),
        String(report.serverErrors),
        String(report.refused),
        percent(usage.cpu),
        whole(usage.memory),
        percent(report.generatorCpu),
      ],
    ],
  );
}

/** Twenty simultaneous sign-ins (e) are repeated while others read. */
export async function benchSignIns(installation: Installation, pace: Pace): Promise<void> {
  const server = await installation.startProduct();
  const requests = READS.flatMap((read) => requestsFor(installation, read).slice(0, 20));
  const rate = 200;
  const task: HttpTask = {
    ports: server.ports,
    requests,
    connections: 20,
    rate,
    warmUpMs: pace.warmUpMs,
    durationMs: pace.durationMs * 2,
  };
  progress('reads alone');
  const calm = await generate<HttpReport>('./http-load.ts', task);
  progress(`reads while ${SIGN_INS_AT_ONCE} sign in at once`);
  const used = watch(server);
  const rush = signInsDuring(server.ports[0] ?? 0, task.warmUpMs + task.durationMs);
  const busy = await generate<HttpReport>('./http-load.ts', task);
  const signedIn = await rush;
  const usage = used();
  await server.stop();
  const line = (name: string, { p50, p99, failed }: HttpReport) => [
    name,
    milliseconds(p50),
    milliseconds(p99),
    String(failed),
  ];
  table(
    `(e) Reads (${rate}/s on a schedule) while ${SIGN_INS_AT_ONCE} people sign in at once, again and again`,
    ['', 'p50 ms', 'p99 ms', 'failed', 'sign-ins/s', 'slowest sign-in ms', 'server CPU'],
    [
      [...line('reads alone', calm), '', '', ''],
      [
        ...line('with sign-ins', busy),
        whole(signedIn.perSecond),
        milliseconds(signedIn.slowest),
        percent(usage.cpu),
      ],
    ],
  );
}

async function signInsDuring(
  port: number,
  durationMs: number,
): Promise<{ perSecond: number; slowest: number }> {
  const begin = performance.now();
  let count = 0;
  let slowest = 0;
  const signIn = async (member: number) => {
    const start = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/api/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: emailOf(member), password: BENCH_PASSWORD }),
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`A sign-in was answered ${answer.status}`);
    count++;
    slowest = Math.max(slowest, performance.now() - start);
  };
  while (performance.now() - begin < durationMs)
    await Promise.all(Array.from({ length: SIGN_INS_AT_ONCE }, (_, member) => signIn(member)));
  return { perSecond: count / ((performance.now() - begin) / 1000), slowest };
}
