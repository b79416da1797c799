/**
 * Reports for users: dumps, times, and the HTML page. Per method the graph after each pass that changed it, the three
 * dot files of the r1.0 document under their own names and the time of each pass, on request MindSpore's {@code .ir}
 * files and cluster lists; per class the generated C; per module {@code report.json} for tools and {@code report.html},
 * one page that needs no other file, for people.
 *
 * <p>In: the record of every stage. Out: files under the report directory. Nothing else reads them.
 *
 * <p>Invariant: except for {@code passes.log}, equal sources produce equal bytes.
 */
package io.graphkernel.processor.report;
