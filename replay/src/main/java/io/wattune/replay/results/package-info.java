/**
 * Reads what a job has put out. Topics in; true power, profiles and the newest ledger entries of
 * each device out, once they are complete. Called by the replay.
 */
@NullMarked
package io.wattune.replay.results;

import org.jspecify.annotations.NullMarked;
