import { type Answer, api, callAddress, type Endpoint, type Input } from '@longshore/contract';
import type { FastifyInstance } from 'fastify';

/** The server refused what a person did. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type CallInput<E extends Endpoint> = {
  params?: Input<E>['params'];
  query?: Input<E>['query'];
  body?: Input<E>['body'];
};

/** Somebody of the demo, who uses the calls that the screens use. */
export class Person {
  private token = '';
  private readonly http: FastifyInstance;
  private readonly email: string;
  private readonly password: string;

  constructor(http: FastifyInstance, email: string, password: string) {
    this.http = http;
    this.email = email;
    this.password = password;
  }

  private async send<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Answer<E>> {
    const { statusCode, body } = await this.http.inject({
      method: endpoint.method,
      url: callAddress(endpoint, input),
      headers: this.token ? { authorization: `Bearer ${this.token}` } : {},
      ...(input.body === undefined ? {} : { payload: input.body as object }),
    });
    const { data, message = '' } = JSON.parse(body) as { data: Answer<E>; message?: string };
    if (statusCode !== 200) throw new Refused(statusCode, message);
    return data;
  }

  /** Signs in first when that is needed. */
  async call<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<Answer<E>> {
    if (!this.token) await this.signIn();
    try {
      return await this.send(endpoint, input);
    } catch (error) {
      // The session ended: the next step begins with a new one.
      if (error instanceof Refused && error.status === 401) this.token = '';
      throw error;
    }
  }

  private async signIn(): Promise<void> {
    const credentials = { email: this.email, password: this.password };
    const { jwt } = await this.send(api.session.login, { body: credentials });
    this.token = jwt;
  }

  /** Leaves no session behind. */
  async signOut(): Promise<void> {
    if (this.token) await this.send(api.session.logout, {});
    this.token = '';
  }
}
