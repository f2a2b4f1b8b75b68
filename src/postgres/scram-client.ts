import pg from "pg";

/**
 * A client that speaks with a server only once that server has proved, by SCRAM, that it knows the password too. Any program can
 * take the port of a server that died: asked for the password in clear text or as MD5, the driver itself would hand it over.
 */
export class ScramClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const { connection } = this;
    let hasProof = false;
    // Before the driver's own ears, which it opens when it connects. On a destroyed socket whatever it then writes goes nowhere.
    const refuse = (what: string) => () =>
      connection.stream.destroy(
        new Error(
          `the server at the other end of the connection ${what} instead of proving by SCRAM that it knows our password: ` +
            "another program may have its port",
        ),
      );
    connection.on("authenticationCleartextPassword", refuse("asks for the password in clear text"));
    connection.on("authenticationMD5Password", refuse("asks for the password as MD5"));
    connection.on("authenticationSASLFinal", () => {
      hasProof = true; // that it is a sound one the driver checks next, and says so as an error
    });
    connection.on("error", () => connection.stream.destroy());
    connection.on("authenticationOk", () => {
      if (!hasProof) refuse("lets us in unasked")();
    });
  }
}

/**
 * The name that libpq gives it: `?require_auth=scram-sha-256` in an address. The embedded
 * database's has it.
 */
export const REQUIRE_AUTH = "require_auth";

export function clientFor(url: string): typeof pg.Client {
  return new URL(url).searchParams.get(REQUIRE_AUTH) === "scram-sha-256" ? ScramClient : pg.Client;
}
