import { listed } from "../listed.ts";

/** What runs in another place: on a host, in a container. The command is not one of this machine. */
const REMOTE: Readonly<Record<string, string>> = {
  ssh: "",
  mosh: "",
  rsh: "",
  docker: "exec",
  podman: "exec",
  nerdctl: "exec",
  "docker-compose": "exec run",
  kubectl: "exec debug run attach",
  oc: "exec rsh debug run",
  lxc: "exec",
  incus: "exec",
  machinectl: "shell",
  vagrant: "ssh",
  adb: "shell",
  wsl: "",
  "wsl.exe": "",
  gcloud: "ssh",
  flyctl: "ssh",
  fly: "ssh",
  heroku: "run",
  ansible: "",
};

/** The programs that run commands elsewhere, by the words that make them do so; none where they always do. */
export const ELSEWHERE: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(REMOTE).map(([name, sub]) => [name, listed(sub)]),
);
