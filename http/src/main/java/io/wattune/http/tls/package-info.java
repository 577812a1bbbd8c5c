/**
 * TLS of our HTTP: certificates from PEM files, for servers and for those who ask them. In: files.
 * Out: what Jetty and Java's client need, renewed when the files change. Called by the server of a
 * part and by parts that ask others.
 */
@NullMarked
package io.wattune.http.tls;

import org.jspecify.annotations.NullMarked;
