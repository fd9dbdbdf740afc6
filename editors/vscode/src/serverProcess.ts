// The server as a process: what it said last, what it was asked last, and how it ended.

import { ChildProcess, spawn } from "child_process";

/** More ends than these within the time, and it is not started again. */
const mostEnds = 5;
const withinMs = 180000;

export class ServerProcess {
  /** The request that was sent last. */
  lastRequest = "";
  private child: ChildProcess | undefined;
  private words = "";
  private ended: Promise<string> = Promise.resolve("");
  private ends: number[] = [];

  constructor(
    private readonly program: string,
    private readonly programArguments: string[],
  ) {}

  start(): Promise<ChildProcess> {
    const child = spawn(this.program, this.programArguments, { stdio: "pipe" });
    this.child = child;
    this.words = "";
    this.lastRequest = "";
    child.stderr.on("data", (data: Buffer) => (this.words = (this.words + data.toString()).slice(-1000)));
    this.ended = new Promise((resolve) => {
      child.once("close", (status, signal) => resolve(signal ? `ended by ${signal}` : `ended with status ${status}`));
    });
    return new Promise((resolve, reject) => {
      child.once("spawn", () => resolve(child));
      child.once("error", reject);
    });
  }

  /** How it ended, with its last words. */
  async reason(): Promise<string> {
    const patience = new Promise<string>((resolve) => setTimeout(() => resolve("closed its connection"), 500));
    const how = await Promise.race([this.ended, patience]);
    const [words] = this.words.trim().split("\n").slice(-1);
    const asked = this.lastRequest ? `; the last request was ${this.lastRequest}` : "";
    return `${how}${words ? `: ${words}` : ""}${asked}`;
  }

  /** Whether it may be started once more after an end. */
  mayRestart(now = Date.now()): boolean {
    this.ends = [...this.ends.filter((time) => now - time < withinMs), now];
    return this.ends.length < mostEnds;
  }

  kill(): void {
    this.child?.kill();
  }
}
