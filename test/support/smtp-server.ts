/** A real SMTP server (`smtp-server`) on a free loopback port, which parses the mails that it accepts. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { DeliveredMail } from '../../src/testing/index.js';

export const SMTP_USER = 'offprint';
export const SMTP_PASSWORD = 'pass word/of:the@test';

export interface SmtpServerOptions {
  /** `starttls` offers it, `implicit` begins with it. */
  tls: 'starttls' | 'implicit' | 'none';
  requiresCredentials?: boolean;
}

/** A mail with what else is of interest in its message. */
export interface ReceivedMail extends DeliveredMail {
  from: string;
  headers: Record<string, string>;
  /** Whether it came over TLS, and from whom. */
  isEncrypted: boolean;
  user: string | null;
}

export class TestSmtpServer {
  readonly mails: ReceivedMail[] = [];
  /** Connections open now, and the most at once. */
  open = 0;
  mostOpen = 0;
  /** Awaited by each mail before it is accepted. */
  gate: Promise<void> = Promise.resolve();

  private constructor(
    private readonly server: SMTPServer,
    readonly port: number,
    /** PEM of the authority of the certificate. */
    readonly ca: string,
    private readonly sockets: Set<Socket>,
  ) {}

  static async start({ tls, requiresCredentials = false }: SmtpServerOptions): Promise<TestSmtpServer> {
    const { key, cert } = certificate();
    let started: TestSmtpServer | undefined = undefined as TestSmtpServer | undefined;
    const server = new SMTPServer({
      key,
      cert,
      secure: tls === 'implicit',
      disabledCommands: [
        ...(tls === 'starttls' ? [] : ['STARTTLS']),
        ...(requiresCredentials ? [] : ['AUTH']),
      ],
      authOptional: !requiresCredentials,
      // As servers of providers do.
      allowInsecureAuth: tls === 'none',
      disableReverseLookup: true,
      closeTimeout: 200,
      logger: false,
      onConnect(_session, callback) {
        started!.mostOpen = Math.max(started!.mostOpen, ++started!.open);
        callback();
      },
      onClose() {
        started!.open -= 1;
      },
      onAuth({ username, password }, _session, callback) {
        if (username === SMTP_USER && password === SMTP_PASSWORD) callback(null, { user: username });
        else callback(new Error(`5.7.8 wrong password ${password} of ${username}`));
      },
      onRcptTo({ address }, _session, callback) {
        if (!address.startsWith('bounce')) {
          callback();
          return;
        }
        callback(Object.assign(new Error(`5.1.1 <${address}> unknown`), { responseCode: 550 }));
      },
      onData(stream, { envelope, secure, user }, callback) {
        void (async () => {
          const raw = await buffer(stream);
          await started!.gate;
          const mail = await PostalMime.parse(raw);
          started!.mails.push({
            recipients: envelope.rcptTo.map(({ address }) => address),
            from: envelope.mailFrom ? envelope.mailFrom.address : '',
            subject: mail.subject ?? '',
            text: mail.text ?? '',
            html: mail.html ?? null,
            headers: Object.fromEntries(mail.headers.map((header) => [header.key, header.value])),
            isEncrypted: secure,
            user: (user as string | undefined) ?? null,
          });
          callback();
        })();
      },
    });
    // A client that does not trust the certificate.
    server.on('error', () => undefined);
    const listening = server.listen(0, '127.0.0.1');
    const sockets = new Set<Socket>();
    listening.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    await once(listening, 'listening');
    started = new TestSmtpServer(server, (listening.address() as AddressInfo).port, cert, sockets);
    return started;
  }

  /** Without TLS only. Closes the connections without a word, as a restarted firewall does. */
  drop(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
    });
  }
}

/** A server that speaks as much SMTP as it takes to break off in the middle of it. */
export class BrokenSmtpServer {
  connections = 0;
  /** Mails of which it has had the end. */
  received = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  /**
   * @param fault `silent`: accepts the connection and sends nothing. `before the greeting`, `in the mail`, `after the mail`: closes
   * the connection there. `slow`: sends a byte of its greeting at a time, for ever.
   */
  static async start(
    fault: 'silent' | 'before the greeting' | 'in the mail' | 'after the mail' | 'slow',
  ): Promise<BrokenSmtpServer> {
    let broken: BrokenSmtpServer | undefined = undefined as BrokenSmtpServer | undefined;
    const server = createServer((socket) => {
      broken!.connections += 1;
      broken!.sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => broken!.sockets.delete(socket));
      if (fault === 'before the greeting') return void socket.destroy();
      if (fault === 'silent') return;
      if (fault === 'slow') {
        const timer = setInterval(() => socket.write('220-wait\r\n'), 20);
        return void socket.on('close', () => clearInterval(timer));
      }
      socket.write('220 broken\r\n');
      let isMail = false;
      let text = '';
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (isMail) {
          if (fault === 'in the mail') return void socket.destroy();
          if (!text.includes('\r\n.\r\n')) return;
          broken!.received += 1;
          return void socket.destroy();
        }
        for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
          const command = text.slice(0, end);
          text = text.slice(end + 2);
          isMail = command === 'DATA';
          socket.write(isMail ? '354 go ahead\r\n' : '250 fine\r\n');
        }
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    broken = new BrokenSmtpServer(server, (server.address() as AddressInfo).port);
    return broken;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
    });
  }
}

let made: { key: string; cert: string } | undefined;

/** Makes the certificate of `localhost`, which is its own authority. */
function certificate(): { key: string; cert: string } {
  if (made) return made;
  const directory = mkdtempSync(join(tmpdir(), 'offprint-smtp-'));
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-days', '2'];
  try {
    execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    made = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
    return made;
  } finally {
    rmSync(directory, { recursive: true });
  }
}
