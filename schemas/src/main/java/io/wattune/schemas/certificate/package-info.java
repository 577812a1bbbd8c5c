/**
 * Why TLS does not come about. In: what a client of Kafka, Flink or HTTP threw. Out: whose
 * certificate it is, and what is wrong with it. Called by whatever reports that to a person.
 */
@NullMarked
package io.wattune.schemas.certificate;

import org.jspecify.annotations.NullMarked;
