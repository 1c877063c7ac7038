import { basename, sep } from "node:path";

/**
 * Tells whether a path looks as if it held a secret: environment files (not their examples), private keys,
 * credentials, what lies in folders made for them, and the logs of runs, which hold what models read. By its name
 * only, and whatever its case.
 */
export function looksSecret(path: string): boolean {
  const folded = path.toLowerCase();
  const name = basename(folded);
  if (folded.split(sep).some((segment) => SECRET_FOLDERS.has(segment)) && !name.endsWith(".pub")) return true;
  if (RUN_LOGS.test(folded.split(sep).join("/"))) return true;
  if (SECRET_NAMES.has(name)) return true;
  return SECRET_PATTERNS.some((pattern) => pattern.test(name)) && !EXAMPLE.test(name);
}

const SECRET_FOLDERS = new Set([".ssh", ".gnupg", ".aws", ".azure", ".kube"]);

const RUN_LOGS = /(^|\/)\.polyglav\/runs\/./;

const SECRET_NAMES = new Set([".git-credentials", ".htpasswd", ".netrc", "_netrc", ".npmrc", ".pgpass", ".pypirc"]);

const SECRET_PATTERNS: readonly RegExp[] = [
  /^\.env(rc)?(\..*)?$/,
  /^.+\.env$/,
  /\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk)$/,
  /^id_(rsa|dsa|ecdsa|ed25519)(_sk)?$/,
  /^\.?(credentials?|secrets?)(\.(json|ya?ml|toml|ini|xml|csv|txt|properties))?$/,
  /^service[-_]account.*\.json$/,
];

const EXAMPLE = /^\.env(\..*)?\.(example|sample|template|dist|defaults)$/;
