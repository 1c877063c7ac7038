import { expect, it } from "vitest";
import { looksSecret } from "./secrets.ts";

it.each([
  ".env",
  ".ENV",
  ".env.local",
  "app/.env.production",
  "prod.env",
  ".envrc",
  "cert.pem",
  "server.KEY",
  "id_rsa",
  "id_ed25519",
  "home/.ssh/config",
  ".aws/config",
  "credentials",
  "credentials.json",
  ".credentials.json",
  "secrets.yaml",
  "secret.toml",
  ".npmrc",
  ".netrc",
  ".git-credentials",
  "service-account-prod.json",
  ".polyglav/runs/20261130-1/log.ndjson",
  "/home/ada/project/.Polyglav/Runs/x",
])("%s looks secret", (path) => {
  expect(looksSecret(path)).toBe(true);
});

it.each([
  ".env.example",
  ".env.sample",
  ".env.production.example",
  "environment.ts",
  "env",
  "id_rsa.pub",
  ".ssh/id_rsa.pub",
  "credentials.ts",
  "secrets.test.ts",
  "keys.json",
  "pem.txt",
  ".polyglav/runs",
  ".polyglav/roles.json",
  "polyglav/runs/a",
  "a.polyglav/runs/a",
  ".polyglav/runs2/a",
  "constructor",
  "__proto__",
  "",
])("%s does not look secret", (path) => {
  expect(looksSecret(path)).toBe(false);
});
