package io.graphkernel.processor.pass;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.ViewKind;
import io.graphkernel.processor.loop.Views;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Marks slices that are contiguous in their operand's memory with the flag {@code no_task}: libraries read them in
 * place instead of copies. Most of them are from a Split along the outermost axis. Kernels read through every view
 * anyway; a slice that is a result is copied, because a result has memory of its own.
 *
 * <p>cuBLASLt requires operands aligned to 16 bytes. For others the runtime uses its own matmul kernel, which may be
 * slower than a copy followed by cuBLASLt.
 */
public final class VirtualOpSet implements GraphPass {

    @Override
    public String name() {
        return "FusionVirtualOpSetSwitch";
    }

    @Override
    public int level() {
        return 1;
    }

    @Override
    public PassDocument document() {
        return new PassDocument(
                "A slice that a library op reads, from Split, SplitWithSize, Slice or another view: the view is kept with the"
                        + " attribute `no_task`, and the library reads the slice in its operand's memory.",
                "The slice is contiguous: it is along the outermost axis, or all axes before it have size 1. On CUDA devices,"
                        + " cuBLASLt requires operands aligned to 16 bytes; other matmuls use GraphKernel's own"
                        + " kernel.",
                "");
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        Map<Node, Node> slices = new IdentityHashMap<>();
        Graph marked = GraphRewriter.rewrite(graph, (node, builder) -> {
            if (!OpTable.get().is(node, OpKind.LIBRARY)) {
                return node;
            }
            List<Node> operands = node.operands().stream()
                    .map(operand -> read(operand, slices, builder, context))
                    .toList();
            return operands.equals(node.operands()) ? node : node.withOperands(operands);
        });
        return marked == graph ? graph : DeadCodeElimination.withoutDeadCode(marked);
    }

    /** Returns the value that a library reads instead of an operand, transposed first if required. */
    private static Node read(Node operand, Map<Node, Node> slices, GraphBuilder builder, PassContext context) {
        boolean turned = Views.swapsLastAxes(operand) && !Views.isContiguous(operand);
        Node memory = turned ? operand.operands().get(0) : operand;
        Optional<Node> slice = slice(memory);
        if (slice.isEmpty()) {
            return operand;
        }
        Node alias = marked(memory, slices, builder, slice.get(), context);
        return turned ? builder.add(operand.withOperands(List.of(alias))) : alias;
    }

    /**
     * Returns the outermost view of a chain that would be copied; empty if there is none, or it cannot be read in
     * place.
     */
    private static Optional<Node> slice(Node value) {
        Node slice = Views.sameMemory(value);
        Node base = Views.base(slice);
        boolean memory = !base.isNumber() && !OpTable.get().is(base, OpKind.INDEX);
        return isCopied(slice) && memory && Views.isContiguous(value) ? Optional.of(slice) : Optional.empty();
    }

    /** Returns true for a view that libraries do not read like its base. */
    private static boolean isCopied(Node view) {
        return Views.isView(view) && !Views.is(view, ViewKind.UPDATED);
    }

    private static Node marked(
            Node view, Map<Node, Node> slices, GraphBuilder builder, Node slice, PassContext context) {
        if (!isCopied(view)) {
            return view;
        }
        Node known = slices.get(view);
        if (known != null) {
            return known;
        }
        List<Node> operand = List.of(marked(view.operands().get(0), slices, builder, slice, context));
        Attributes attributes =
                Views.isReshape(view) ? view.attributes() : view.attributes().with(Attributes.NO_TASK, true);
        Node alias = builder.add(view.withOperands(operand).withAttributes(attributes));
        if (view == slice) {
            context.decisions().note("FusionVirtualOpSetSwitch: no task for " + view.op() + " of " + view.type());
        }
        slices.put(view, alias);
        return alias;
    }
}
