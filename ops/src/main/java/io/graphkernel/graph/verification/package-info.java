/** The verifier of a graph: types, groups, and the order of reads and updates. */
package io.graphkernel.graph.verification;
