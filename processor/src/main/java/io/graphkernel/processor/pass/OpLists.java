package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.option.Names;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the op lists of the flags say about expansion and fusion. By default every composite op is expanded, and every
 * op may fuse.
 */
public final class OpLists {

    private static final Set<OpKind> NO_KERNEL_OF_THEIR_OWN = Set.of(OpKind.VIEW, OpKind.INDEX);

    private static final Names OPS = new Names("op", names(row -> true));

    private final Flags flags;
    /** Whether no list is given, so that nothing is kept apart. */
    private final boolean silent;

    /**
     * The lists of a method.
     *
     * @param flags the method's flags
     */
    public OpLists(Flags flags) {
        this.flags = flags;
        this.silent = Stream.of(
                        Flag.DISABLE_EXPAND_OPS,
                        Flag.ENABLE_EXPAND_OPS_ONLY,
                        Flag.DISABLE_CLUSTER_OPS,
                        Flag.ENABLE_CLUSTER_OPS_ONLY,
                        Flag.DISABLE_PACKET_OPS,
                        Flag.ENABLE_PACKET_OPS_ONLY)
                .allMatch(flag -> flags.list(flag).isEmpty());
    }

    /** Whether a composite op becomes ops that fuse with those around it. */
    boolean expands(OpRow composite) {
        return allows(composite, Flag.ENABLE_EXPAND_OPS_ONLY, Flag.DISABLE_EXPAND_OPS);
    }

    /**
     * Whether an op may share a kernel with others.
     *
     * @param row of any kind
     * @return true for views and index ops, which no list can keep out of kernels
     */
    public boolean fuses(OpRow row) {
        return NO_KERNEL_OF_THEIR_OWN.contains(row.kind())
                || allows(row, Flag.ENABLE_CLUSTER_OPS_ONLY, Flag.DISABLE_CLUSTER_OPS);
    }

    /**
     * Whether an op may become a part of another one.
     *
     * @param row of any kind
     * @return false for a composite op that is kept whole, and for an op that shares no kernel
     */
    public boolean joins(OpRow row) {
        return row.kind() == OpKind.COMPOSITE ? expands(row) : fuses(row);
    }

    /** Whether kernels read a view where it lies, rather than a copy of it. */
    boolean packs(OpRow view) {
        return allows(view, Flag.ENABLE_PACKET_OPS_ONLY, Flag.DISABLE_PACKET_OPS);
    }

    /**
     * Why the lists keep some ops from sharing a kernel.
     *
     * @param ops candidates for one kernel; views and index ops among them go anywhere
     * @return one sentence in the user's words; empty if the lists allow it
     */
    public Optional<String> separation(Collection<Node> ops) {
        if (silent) {
            return Optional.empty();
        }
        Set<String> scopes = new HashSet<>();
        Node apart = null;
        int count = 0;
        for (Node node : ops) {
            OpRow row = OpTable.get().row(node);
            if (!NO_KERNEL_OF_THEIR_OWN.contains(row.kind())) {
                count++;
                scopes.add(scope(node));
                apart = fuses(row) ? apart : node;
            }
        }
        if (apart != null && count > 1) {
            return Optional.of(reason(apart.op(), "fuse", Flag.ENABLE_CLUSTER_OPS_ONLY, Flag.DISABLE_CLUSTER_OPS));
        }
        return scopes.stream()
                .filter(scope -> !scope.isEmpty() && scopes.size() > 1)
                .sorted()
                .findFirst()
                .map(scope -> separation(scope.replaceFirst("_\\d+$", "")));
    }

    private String separation(String scope) {
        return OpTable.get()
                        .find(scope)
                        .filter(row -> row.kind() == OpKind.VIEW)
                        .isPresent()
                ? reason(scope, "be read in place", Flag.ENABLE_PACKET_OPS_ONLY, Flag.DISABLE_PACKET_OPS)
                : reason(scope, "be expanded", Flag.ENABLE_EXPAND_OPS_ONLY, Flag.DISABLE_EXPAND_OPS);
    }

    /** The composite op that a node is a part of and that is kept whole; empty for none. */
    private static String scope(Node node) {
        return node.attributes().has(Attributes.SCOPE) ? node.attributes().text(Attributes.SCOPE) : "";
    }

    /**
     * Whether the library applies an op to its result where a kernel could do it in fewer steps.
     *
     * @param row of any kind
     */
    boolean goesToLibrary(OpRow row) {
        boolean asked = flags.isOn(Flag.ENABLE_CCE_LIB) || names(Flag.ENABLE_CCE_LIB_OPS, row);
        return flags.list(Flag.ENABLE_CCE_LIB_OPS_ONLY).isEmpty()
                ? asked && !names(Flag.DISABLE_CCE_LIB_OPS, row)
                : names(Flag.ENABLE_CCE_LIB_OPS_ONLY, row);
    }

    /** The names that the lists of ops of libraries may hold. */
    static Map<Flag, Names> libraryNames() {
        Names applied = OPS.without(
                names(row -> row.postOp().isEmpty()), "no library applies it to a product or a convolution");
        return Map.of(
                Flag.ENABLE_CCE_LIB_OPS, applied,
                Flag.ENABLE_CCE_LIB_OPS_ONLY, applied,
                Flag.DISABLE_CCE_LIB_OPS, applied);
    }

    /** The names that the expander's lists may hold. */
    static Map<Flag, Names> expandNames() {
        return Map.of(Flag.ENABLE_EXPAND_OPS, OPS, Flag.DISABLE_EXPAND_OPS, OPS, Flag.ENABLE_EXPAND_OPS_ONLY, OPS);
    }

    /**
     * The names that the lists of ops that fuse may hold.
     *
     * @return names by flag
     */
    public static Map<Flag, Names> clusterNames() {
        Names fusing = OPS.without(
                names(row -> row.kind() == OpKind.COMPOSITE),
                "it is expanded before ops fuse; --disable_expand_ops keeps it apart");
        Names computing = fusing.without(
                names(row -> NO_KERNEL_OF_THEIR_OWN.contains(row.kind())),
                "it computes nothing; --disable_packet_ops gives a view memory of its own");
        return Map.of(
                Flag.ENABLE_CLUSTER_OPS, OPS,
                Flag.ENABLE_CLUSTER_OPS_ONLY, fusing,
                Flag.DISABLE_CLUSTER_OPS, computing);
    }

    /** The names that the lists of packed ops may hold. */
    static Map<Flag, Names> packetNames() {
        Names views = OPS.without(names(row -> row.kind() != OpKind.VIEW), "it is no view of its operand");
        return Map.of(Flag.ENABLE_PACKET_OPS_ONLY, views, Flag.DISABLE_PACKET_OPS, views);
    }

    private static Set<String> names(Predicate<OpRow> wanted) {
        return OpTable.get().rows().stream()
                .filter(wanted)
                .flatMap(row -> Stream.concat(Stream.of(row.name()), row.aliases().stream()))
                .collect(Collectors.toSet());
    }

    private boolean allows(OpRow row, Flag only, Flag disabled) {
        return flags.list(only).isEmpty() ? !names(disabled, row) : names(only, row);
    }

    private boolean names(Flag list, OpRow row) {
        return Stream.concat(Stream.of(row.name()), row.aliases().stream()).anyMatch(flags.list(list)::contains);
    }

    private String reason(String op, String verb, Flag only, Flag disabled) {
        return flags.list(only).isEmpty()
                ? op + " must not " + verb + ": --" + disabled.key() + " names it"
                : op + " must not " + verb + ": --" + only.key() + " does not name it";
    }
}
