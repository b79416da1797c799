package io.graphkernel.processor.pass.fusion;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.pass.LibraryPostOp;
import java.util.List;
import java.util.Map;

/** Why a library call and an op next to it are two, and what would make them one. */
final class LibraryCause {

    private static final String STORES = " is a library call, which stores its result";

    private final Graph graph;
    private final Map<Node, List<Node>> users;
    private final Flags flags;

    LibraryCause(Graph graph, Flags flags) {
        this.graph = graph;
        this.users = graph.users();
        this.flags = flags;
    }

    /** Of a library call that reads what a kernel stores. */
    static Cause before(Node library) {
        return new Cause(
                LoopConflict.name(library) + " is a library call, which reads its operands from memory",
                "What is linear, as a factor, can be applied to the result of the call instead, where it may become a part"
                        + " of it. Everything else is stored once.");
    }

    /** Of an op that reads what a library call stores. */
    Cause after(Node library, Node reader) {
        String name = LoopConflict.name(library);
        OpRow row = OpTable.get().row(library);
        if (!row.takesPostOps()) {
            return new Cause(name + STORES, "Nothing to change: this library applies no op to its result.");
        }
        if (flags.optLevel() == 0 || flags.isOn(Flag.DISABLE_MATMUL_POST_FUSION)) {
            return new Cause(
                    name + STORES + ": the flags keep it from applying " + reader.op(),
                    "Leave out --opt_level=0 and --disable_matmul_post_fusion.");
        }
        if (graph.outputs().stream().anyMatch(output -> Views.base(output.node()) == library)) {
            return new Cause(
                    name + " is also a result, and a library stores only the last of what it computes",
                    "Do not return it, if the caller can do without it: the library can then apply what follows.");
        }
        long lines = users.get(library).stream()
                .map(user -> user.origin().toString())
                .distinct()
                .count();
        if (lines > 1) {
            return new Cause(
                    name + " is read by ops of " + lines
                            + " lines, and a library stores only the last of what it computes",
                    "Where one of them needs only what another one gives, let it read that. Else it is stored once and"
                            + " read by each.");
        }
        String applied = String.join(", ", LibraryPostOp.activations());
        String shapes = "with a tensor of the shape of the result, or with one number for each column or channel";
        return OpTable.get().row(reader).postOp().isPresent()
                ? new Cause(
                        name + STORES + ": it does not apply this " + reader.op(),
                        "A library applies sums and products " + shapes + ", and " + applied + ".")
                : new Cause(
                        name + STORES + ": it does not apply " + reader.op(),
                        "Nothing to change, unless the method can do with what a library applies: " + applied
                                + ", and sums and products " + shapes + ".");
    }
}
