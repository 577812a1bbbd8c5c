package io.wattune.core.policy;

/**
 * What a policy makes of one more input.
 *
 * @param memory what it knows now, the wish in it
 * @param reason short stable code of what it has decided; empty while it only gathers
 * @param detail the reason in one sentence with the numbers; empty with the reason
 */
public record Turn(KernelMemory memory, String reason, String detail) {

  /** Nothing is decided yet. */
  static Turn gathering(KernelMemory memory) {
    return new Turn(memory, "", "");
  }
}
