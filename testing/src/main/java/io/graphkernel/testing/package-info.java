/**
 * The tier of a test run. {@code -Dtests=fast}, the default, runs all tests but those tagged {@code slow} or {@code exhaustive};
 * {@code full} runs those tagged {@code slow} or {@code sampled}, and {@code exhaustive} those tagged {@code exhaustive} or
 * {@code sampled}. A test tagged {@code sampled} takes its number of cases from the tier.
 */
package io.graphkernel.testing;
