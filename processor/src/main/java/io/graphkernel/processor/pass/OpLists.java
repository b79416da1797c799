package io.graphkernel.processor.pass;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.option.KnownNames;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Op lists of the flags, which control expansion and fusion. By default every composite op is expanded, and every op
 * may fuse.
 */
public final class OpLists {

    private static final Set<OpKind> NO_KERNEL_OF_THEIR_OWN = Set.of(OpKind.VIEW, OpKind.INDEX);

    private static final KnownNames OPS = new KnownNames("op", names(row -> true));

    private final FlagValues flags;
    /** True if no list is set, so that ops are never kept apart. */
    private final boolean silent;

    /**
     * Creates the lists of a method.
     *
     * @param flags the method's flags
     */
    public OpLists(FlagValues flags) {
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

    /** Returns true if a composite op is expanded to ops that fuse with others. */
    boolean expands(OpRow composite) {
        return allows(composite, Flag.ENABLE_EXPAND_OPS_ONLY, Flag.DISABLE_EXPAND_OPS);
    }

    /**
     * Returns true if an op may share a kernel with others.
     *
     * @param row row of any kind
     * @return true for views and index ops, which lists cannot exclude from kernels
     */
    public boolean fuses(OpRow row) {
        return NO_KERNEL_OF_THEIR_OWN.contains(row.kind())
                || allows(row, Flag.ENABLE_CLUSTER_OPS_ONLY, Flag.DISABLE_CLUSTER_OPS);
    }

    /**
     * Returns true if an op may be fused into another op.
     *
     * @param row row of any kind
     * @return false for a composite op that is kept whole, and for an op with a separate kernel
     */
    public boolean mayFuseInto(OpRow row) {
        return row.kind() == OpKind.COMPOSITE ? expands(row) : fuses(row);
    }

    /** Returns true if kernels read a view in place, rather than a copy of it. */
    boolean readsInPlace(OpRow view) {
        return allows(view, Flag.ENABLE_PACKET_OPS_ONLY, Flag.DISABLE_PACKET_OPS);
    }

    /**
     * Returns the reason why the lists keep ops apart.
     *
     * @param ops candidates for one kernel; views and index ops are never kept apart
     * @return one sentence in the user's words; empty if the lists permit fusion
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

    /** Returns the whole composite op that a node was expanded from; empty if there is none. */
    private static String scope(Node node) {
        return node.attributes().has(Attributes.SCOPE) ? node.attributes().text(Attributes.SCOPE) : "";
    }

    /**
     * Returns true if flags select an op for the library's epilogue where a kernel needs fewer steps.
     *
     * @param row of any kind
     */
    boolean prefersLibrary(OpRow row) {
        boolean enabled = flags.isOn(Flag.ENABLE_CCE_LIB) || names(Flag.ENABLE_CCE_LIB_OPS, row);
        return flags.list(Flag.ENABLE_CCE_LIB_OPS_ONLY).isEmpty()
                ? enabled && !names(Flag.DISABLE_CCE_LIB_OPS, row)
                : names(Flag.ENABLE_CCE_LIB_OPS_ONLY, row);
    }

    /** Returns the names permitted in the lists of library ops. */
    static Map<Flag, KnownNames> libraryNames() {
        KnownNames applied = OPS.without(
                names(row -> row.postOp().isEmpty()),
                "no library supports it in the epilogue of a matmul or a convolution");
        return Map.of(
                Flag.ENABLE_CCE_LIB_OPS, applied,
                Flag.ENABLE_CCE_LIB_OPS_ONLY, applied,
                Flag.DISABLE_CCE_LIB_OPS, applied);
    }

    /** Returns the names permitted in the expander's lists. */
    static Map<Flag, KnownNames> expandNames() {
        return Map.of(Flag.ENABLE_EXPAND_OPS, OPS, Flag.DISABLE_EXPAND_OPS, OPS, Flag.ENABLE_EXPAND_OPS_ONLY, OPS);
    }

    /**
     * Returns the names permitted in the lists of fused ops.
     *
     * @return names by flag
     */
    public static Map<Flag, KnownNames> clusterNames() {
        KnownNames fusing = OPS.without(
                names(row -> row.kind() == OpKind.COMPOSITE),
                "it is expanded before fusion; --disable_expand_ops keeps it whole");
        KnownNames computing = fusing.without(
                names(row -> NO_KERNEL_OF_THEIR_OWN.contains(row.kind())),
                "it computes nothing; --disable_packet_ops materializes views");
        return Map.of(
                Flag.ENABLE_CLUSTER_OPS, OPS,
                Flag.ENABLE_CLUSTER_OPS_ONLY, fusing,
                Flag.DISABLE_CLUSTER_OPS, computing);
    }

    /** Returns the names permitted in the lists of packed ops. */
    static Map<Flag, KnownNames> packetNames() {
        KnownNames views = OPS.without(names(row -> row.kind() != OpKind.VIEW), "it is not a view of its operand");
        return Map.of(Flag.ENABLE_PACKET_OPS_ONLY, views, Flag.DISABLE_PACKET_OPS, views);
    }

    private static Set<String> names(Predicate<OpRow> selected) {
        return OpTable.get().rows().stream()
                .filter(selected)
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
