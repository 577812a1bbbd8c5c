/**
 * What is QuestDB's own: SQL over HTTP, and tables in which a point replaces its like. In: SQL.
 * Out: rows. Called by the sink and by the history.
 */
@NullMarked
package io.wattune.store.questdb;

import org.jspecify.annotations.NullMarked;
