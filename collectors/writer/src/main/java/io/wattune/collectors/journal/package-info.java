/**
 * Own settings and claimed epochs in, a journal and a fence that outlive the process out. The
 * writer keeps them; the guardian and the command that restores read the journal, and so does the
 * agent, which publishes own settings.
 */
@NullMarked
package io.wattune.collectors.journal;

import org.jspecify.annotations.NullMarked;
