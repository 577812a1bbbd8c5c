/**
 * Own settings in, a journal that outlives the process out. The writer keeps it; the guardian and
 * the command that restores read it, and so does the agent, which publishes own settings.
 */
@NullMarked
package io.wattune.collectors.journal;

import org.jspecify.annotations.NullMarked;
