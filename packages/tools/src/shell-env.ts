/**
 * Makes the environment for commands from that of the process. Left out are the keys of model providers (`*_API_KEY`,
 * whatever their case), so that a command cannot print them into the conversation, and `NODE_TEST_CONTEXT`, which a
 * test runner sets for its own children and which makes `node --test` answer in a binary form.
 */
export function createShellEnv(env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !isLeftOut(entry[0]),
  );
  return Object.fromEntries(kept);
}

function isLeftOut(name: string): boolean {
  return /(^|_)API_KEY$/i.test(name) || name === "NODE_TEST_CONTEXT";
}
