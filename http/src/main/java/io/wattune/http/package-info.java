/**
 * One HTTP server for every part. In: a part's routes, health and metrics. Out: answers, to those
 * who may have them. Called by the parts that people or programs look at.
 */
@NullMarked
package io.wattune.http;

import org.jspecify.annotations.NullMarked;
