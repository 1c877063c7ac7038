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
  "constructor",
  "__proto__",
  "",
])("%s does not look secret", (path) => {
  expect(looksSecret(path)).toBe(false);
});
