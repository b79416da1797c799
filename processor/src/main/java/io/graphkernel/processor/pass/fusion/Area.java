package io.graphkernel.processor.pass.fusion;

import io.graphkernel.processor.graph.Node;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Ops that are one kernel so far, with what the decisions about them need.
 *
 * @param members in graph order
 * @param pattern of the strongest member
 * @param basic whether all members are basic arithmetic
 * @param reads the memory that it reads, by the value that lies there
 * @param operands what it reads, each view of a memory by itself
 * @param stored the members that others read, that are results, or that update a parameter
 * @param scalars the run-time scalars that it uses
 */
record Area(
        List<Node> members,
        NodePattern pattern,
        boolean basic,
        Map<Node, Read> reads,
        Set<Node> operands,
        Set<Node> stored,
        Set<Node> scalars) {

    /**
     * How a memory is read.
     *
     * @param bytes how much of it
     * @param reader the first op that reads it
     */
    record Read(double bytes, Node reader) {

        static Read most(Read a, Read b) {
            return new Read(Math.max(a.bytes, b.bytes), a.reader);
        }
    }

    int size() {
        return members.size();
    }

    // Areas are compared by identity: two are never equal, and hashing all members would be slow.
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
