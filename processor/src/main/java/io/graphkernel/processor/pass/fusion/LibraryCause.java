package io.graphkernel.processor.pass.fusion;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.pass.ContractionStrategy;
import io.graphkernel.processor.pass.EpilogueOp;
import io.graphkernel.processor.pass.PassContext;
import java.util.List;
import java.util.Map;

/** Reasons why a library call and an adjacent op are not fused, with remedies. */
final class LibraryCause {

    private static final String STORES = " is a library call, which stores its result";

    private final Graph graph;
    private final Map<Node, List<Node>> users;
    private final PassContext context;
    private final FlagValues flags;

    LibraryCause(Graph graph, PassContext context) {
        this.graph = graph;
        this.users = graph.users();
        this.context = context;
        this.flags = context.flags();
    }

    /** Returns the cause for a library call that reads a kernel's result. */
    UnfusedCause before(Node library) {
        String reason = ContractionStrategy.libraryReason(library, context)
                .map(text -> ": " + text)
                .orElse("");
        return new UnfusedCause(
                LoopConflict.name(library) + " is a library call, which reads its operands from memory" + reason,
                "Apply linear ops, such as a scale, to the result of the call instead, where they may be fused into its"
                        + " epilogue. Other operands must be stored.");
    }

    /** Returns the cause for an op that reads a library call's result. */
    UnfusedCause after(Node library, Node reader) {
        String name = LoopConflict.name(library);
        OpRow row = OpTable.get().row(library);
        if (!row.takesPostOps()) {
            return new UnfusedCause(name + STORES, "No change possible: this library call has no epilogue.");
        }
        if (flags.optLevel() == 0 || flags.isOn(Flag.DISABLE_MATMUL_POST_FUSION)) {
            return new UnfusedCause(
                    name + STORES + ": flags disable its epilogue for " + reader.op(),
                    "Remove --opt_level=0 and --disable_matmul_post_fusion.");
        }
        if (graph.outputs().stream().anyMatch(output -> Views.base(output.node()) == library)) {
            return new UnfusedCause(
                    name + " is also a result, and a library call stores only the value after its epilogue",
                    "Do not return it unless the caller needs it: the library can then fuse the ops that follow.");
        }
        long lines = users.get(library).stream()
                .map(user -> user.origin().toString())
                .distinct()
                .count();
        if (lines > 1) {
            return new UnfusedCause(
                    name + " is read by ops of " + lines
                            + " lines, and a library call stores only the value after its epilogue",
                    "If one of them can use another one's result instead, read that. Otherwise it must be stored.");
        }
        String applied = String.join(", ", EpilogueOp.activations());
        String shapes = "with a tensor of the result's shape, or with one number per column or channel";
        return OpTable.get().row(reader).postOp().isPresent()
                ? new UnfusedCause(
                        name + STORES + ": its epilogue does not support this " + reader.op(),
                        "Epilogues support sums and products " + shapes + ", and " + applied + ".")
                : new UnfusedCause(
                        name + STORES + ": its epilogue does not support " + reader.op(),
                        "No change possible, unless the method can use an op that epilogues support: " + applied
                                + ", and sums and products " + shapes + ".");
    }
}
