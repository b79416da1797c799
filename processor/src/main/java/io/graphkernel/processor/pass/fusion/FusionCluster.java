package io.graphkernel.processor.pass.fusion;

import io.graphkernel.graph.Node;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Ops that form one kernel so far, with the properties that fusion decisions need.
 *
 * @param members in graph order
 * @param pattern pattern of the strongest member
 * @param basic true if all members are basic arithmetic
 * @param reads read of each buffer, by the value stored in it
 * @param operands operands, with each different view of a buffer separately
 * @param stored members that other clusters read, that are results, or that update a parameter
 * @param scalars runtime scalars that members use
 * @param size number of members without views, which are accesses of other members
 */
record FusionCluster(
        List<Node> members,
        NodePattern pattern,
        boolean basic,
        Map<Node, Read> reads,
        Set<Node> operands,
        Set<Node> stored,
        Set<Node> scalars,
        int size) {

    /**
     * Read of a buffer.
     *
     * @param bytes number of bytes read
     * @param reader first op that reads the buffer
     */
    record Read(double bytes, Node reader) {

        static Read larger(Read a, Read b) {
            return new Read(Math.max(a.bytes, b.bytes), a.reader);
        }
    }

    // Identity comparison: clusters are unique, and hashing all members would be slow.
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
