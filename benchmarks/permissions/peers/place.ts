/**
 * Where the peers are installed, and the programs that use them: beside each other, so that Node finds the peers.
 *
 * @module
 */
import { join } from "node:path";

/** The folder whose package.json names the peers. */
export const PEERS = import.meta.dirname;

/** The program of a peer. */
export const peerProgram = (file: string): string => join(PEERS, file);
