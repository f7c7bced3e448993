import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort, isUp, killed } from './sqld.ts';

const ATTEMPTS = 5;

/** The password shows that the one in an address is decoded. */
export const RELAY_LOGIN = { user: 'guilde', password: 'mot@passe' };

type Received = { envelope: string[]; headers: string; text: string; isEncrypted: boolean; login: string };

export type Exim = {
  host: string;
  port: number;
  /** TLS begins with the connection there. */
  tlsPort: number;
  /** The certificate is the server's own, so that nobody trusts it unless told to. */
  certificate: string;
  /** Returns the mails that the server has taken, from the oldest to the newest. */
  received: () => Received[];
  /** `later@…` is taken from now on. */
  open: () => void;
  stop: () => Promise<void>;
};

/**
 * Starts a real mail server that keeps what it takes. It refuses `gone@` (5.1.1), `unknown@` and `relayed@` in
 * words only, `policy@` (5.7.1), `full@` (5.2.2) and the subject « Trop gros »; `later@` must come again. The
 * login is asked for with TLS only, and checked.
 */
export async function startExim({ withTls = true } = {}): Promise<Exim> {
  const folder = mkdtempSync(join(tmpdir(), 'guilde-exim-'));
  for (const name of ['spool/input', 'log']) mkdirSync(join(folder, name), { recursive: true });
  const certificate = withTls ? makeCertificate(folder) : '';
  const { process: server, port, tlsPort } = await startOnFreePorts(folder, withTls);
  const killWithMe = () => server.kill('SIGKILL');
  process.once('exit', killWithMe);
  return {
    host: 'localhost',
    port,
    tlsPort,
    certificate,
    received: () => receivedIn(join(folder, 'spool', 'input')),
    open: () => writeFileSync(join(folder, 'open'), ''),
    stop: async () => {
      process.off('exit', killWithMe);
      await killed(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Other programs may take a port before the server listens. */
async function startOnFreePorts(folder: string, withTls: boolean) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [port, tlsPort] = [await freePort(), await freePort()];
    const file = join(folder, 'exim.conf');
    writeFileSync(file, configuration(folder, port, tlsPort, withTls), { mode: 0o600 });
    const server: ChildProcess = spawn('exim4', ['-C', file, '-bdf'], { stdio: 'ignore' });
    if ((await isUp(server, port)) && (await isUp(server, tlsPort)))
      return { process: server, port, tlsPort };
    await killed(server);
  }
  throw new Error('exim4 does not start');
}

function configuration(folder: string, port: number, tlsPort: number, withTls: boolean): string {
  const { username, gid } = userInfo();
  const tls = `tls_advertise_hosts = *
tls_certificate = ${folder}/cert.pem
tls_privatekey = ${folder}/key.pem
tls_on_connect_ports = ${tlsPort}`;
  return `exim_user = ${username}
exim_group = ${gid}
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%s
pid_file_path = ${folder}/pid
primary_hostname = relay.test
daemon_smtp_ports = ${port} : ${tlsPort}
local_interfaces = 127.0.0.1
host_lookup =
queue_only = true
keep_environment =
${withTls ? tls : 'tls_advertise_hosts ='}
auth_advertise_hosts = \${if eq{$tls_in_cipher}{}{}{*}}
acl_smtp_rcpt = recipient
acl_smtp_data = content
begin acl
recipient:
  deny local_parts = gone
       message = 5.1.1 No such user here
  deny local_parts = unknown
       message = Unknown user
  deny local_parts = policy
       message = 5.7.1 Refused by policy
  deny local_parts = relayed
       message = relay not permitted
  deny local_parts = full
       message = 5.2.2 Mailbox full
  defer local_parts = later
        condition = \${if !exists{${folder}/open}}
  accept
content:
  deny condition = \${if match{$rh_subject:}{Trop gros}}
       message = 5.3.4 Too big
  accept
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_set_id = $auth2
  server_condition = \${if and{{eq{$auth2}{${RELAY_LOGIN.user}}}{eq{$auth3}{${RELAY_LOGIN.password}}}}}
`;
}

function makeCertificate(folder: string): string {
  const file = join(folder, 'cert.pem');
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const out = ['-keyout', join(folder, 'key.pem'), '-out', file];
  execFileSync('openssl', ['req', '-x509', ...key, '-days', '2', ...names, ...out], { stdio: 'ignore' });
  return readFileSync(file, 'utf8');
}

/** A mail is two files of the spool: « -H » has envelope and headers, « -D » the text. */
function receivedIn(folder: string): Received[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('-H'));
  return files.toSorted().map((name) => {
    const head = readFileSync(join(folder, name), 'utf8');
    const [before = '', headers = ''] = head.split(/\n\n([\s\S]*)/);
    const [, recipients = ''] = before.split(/\nXX\n\d+\n/);
    return {
      envelope: recipients.split('\n'),
      headers: headers.replace(/^\d{3}. /gm, ''),
      text: readFileSync(join(folder, name.replace(/H$/, 'D')), 'utf8'),
      isEncrypted: /^-tls_cipher/m.test(before),
      login: /^-+auth_id (.*)$/m.exec(before)?.[1] ?? '',
    };
  });
}
