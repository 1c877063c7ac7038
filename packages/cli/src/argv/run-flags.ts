import { usageError } from "../command-error.ts";
import type { Conduct } from "../run/order.ts";
import { choiceFlag, countFlag, durationFlag, type Flag, type Read, switchFlag, textFlag, textsFlag } from "./flag.ts";

const approveModel = textsFlag({
  name: "approve-model",
  value: "PROVIDER/MODEL",
  summary: "Approve a model that only a role of the folder or a plugin names, now and for later",
});
const fakeModel = textFlag({ name: "fake-model", value: "FILE", summary: "A scripted model instead of a real one" });
const yes = switchFlag({ name: "yes", summary: "Confirm what must be asked for; what is denied stays denied" });
const no = switchFlag({ name: "no", summary: "Refuse what must be asked for, at once" });
const onAsk = choiceFlag({
  name: "on-ask",
  words: ["deny", "park", "fail"],
  summary: "With nobody there to ask: refuse (default), wait for asks answer, or end the run",
});
const durability = choiceFlag({
  name: "durability",
  words: ["exit", "write", "sync"],
  summary: "What the log survives: an exit, a kill (default), or a loss of power",
});
const idleTimeout = durationFlag({
  name: "idle-timeout",
  summary: "How long a model may say nothing (default 60s, or idle_timeout of the config)",
});
const retries = countFlag({
  name: "retries",
  most: 100,
  summary: "How often a failed model request is tried again (default 2, or retries of the config)",
});

/** What every command takes that carries a run out, whether it begins or goes on. */
export const CONDUCT_FLAGS: readonly Flag<unknown>[] = [
  approveModel,
  fakeModel,
  yes,
  no,
  onAsk,
  durability,
  idleTimeout,
  retries,
];

/** Reads how a run is to be carried out. Throws a usage error for what contradicts itself. */
export function readConduct(read: Read): Conduct {
  if (read(yes) && read(no))
    throw usageError("Cannot use --yes with --no: they say two things", "Leave one of them out");
  if (read(no) && read(onAsk) === "park")
    throw usageError("Cannot use --no with --on-ask park: they say two things", "Leave one of them out");
  return {
    approveModels: read(approveModel),
    fakeModel: read(fakeModel),
    consent: read(yes) ? "yes" : read(no) ? "no" : "ask",
    onAsk: read(onAsk),
    durability: read(durability),
    idleTimeoutMs: read(idleTimeout),
    retries: read(retries),
  };
}
