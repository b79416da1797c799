/**
 * What a user can look at: per method the graph after each pass that changed it, the three dot files of the r1.0
 * document under their own names and the time of each pass; per class the generated C.
 *
 * <p>In: the record of every stage. Out: files under the report directory. Nothing else reads them.
 */
package io.graphkernel.processor.report;
